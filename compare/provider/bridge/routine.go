package bridge

import (
	"errors"
	"os"
	"time"
	"unsafe"
)

// A Shim does an operation n times in one cgo call and returns a status (see
// native/status.h). Where ns is not nil, it gets the nanoseconds that the loop took.
type Shim func(n int64, ns *int64) int64

// A Routine is the provider.Routine of a row. It has either Run or Loop.
type Routine struct {
	Run  Shim              // the operation of a C library
	Loop func(n int) error // a loop that calls a Go library n times directly
	Out  func() []byte     // the result of the last operation; may serialise it. nil: there is none
	Free func()            // frees and wipes what the operation uses; nil: nothing to free

	library *library
	batch   bool  // the loop runs in C: one cgo call for n operations
	inner   int64 // in the Routine, so that its address costs no allocation
}

var errClosed = errors.New("bridge: the routine is closed")

// Do does the operation n times.
func (r *Routine) Do(n int) (time.Duration, error) {
	run := r.Run
	if run == nil {
		return 0, r.inGo(n)
	}
	if r.batch {
		status := run(int64(n), &r.inner)
		return time.Duration(r.inner), Err(status, r.library.Words)
	}
	for range n {
		if status := run(1, nil); status != ok {
			return 0, Err(status, r.library.Words)
		}
	}
	return 0, nil
}

func (r *Routine) inGo(n int) (err error) {
	if r.Loop == nil {
		return errClosed
	}
	defer r.library.recovered(&err)
	return refusal(r.Loop(n))
}

// Output returns the result of the last operation. Out stands on memory of
// its own, so that it may be called after Close.
func (r *Routine) Output() []byte {
	if r.Out == nil {
		return nil
	}
	return r.Out()
}

// Close frees what the routine holds. A second call does nothing.
func (r *Routine) Close() error {
	if r.Free != nil {
		r.Free()
	}
	r.Run, r.Loop, r.Free = nil, nil, nil
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
