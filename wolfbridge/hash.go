//go:build cgo && !nowolf

package wolfbridge

/*
#include "hash.h"

#cgo noescape cgw_hash_sum
#cgo nocallback cgw_hash_sum
*/
import "C"

import (
	"cmp"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func hashes() []bridge.Row { return offers(table(C.cgw_hashes), openHash, catalog.OpSum) }

func openHash(r row, c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := cmp.Or(fits(len(in.Message)), only("digest", c.Algorithm.OutLen, r.out)); err != nil {
		return nil, err
	}
	var h C.uintptr_t
	if err := failure(C.cgw_hash_new(r.alg, &h)); err != nil {
		return nil, err
	}
	msg, out := in.Message, bridge.Buffer(c.Algorithm.OutLen)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_hash_sum(h, ptr(msg), size(msg), ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: func() { C.cgw_hash_free(h) },
	}, nil
}

// hashNumber is wolfCrypt's number for a hash of the catalogue, 0 where it has none.
func hashNumber(id string) C.int {
	for _, r := range table(C.cgw_hashes) {
		if r.id == id && r.absent == nil {
			return r.hash
		}
	}
	return 0
}
