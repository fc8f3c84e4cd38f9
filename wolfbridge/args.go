//go:build cgo && !nowolf

package wolfbridge

// #include <stdint.h>
import "C"

import (
	"fmt"
	"math"
	"unsafe"

	"cryptogap/compare/provider"
)

var (
	errMemory = fmt.Errorf("%w: out of memory", provider.ErrRefused)
	errLength = fmt.Errorf("%w: length out of range", provider.ErrRefused)
)

// ptr is where b starts. For an empty b it is a byte that nobody reads, since
// some functions of the library refuse a null pointer whatever the length is.
func ptr(b []byte) *C.uint8_t {
	if len(b) == 0 {
		return &nothing
	}
	return (*C.uint8_t)(unsafe.SliceData(b))
}

var nothing C.uint8_t

// size is b's length. fits has said that it is one.
func size(b []byte) C.uint32_t { return C.uint32_t(len(b)) }

// fits says whether the library's integers can hold the lengths: it counts
// bytes with 32 bits, in some of its functions with a sign.
func fits(lengths ...int) error {
	for _, n := range lengths {
		if n < 0 || n > math.MaxInt32 {
			return fmt.Errorf("%w: %d bytes, wolfCrypt takes at most %d", errLength, n, math.MaxInt32)
		}
	}
	return nil
}

// sameLength refuses a length that is not the one asked for.
func sameLength(what string, have, want int) error {
	if have == want {
		return nil
	}
	return fmt.Errorf("%w: a %s of %d bytes, not of %d", provider.ErrRefused, what, have, want)
}
