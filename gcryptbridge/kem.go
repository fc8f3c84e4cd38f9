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

// A kem has the lengths of the encapsulation key, of the expanded
// decapsulation key and of a ciphertext (FIPS 203 table 3).
type kem struct {
	id                      string
	algo                    C.int
	public, private, sealed int
}

func kemRows() []bridge.Row {
	var rows []bridge.Row
	for _, k := range []kem{
		{"ml-kem-512", C.CGG_KEM_MLKEM512, 800, 1632, 768},
		{"ml-kem-768", C.CGG_KEM_MLKEM768, 1184, 2400, 1088},
		{"ml-kem-1024", C.CGG_KEM_MLKEM1024, 1568, 3168, 1568},
	} {
		var absent error
		if k.algo == 0 {
			absent = since("1.12; 1.11 has the draft of FIPS 203")
		}
		rows = append(rows,
			offer(k.id, "gcry_randomize, gcry_kem_genkey", absent, k.open, catalog.OpKeygen),
			offer(k.id, "gcry_kem_decap", absent, k.open, catalog.OpDecap),
		)
		rows = append(rows, taking(bridge.Random, []bridge.Row{offer(k.id, "gcry_kem_encap", absent, k.open, catalog.OpEncap)})...)
	}
	return doing("decodes the keys in each operation, and expands the matrix", rows)
}

// randomLen is the length of m in FIPS 203 section 7.2.
const randomLen = 32

func (k kem) open(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	a := c.Algorithm
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
		peer, random := in.Public, in.Random
		if random != nil {
			if err := bridge.Length("random value", len(random), randomLen); err != nil {
				return nil, err
			}
		}
		if err := bridge.Length("public key", len(peer), k.public); err != nil {
			return nil, err
		}
		sealed := bridge.Buffer(k.sealed)
		return &bridge.Routine{
			Run: func(n int64, ns *int64) int64 {
				return int64(C.cgg_kem_encap(k.algo, ptr(peer), size(peer), ptr(random), size(random), ptr(shared), size(shared), ptr(sealed), size(sealed), C.int64_t(n), (*C.int64_t)(ns)))
			},
			Out: func() []byte { return slices.Concat(shared, sealed) },
		}, nil
	}
	if err := bridge.Length("seed", len(in.Key), a.KeyLen); err != nil {
		return nil, err
	}
	sealed := in.Received
	if err := bridge.Length("ciphertext", len(sealed), k.sealed); err != nil {
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
