//go:build cgo && !nowolf

package wolfbridge

/*
#include "cgw_features.h"
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
	"slices"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

// A kemRow is a KEM of the catalogue.
type kemRow struct {
	id     string
	alg    C.int
	public int // length of an encapsulation key
}

// kems are the rows of the kind kem.
func kems() []bridge.Row {
	lack := needs(C.CGW_HAVE_MLKEM, "--enable-mlkem (5.9.2 or later)")
	var rows []bridge.Row
	for _, r := range []kemRow{
		{"ml-kem-512", C.CGW_MLKEM_512, 800},
		{"ml-kem-768", C.CGW_MLKEM_768, 1184},
		{"ml-kem-1024", C.CGW_MLKEM_1024, 1568},
	} {
		rows = append(rows,
			offer(r.id, catalog.OpKeygen, lack, "wc_MlKemKey_MakeKeyWithRandom of a fresh seed", r.openKeygen),
			offer(r.id, catalog.OpEncap, lack, "wc_MlKemKey_Encapsulate", r.openEncap),
			offer(r.id, catalog.OpDecap, lack, "wc_MlKemKey_Decapsulate", r.openDecap),
		)
	}
	return rows
}

func (r kemRow) openKeygen(catalog.Case, catalog.Inputs) (*bridge.Routine, error) {
	var h C.uintptr_t
	if err := failure(C.cgw_kem_new(r.alg, ptr(nil), 0, ptr(nil), 0, &h)); err != nil {
		return nil, err
	}
	k := exported{export: func() ([]byte, error) {
		seed, public := make([]byte, C.CGW_MLKEM_SEED), make([]byte, r.public)
		err := failure(C.cgw_kem_export(h, ptr(seed), ptr(public), size(public)))
		return slices.Concat(seed, public), err
	}}
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			k.made()
			return int64(C.cgw_kem_keygen(h, C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  k.bytes,
		Free: func() { k.close(); C.cgw_kem_free(h) },
	}, nil
}

func (r kemRow) openEncap(_ catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := sameLength("encapsulation key", len(in.Public), r.public); err != nil {
		return nil, err
	}
	var h C.uintptr_t
	if err := failure(C.cgw_kem_new(r.alg, ptr(nil), 0, ptr(in.Public), size(in.Public), &h)); err != nil {
		return nil, err
	}
	out := bridge.Buffer(C.CGW_MLKEM_SECRET + int(C.cgw_kem_ciphertext(h)))
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_kem_encap(h, ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: func() { C.cgw_kem_free(h) },
	}, nil
}

func (r kemRow) openDecap(_ catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := sameLength("seed", len(in.Key), C.CGW_MLKEM_SEED); err != nil {
		return nil, err
	}
	var h C.uintptr_t
	if err := failure(C.cgw_kem_new(r.alg, ptr(in.Key), size(in.Key), ptr(nil), 0, &h)); err != nil {
		return nil, err
	}
	if err := sameLength("ciphertext", len(in.Received), int(C.cgw_kem_ciphertext(h))); err != nil {
		C.cgw_kem_free(h)
		return nil, err
	}
	msg, out := in.Received, bridge.Buffer(C.CGW_MLKEM_SECRET)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_kem_decap(h, ptr(msg), size(msg), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: func() { C.cgw_kem_free(h) },
	}, nil
}
