//go:build cgo && !nogcrypt

package gcryptbridge

/*
#include <gcrypt.h>
#include "cgg_features.h"
#include "kem.h"

#cgo noescape cgg_kem_keygen
#cgo nocallback cgg_kem_keygen
#cgo noescape cgg_kem_encap
#cgo nocallback cgg_kem_encap
#cgo noescape cgg_kem_decap
#cgo nocallback cgg_kem_decap
*/
import "C"

import (
	"bytes"
	"slices"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

// A kemRow has the lengths of the encapsulation key, of the expanded
// decapsulation key and of a ciphertext (FIPS 203 table 3).
type kemRow struct {
	algo                    C.int
	public, private, sealed int
}

var kems = map[string]kemRow{
	"ml-kem-512":  {C.CGG_KEM_MLKEM512, 800, 1632, 768},
	"ml-kem-768":  {C.CGG_KEM_MLKEM768, 1184, 2400, 1088},
	"ml-kem-1024": {C.CGG_KEM_MLKEM1024, 1568, 3168, 1568},
}

func kemMethod(a catalog.Algorithm, op catalog.Operation) (string, error) {
	k, ok := kems[a.ID]
	switch {
	case !ok:
		return "", absent()
	case k.algo == 0:
		return "", since("1.12; 1.11 has the draft of FIPS 203")
	case op == catalog.OpKeygen:
		return "gcry_randomize, gcry_kem_genkey", nil
	}
	return "gcry_kem_" + string(op), nil
}

func openKEM(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	a, k := c.Algorithm, kems[c.Algorithm.ID]
	private, public := bridge.Buffer(k.private), bridge.Buffer(k.public)
	shared := bridge.Buffer(a.OutLen)
	switch c.Op {
	case catalog.OpKeygen:
		seed := bridge.Buffer(a.KeyLen)
		return &bridge.Routine{
			Run: func(n int64, ns *int64) int64 {
				return int64(C.cgg_kem_keygen(k.algo, 1, ptr(seed), size(seed), ptr(public), size(public), ptr(private), size(private), C.int64_t(n), (*C.int64_t)(ns)))
			},
			Out: func() []byte { return slices.Concat(seed, public) },
			Free: func() {
				clear(seed)
				clear(private)
			},
		}, nil
	case catalog.OpEncap:
		peer := in.Public
		if err := sameLength("public key", len(peer), C.size_t(k.public)); err != nil {
			return nil, err
		}
		sealed := bridge.Buffer(k.sealed)
		return &bridge.Routine{
			Run: func(n int64, ns *int64) int64 {
				return int64(C.cgg_kem_encap(k.algo, ptr(peer), size(peer), ptr(shared), size(shared), ptr(sealed), size(sealed), C.int64_t(n), (*C.int64_t)(ns)))
			},
			Out: func() []byte { return slices.Concat(shared, sealed) },
		}, nil
	}
	if err := sameLength("seed", len(in.Key), C.size_t(a.KeyLen)); err != nil {
		return nil, err
	}
	sealed := in.Received
	if err := sameLength("ciphertext", len(sealed), C.size_t(k.sealed)); err != nil {
		return nil, err
	}
	seed := bytes.Clone(in.Key) // the function may write to it
	defer clear(seed)
	if err := failure(C.cgg_kem_keygen(k.algo, 0, ptr(seed), size(seed), ptr(public), size(public), ptr(private), size(private), 1, nil)); err != nil {
		return nil, err
	}
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgg_kem_decap(k.algo, ptr(private), size(private), ptr(sealed), size(sealed), ptr(shared), size(shared), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return shared },
		Free: func() { clear(private) },
	}, nil
}
