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

var generators = map[string]string{
	"rng":       "gcry_randomize (GCRY_STRONG_RANDOM)",
	"rng-nonce": "gcry_create_nonce",
}

func rngMethod(a catalog.Algorithm, _ catalog.Operation) (string, error) {
	how, ok := generators[a.ID]
	if !ok {
		return "", absent()
	}
	return how, nil
}

func openRNG(c catalog.Case, _ catalog.Inputs) (*bridge.Routine, error) {
	out := bridge.Buffer(c.Size)
	r := &bridge.Routine{Out: func() []byte { return out }}
	if c.Algorithm.ID == "rng-nonce" {
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_rng_nonce(ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
		return r, nil
	}
	r.Run = func(n int64, ns *int64) int64 {
		return int64(C.cgg_rng_strong(ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
	}
	return r, nil
}
