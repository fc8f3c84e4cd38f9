//go:build cgo && !nogcrypt

package gcryptbridge

// #include <stddef.h>
// #include <stdint.h>
import "C"

import (
	"fmt"
	"unsafe"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// ptr is what a shim takes for b, which may be empty or nil.
func ptr(b []byte) *C.uint8_t { return (*C.uint8_t)(unsafe.SliceData(b)) }

// size is b's length. libgcrypt counts bytes in size_t, so none is too long.
func size(b []byte) C.size_t { return C.size_t(len(b)) }

// sameLength refuses what has another length than the library gives or takes.
func sameLength(what string, have int, want C.size_t) error {
	if C.size_t(have) == want {
		return nil
	}
	return fmt.Errorf("%w: a %s of %d bytes in place of %d", provider.ErrRefused, what, have, want)
}

// symmetricLengths refuses a key, nonce or text that is not as long as the
// case's algorithm has it. libgcrypt takes other lengths of many, as they are or cut.
func symmetricLengths(c catalog.Case, in catalog.Inputs) error {
	a, text := c.Algorithm, len(in.Message)
	if c.Op == catalog.OpDecrypt {
		text = len(in.Received)
	}
	switch {
	case len(in.Key) != a.KeyLen && a.Hash == "": // an HMAC takes any
		return sameLength("key", len(in.Key), C.size_t(a.KeyLen))
	case len(in.Nonce) != a.NonceLen:
		return sameLength("nonce", len(in.Nonce), C.size_t(a.NonceLen))
	case !a.Takes(text):
		return fmt.Errorf("%w: a text of %d bytes, no multiple of %d", provider.ErrRefused, text, a.Step)
	}
	return nil
}
