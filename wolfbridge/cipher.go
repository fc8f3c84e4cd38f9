//go:build cgo && !nowolf

package wolfbridge

/*
#include "cipher.h"

#cgo noescape cgw_cipher
#cgo nocallback cgw_cipher
*/
import "C"

import (
	"cmp"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func ciphers() []bridge.Row {
	return offers(table(C.cgw_ciphers), openCipher, catalog.OpEncrypt, catalog.OpDecrypt)
}

func openCipher(r row, c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	msg, decrypt := in.Message, C.int(0)
	if c.Op == catalog.OpDecrypt {
		msg, decrypt = in.Received, 1
	}
	if err := cmp.Or(fits(len(msg)), only("nonce", len(in.Nonce), r.nonce), only("key", len(in.Key), r.key)); err != nil {
		return nil, err
	}
	var h C.uintptr_t
	if err := failure(C.cgw_cipher_new(r.alg, decrypt, ptr(in.Key), size(in.Key), &h)); err != nil {
		return nil, err
	}
	iv, counter, out := in.Nonce, C.uint32_t(in.Counter), bridge.Buffer(len(msg))
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_cipher(h, ptr(iv), counter, ptr(msg), size(msg), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: func() { C.cgw_cipher_free(h) },
	}, nil
}
