//go:build cgo && !nowolf

package wolfbridge

/*
#include "kem.h"

#cgo noescape cgw_kem_encap
#cgo nocallback cgw_kem_encap
#cgo noescape cgw_kem_decap
#cgo nocallback cgw_kem_decap
#cgo noescape cgw_kem_keygen
#cgo nocallback cgw_kem_keygen
*/
import "C"

import (
	"cmp"
	"slices"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func kems() []bridge.Row {
	return offers(table(C.cgw_kems), openKEM, catalog.OpKeygen, catalog.OpEncap, catalog.OpDecap)
}

func openKEM(r row, c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	var seed, public []byte
	var random *C.uint8_t // nil: the library's own
	var wrong error
	switch c.Op {
	case catalog.OpEncap:
		public, wrong = in.Public, bridge.Length("encapsulation key", len(in.Public), r.pub)
		if in.Random != nil {
			random, wrong = ptr(in.Random), cmp.Or(wrong, bridge.Length("random value", len(in.Random), C.CGW_MLKEM_RANDOM))
		}
	case catalog.OpDecap:
		seed, wrong = in.Key, bridge.Length("seed", len(in.Key), C.CGW_MLKEM_SEED)
	}
	if wrong != nil {
		return nil, wrong
	}
	var h C.uintptr_t
	var length C.uint32_t
	if err := failure(C.cgw_kem_new(r.alg, ptr(seed), size(seed), ptr(public), size(public), random, &h, &length)); err != nil {
		return nil, err
	}
	routine := &bridge.Routine{Free: func() { C.cgw_kem_free(h) }}
	switch c.Op {
	case catalog.OpKeygen:
		k := exported{export: func() ([]byte, error) {
			seed, public := make([]byte, C.CGW_MLKEM_SEED), make([]byte, r.pub)
			err := failure(C.cgw_kem_export(h, ptr(seed), ptr(public), size(public)))
			return slices.Concat(seed, public), err
		}}
		routine.Out = k.bytes
		routine.Free = func() { k.close(); C.cgw_kem_free(h) }
		routine.Run = func(n int64, ns *int64) int64 {
			k.made()
			return int64(C.cgw_kem_keygen(h, C.int64_t(n), (*C.int64_t)(ns)))
		}
	case catalog.OpEncap:
		out := bridge.Buffer(C.CGW_MLKEM_SECRET + int(length))
		routine.Out = func() []byte { return out }
		routine.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgw_kem_encap(h, ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
	default:
		if err := bridge.Length("ciphertext", len(in.Received), int(length)); err != nil {
			C.cgw_kem_free(h)
			return nil, err
		}
		msg, out := in.Received, bridge.Buffer(C.CGW_MLKEM_SECRET)
		routine.Out = func() []byte { return out }
		routine.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgw_kem_decap(h, ptr(msg), size(msg), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
	}
	return routine, nil
}
