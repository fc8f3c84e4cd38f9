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

// hashes are the library's identifiers. MACs and KDFs built on a hash use
// them too.
var hashes = map[string]C.int{
	"md5":          C.GCRY_MD_MD5,
	"sha1":         C.GCRY_MD_SHA1,
	"sha224":       C.GCRY_MD_SHA224,
	"sha256":       C.GCRY_MD_SHA256,
	"sha384":       C.GCRY_MD_SHA384,
	"sha512":       C.GCRY_MD_SHA512,
	"sha512-224":   C.GCRY_MD_SHA512_224,
	"sha512-256":   C.GCRY_MD_SHA512_256,
	"sha3-224":     C.GCRY_MD_SHA3_224,
	"sha3-256":     C.GCRY_MD_SHA3_256,
	"sha3-384":     C.GCRY_MD_SHA3_384,
	"sha3-512":     C.GCRY_MD_SHA3_512,
	"shake128":     C.GCRY_MD_SHAKE128,
	"shake256":     C.GCRY_MD_SHAKE256,
	"blake2b-512":  C.GCRY_MD_BLAKE2B_512,
	"blake2b-256":  C.GCRY_MD_BLAKE2B_256,
	"blake2s-256":  C.GCRY_MD_BLAKE2S_256,
	"ripemd160":    C.GCRY_MD_RMD160,
	"md4":          C.GCRY_MD_MD4,
	"sm3":          C.GCRY_MD_SM3,
	"whirlpool":    C.GCRY_MD_WHIRLPOOL,
	"tiger192":     C.GCRY_MD_TIGER,
	"tiger":        C.GCRY_MD_TIGER1,
	"tiger2":       C.GCRY_MD_TIGER2,
	"streebog256":  C.GCRY_MD_STRIBOG256,
	"streebog512":  C.GCRY_MD_STRIBOG512,
	"gostr3411-94": C.GCRY_MD_GOSTR3411_94,
	"gostr3411-cp": C.GCRY_MD_GOSTR3411_CP,
}

func hashMethod(a catalog.Algorithm, _ catalog.Operation) (string, error) {
	if _, ok := hashes[a.ID]; !ok {
		return "", absent()
	}
	how := "gcry_md_hash_buffers"
	if a.Kind == catalog.KindXOF {
		how = "gcry_md_open, write, extract"
		if C.CGG_HAVE_HASH_EXT != 0 {
			how = "gcry_md_hash_buffers_ext"
		}
	}
	return how, hashBuilt(a.ID)
}

func openHash(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	a := c.Algorithm
	algo := hashes[a.ID]
	if err := failure(C.cgg_hash_test(algo)); err != nil {
		return nil, err
	}
	msg := in.Message
	out := bridge.Buffer(a.OutLen)
	r := &bridge.Routine{Out: func() []byte { return out }}
	if a.Kind == catalog.KindXOF {
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_xof_sum(algo, ptr(msg), size(msg), ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
		return r, nil
	}
	if err := sameLength("digest", a.OutLen, hashLength(a.ID)); err != nil {
		return nil, err
	}
	r.Run = func(n int64, ns *int64) int64 {
		return int64(C.cgg_hash_sum(algo, ptr(msg), size(msg), ptr(out), C.int64_t(n), (*C.int64_t)(ns)))
	}
	return r, nil
}

// hashBuilt says whether this libgcrypt was built with the hash.
func hashBuilt(id string) error { return built(id, C.cgg_hash_test(hashes[id])) }

// hashLength is the length of the hash's digest.
func hashLength(id string) C.size_t { return C.cgg_hash_length(hashes[id]) }
