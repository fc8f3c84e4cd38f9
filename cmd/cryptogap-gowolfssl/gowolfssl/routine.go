package gowolfssl

import (
	"slices"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

// An operation is what an opener makes: do is a call of the wrapper, which returns wolfCrypt's number, and out is its result.
type operation struct {
	do  func() int
	out func() []byte
}

// held is what an operation holds in C memory, and how it is freed.
type held []func()

func (h *held) add(free func()) { *h = append(*h, free) }

// free frees what was taken last first.
func (h *held) free() {
	for _, f := range slices.Backward(*h) {
		f()
	}
	*h = nil
}

// opener makes an opener of a function that adds what it takes to held. Each call of the wrapper is a cgo call of 40 ns and more, so
// that of a function value counts for little.
func opener(open func(catalog.Case, catalog.Inputs, *held) (operation, error)) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		var h held
		o, err := open(c, in, &h)
		if err != nil {
			h.free()
			return nil, err
		}
		return &bridge.Routine{
			Loop: func(n int) error {
				for range n {
					if rc := o.do(); rc != 0 {
						return code(rc)
					}
				}
				return nil
			},
			Out:  o.out,
			Free: h.free,
		}, nil
	}
}

// into is an operation that writes its result to a buffer of the length.
func into(length int, do func(out []byte) int) operation {
	out := bridge.Buffer(length)
	return operation{func() int { return do(out) }, func() []byte { return out }}
}

// object allocates a T, initialises it, and adds what ends it to held.
func object[T any](h *held, init func(*T) int, end func(*T)) (*T, error) {
	x, free, err := alloc[T]()
	if err != nil {
		return nil, err
	}
	h.add(free)
	if rc := init(x); rc != 0 {
		return nil, code(rc)
	}
	h.add(func() { end(x) })
	return x, nil
}
