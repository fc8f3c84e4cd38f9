//go:build cgo && !nowolf

package wolfbridge

/*
#include "agreement.h"
#include "cgw_features.h"

#cgo noescape cgw_agree
#cgo nocallback cgw_agree
#cgo noescape cgw_agree_keygen
#cgo nocallback cgw_agree_keygen
*/
import "C"

import (
	"slices"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

// An agreementRow is a group of the catalogue.
type agreementRow struct {
	id     string
	group  C.int
	have   int
	option string // of wolfSSL's configure, that builds it
	keygen string
	agree  string
	public int // length of a public key
}

// agreements are the rows of the kind agreement.
func agreements() []bridge.Row {
	ecdh := "wc_ecc_shared_secret"
	if C.CGW_ECC_TABLES != 0 {
		ecdh += ", with tables (FP_ECC) of a peer it has seen before"
	}
	x25519 := "wc_curve25519_shared_secret_ex"
	if C.CGW_X25519_BLINDING != 0 {
		x25519 += ", blinding on"
	}
	const dh = "wc_DhGenerateKeyPair, private key of the length the library chooses"
	var rows []bridge.Row
	for _, r := range []agreementRow{
		{"dh-ffdhe2048", C.CGW_FFDHE2048, C.CGW_HAVE_FFDHE_2048, "HAVE_FFDHE_2048", dh, "wc_DhAgree", 256},
		{"dh-ffdhe3072", C.CGW_FFDHE3072, C.CGW_HAVE_FFDHE_3072, "HAVE_FFDHE_3072", dh, "wc_DhAgree", 384},
		{"ecdh-p256", C.CGW_P256, C.CGW_HAVE_ECC_256, "--enable-ecc", "wc_ecc_make_key_ex", ecdh, 65},
		{"ecdh-p384", C.CGW_P384, C.CGW_HAVE_ECC_384, "HAVE_ECC384", "wc_ecc_make_key_ex", ecdh, 97},
		{"ecdh-p521", C.CGW_P521, C.CGW_HAVE_ECC_521, "HAVE_ECC521", "wc_ecc_make_key_ex", ecdh, 133},
		{"x25519", C.CGW_X25519, C.CGW_HAVE_CURVE25519, "--enable-curve25519", "wc_curve25519_make_key", x25519, 32},
		{"x448", C.CGW_X448, C.CGW_HAVE_CURVE448, "--enable-curve448", "wc_curve448_make_key", "wc_curve448_shared_secret_ex", 56},
	} {
		lack := needs(r.have, r.option)
		rows = append(rows,
			offer(r.id, catalog.OpKeygen, lack, r.keygen, r.openKeygen),
			offer(r.id, catalog.OpAgree, lack, r.agree, r.openAgree),
		)
	}
	return rows
}

func (r agreementRow) openAgree(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := sameLength("private key", len(in.Key), c.Algorithm.KeyLen); err != nil {
		return nil, err
	}
	if err := sameLength("share", len(in.Received), r.public); err != nil {
		return nil, err
	}
	var h C.uintptr_t
	if err := failure(C.cgw_agree_new(r.group, ptr(in.Key), size(in.Key), ptr(in.Received), size(in.Received), &h)); err != nil {
		return nil, err
	}
	out := bridge.Buffer(c.Algorithm.OutLen)
	length := size(out)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			length = size(out)
			return int64(C.cgw_agree(h, ptr(out), &length, C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return widened(out[:length], len(out)) },
		Free: func() { C.cgw_agree_free(h) },
	}, nil
}

func (r agreementRow) openKeygen(c catalog.Case, _ catalog.Inputs) (*bridge.Routine, error) {
	var h C.uintptr_t
	if err := failure(C.cgw_agree_new(r.group, ptr(nil), 0, ptr(nil), 0, &h)); err != nil {
		return nil, err
	}
	width := c.Algorithm.KeyLen
	k := exported{export: func() ([]byte, error) {
		private, public := make([]byte, width), make([]byte, r.public)
		a, b := size(private), size(public)
		err := failure(C.cgw_agree_export(h, ptr(private), &a, ptr(public), &b))
		return slices.Concat(widened(private[:a], width), widened(public[:b], r.public)), err
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

// widened puts back the leading zeros of a number that the library wrote
// without them.
func widened(number []byte, width int) []byte {
	if len(number) >= width {
		return number
	}
	return append(make([]byte, width-len(number), width), number...)
}
