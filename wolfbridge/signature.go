//go:build cgo && !nowolf

package wolfbridge

/*
#include "cgw_features.h"
#include "rsa.h"
#include "signature.h"

#cgo noescape cgw_rsa_verify
#cgo nocallback cgw_rsa_verify
#cgo noescape cgw_sig_sign
#cgo nocallback cgw_sig_sign
#cgo noescape cgw_sig_verify
#cgo nocallback cgw_sig_verify
#cgo noescape cgw_sig_keygen
#cgo nocallback cgw_sig_keygen
*/
import "C"

import (
	"cmp"
	"slices"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

// A signatureRow is a signature of the catalogue that is not RSA's.
type signatureRow struct {
	id      string
	alg     C.int
	have    int
	option  string // of wolfSSL's configure, that builds it
	keygen  string // "": the catalogue asks for none
	sign    string
	verify  string
	private int // length of a private key
	public  int // length of a public key
}

// ecdsa says that the signature is r and s, which the library has in DER.
func (r signatureRow) ecdsa() bool { return r.keygen == "" }

// signatures are the rows of the kind signature.
func signatures() []bridge.Row {
	tables := ""
	if C.CGW_ECC_TABLES != 0 {
		tables = ", with tables (FP_ECC) of a key it has seen before"
	}
	sign := "wc_ecc_sign_hash, random k"
	if C.CGW_ECDSA_DETERMINISTIC != 0 {
		sign = "wc_ecc_sign_hash, deterministic k (RFC 6979)"
	}
	const (
		mldsa  = "--enable-mldsa (5.9.2 or later)"
		slhdsa = "--enable-slhdsa (5.9.2 or later)"
		sha2   = "--enable-slhdsa=yes,sha2 (5.9.2 or later)"
	)
	var rows []bridge.Row
	for _, r := range []signatureRow{
		{"ecdsa-p256", C.CGW_ECDSA_P256, C.CGW_HAVE_ECC_256, "--enable-ecc", "", sign, "wc_ecc_verify_hash" + tables, 32, 65},
		{"ecdsa-p384", C.CGW_ECDSA_P384, C.CGW_HAVE_ECC_384, "HAVE_ECC384", "", sign, "wc_ecc_verify_hash" + tables, 48, 97},
		{"ecdsa-p521", C.CGW_ECDSA_P521, C.CGW_HAVE_ECC_521, "HAVE_ECC521", "", sign, "wc_ecc_verify_hash" + tables, 66, 133},
		{"ed25519", C.CGW_ED25519, C.CGW_HAVE_ED25519, "--enable-ed25519", "wc_ed25519_make_key", "wc_ed25519_sign_msg", "wc_ed25519_verify_msg", 32, 32},
		{"ed448", C.CGW_ED448, C.CGW_HAVE_ED448, "--enable-ed448", "wc_ed448_make_key", "wc_ed448_sign_msg", "wc_ed448_verify_msg", 57, 57},
		{"ml-dsa-44", C.CGW_MLDSA_44, C.CGW_HAVE_MLDSA, mldsa, "wc_MlDsaKey_MakeKeyFromSeed of a fresh seed", "wc_MlDsaKey_SignCtx, hedged", "wc_MlDsaKey_VerifyCtx", 32, 1312},
		{"ml-dsa-65", C.CGW_MLDSA_65, C.CGW_HAVE_MLDSA, mldsa, "wc_MlDsaKey_MakeKeyFromSeed of a fresh seed", "wc_MlDsaKey_SignCtx, hedged", "wc_MlDsaKey_VerifyCtx", 32, 1952},
		{"ml-dsa-87", C.CGW_MLDSA_87, C.CGW_HAVE_MLDSA, mldsa, "wc_MlDsaKey_MakeKeyFromSeed of a fresh seed", "wc_MlDsaKey_SignCtx, hedged", "wc_MlDsaKey_VerifyCtx", 32, 2592},
		{"slh-dsa-sha2-128s", C.CGW_SLHDSA_SHA2_128S, C.CGW_HAVE_SLHDSA_SHA2, sha2, "wc_SlhDsaKey_MakeKey", "wc_SlhDsaKey_Sign, hedged", "wc_SlhDsaKey_Verify", 64, 32},
		{"slh-dsa-sha2-128f", C.CGW_SLHDSA_SHA2_128F, C.CGW_HAVE_SLHDSA_SHA2, sha2, "wc_SlhDsaKey_MakeKey", "wc_SlhDsaKey_Sign, hedged", "wc_SlhDsaKey_Verify", 64, 32},
		{"slh-dsa-shake-128s", C.CGW_SLHDSA_SHAKE_128S, C.CGW_HAVE_SLHDSA, slhdsa, "wc_SlhDsaKey_MakeKey", "wc_SlhDsaKey_Sign, hedged", "wc_SlhDsaKey_Verify", 64, 32},
		{"slh-dsa-shake-128f", C.CGW_SLHDSA_SHAKE_128F, C.CGW_HAVE_SLHDSA, slhdsa, "wc_SlhDsaKey_MakeKey", "wc_SlhDsaKey_Sign, hedged", "wc_SlhDsaKey_Verify", 64, 32},
	} {
		lack := needs(r.have, r.option)
		if r.keygen != "" {
			rows = append(rows, offer(r.id, catalog.OpKeygen, lack, r.keygen, r.openKeygen))
		}
		rows = append(rows,
			offer(r.id, catalog.OpSign, lack, r.sign, r.openSign),
			offer(r.id, catalog.OpVerify, lack, r.verify, r.openVerify),
		)
	}
	rsa := needs(C.CGW_HAVE_RSA, "--enable-rsa")
	pss := cmp.Or(rsa, needs(C.CGW_HAVE_PSS, "--enable-rsapss"))
	for _, s := range rsaSizes {
		id := s.id
		rows = append(rows,
			offer(id+"-pkcs1-sha256", catalog.OpSign, rsa, "wc_EncodeSignature, wc_RsaSSL_Sign"+s.private(), openRSASign(C.CGW_PKCS1_SIGN)),
			offer(id+"-pkcs1-sha256", catalog.OpVerify, rsa, "wc_EncodeSignature, wc_RsaSSL_Verify", openRSAVerify(C.CGW_PKCS1_VERIFY)),
			offer(id+"-pss-sha256", catalog.OpSign, pss, "wc_RsaPSS_Sign"+s.private(), openRSASign(C.CGW_PSS_SIGN)),
			offer(id+"-pss-sha256", catalog.OpVerify, pss, "wc_RsaPSS_VerifyCheck", openRSAVerify(C.CGW_PSS_VERIFY)),
		)
	}
	return rows
}

// message checks what is signed: of a digest the length is the hash's.
func message(c catalog.Case, in catalog.Inputs) error {
	if c.Algorithm.Hash != "" {
		return sameLength("digest", len(in.Message), catalog.MessageLen(c.Algorithm))
	}
	return fits(len(in.Message))
}

func (r signatureRow) openSign(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := message(c, in); err != nil {
		return nil, err
	}
	if err := sameLength("private key", len(in.Key), r.private); err != nil {
		return nil, err
	}
	var h C.uintptr_t
	if err := failure(C.cgw_sig_new(r.alg, ptr(in.Key), size(in.Key), ptr(nil), 0, &h)); err != nil {
		return nil, err
	}
	msg, out := in.Message, bridge.Buffer(int(C.cgw_sig_length(h)))
	length := C.uint32_t(0)
	routine := &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			length = size(out)
			return int64(C.cgw_sig_sign(h, ptr(msg), size(msg), ptr(out), &length, C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out[:length] },
		Free: func() { C.cgw_sig_free(h) },
	}
	if r.ecdsa() {
		routine.Out = func() []byte {
			raw, _ := catalog.ECDSAFromDER(out[:length], r.private) // nil where it is none: verification misses it
			return raw
		}
	}
	return routine, nil
}

func (r signatureRow) openVerify(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := message(c, in); err != nil {
		return nil, err
	}
	if err := sameLength("public key", len(in.Public), r.public); err != nil {
		return nil, err
	}
	var h C.uintptr_t
	if err := failure(C.cgw_sig_new(r.alg, ptr(nil), 0, ptr(in.Public), size(in.Public), &h)); err != nil {
		return nil, err
	}
	sig, err := r.received(in.Received, int(C.cgw_sig_length(h)))
	if err != nil {
		C.cgw_sig_free(h)
		return nil, err
	}
	msg, valid := in.Message, bridge.Buffer(1)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_sig_verify(h, ptr(msg), size(msg), ptr(sig), size(sig), ptr(valid), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return valid },
		Free: func() { C.cgw_sig_free(h) },
	}, nil
}

