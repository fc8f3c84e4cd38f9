//go:build cgo && !nowolf

package wolfbridge

/*
#include "kdf.h"
#include "mac.h"

#cgo noescape cgw_kdf
#cgo nocallback cgw_kdf
#cgo noescape cgw_mac_pbkdf2
#cgo nocallback cgw_mac_pbkdf2
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

// kdfs are the rows of the kind kdf. PBKDF2 that sets HMAC's key for each iteration follows from HMAC's rows.
func kdfs() []bridge.Row {
	rows := offers(table(C.cgw_kdfs), openKDF, catalog.OpDerive)
	for _, r := range table(C.cgw_macs) {
		if r.alg != C.CGW_HMAC {
			continue
		}
		r.id = "pbkdf2-" + r.id
		if a, _ := catalog.Find(r.id); a.Has(catalog.OpDeriveRekey) {
			rows = append(rows, r.offer(catalog.OpDeriveRekey, r.absent, r.how[1]+" for each iteration", openPBKDF2Rekey))
		}
	}
	return rows
}

// iterated refuses PBKDF2 with no iterations and keys of no bytes (RFC 8018 section 5.2): wolfCrypt before 5.9 took 0
// iterations for 1.
func iterated(c catalog.Case, in catalog.Inputs) error {
	if err := fits(len(in.Key), len(in.Salt), len(in.Info), c.Algorithm.OutLen, c.Cost); err != nil {
		return err
	}
	if c.Algorithm.Hash != "" && (c.Cost == 0 || c.Algorithm.OutLen == 0) {
		return fmt.Errorf("%w: %d iterations for %d bytes", provider.ErrNotOffered, c.Cost, c.Algorithm.OutLen)
	}
	return nil
}

func openKDF(r row, c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	a, cost := c.Algorithm, C.int(c.Cost)
	if err := cmp.Or(iterated(c, in), fits(a.R, a.P)); err != nil {
		return nil, err
	}
	if a.R != 0 { // scrypt: the library takes the logarithm of N, so it knows no other N
		if c.Cost < 2 || c.Cost&(c.Cost-1) != 0 {
			return nil, fmt.Errorf("%w: N = %d, which is not a power of two", provider.ErrNotOffered, c.Cost)
		}
		cost = C.int(bits.Len(uint(c.Cost)) - 1)
	}
	key, salt, info, out := in.Key, in.Salt, in.Info, bridge.Buffer(a.OutLen)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_kdf(r.alg, r.hash, ptr(key), size(key), ptr(salt), size(salt), ptr(info), size(info), cost, C.int(a.R), C.int(a.P),
				ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out: func() []byte { return out },
	}, nil
}

func openPBKDF2Rekey(r row, c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := iterated(c, in); err != nil {
		return nil, err
	}
	var h C.uintptr_t
	if err := failure(C.cgw_mac_new(r.alg, 1, r.hash, ptr(in.Key), size(in.Key), ptr(nil), 0, C.uint32_t(r.out), &h)); err != nil {
		return nil, err
	}
	salt, iterations, out := in.Salt, C.int(c.Cost), bridge.Buffer(c.Algorithm.OutLen)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_mac_pbkdf2(h, ptr(salt), size(salt), iterations, ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: func() { C.cgw_mac_free(h) },
	}, nil
}
