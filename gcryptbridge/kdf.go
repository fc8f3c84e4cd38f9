//go:build cgo && !nogcrypt

package gcryptbridge

/*
#include <gcrypt.h>
#include "kdf.h"

#cgo noescape cgg_kdf_derive
#cgo nocallback cgg_kdf_derive
*/
import "C"

import (
	"fmt"
	"strings"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/native"
)

// PBKDF2 takes the hashes' identifiers: see hashes.

func kdfMethod(a catalog.Algorithm, _ catalog.Operation) (string, error) {
	if isPBKDF2(a) {
		return "gcry_kdf_derive (GCRY_KDF_PBKDF2)", hashBuilt(a.Hash)
	}
	return "", absent(a)
}

func isPBKDF2(a catalog.Algorithm) bool {
	_, ok := hashes[a.Hash]
	return ok && strings.HasPrefix(a.ID, "pbkdf2-")
}

func openKDF(c catalog.Case, in catalog.Inputs) (*native.Routine, error) {
	if c.Cost < 1 {
		return nil, fmt.Errorf("%w: a cost of %d", provider.ErrRefused, c.Cost)
	}
	sub, cost := hashes[c.Algorithm.Hash], C.ulong(c.Cost)
	password, salt := in.Key, in.Salt
	out := native.Buffer(c.Algorithm.OutLen)
	return &native.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgg_kdf_derive(C.GCRY_KDF_PBKDF2, sub, ptr(password), size(password), ptr(salt), size(salt), cost, ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out: func() []byte { return out },
	}, nil
}
