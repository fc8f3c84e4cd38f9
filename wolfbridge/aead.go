//go:build cgo && !nowolf

package wolfbridge

/*
#include "aead.h"

#cgo noescape cgw_aead_seal
#cgo nocallback cgw_aead_seal
#cgo noescape cgw_aead_open
#cgo nocallback cgw_aead_open
*/
import "C"

import (
	"cmp"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func aeads() []bridge.Row {
	return offers(table(C.cgw_aeads), openAEAD, catalog.OpSeal, catalog.OpOpen, catalog.OpSealRekey, catalog.OpOpenRekey, catalog.OpForged)
}

func openAEAD(r row, c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	tag := c.Algorithm.TagLen
	if err := cmp.Or(
		fits(len(in.Message)+tag, len(in.Received), len(in.Nonce), len(in.AAD)),
		only("nonce", len(in.Nonce), r.nonce), only("key", len(in.Key), r.key), only("tag", tag, r.out),
	); err != nil {
		return nil, err
	}
	var h C.uintptr_t
	if err := failure(C.cgw_aead_new(r.alg, C.uint32_t(tag), ptr(in.Key), size(in.Key), &h)); err != nil {
		return nil, err
	}
	seals, rekey := c.Op == catalog.OpSeal || c.Op == catalog.OpSealRekey, C.int(0)
	if c.Op == catalog.OpSealRekey || c.Op == catalog.OpOpenRekey {
		rekey = 1
	}
	nonce, aad := in.Nonce, in.AAD
	routine := &bridge.Routine{Free: func() { C.cgw_aead_free(h) }}
	if seals {
		msg, out := in.Message, bridge.Buffer(len(in.Message)+tag)
		routine.Out = func() []byte { return out }
		routine.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgw_aead_seal(h, rekey, ptr(nonce), size(nonce), ptr(aad), size(aad), ptr(msg), size(msg), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
		return routine, nil
	}
	msg, out := in.Received, bridge.Buffer(len(in.Received)-tag)
	routine.Out = func() []byte { return out }
	var accepted *C.uint8_t
	if c.Op == catalog.OpForged {
		answer := bridge.Buffer(1)
		accepted, routine.Out = ptr(answer), func() []byte { return answer }
	}
	routine.Run = func(n int64, ns *int64) int64 {
		return int64(C.cgw_aead_open(h, rekey, ptr(nonce), size(nonce), ptr(aad), size(aad), ptr(msg), size(msg), ptr(out), accepted, C.int64_t(n), (*C.int64_t)(ns)))
	}
	return routine, nil
}
