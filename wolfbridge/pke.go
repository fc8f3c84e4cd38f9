//go:build cgo && !nowolf

package wolfbridge

/*
#include "cgw_features.h"
#include "pke.h"
#include "status.h"

#cgo noescape cgw_rsa_crypt
#cgo nocallback cgw_rsa_crypt
#cgo noescape cgw_rsa_keygen
#cgo nocallback cgw_rsa_keygen
*/
import "C"

import (
	"cmp"
	"fmt"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

func pkes() []bridge.Row {
	return offers(hiding(table(C.cgw_pkes), 1), openPKE, catalog.OpEncrypt, catalog.OpDecrypt, catalog.OpKeygen)
}

// hiding adds to the functions of an operation with the private key how they hide it.
func hiding(rows []row, operation int) []row {
	single := map[string]C.int{"rsa-2048": C.CGW_RSA_SP_2048, "rsa-3072": C.CGW_RSA_SP_3072, "rsa-4096": C.CGW_RSA_SP_4096}
	for i, r := range rows {
		how := ", blinding off"
		switch {
		case r.how[operation] == "":
			continue
		case single[r.id[:len("rsa-2048")]] != 0:
			how = ", constant time, no blinding"
		case C.CGW_RSA_BLINDING != 0:
			how = ", blinding on"
		}
		rows[i].how[operation] += how
	}
	return rows
}

// rsaKey is the private or the public key in der, with the hashes of the case and a label.
func rsaKey(c catalog.Case, private bool, der, label []byte) (h C.uintptr_t, err error) {
	if err := cmp.Or(fits(len(der)), fits(len(label))); err != nil {
		return 0, err
	}
	if len(der) == 0 || len(label) > 256 {
		return 0, fmt.Errorf("%w: a key of %d bytes, a label of %d", provider.ErrNotOffered, len(der), len(label))
	}
	kind, length, width := C.int(0), size(der), C.uint32_t(0)
	if private {
		kind = 1
	}
	if err := failure(C.cgw_rsa_new(kind, ptr(der), &length, &h, &width)); err != nil {
		return 0, err
	}
	a := c.Algorithm
	err = cmp.Or(bridge.Length("modulus", int(width), a.Bits/8), bridge.Length("key", len(der), int(length)))
	if err == nil && a.Hash != "" {
		if C.cgw_rsa_set(h, hashNumber(a.Hash), hashNumber(a.MGF), C.int(a.SaltLen), ptr(label), size(label)) != C.CG_OK {
			err = fmt.Errorf("%w: it knows no RSA of wolfCrypt's with %s and MGF1 of %s", provider.ErrNotOffered, a.Hash, a.MGF)
		}
	}
	if err != nil {
		C.cgw_rsa_free(h)
		return 0, err
	}
	return h, nil
}

// openRSA is an operation that makes at most as many bytes as the modulus has, with the private or the public key in der.
func openRSA(
	c catalog.Case, der, label []byte, private bool, run func(h C.uintptr_t, out []byte, length *C.uint32_t, n int64, ns *int64) C.int64_t,
) (*bridge.Routine, error) {
	h, err := rsaKey(c, private, der, label)
	if err != nil {
		return nil, err
	}
	out := bridge.Buffer(c.Algorithm.Bits / 8)
	length := size(out)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			length = size(out)
			return int64(run(h, out, &length, n, ns))
		},
		Out:  func() []byte { return out[:length] },
		Free: func() { C.cgw_rsa_free(h) },
	}, nil
}

func openPKE(r row, c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	msg, der, decrypt := in.Message, in.Public, C.int(0)
	switch c.Op {
	case catalog.OpKeygen:
		return openRSAKeygen(c)
	case catalog.OpDecrypt:
		msg, der, decrypt = in.Received, in.Key, 1
		if err := bridge.Length("ciphertext", len(msg), c.Algorithm.Bits/8); err != nil {
			return nil, err
		}
	}
	if err := fits(len(msg)); err != nil {
		return nil, err
	}
	return openRSA(c, der, in.Context, decrypt != 0, func(h C.uintptr_t, out []byte, length *C.uint32_t, n int64, ns *int64) C.int64_t {
		return C.cgw_rsa_crypt(h, r.alg, decrypt, ptr(msg), size(msg), ptr(out), length, C.int64_t(n), (*C.int64_t)(ns))
	})
}

func openRSAKeygen(c catalog.Case) (*bridge.Routine, error) {
	var h C.uintptr_t
	var none, width C.uint32_t
	if err := failure(C.cgw_rsa_new(1, ptr(nil), &none, &h, &width)); err != nil {
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
