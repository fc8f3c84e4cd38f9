//go:build cgo && !nowolf

package wolfbridge

/*
#include "cgw_features.h"
#include "hash.h"

#cgo noescape cgw_hash_sum
#cgo nocallback cgw_hash_sum
*/
import "C"

import (
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

// A digest is a hash or XOF of the catalogue: wolfCrypt's functions for it
// are wc_Init…, …Update and …Final.
type digest struct {
	id        string
	alg       C.int
	have      int
	option    string // of wolfSSL's configure, that builds it
	functions string
}

// digests are the rows of the kinds hash and xof. HMAC, PBKDF2 and HKDF take
// from them which hash is which.
var digests = []digest{
	{"md5", C.CGW_MD5, C.CGW_HAVE_MD5, "--enable-md5", "wc_InitMd5, wc_Md5Update, wc_Md5Final"},
	{"sha1", C.CGW_SHA1, C.CGW_HAVE_SHA1, "--enable-sha", "wc_InitSha, wc_ShaUpdate, wc_ShaFinal"},
	{"sha224", C.CGW_SHA224, C.CGW_HAVE_SHA224, "--enable-sha224", "wc_InitSha224, wc_Sha224Update, wc_Sha224Final"},
	{"sha256", C.CGW_SHA256, C.CGW_HAVE_SHA256, "SHA-256 (no NO_SHA256)", "wc_InitSha256, wc_Sha256Update, wc_Sha256Final"},
	{"sha384", C.CGW_SHA384, C.CGW_HAVE_SHA384, "--enable-sha384", "wc_InitSha384, wc_Sha384Update, wc_Sha384Final"},
	{"sha512", C.CGW_SHA512, C.CGW_HAVE_SHA512, "--enable-sha512", "wc_InitSha512, wc_Sha512Update, wc_Sha512Final"},
	{"sha512-224", C.CGW_SHA512_224, C.CGW_HAVE_SHA512_224, "--enable-sha512 (no WOLFSSL_NOSHA512_224)", "wc_InitSha512_224, wc_Sha512_224Update, wc_Sha512_224Final"},
	{"sha512-256", C.CGW_SHA512_256, C.CGW_HAVE_SHA512_256, "--enable-sha512 (no WOLFSSL_NOSHA512_256)", "wc_InitSha512_256, wc_Sha512_256Update, wc_Sha512_256Final"},
	{"sha3-224", C.CGW_SHA3_224, C.CGW_HAVE_SHA3_224, "--enable-sha3", "wc_InitSha3_224, wc_Sha3_224_Update, wc_Sha3_224_Final"},
	{"sha3-256", C.CGW_SHA3_256, C.CGW_HAVE_SHA3_256, "--enable-sha3", "wc_InitSha3_256, wc_Sha3_256_Update, wc_Sha3_256_Final"},
	{"sha3-384", C.CGW_SHA3_384, C.CGW_HAVE_SHA3_384, "--enable-sha3", "wc_InitSha3_384, wc_Sha3_384_Update, wc_Sha3_384_Final"},
	{"sha3-512", C.CGW_SHA3_512, C.CGW_HAVE_SHA3_512, "--enable-sha3", "wc_InitSha3_512, wc_Sha3_512_Update, wc_Sha3_512_Final"},
	{"shake128", C.CGW_SHAKE128, C.CGW_HAVE_SHAKE128, "--enable-shake128", "wc_InitShake128, wc_Shake128_Update, wc_Shake128_Final"},
	{"shake256", C.CGW_SHAKE256, C.CGW_HAVE_SHAKE256, "--enable-shake256", "wc_InitShake256, wc_Shake256_Update, wc_Shake256_Final"},
	{"blake2b-512", C.CGW_BLAKE2B_512, C.CGW_HAVE_BLAKE2B, "--enable-blake2", "wc_InitBlake2b, wc_Blake2bUpdate, wc_Blake2bFinal"},
	{"blake2b-256", C.CGW_BLAKE2B_256, C.CGW_HAVE_BLAKE2B, "--enable-blake2", "wc_InitBlake2b, wc_Blake2bUpdate, wc_Blake2bFinal"},
	{"blake2s-256", C.CGW_BLAKE2S_256, C.CGW_HAVE_BLAKE2S, "--enable-blake2s", "wc_InitBlake2s, wc_Blake2sUpdate, wc_Blake2sFinal"},
	{"ripemd160", C.CGW_RIPEMD160, C.CGW_HAVE_RIPEMD, "--enable-ripemd", "wc_InitRipeMd, wc_RipeMdUpdate, wc_RipeMdFinal"},
	{"md4", C.CGW_MD4, C.CGW_HAVE_MD4, "--enable-md4", "wc_InitMd4, wc_Md4Update, wc_Md4Final"},
}

func hashes() []bridge.Row {
	var rows []bridge.Row
	for _, d := range digests {
		rows = append(rows, offer(d.id, catalog.OpSum, needs(d.have, d.option), d.functions, d.open))
	}
	return rows
}

func (d digest) open(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := fits(len(in.Message)); err != nil {
		return nil, err
	}
	if want := C.cgw_hash_length(d.alg); want != 0 {
		if err := sameLength("digest", c.Algorithm.OutLen, int(want)); err != nil {
			return nil, err
		}
	}
	h := C.cgw_hash_new(d.alg)
	if h == 0 {
		return nil, errMemory
	}
	msg, out := in.Message, bridge.Buffer(c.Algorithm.OutLen)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_hash_sum(h, ptr(msg), size(msg), ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: func() { C.cgw_hash_free(h) },
	}, nil
}
