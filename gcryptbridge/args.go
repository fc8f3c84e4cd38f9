//go:build cgo && !nogcrypt

package gcryptbridge

// #include <stddef.h>
// #include <stdint.h>
import "C"

import "unsafe"

// ptr is what a shim takes for b, which may be empty or nil.
func ptr(b []byte) *C.uint8_t { return (*C.uint8_t)(unsafe.SliceData(b)) }

// size is b's length. libgcrypt counts bytes in size_t, so none is too long.
func size(b []byte) C.size_t { return C.size_t(len(b)) }
