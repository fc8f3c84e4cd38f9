//go:build cgo && !nowolf

package wolfbridge

/*
#include "cgw_features.h"
#include "kdf.h"

#cgo noescape cgw_pbkdf2
#cgo nocallback cgw_pbkdf2
*/
import "C"

import (
	"fmt"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/native"
)

// kdfs are the rows of the kind kdf. PBKDF2 takes the hashes' own.
func kdfs() []native.Row {
	var rows []native.Row
	for _, d := range digests {
		lack := d.keyed()
		if lack == nil {
			lack = needs(C.CGW_HAVE_PBKDF2, "PBKDF2 (no NO_PWDBASED)")
		}
		rows = append(rows, offer("pbkdf2-hmac-"+d.id, catalog.OpDerive, lack, "wc_PBKDF2_ex", d.openPBKDF2))
	}
	return rows
}

func (d digest) openPBKDF2(c catalog.Case, in catalog.Inputs) (*native.Routine, error) {
	if err := fits(len(in.Key), len(in.Salt), c.Algorithm.OutLen); err != nil {
		return nil, err
	}
	// wolfCrypt before 5.9 took 0 for 1.
	if err := fits(c.Cost); err != nil || c.Cost == 0 {
		return nil, fmt.Errorf("%w: %d iterations", provider.ErrRefused, c.Cost)
	}
	t, iterations := d.hashType(), C.int(c.Cost)
	password, salt, out := in.Key, in.Salt, native.Buffer(c.Algorithm.OutLen)
	return &native.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgw_pbkdf2(t, ptr(password), size(password), ptr(salt), size(salt), iterations, ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out: func() []byte { return out },
	}, nil
}
