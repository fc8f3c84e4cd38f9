//go:build cgo && !nogcrypt

package gcryptbridge

/*
#include "rng.h"

#cgo noescape cgg_rng_strong
#cgo nocallback cgg_rng_strong
#cgo noescape cgg_rng_nonce
#cgo nocallback cgg_rng_nonce
*/
import "C"

import (
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func rngRows() []bridge.Row {
	return []bridge.Row{
		offer("rng", "gcry_randomize (GCRY_STRONG_RANDOM)", nil, openRNG, catalog.OpRead),
		offer("rng-nonce", "gcry_create_nonce", nil, openNonces, catalog.OpRead),
	}
}

func openRNG(c catalog.Case, _ catalog.Inputs) (*bridge.Routine, error) {
	out := bridge.Buffer(c.Size)
	return &bridge.Routine{
		Out: func() []byte { return out },
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgg_rng_strong(ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
	}, nil
}

func openNonces(c catalog.Case, _ catalog.Inputs) (*bridge.Routine, error) {
	out := bridge.Buffer(c.Size)
	return &bridge.Routine{
		Out: func() []byte { return out },
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgg_rng_nonce(ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
	}, nil
}
