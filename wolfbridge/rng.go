//go:build cgo && !nowolf

package wolfbridge

/*
#include "cgw_features.h"
#include "rng.h"

#cgo noescape cgw_rng_read
#cgo nocallback cgw_rng_read
*/
import "C"

import (
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func rngs() []bridge.Row {
	absent := needs(C.CGW_RNG, "a random number generator (no WC_NO_RNG)")
	return []bridge.Row{row{id: "rng"}.offer(catalog.OpRead, absent, "wc_RNG_GenerateBlock, at most 64 KiB a call", openRNG)}
}

func openRNG(_ row, c catalog.Case, _ catalog.Inputs) (*bridge.Routine, error) {
	if err := fits(c.Size); err != nil {
		return nil, err
	}
	var h C.uintptr_t
	if err := failure(C.cgw_rng_new(&h)); err != nil {
		return nil, err
	}
	out := bridge.Buffer(c.Size)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_rng_read(h, ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: func() { C.cgw_rng_free(h) },
	}, nil
}
