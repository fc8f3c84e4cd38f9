//go:build cgo && !nowolf

package wolfbridge

/*
#include "cgw_features.h"
#include "rsa.h"

#cgo noescape cgw_rsa
#cgo nocallback cgw_rsa
#cgo noescape cgw_rsa_keygen
#cgo nocallback cgw_rsa_keygen
*/
import "C"

import (
	"fmt"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

// An rsaSize is a modulus of the catalogue. single says that the library's
// single-precision code works with it.
type rsaSize struct {
	id     string
	single int
}

var rsaSizes = []rsaSize{
	{"rsa-2048", C.CGW_RSA_SP_2048},
	{"rsa-3072", C.CGW_RSA_SP_3072},
	{"rsa-4096", C.CGW_RSA_SP_4096},
}

// private says how an operation with the private key hides it.
func (s rsaSize) private() string {
	switch {
	case s.single != 0:
		return ", constant time, no blinding"
	case C.CGW_RSA_BLINDING != 0:
		return ", blinding on"
	}
	return ", blinding off"
}

// rsaKey is the private or the public key in der.
func rsaKey(c catalog.Case, private bool, der []byte) (C.uintptr_t, error) {
	if err := fits(len(der)); err != nil {
		return 0, err
	}
	if len(der) == 0 {
		return 0, fmt.Errorf("%w: no key", provider.ErrRefused)
	}
	var h C.uintptr_t
	var width C.uint32_t
	kind := C.int(0)
	if private {
		kind = 1
	}
	if err := failure(C.cgw_rsa_new(kind, ptr(der), size(der), &h, &width)); err != nil {
		return 0, err
	}
	if err := sameLength("modulus", int(width), c.Algorithm.Bits/8); err != nil {
		C.cgw_rsa_free(h)
		return 0, err
	}
	return h, nil
}

// openRSA is an operation that makes bytes of msg with the private or the
// public key in der.
func openRSA(c catalog.Case, op C.int, private bool, der, msg []byte) (*bridge.Routine, error) {
	if err := fits(len(msg)); err != nil {
		return nil, err
	}
	h, err := rsaKey(c, private, der)
	if err != nil {
		return nil, err
	}
	out := bridge.Buffer(c.Algorithm.Bits / 8)
	length := size(out)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			length = size(out)
			return int64(C.cgw_rsa(h, op, ptr(msg), size(msg), ptr(out), &length, C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out[:length] },
		Free: func() { C.cgw_rsa_free(h) },
	}, nil
}

func openRSAKeygen(c catalog.Case, _ catalog.Inputs) (*bridge.Routine, error) {
	var h C.uintptr_t
	var width C.uint32_t
	if err := failure(C.cgw_rsa_new(1, ptr(nil), 0, &h, &width)); err != nil {
		return nil, err
	}
	bits := C.int(c.Algorithm.Bits)
	k := exported{export: func() ([]byte, error) {
		der := make([]byte, c.Algorithm.Bits) // a private key takes some 9/16 of it, and 100 bytes
		length := size(der)
		err := failure(C.cgw_rsa_export(h, ptr(der), &length))
		return der[:length], err
	}}
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			k.made()
			return int64(C.cgw_rsa_keygen(h, bits, C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  k.bytes,
		Free: func() { k.close(); C.cgw_rsa_free(h) },
	}, nil
}
