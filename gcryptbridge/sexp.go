//go:build cgo && !nogcrypt

package gcryptbridge

/*
#include <stdlib.h>
#include "sexp.h"

#cgo noescape cgg_sexp_new
#cgo nocallback cgg_sexp_new
#cgo noescape cgg_sexp_release
#cgo nocallback cgg_sexp_release
#cgo noescape cgg_sexp_field
#cgo nocallback cgg_sexp_field
#cgo noescape cgg_genkey
#cgo nocallback cgg_genkey
*/
import "C"

import (
	"bytes"
	"fmt"
	"unsafe"

	"cryptogap/compare/provider/bridge"
)

// A sexp is an S-expression in the library's memory; 0 is none.
type sexp C.uintptr_t

// newSexp parses text, in the canonical form that list makes or any other.
func newSexp(text []byte) (sexp, error) {
	var s C.uintptr_t
	err := failure(C.cgg_sexp_new(ptr(text), size(text), &s))
	return sexp(s), err
}

func (s sexp) release() { C.cgg_sexp_release(C.uintptr_t(s)) }

// field returns the value of name in the list that begins with the name in,
// as a number of width bytes.
func (s sexp) field(in, name string, width int) ([]byte, error) {
	list, token := C.CString(in), C.CString(name)
	defer C.free(unsafe.Pointer(list))
	defer C.free(unsafe.Pointer(token))
	out := make([]byte, width)
	err := failure(C.cgg_sexp_field(C.uintptr_t(s), list, token, ptr(out), size(out)))
	return out, err
}

// A part names a field of a key pair that the library made.
type part struct {
	list, name string
	width      int
}

// fields returns the values of parts, each empty if s lacks it.
func (s sexp) fields(parts []part) [][]byte {
	values := make([][]byte, len(parts))
	for i, p := range parts {
		if v, err := s.field(p.list, p.name, p.width); err == nil {
			values[i] = v
		}
	}
	return values
}

// list is the canonical form of the list (name item …), where the items are
// lists and atoms.
func list(name string, items ...[]byte) []byte {
	b := append([]byte("("), atom([]byte(name))...)
	return append(append(b, bytes.Join(items, nil)...), ')')
}

func atom(b []byte) []byte { return fmt.Appendf(nil, "%d:%s", len(b), b) }

// number is the list (name value).
func number(name string, value []byte) []byte { return list(name, atom(value)) }

// word is the list (name word …).
func word(name string, words ...string) []byte {
	items := make([][]byte, len(words))
	for i, w := range words {
		items[i] = atom([]byte(w))
	}
	return list(name, items...)
}

// openGenkey makes fresh key pairs with gcry_pk_genkey. The output is what
// assemble makes of the parts.
func openGenkey(params []byte, parts []part, assemble func(values [][]byte) []byte) (*bridge.Routine, error) {
	p, err := newSexp(params)
	if err != nil {
		return nil, err
	}
	r := keepLast(func(key *C.uintptr_t, n int64, ns *int64) int64 {
		return int64(C.cgg_genkey(C.uintptr_t(p), key, C.int64_t(n), (*C.int64_t)(ns)))
	}, parts, assemble)
	last := r.Free
	r.Free = func() {
		last()
		p.release()
	}
	return r, nil
}

// keepLast is the routine of a shim that leaves the last key pair it made in
// *key. There is no output before the first and after Close.
func keepLast(run func(key *C.uintptr_t, n int64, ns *int64) int64, parts []part, assemble func(values [][]byte) []byte) *bridge.Routine {
	key := new(C.uintptr_t)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 { return run(key, n, ns) },
		Out: func() []byte {
			if *key == 0 {
				return nil
			}
			return assemble(sexp(*key).fields(parts))
		},
		Free: func() {
			sexp(*key).release()
			*key = 0
		},
	}
}

// joined is the encoding of a key pair of plain strings: the private key,
// then the public key.
func joined(values [][]byte) []byte { return bytes.Join(values, nil) }
