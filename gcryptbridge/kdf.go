//go:build cgo && !nogcrypt

package gcryptbridge

/*
#include <gcrypt.h>
#include "cgg_features.h"
#include "kdf.h"
#include "mac.h"

#cgo noescape cgg_kdf_derive
#cgo nocallback cgg_kdf_derive
#cgo noescape cgg_hmac_pbkdf2
#cgo nocallback cgg_hmac_pbkdf2
#cgo noescape cgg_kdf_hkdf
#cgo nocallback cgg_kdf_hkdf
#cgo noescape cgg_kdf_argon2
#cgo nocallback cgg_kdf_argon2
*/
import "C"

import (
	"fmt"
	"math"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

// A derivation is one of the library's KDFs. sub is what it is built on: a hash
// for PBKDF2, a MAC for HKDF, a variant for Argon2.
type derivation struct{ algo, sub C.int }

var kdfs = map[string]derivation{
	"pbkdf2-hmac-md5":          {C.GCRY_KDF_PBKDF2, C.GCRY_MD_MD5},
	"pbkdf2-hmac-sha1":         {C.GCRY_KDF_PBKDF2, C.GCRY_MD_SHA1},
	"pbkdf2-hmac-ripemd160":    {C.GCRY_KDF_PBKDF2, C.GCRY_MD_RMD160},
	"pbkdf2-hmac-tiger192":     {C.GCRY_KDF_PBKDF2, C.GCRY_MD_TIGER},
	"pbkdf2-hmac-sha256":       {C.GCRY_KDF_PBKDF2, C.GCRY_MD_SHA256},
	"pbkdf2-hmac-sha384":       {C.GCRY_KDF_PBKDF2, C.GCRY_MD_SHA384},
	"pbkdf2-hmac-sha512":       {C.GCRY_KDF_PBKDF2, C.GCRY_MD_SHA512},
	"pbkdf2-hmac-sha224":       {C.GCRY_KDF_PBKDF2, C.GCRY_MD_SHA224},
	"pbkdf2-hmac-whirlpool":    {C.GCRY_KDF_PBKDF2, C.GCRY_MD_WHIRLPOOL},
	"pbkdf2-hmac-tiger":        {C.GCRY_KDF_PBKDF2, C.GCRY_MD_TIGER1},
	"pbkdf2-hmac-tiger2":       {C.GCRY_KDF_PBKDF2, C.GCRY_MD_TIGER2},
	"pbkdf2-hmac-gostr3411-94": {C.GCRY_KDF_PBKDF2, C.GCRY_MD_GOSTR3411_94},
	"pbkdf2-hmac-streebog256":  {C.GCRY_KDF_PBKDF2, C.GCRY_MD_STRIBOG256},
	"pbkdf2-hmac-streebog512":  {C.GCRY_KDF_PBKDF2, C.GCRY_MD_STRIBOG512},
	"pbkdf2-hmac-gostr3411-cp": {C.GCRY_KDF_PBKDF2, C.GCRY_MD_GOSTR3411_CP},
	"pbkdf2-hmac-sha3-224":     {C.GCRY_KDF_PBKDF2, C.GCRY_MD_SHA3_224},
	"pbkdf2-hmac-sha3-256":     {C.GCRY_KDF_PBKDF2, C.GCRY_MD_SHA3_256},
	"pbkdf2-hmac-sha3-384":     {C.GCRY_KDF_PBKDF2, C.GCRY_MD_SHA3_384},
	"pbkdf2-hmac-sha3-512":     {C.GCRY_KDF_PBKDF2, C.GCRY_MD_SHA3_512},
	"pbkdf2-hmac-blake2b-512":  {C.GCRY_KDF_PBKDF2, C.GCRY_MD_BLAKE2B_512},
	"pbkdf2-hmac-blake2s-256":  {C.GCRY_KDF_PBKDF2, C.GCRY_MD_BLAKE2S_256},
	"pbkdf2-hmac-sm3":          {C.GCRY_KDF_PBKDF2, C.GCRY_MD_SM3},
	"pbkdf2-hmac-sha512-224":   {C.GCRY_KDF_PBKDF2, C.GCRY_MD_SHA512_224},
	"pbkdf2-hmac-sha512-256":   {C.GCRY_KDF_PBKDF2, C.GCRY_MD_SHA512_256},
	"hkdf-sha256":              {C.CGG_KDF_HKDF, C.GCRY_MAC_HMAC_SHA256},
	"hkdf-sha512":              {C.CGG_KDF_HKDF, C.GCRY_MAC_HMAC_SHA512},
	"scrypt":                   {C.GCRY_KDF_SCRYPT, 0},
	"scrypt-large":             {C.GCRY_KDF_SCRYPT, 0},
	"argon2id":                 {C.GCRY_KDF_ARGON2, C.GCRY_KDF_ARGON2ID},
	"argon2i":                  {C.GCRY_KDF_ARGON2, C.GCRY_KDF_ARGON2I},
	"argon2d":                  {C.GCRY_KDF_ARGON2, C.GCRY_KDF_ARGON2D},
}

func kdfMethod(a catalog.Algorithm, op catalog.Operation) (string, error) {
	k, ok := kdfs[a.ID]
	if !ok {
		return "", absent()
	}
	switch k.algo {
	case C.GCRY_KDF_PBKDF2:
		if op == catalog.OpDeriveRekey {
			return "gcry_md_setkey, write, read for each iteration with GCRY_MD_FLAG_HMAC", hashBuilt(a.Hash)
		}
		return "gcry_kdf_derive (GCRY_KDF_PBKDF2)", hashBuilt(a.Hash)
	case C.GCRY_KDF_SCRYPT:
		return "gcry_kdf_derive (GCRY_KDF_SCRYPT)", nil
	case C.GCRY_KDF_ARGON2:
		return "gcry_kdf_open, compute, final (GCRY_KDF_ARGON2)", nil
	}
	if k.algo == 0 {
		return "", since("1.11")
	}
	return "gcry_kdf_open, compute, final (GCRY_KDF_HKDF)", hashBuilt(a.Hash)
}

func openKDF(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	a, k := c.Algorithm, kdfs[c.Algorithm.ID]
	if err := derivable(k, c); err != nil {
		return nil, err
	}
	key, salt, info := in.Key, in.Salt, in.Info
	out := bridge.Buffer(a.OutLen)
	r := &bridge.Routine{Out: func() []byte { return out }}
	if c.Op == catalog.OpDeriveRekey {
		return openPBKDF2Rekey(r, out, k, c, in)
	}
	switch k.algo {
	case C.GCRY_KDF_PBKDF2:
		cost := C.ulong(c.Cost)
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_kdf_derive(k.algo, k.sub, ptr(key), size(key), ptr(salt), size(salt), cost, ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
	case C.GCRY_KDF_SCRYPT:
		cost, p := C.int(c.Cost), C.ulong(a.P)
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_kdf_derive(k.algo, cost, ptr(key), size(key), ptr(salt), size(salt), p, ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
	case C.GCRY_KDF_ARGON2:
		passes, mem, lanes := C.ulong(c.Cost), C.ulong(a.Mem), C.ulong(a.P)
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_kdf_argon2(k.sub, passes, mem, lanes, ptr(key), size(key), ptr(salt), size(salt), ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
	default:
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_kdf_hkdf(k.sub, ptr(key), size(key), ptr(salt), size(salt), ptr(info), size(info), ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		}
	}
	return r, nil
}

func openPBKDF2Rekey(r *bridge.Routine, out []byte, k derivation, c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	key, salt := in.Key, in.Salt
	var hmac C.uintptr_t
	if err := failure(C.cgg_hmac_open(k.sub, ptr(key), size(key), &hmac)); err != nil {
		return nil, err
	}
	width, cost := hashLength(c.Algorithm.Hash), C.ulong(c.Cost)
	r.Run = func(n int64, ns *int64) int64 {
		return int64(C.cgg_hmac_pbkdf2(hmac, width, ptr(key), size(key), ptr(salt), size(salt), cost, ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
	}
	r.Free = func() { C.cgg_hmac_close(hmac) }
	return r, nil
}

// derivable refuses what the library would not do as it was asked: it narrows
// parameters, takes any N for scrypt, whose r is 8 always, and raises
// Argon2's memory.
func derivable(k derivation, c catalog.Case) error {
	a := c.Algorithm
	switch {
	case c.Cost < 1:
		return fmt.Errorf("%w: a cost of %d", provider.ErrRefused, c.Cost)
	case a.OutLen < 1 || a.OutLen > math.MaxInt32:
		return fmt.Errorf("%w: a key of %d bytes", provider.ErrRefused, a.OutLen)
	case k.algo == C.GCRY_KDF_SCRYPT && a.R != 8:
		return fmt.Errorf("%w: scrypt with r = %d; libgcrypt's is always 8", provider.ErrRefused, a.R)
	case k.algo == C.GCRY_KDF_SCRYPT && (c.Cost < 2 || c.Cost > math.MaxInt32 || c.Cost&(c.Cost-1) != 0):
		return fmt.Errorf("%w: scrypt with N = %d, which is not a power of two", provider.ErrRefused, c.Cost)
	case k.algo == C.GCRY_KDF_SCRYPT && (a.P < 1 || a.P > math.MaxInt32/(128*8)):
		return fmt.Errorf("%w: scrypt with p = %d", provider.ErrRefused, a.P)
	case k.algo == C.GCRY_KDF_ARGON2 && c.Cost > math.MaxInt32:
		return fmt.Errorf("%w: argon2 with %d passes", provider.ErrRefused, c.Cost)
	case k.algo == C.GCRY_KDF_ARGON2 && (a.P < 1 || a.P >= 1<<24 || a.Mem < 8*a.P || a.Mem > math.MaxInt32):
		return fmt.Errorf("%w: argon2 with %d lanes and %d KiB", provider.ErrRefused, a.P, a.Mem)
	}
	return nil
}
