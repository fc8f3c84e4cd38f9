// These files take the place of cmd/cryptogap's main.go and providers.go in the build that .ci/faults/run makes: the same program
// over libraries with planted faults. Nothing of it is in the program that users build.
package main

import (
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/gcryptbridge"
	"cryptogap/gobench"
	"cryptogap/wolfbridge"
)

// A fault is something that one library does wrong with one algorithm. No two have the same algorithm, so all are in one build.
type fault struct {
	algorithm string
	library   string
	ops       []catalog.Operation // nil: all
	what      string
	// files are those of Wycheproof that have the algorithm: a regular expression. "": there are none.
	files string

	// One of these is the fault.
	inputs func(c *catalog.Case, in *catalog.Inputs)                                 // the library gets these instead
	output func(r *routine, out []byte) []byte                                       // it gives this instead
	open   func(p provider.Provider, r *routine) (provider.Routine, error)           // it is opened like this instead
	do     func(r *routine, inner provider.Routine, n int) (handled bool, err error) // the operation is this instead
}

// providers is what cmd/cryptogap/providers.go has, with the faults.
func providers() []provider.Provider {
	var all []provider.Provider
	for _, p := range []provider.Provider{gobench.New(), wolfbridge.New(), gcryptbridge.New()} {
		all = append(all, planted{p})
	}
	return all
}

type planted struct{ provider.Provider }

// Open opens the library's own routine, with the fault where there is one.
func (p planted) Open(c catalog.Case, in catalog.Inputs, b provider.Boundary) (provider.Routine, error) {
	f, ok := find(p.Name(), c)
	if !ok {
		return p.Provider.Open(c, in, b)
	}
	r := &routine{fault: f, c: c, in: in, boundary: b}
	if f.inputs != nil {
		f.inputs(&r.c, &r.in)
	}
	var err error
	if f.open != nil {
		r.Routine, err = f.open(p.Provider, r)
	} else {
		r.Routine, err = p.Provider.Open(r.c, r.in, b)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// find returns the fault of the library in an operation.
func find(library string, c catalog.Case) (fault, bool) {
	for _, f := range faults {
		if f.library != library || f.algorithm != c.Algorithm.ID {
			continue
		}
		if f.ops == nil {
			return f, true
		}
		for _, op := range f.ops {
			if op == c.Op {
				return f, true
			}
		}
	}
	return fault{}, false
}

// A routine is a library's with a fault.
type routine struct {
	provider.Routine
	fault    fault
	c        catalog.Case
	in       catalog.Inputs
	boundary provider.Boundary
	calls    int // of Do
	done     int // operations
	last     int // operations of the last Do
}

// Do does the operation n times, as the library does it with its fault.
func (r *routine) Do(n int) (time.Duration, error) {
	r.calls++
	r.done += n
	r.last = n
	if r.fault.do != nil {
		if handled, err := r.fault.do(r, r.Routine, n); handled {
			return 0, err
		}
	}
	return r.Routine.Do(n)
}

// Output is the library's, with the fault.
func (r *routine) Output() []byte {
	out := r.Routine.Output()
	if r.fault.output == nil {
		return out
	}
	return r.fault.output(r, append([]byte{}, out...))
}

// A fixed routine gives what is known without an operation.
type fixed struct{ out []byte }

func (f fixed) Do(int) (time.Duration, error) { return 0, nil }
func (f fixed) Output() []byte                { return f.out }
func (f fixed) Close() error                  { return nil }
