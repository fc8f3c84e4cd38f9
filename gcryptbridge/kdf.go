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

func kdfRows() []bridge.Row {
	var rows []bridge.Row
	for _, d := range digests {
		pbkdf2, hkdf := derivation{C.GCRY_KDF_PBKDF2, d.md}, derivation{C.CGG_KDF_HKDF, d.hmac}
		absent := d.absent()
		if C.CGG_KDF_HKDF == 0 {
			absent = since("1.11")
		}
		rows = append(rows,
			offer("pbkdf2-hmac-"+d.id, "gcry_kdf_derive (GCRY_KDF_PBKDF2)", d.absent(), pbkdf2.open, catalog.OpDerive),
			offer("pbkdf2-hmac-"+d.id, "gcry_md_setkey, write, read for each iteration with GCRY_MD_FLAG_HMAC", d.absent(), d.openPBKDF2Rekey, catalog.OpDeriveRekey),
			offer("hkdf-"+d.id, "gcry_kdf_open, compute, final (GCRY_KDF_HKDF)", absent, hkdf.open, catalog.OpDerive),
		)
	}
	const scrypt, argon2 = "gcry_kdf_derive (GCRY_KDF_SCRYPT)", "gcry_kdf_open, compute, final (GCRY_KDF_ARGON2)"
	return append(bridge.Asked(rows),
		offer("scrypt", scrypt, nil, derivation{C.GCRY_KDF_SCRYPT, 0}.open, catalog.OpDerive),
		offer("scrypt-large", scrypt, nil, derivation{C.GCRY_KDF_SCRYPT, 0}.open, catalog.OpDerive),
		offer("argon2id", argon2, nil, derivation{C.GCRY_KDF_ARGON2, C.GCRY_KDF_ARGON2ID}.open, catalog.OpDerive),
		offer("argon2i", argon2, nil, derivation{C.GCRY_KDF_ARGON2, C.GCRY_KDF_ARGON2I}.open, catalog.OpDerive),
		offer("argon2d", argon2, nil, derivation{C.GCRY_KDF_ARGON2, C.GCRY_KDF_ARGON2D}.open, catalog.OpDerive),
	)
}

func (k derivation) open(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	a := c.Algorithm
	if err := derivable(k, c); err != nil {
		return nil, err
	}
	key, salt, info := in.Key, in.Salt, in.Info
	out := bridge.Buffer(a.OutLen)
	r := &bridge.Routine{Out: func() []byte { return out }}
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

func (d digest) openPBKDF2Rekey(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := derivable(derivation{C.GCRY_KDF_PBKDF2, d.md}, c); err != nil {
		return nil, err
	}
	key, salt, out := in.Key, in.Salt, bridge.Buffer(c.Algorithm.OutLen)
	var hmac C.uintptr_t
	if err := failure(C.cgg_hmac_open(d.md, ptr(key), size(key), &hmac)); err != nil {
		return nil, err
	}
	r := &bridge.Routine{
		Out:  func() []byte { return out },
		Free: func() { C.cgg_hmac_close(hmac) },
	}
	width, cost := C.size_t(d.length()), C.ulong(c.Cost)
	r.Run = func(n int64, ns *int64) int64 {
		return int64(C.cgg_hmac_pbkdf2(hmac, width, ptr(key), size(key), ptr(salt), size(salt), cost, ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
	}
	return r, nil
}

// derivable keeps from the library what the library would not do as it was asked: it narrows
// parameters, takes any N for scrypt, whose r is 8 always, and raises
// Argon2's memory.
func derivable(k derivation, c catalog.Case) error {
	a := c.Algorithm
	switch {
	case c.Cost < 1:
		return fmt.Errorf("%w: a cost of %d", provider.ErrNotOffered, c.Cost)
	case a.OutLen < 1 || a.OutLen > math.MaxInt32:
		return fmt.Errorf("%w: a key of %d bytes", provider.ErrNotOffered, a.OutLen)
	case k.algo == C.GCRY_KDF_SCRYPT && a.R != 8:
		return fmt.Errorf("%w: scrypt with r = %d; libgcrypt's is always 8", provider.ErrNotOffered, a.R)
	case k.algo == C.GCRY_KDF_SCRYPT && (c.Cost < 2 || c.Cost > math.MaxInt32 || c.Cost&(c.Cost-1) != 0):
		return fmt.Errorf("%w: scrypt with N = %d, which is not a power of two", provider.ErrNotOffered, c.Cost)
	case k.algo == C.GCRY_KDF_SCRYPT && (a.P < 1 || a.P > math.MaxInt32/(128*8)):
		return fmt.Errorf("%w: scrypt with p = %d", provider.ErrNotOffered, a.P)
	case k.algo == C.GCRY_KDF_ARGON2 && c.Cost > math.MaxInt32:
		return fmt.Errorf("%w: argon2 with %d passes", provider.ErrNotOffered, c.Cost)
	case k.algo == C.GCRY_KDF_ARGON2 && (a.P < 1 || a.P >= 1<<24 || a.Mem < 1 || a.Mem > math.MaxInt32):
		return fmt.Errorf("%w: argon2 with %d lanes and %d KiB", provider.ErrNotOffered, a.P, a.Mem)
	}
	return nil
}
