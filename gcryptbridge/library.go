//go:build cgo && !nogcrypt

package gcryptbridge

/*
#cgo pkg-config: --static libgcrypt
#cgo CFLAGS: -I${SRCDIR}/../native -O2 -Wall -Wextra -Wconversion
#include <gcrypt.h>
#include "library.h"
*/
import "C"

import (
	"fmt"
	"slices"
	"sync"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
	_ "cryptogap/native" // a change to its headers rebuilds this package
)

// library initialises libgcrypt and returns its rows.
func library() ([]bridge.Row, error) {
	if err := start(); err != nil {
		return nil, err
	}
	return slices.Concat(
		crossingRows(), rngRows(), cipherRows(), aeadRows(), hashRows(), macRows(), kdfRows(),
		pkeRows(), signatureRows(), agreementRows(), kemRows(),
	), nil
}

// offer is a row: functions answer the operations of the algorithm id, or absent says why they do not in this build.
func offer(id, functions string, absent error, open bridge.Opener, ops ...catalog.Operation) bridge.Row {
	if absent != nil {
		return bridge.Row{Algorithm: id, Ops: ops, Absent: absent}
	}
	return bridge.Row{Algorithm: id, Ops: ops, How: functions, Open: open}
}

// doing returns the rows with what their operations do besides.
func doing(what string, rows []bridge.Row) []bridge.Row {
	for i := range rows {
		rows[i].Does = what
	}
	return rows
}

// taking returns the rows with what they hand to the library beyond the catalogue's values.
func taking(p bridge.Params, rows []bridge.Row) []bridge.Row {
	for i := range rows {
		rows[i].Takes |= p
	}
	return rows
}

// start initialises libgcrypt, once in a process.
var start = sync.OnceValue(func() error {
	return failure(C.cgg_start())
})

// fips says whether the library runs in FIPS mode, where it refuses what is
// not approved.
var fips = sync.OnceValue(func() bool { return C.cgg_fips() != 0 })

func failure(status C.int64_t) error { return bridge.Err(int64(status), words) }

func words(code int) string { return C.GoString(C.cgg_words(C.int(code))) }

// built turns a library's answer to whether it has an algorithm into what
// Supports says: nil, or that this libgcrypt was built without it. In FIPS mode the answer does
// not tell the two apart; then Open says what the library says.
func built(id string, status C.int64_t) error {
	if status == 0 || fips() {
		return nil
	}
	return fmt.Errorf("%w: this libgcrypt was built without %s: %s", provider.ErrNotBuilt, id, failure(status).Error())
}

// since says that the headers are older than the version that first offered
// something.
func since(version string) error {
	return fmt.Errorf("%w: compiled against libgcrypt %s, offered since %s", provider.ErrNotBuilt, C.GCRYPT_VERSION, version)
}