// received is a signature as the library takes it. width is how long it is,
// but for ECDSA's.
func (r signatureRow) received(sig []byte, width int) ([]byte, error) {
	if !r.ecdsa() {
		return sig, sameLength("signature", len(sig), width)
	}
	if err := sameLength("signature", len(sig), 2*r.private); err != nil {
		return nil, err
	}
	return catalog.ECDSAToDER(sig), nil
}

func (r signatureRow) openKeygen(catalog.Case, catalog.Inputs) (*bridge.Routine, error) {
	var h C.uintptr_t
	if err := failure(C.cgw_sig_new(r.alg, ptr(nil), 0, ptr(nil), 0, &h)); err != nil {
		return nil, err
	}
	k := exported{export: func() ([]byte, error) {
		private, public := make([]byte, r.private), make([]byte, r.public)
		a, b := size(private), size(public)
		err := failure(C.cgw_sig_export(h, ptr(private), &a, ptr(public), &b))
		return slices.Concat(private[:a], public[:b]), err
	}}
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			k.made()
			return int64(C.cgw_sig_keygen(h, C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  k.bytes,
		Free: func() { k.close(); C.cgw_sig_free(h) },
	}, nil
}

func openRSASign(op C.int) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		if err := message(c, in); err != nil {
			return nil, err
		}
		return openRSA(c, op, true, in.Key, in.Message)
	}
}

func openRSAVerify(op C.int) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		if err := message(c, in); err != nil {
			return nil, err
		}
		if err := sameLength("signature", len(in.Received), c.Algorithm.Bits/8); err != nil {
			return nil, err
		}
		h, err := rsaKey(c, false, in.Public)
		if err != nil {
			return nil, err
		}
		msg, sig, scratch, valid := in.Message, in.Received, bridge.Buffer(c.Algorithm.Bits/8), bridge.Buffer(1)
		return &bridge.Routine{
			Run: func(n int64, ns *int64) int64 {
				return int64(C.cgw_rsa_verify(h, op, ptr(msg), size(msg), ptr(sig), size(sig), ptr(scratch), ptr(valid), C.int64_t(n), (*C.int64_t)(ns)))
			},
			Out:  func() []byte { return valid },
			Free: func() { C.cgw_rsa_free(h) },
		}, nil
	}
}
