//go:build cgo && !nogcrypt

package gcryptbridge

/*
#include <gcrypt.h>
#include "cgg_features.h"
#include "hash.h"

#cgo noescape cgg_hash_test
#cgo nocallback cgg_hash_test
#cgo noescape cgg_hash_length
#cgo nocallback cgg_hash_length
#cgo noescape cgg_hash_sum
#cgo nocallback cgg_hash_sum
#cgo noescape cgg_xof_sum
#cgo nocallback cgg_xof_sum
*/
import "C"

import (
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

// A digest is a hash or XOF of the library: its identifier, and that of its HMAC. Its rows, and those of the MACs and KDFs
// over it, follow from this one.
type digest struct {
	id   string
	md   C.int
	hmac C.int // in the MAC interface; 0: the hash interface makes it
	xof  bool
}

var digests = []digest{
	{id: "md5", md: C.GCRY_MD_MD5, hmac: C.GCRY_MAC_HMAC_MD5},
	{id: "sha1", md: C.GCRY_MD_SHA1, hmac: C.GCRY_MAC_HMAC_SHA1},
	{id: "sha224", md: C.GCRY_MD_SHA224, hmac: C.GCRY_MAC_HMAC_SHA224},
	{id: "sha256", md: C.GCRY_MD_SHA256, hmac: C.GCRY_MAC_HMAC_SHA256},
	{id: "sha384", md: C.GCRY_MD_SHA384, hmac: C.GCRY_MAC_HMAC_SHA384},
	{id: "sha512", md: C.GCRY_MD_SHA512, hmac: C.GCRY_MAC_HMAC_SHA512},
	{id: "sha512-224", md: C.GCRY_MD_SHA512_224, hmac: C.GCRY_MAC_HMAC_SHA512_224},
	{id: "sha512-256", md: C.GCRY_MD_SHA512_256, hmac: C.GCRY_MAC_HMAC_SHA512_256},
	{id: "sha3-224", md: C.GCRY_MD_SHA3_224, hmac: C.GCRY_MAC_HMAC_SHA3_224},
	{id: "sha3-256", md: C.GCRY_MD_SHA3_256, hmac: C.GCRY_MAC_HMAC_SHA3_256},
	{id: "sha3-384", md: C.GCRY_MD_SHA3_384, hmac: C.GCRY_MAC_HMAC_SHA3_384},
	{id: "sha3-512", md: C.GCRY_MD_SHA3_512, hmac: C.GCRY_MAC_HMAC_SHA3_512},
	{id: "shake128", md: C.GCRY_MD_SHAKE128, xof: true},
	{id: "shake256", md: C.GCRY_MD_SHAKE256, xof: true},
	{id: "blake2b-512", md: C.GCRY_MD_BLAKE2B_512, hmac: C.GCRY_MAC_HMAC_BLAKE2B_512},
	{id: "blake2b-256", md: C.GCRY_MD_BLAKE2B_256, hmac: C.GCRY_MAC_HMAC_BLAKE2B_256},
	{id: "blake2s-256", md: C.GCRY_MD_BLAKE2S_256, hmac: C.GCRY_MAC_HMAC_BLAKE2S_256},
	{id: "ripemd160", md: C.GCRY_MD_RMD160, hmac: C.GCRY_MAC_HMAC_RMD160},
	{id: "md4", md: C.GCRY_MD_MD4, hmac: C.GCRY_MAC_HMAC_MD4},
	{id: "sm3", md: C.GCRY_MD_SM3, hmac: C.GCRY_MAC_HMAC_SM3},
	{id: "whirlpool", md: C.GCRY_MD_WHIRLPOOL, hmac: C.GCRY_MAC_HMAC_WHIRLPOOL},
	{id: "tiger192", md: C.GCRY_MD_TIGER},
	{id: "tiger", md: C.GCRY_MD_TIGER1, hmac: C.GCRY_MAC_HMAC_TIGER1},
	{id: "tiger2", md: C.GCRY_MD_TIGER2},
	{id: "streebog256", md: C.GCRY_MD_STRIBOG256, hmac: C.GCRY_MAC_HMAC_STRIBOG256},
	{id: "streebog512", md: C.GCRY_MD_STRIBOG512, hmac: C.GCRY_MAC_HMAC_STRIBOG512},
	{id: "gostr3411-94", md: C.GCRY_MD_GOSTR3411_94, hmac: C.GCRY_MAC_HMAC_GOSTR3411_94},
	{id: "gostr3411-cp", md: C.GCRY_MD_GOSTR3411_CP, hmac: C.GCRY_MAC_HMAC_GOSTR3411_CP},
}

func hashRows() []bridge.Row {
	var rows []bridge.Row
	for _, d := range digests {
		how, open := "gcry_md_hash_buffers", d.open
		if d.xof {
			how, open = "gcry_md_open, write, extract", d.openXOF
			if C.CGG_HAVE_HASH_EXT != 0 {
				how = "gcry_md_hash_buffers_ext"
			}
		}
		rows = append(rows, offer(d.id, how, d.absent(), open, catalog.OpSum))
	}
	return rows
}

// absent says why there is nothing over the hash: nil, or that this libgcrypt was built without it.
func (d digest) absent() error { return built(d.id, C.cgg_hash_test(d.md)) }

// length is that of the digest; 0 for an XOF.
func (d digest) length() int { return int(C.cgg_hash_length(d.md)) }

func (d digest) open(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := failure(C.cgg_hash_test(d.md)); err != nil {
		return nil, err
	}
	if err := bridge.Length("digest", c.Algorithm.OutLen, d.length()); err != nil {
		return nil, err
	}
	msg, out := in.Message, bridge.Buffer(c.Algorithm.OutLen)
	return &bridge.Routine{
		Out: func() []byte { return out },
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgg_hash_sum(d.md, ptr(msg), size(msg), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
	}, nil
}

func (d digest) openXOF(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := failure(C.cgg_hash_test(d.md)); err != nil {
		return nil, err
	}
	msg, out := in.Message, bridge.Buffer(c.Algorithm.OutLen)
	return &bridge.Routine{
		Out: func() []byte { return out },
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgg_xof_sum(d.md, ptr(msg), size(msg), ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
	}, nil
}
