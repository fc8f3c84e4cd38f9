//go:build cgo && !nowolf

package wolfbridge

/*
#cgo pkg-config: --static wolfssl
#cgo CFLAGS: -I${SRCDIR}/../native -O2 -Wall -Wextra -Wconversion

#include "library.h"
*/
import "C"

import (
	"fmt"
	"slices"
	"sync"

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
		crossings(), rngs(), hashes(), macs(), kdfs(), pkes(), agreements(), signatures(), kems(), ciphers(), aeads(), outside(),
	), nil
}

// outside are the rows of an add-on to wolfSSL, whose source its archive has not.
func outside() []bridge.Row {
	var rows []bridge.Row
	for _, id := range []string{"sm3", "hmac-sm3", "pbkdf2-hmac-sm3", "sm4-cbc", "sm4-gcm"} {
		rows = append(rows, bridge.Row{
			Algorithm: id, Absent: fmt.Errorf("%w: it is in wolfSSL's wolfsm add-on, which is no part of its archive", provider.ErrUnsupported),
		})
	}
	return rows
}

// start initialises wolfCrypt, once in a process, and makes sure that the headers are the library's: with others, it would
// write beyond what is ours.
var start = sync.OnceValue(func() error {
	if err := failure(C.cgw_init()); err != nil {
		return err
	}
	if wrong := larger(0); wrong != "" {
		return fmt.Errorf("%w: compiled with headers that are not those of the wolfSSL that runs: its %s is larger", provider.ErrNotBuilt, wrong)
	}
	return nil
})

// larger names a type that the library takes for larger than the headers do, were they less bytes smaller; "" where there is
// none.
func larger(less int) string {
	if name := C.cgw_larger(C.size_t(less)); name != nil {
		return C.GoString(name)
	}
	return ""
}

func failure(status C.int64_t) error { return bridge.Err(int64(status), words) }

func words(code int) string { return C.GoString(C.cgw_words(C.int(code))) }
