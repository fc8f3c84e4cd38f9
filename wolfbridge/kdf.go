//go:build cgo && !nowolf

package wolfbridge

/*
#include "cgw_features.h"
#include "hash.h"
#include "kdf.h"
#include "mac.h"

#cgo noescape cgw_pbkdf2
#cgo nocallback cgw_pbkdf2
#cgo noescape cgw_hmac_pbkdf2
#cgo nocallback cgw_hmac_pbkdf2
#cgo noescape cgw_hkdf
#cgo nocallback cgw_hkdf
#cgo noescape cgw_scrypt
#cgo nocallback cgw_scrypt
*/
import "C"

import (
	"cmp"
	"fmt"
	"math/bits"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

// kdfs are the rows of the kind kdf. PBKDF2 and HKDF take the hashes' own.
func kdfs() []bridge.Row {
	var rows []bridge.Row
	for _, d := range digests {
		lack := d.keyed()
		rows = append(rows, asked(
			offer("pbkdf2-hmac-"+d.id, catalog.OpDerive, cmp.Or(lack, needs(C.CGW_HAVE_PBKDF2, "PBKDF2 (no NO_PWDBASED)")), "wc_PBKDF2_ex", d.openPBKDF2),
			offer("pbkdf2-hmac-"+d.id, catalog.OpDeriveRekey, lack, "wc_HmacSetKey, wc_HmacUpdate, wc_HmacFinal for each iteration", d.openPBKDF2Rekey),
			offer("hkdf-"+d.id, catalog.OpDerive, cmp.Or(lack, needs(C.CGW_HAVE_HKDF, "--enable-hkdf")), "wc_HKDF", d.openHKDF),
		)...)
	}
	for _, id := range []string{"scrypt", "scrypt-large"} {
		rows = append(rows, offer(id, catalog.OpDerive, needs(C.CGW_HAVE_SCRYPT, "--enable-scrypt"), "wc_scrypt", openScrypt))
	}
	return rows
}

// derivable refuses what does not fit PBKDF2's integers, and a key of no bytes
// (RFC 8018 section 5.2); wolfCrypt before 5.9 took 0 iterations for 1.
func derivable(c catalog.Case, in catalog.Inputs) error {
	if err := fits(len(in.Key), len(in.Salt), c.Algorithm.OutLen); err != nil {
		return err
	}
	if err := fits(c.Cost); err != nil || c.Cost == 0 || c.Algorithm.OutLen == 0 {
		return fmt.Errorf("%w: %d iterations for %d bytes", provider.ErrRefused, c.Cost, c.Algorithm.OutLen)
	}
	return nil
}

func (d digest) openPBKDF2(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := derivable(c, in); err != nil {
		return nil, err
	}
	t, iterations := d.hashType(), C.int(c.Cost)
	password, salt, out := in.Key, in.Salt, bridge.Buffer(c.Algorithm.OutLen)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_pbkdf2(t, ptr(password), size(password), ptr(salt), size(salt), iterations, ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out: func() []byte { return out },
	}, nil
}

func (d digest) openPBKDF2Rekey(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := derivable(c, in); err != nil {
		return nil, err
	}
	var h C.uintptr_t
	if err := failure(C.cgw_hmac_new(d.hashType(), ptr(in.Key), size(in.Key), &h)); err != nil {
		return nil, err
	}
	width, iterations := C.cgw_hash_length(d.alg), C.int(c.Cost)
	salt, out := in.Salt, bridge.Buffer(c.Algorithm.OutLen)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_hmac_pbkdf2(h, width, ptr(salt), size(salt), iterations, ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: func() { C.cgw_hmac_free(h) },
	}, nil
}

func (d digest) openHKDF(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := fits(len(in.Key), len(in.Salt), len(in.Info), c.Algorithm.OutLen); err != nil {
		return nil, err
	}
	t := d.hashType()
	ikm, salt, info, out := in.Key, in.Salt, in.Info, bridge.Buffer(c.Algorithm.OutLen)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_hkdf(t, ptr(ikm), size(ikm), ptr(salt), size(salt), ptr(info), size(info), ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out: func() []byte { return out },
	}, nil
}

func openScrypt(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := fits(len(in.Key), len(in.Salt), c.Algorithm.OutLen, c.Algorithm.R, c.Algorithm.P); err != nil {
		return nil, err
	}
	// The library takes the logarithm of N, so it knows no other N.
	if c.Cost < 2 || c.Cost&(c.Cost-1) != 0 {
		return nil, fmt.Errorf("%w: N = %d, which is not a power of two", provider.ErrRefused, c.Cost)
	}
	log2n, r, p := C.int(bits.Len(uint(c.Cost))-1), C.int(c.Algorithm.R), C.int(c.Algorithm.P)
	password, salt, out := in.Key, in.Salt, bridge.Buffer(c.Algorithm.OutLen)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_scrypt(ptr(password), size(password), ptr(salt), size(salt), log2n, r, p, ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out: func() []byte { return out },
	}, nil
}
