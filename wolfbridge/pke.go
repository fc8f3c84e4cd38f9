//go:build cgo && !nowolf

package wolfbridge

/*
#include "cgw_features.h"
#include "rsa.h"

#cgo noescape cgw_rsa_encrypt
#cgo nocallback cgw_rsa_encrypt
#cgo noescape cgw_rsa_decrypt
#cgo nocallback cgw_rsa_decrypt
#cgo noescape cgw_rsa_keygen
#cgo nocallback cgw_rsa_keygen
*/
import "C"

import (
	"cmp"
	"fmt"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/native"
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

// pkes are the rows of the kind pke.
func pkes() []native.Row {
	lack := needs(C.CGW_HAVE_RSA, "--enable-rsa")
	oaep := cmp.Or(lack, needs(C.CGW_HAVE_OAEP, "--enable-oaep"))
	keygen := cmp.Or(lack, needs(C.CGW_HAVE_RSA_KEYGEN, "--enable-keygen"))
	var rows []native.Row
	for _, s := range rsaSizes {
		id := s.id
		rows = append(rows,
			offer(id, catalog.OpKeygen, keygen, "wc_MakeRsaKey", openRSAKeygen),
			offer(id+"-pkcs1", catalog.OpEncrypt, lack, "wc_RsaPublicEncrypt", openRSAEncrypt(C.CGW_PKCS1)),
			offer(id+"-pkcs1", catalog.OpDecrypt, lack, "wc_RsaPrivateDecrypt"+s.private(), openRSADecrypt(C.CGW_PKCS1)),
			offer(id+"-oaep", catalog.OpEncrypt, oaep, "wc_RsaPublicEncrypt_ex", openRSAEncrypt(C.CGW_OAEP)),
			offer(id+"-oaep", catalog.OpDecrypt, oaep, "wc_RsaPrivateDecrypt_ex"+s.private(), openRSADecrypt(C.CGW_OAEP)),
		)
	}
	return rows
}

// rsaKey is the private or the public key of in, or none to begin with where
// der is nil.
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

func openRSAEncrypt(padding C.int) opener {
	return func(c catalog.Case, in catalog.Inputs) (*native.Routine, error) {
		if err := fits(len(in.Message)); err != nil {
			return nil, err
		}
		h, err := rsaKey(c, false, in.Public)
		if err != nil {
			return nil, err
		}
		msg, out := in.Message, native.Buffer(c.Algorithm.Bits/8)
		length := size(out)
		return &native.Routine{
			Run: func(n int64, ns *int64) int64 {
				length = size(out)
				return int64(C.cgw_rsa_encrypt(h, padding, ptr(msg), size(msg), ptr(out), &length, C.int64_t(n), (*C.int64_t)(ns)))
			},
			Out:  func() []byte { return out[:length] },
			Free: func() { C.cgw_rsa_free(h) },
		}, nil
	}
}

func openRSADecrypt(padding C.int) opener {
	return func(c catalog.Case, in catalog.Inputs) (*native.Routine, error) {
		if err := sameLength("ciphertext", len(in.Received), c.Algorithm.Bits/8); err != nil {
			return nil, err
		}
		h, err := rsaKey(c, true, in.Key)
		if err != nil {
			return nil, err
		}
		msg, out := in.Received, native.Buffer(c.Algorithm.Bits/8)
		length := size(out)
		return &native.Routine{
			Run: func(n int64, ns *int64) int64 {
				length = size(out)
				return int64(C.cgw_rsa_decrypt(h, padding, ptr(msg), size(msg), ptr(out), &length, C.int64_t(n), (*C.int64_t)(ns)))
			},
			Out:  func() []byte { return out[:length] },
			Free: func() { C.cgw_rsa_free(h) },
		}, nil
	}
}

func openRSAKeygen(c catalog.Case, _ catalog.Inputs) (*native.Routine, error) {
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
	return &native.Routine{
		Run: func(n int64, ns *int64) int64 {
			k.made()
			return int64(C.cgw_rsa_keygen(h, bits, C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  k.bytes,
		Free: func() { k.close(); C.cgw_rsa_free(h) },
	}, nil
}
