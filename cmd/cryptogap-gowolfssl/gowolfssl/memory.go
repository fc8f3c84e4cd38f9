package gowolfssl

/*
#cgo CFLAGS: -I${SRCDIR}/../../../native -Wall -Wextra
#cgo pkg-config: --static wolfssl

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/error-crypt.h>

#include "memory.h"
*/
import "C"

import (
	"errors"
	"unsafe"

	_ "cryptogap/native" // a change to its headers rebuilds this package
)

var errMemory = errors.New("out of memory")

// alloc returns a zeroed T in C memory, and what wipes and frees it.
//
// The wrapper's types are C structs. Go aligns one in its own memory to 8 bytes,
// where wolfCrypt's vector instructions end the program (seen with Hmac), searches it for Go
// pointers at each call, and panics where it points to another one, as an ECC key does to its
// generator.
func alloc[T any]() (*T, func(), error) {
	var zero T
	size := C.size_t(unsafe.Sizeof(zero))
	p := C.cg_new(size)
	if p == nil {
		return nil, nil, errMemory
	}
	return (*T)(p), func() { C.cg_free(p, size) }, nil
}

// words are wolfCrypt's own for its error numbers. The wrapper has none.
func words(rc int) string { return C.GoString(C.wc_GetErrorString(C.int(rc))) }
