//go:build cgo && !nowolf

package wolfbridge

// #include <stdint.h>
import "C"

import (
	"fmt"
	"math"
	"unsafe"

	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

// ptr is where b starts. For an empty b it is a byte that nobody reads, since some functions of the library refuse a null
// pointer whatever the length is.
func ptr(b []byte) *C.uint8_t {
	if len(b) == 0 {
		return &nothing
	}
	return (*C.uint8_t)(unsafe.SliceData(b))
}

var nothing C.uint8_t

// size is b's length. fits has said that it is one.
func size(b []byte) C.uint32_t { return C.uint32_t(len(b)) }

// fits says whether the library's integers can hold the lengths: it counts bytes with 32 bits, in some of its functions with a
// sign.
func fits(lengths ...int) error {
	for _, n := range lengths {
		if n < 0 || n > math.MaxInt32 {
			return fmt.Errorf("%w: %d bytes, wolfCrypt's integers hold at most %d", provider.ErrNotOffered, n, math.MaxInt32)
		}
	}
	return nil
}

// only is bridge.Length, where want is not 0.
func only(what string, have, want int) error {
	if want == 0 {
		return nil
	}
	return bridge.Length(what, have, want)
}

// exported is the output of a key generation: it is written out when it is first looked at, which is outside what is timed.
type exported struct {
	export func() ([]byte, error)
	fresh  bool
	out    []byte
}

// made says that there is a new key.
func (e *exported) made() { e.fresh = true }

// bytes writes the key out, nil where the library cannot: verification misses it.
func (e *exported) bytes() []byte {
	if e.fresh {
		e.fresh = false
		out, err := e.export()
		if err != nil {
			out = nil
		}
		e.out = out
	}
	return e.out
}

// close says that the key is gone.
func (e *exported) close() { e.fresh = false }
