package native

import (
	"errors"
	"os"
	"time"
	"unsafe"
)

// A Shim does an operation n times in one cgo call and returns a status (see
// status.h). Where ns is not nil, it gets the nanoseconds that the loop took.
type Shim func(n int64, ns *int64) int64

// A Routine is the provider.Routine of a bridge: a shim, and where its loop
// runs.
type Routine struct {
	Run   Shim
	Batch bool                  // the loop runs in C: one cgo call for n operations
	Words func(code int) string // the library's own words for its error numbers
	Out   func() []byte         // the result of the last operation; may serialise it
	Free  func()                // frees and wipes what Run uses

	inner int64 // in the Routine, so that its address costs no allocation
}

var errClosed = errors.New("native: the routine is closed")

// Do does the operation n times.
func (r *Routine) Do(n int) (time.Duration, error) {
	run := r.Run
	if run == nil {
		return 0, errClosed
	}
	if r.Batch {
		status := run(int64(n), &r.inner)
		return time.Duration(r.inner), Err(status, r.Words)
	}
	for range n {
		if status := run(1, nil); status != ok {
			return 0, Err(status, r.Words)
		}
	}
	return 0, nil
}

// Output returns the result of the last operation. Out stands on memory of
// its own, so that it may be called after Close.
func (r *Routine) Output() []byte { return r.Out() }

// Close frees what the routine holds. A second call does nothing.
func (r *Routine) Close() error {
	if r.Free != nil {
		r.Free()
	}
	r.Run, r.Free = nil, nil
	return nil
}

// Buffer returns n bytes of Go memory that start on a page boundary, as the
// inputs do, so that where a result happens to lie makes no difference. It is not nil for n = 0.
func Buffer(n int) []byte {
	page := os.Getpagesize()
	b := make([]byte, n+page)
	off := int(-uintptr(unsafe.Pointer(unsafe.SliceData(b))) & uintptr(page-1))
	return b[off : off+n : off+n]
}
