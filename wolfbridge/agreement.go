//go:build cgo && !nowolf

package wolfbridge

/*
#include "agreement.h"

#cgo noescape cgw_agree
#cgo nocallback cgw_agree
#cgo noescape cgw_agree_keygen
#cgo nocallback cgw_agree_keygen
*/
import "C"

import (
	"cmp"
	"slices"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func agreements() []bridge.Row {
	return offers(table(C.cgw_agreements), openAgreement, catalog.OpKeygen, catalog.OpAgree)
}

func openAgreement(r row, c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	width := c.Algorithm.KeyLen
	if c.Op == catalog.OpKeygen {
		in = catalog.Inputs{}
	} else if err := cmp.Or(bridge.Length("private key", len(in.Key), width), bridge.Length("share", len(in.Received), r.pub)); err != nil {
		return nil, err
	}
	var h C.uintptr_t
	if err := failure(C.cgw_agree_new(r.alg, ptr(in.Key), size(in.Key), &h)); err != nil {
		return nil, err
	}
	if c.Op == catalog.OpKeygen {
		k := exported{export: func() ([]byte, error) {
			private, public := make([]byte, width), make([]byte, r.pub)
			a, b := size(private), size(public)
			err := failure(C.cgw_agree_export(h, ptr(private), &a, ptr(public), &b))
			return slices.Concat(widened(private[:a], width), widened(public[:b], r.pub)), err
		}}
		return &bridge.Routine{
			Run: func(n int64, ns *int64) int64 {
				k.made()
				return int64(C.cgw_agree_keygen(h, C.uint32_t(width), C.int64_t(n), (*C.int64_t)(ns)))
			},
			Out:  k.bytes,
			Free: func() { k.close(); C.cgw_agree_free(h) },
		}, nil
	}
	peer, out := in.Received, bridge.Buffer(c.Algorithm.OutLen)
	length := size(out)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			length = size(out)
			return int64(C.cgw_agree(h, ptr(peer), size(peer), ptr(out), &length, C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return widened(out[:length], len(out)) },
		Free: func() { C.cgw_agree_free(h) },
	}, nil
}

// widened puts back the leading zeros of a number that the library wrote without them.
func widened(number []byte, width int) []byte {
	if len(number) >= width {
		return number
	}
	return append(make([]byte, width-len(number), width), number...)
}
