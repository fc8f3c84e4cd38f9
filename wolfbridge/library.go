//go:build cgo && !nowolf

package wolfbridge

/*
#cgo pkg-config: --static wolfssl
#cgo CFLAGS: -I${SRCDIR}/../native -O2 -Wall -Wextra -Wconversion

#include "library.h"
#include "sizes.h"
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

// library initialises wolfCrypt and returns its rows.
func library() ([]bridge.Row, error) {
	if err := start(); err != nil {
		return nil, err
	}
	return slices.Concat(
		crossings(),
		rngs(),
		hashes(),
		macs(),
		kdfs(),
		pkes(),
		agreements(),
		signatures(),
		kems(),
		ciphers(),
		aeads(),
		outside(),
	), nil
}

// outside are the rows of an add-on to wolfSSL, whose source its archive
// has not.
func outside() []bridge.Row {
	lack := fmt.Errorf("%w: it is in wolfSSL's wolfsm add-on, which is no part of its archive", provider.ErrUnsupported)
	return []bridge.Row{
		offer("sm3", catalog.OpSum, lack, "", nil),
		offer("hmac-sm3", catalog.OpMAC, lack, "", nil),
		offer("hmac-sm3", catalog.OpMACRekey, lack, "", nil),
		offer("pbkdf2-hmac-sm3", catalog.OpDerive, lack, "", nil),
		offer("pbkdf2-hmac-sm3", catalog.OpDeriveRekey, lack, "", nil),
		offer("sm4-cbc", catalog.OpEncrypt, lack, "", nil),
		offer("sm4-cbc", catalog.OpDecrypt, lack, "", nil),
		offer("sm4-gcm", catalog.OpSeal, lack, "", nil),
		offer("sm4-gcm", catalog.OpOpen, lack, "", nil),
	}
}

// start initialises wolfCrypt, once in a process, and makes sure that the
// headers are the library's: with others, it would write beyond what is ours.
var start = sync.OnceValue(func() error {
	if err := failure(C.cgw_init()); err != nil {
		return err
	}
	if wrong := larger(0); wrong != "" {
		return fmt.Errorf("%w: compiled with headers that are not those of the wolfSSL that runs: its %s is larger", provider.ErrNotBuilt, wrong)
	}
	return nil
})

// larger names a type that the library takes for larger than the headers do, were
// they less bytes smaller; "" where there is none.
func larger(less int) string {
	if name := C.cgw_sizes(C.size_t(less)); name != nil {
		return C.GoString(name)
	}
	return ""
}

func failure(status C.int64_t) error { return bridge.Err(int64(status), words) }

func words(code int) string { return C.GoString(C.cgw_words(C.int(code))) }

// offer is a row: functions answer op of the algorithm id. lack says why they do not in this build.
func offer(id string, op catalog.Operation, lack error, functions string, open bridge.Opener) bridge.Row {
	if lack != nil {
		return bridge.Row{Algorithm: id, Ops: []catalog.Operation{op}, Lack: lack}
	}
	return bridge.Row{Algorithm: id, Ops: []catalog.Operation{op}, How: functions, Open: open}
}

// asked leaves out rows that follow from a list of hashes or keys and that the
// catalogue does not ask for.
func asked(rows ...bridge.Row) []bridge.Row {
	return slices.DeleteFunc(rows, func(r bridge.Row) bool {
		_, ok := catalog.Find(r.Algorithm)
		return !ok
	})
}

// needs says what a build of wolfSSL would have to be configured with; nil
// where have, one of the constants of cgw_features.h, is 1.
func needs(have int, option string) error {
	if have != 0 {
		return nil
	}
	return fmt.Errorf("%w: it takes a wolfSSL configured with %s", provider.ErrNotBuilt, option)
}
