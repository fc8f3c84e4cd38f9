//go:build cgo && !nowolf

package wolfbridge

/*
#include "cgw_features.h"
#include "rsa.h"
*/
import "C"

import (
	"cmp"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

// pkes are the rows of the kind pke.
func pkes() []bridge.Row {
	lack := needs(C.CGW_HAVE_RSA, "--enable-rsa")
	oaep := cmp.Or(lack, needs(C.CGW_HAVE_OAEP, "--enable-oaep"))
	keygen := cmp.Or(lack, needs(C.CGW_HAVE_RSA_KEYGEN, "--enable-keygen"))
	var rows []bridge.Row
	for _, s := range rsaSizes {
		id := s.id
		rows = append(rows,
			offer(id, catalog.OpKeygen, keygen, "wc_MakeRsaKey", openRSAKeygen),
			offer(id+"-pkcs1", catalog.OpEncrypt, lack, "wc_RsaPublicEncrypt", openRSAEncrypt(C.CGW_PKCS1_ENCRYPT)),
			offer(id+"-pkcs1", catalog.OpDecrypt, lack, "wc_RsaPrivateDecrypt"+s.private(), openRSADecrypt(C.CGW_PKCS1_DECRYPT)),
			offer(id+"-oaep", catalog.OpEncrypt, oaep, "wc_RsaPublicEncrypt_ex", openRSAEncrypt(C.CGW_OAEP_ENCRYPT)),
			offer(id+"-oaep", catalog.OpDecrypt, oaep, "wc_RsaPrivateDecrypt_ex"+s.private(), openRSADecrypt(C.CGW_OAEP_DECRYPT)),
		)
	}
	return rows
}

func openRSAEncrypt(op C.int) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		return openRSA(c, op, false, in.Public, in.Message)
	}
}

func openRSADecrypt(op C.int) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		if err := sameLength("ciphertext", len(in.Received), c.Algorithm.Bits/8); err != nil {
			return nil, err
		}
		return openRSA(c, op, true, in.Key, in.Received)
	}
}
