//go:build cgo && !nogcrypt

package gcryptbridge

/*
#include "pke.h"

#cgo noescape cgg_pke_encrypt
#cgo nocallback cgg_pke_encrypt
#cgo noescape cgg_pke_decrypt
#cgo nocallback cgg_pke_decrypt
*/
import "C"

import (
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

// paddings are those of the RSA encryptions. The algorithms with key generation
// alone have none.
var paddings = map[string]C.int{
	"rsa-2048-pkcs1": C.CGG_PKE_PKCS1,
	"rsa-3072-pkcs1": C.CGG_PKE_PKCS1,
	"rsa-4096-pkcs1": C.CGG_PKE_PKCS1,
	"rsa-2048-oaep":  C.CGG_PKE_OAEP,
	"rsa-3072-oaep":  C.CGG_PKE_OAEP,
	"rsa-4096-oaep":  C.CGG_PKE_OAEP,
	"rsa-2048":       -1,
	"rsa-3072":       -1,
	"rsa-4096":       -1,
}

func pkeMethod(a catalog.Algorithm, op catalog.Operation) (string, error) {
	if _, ok := paddings[a.ID]; !ok {
		return "", absent()
	}
	switch op {
	case catalog.OpKeygen:
		return "gcry_pk_genkey (transient-key)", nil
	case catalog.OpDecrypt:
		return "gcry_pk_decrypt (blinded), S-expressions built for each message", nil
	}
	return "gcry_pk_encrypt, S-expressions built for each message", nil
}

func openPKE(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	a, padding := c.Algorithm, paddings[c.Algorithm.ID]
	out := bridge.Buffer(a.Bits / 8)
	switch c.Op {
	case catalog.OpKeygen:
		return openRSAKeygen(a)
	case catalog.OpDecrypt:
		sealed := in.Received
		if err := sameLength("ciphertext", len(sealed), C.size_t(a.Bits/8)); err != nil {
			return nil, err
		}
		key, err := rsaPrivate(in.Key)
		if err != nil {
			return nil, err
		}
		k, length := C.uintptr_t(key), new(C.size_t)
		return &bridge.Routine{
			Run: func(n int64, ns *int64) int64 {
				return int64(C.cgg_pke_decrypt(k, padding, ptr(sealed), size(sealed), ptr(out), size(out), length, C.int64_t(n), (*C.int64_t)(ns)))
			},
			Out:  func() []byte { return out[:*length] },
			Free: key.release,
		}, nil
	}
	msg := in.Message
	if err := fitsInt(len(msg)); err != nil {
		return nil, err
	}
	key, err := rsaPublic(in.Public)
	if err != nil {
		return nil, err
	}
	k := C.uintptr_t(key)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgg_pke_encrypt(k, padding, ptr(msg), size(msg), ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: key.release,
	}, nil
}
