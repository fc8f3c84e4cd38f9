// Package gobench is the provider "go": the best public Go implementation of
// each algorithm, from the standard library, then golang.org/x/crypto, then a kept module, and
// from this repository only where none of those has it.
//
// One file holds one kind, its rows at the head. A row is one implementation;
// an algorithm without a row has none.
package gobench

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// A row says which Go code answers some of an algorithm's operations.
type row struct {
	id   string              // the algorithm's
	ops  []catalog.Operation // nil: all it has
	pkg  string              // import path; its module's version is looked up
	how  string              // which of its functions, and how they are used
	open opener              // nil: nothing answers, and how says why
}

// An opener makes everything ready for a case and checks the lengths of its
// inputs.
type opener func(c catalog.Case, in catalog.Inputs) (work, error)

// work is an operation that is ready. do has the loop in it, so that the
// timed region calls the library directly.
type work struct {
	do     func(n int) error
	output func() []byte
}

// noModule is why most of what is missing is missing.
const noModule = "no kept Go module"

func rows() []row {
	return slices.Concat(
		crossingRows(), rngRows(), cipherRows(), aeadRows(), macRows(), hashRows(), kdfRows(),
		pkeRows(), signatureRows(), agreementRows(), kemRows(),
	)
}

type key struct {
	id string
	op catalog.Operation
}

var table = sync.OnceValue(func() map[key]row {
	m := make(map[key]row)
	for _, r := range rows() {
		ops := r.ops
		if ops == nil {
			a, ok := catalog.Find(r.id)
			if !ok {
				panic("gobench: a row for " + r.id + ", which the catalogue has not")
			}
			ops = a.Ops
		}
		for _, op := range ops {
			m[key{r.id, op}] = r
		}
	}
	return m
})

type library struct{}

// New returns the provider "go".
func New() provider.Provider { return library{} }

func (library) Name() string                    { return "go" }
func (library) Boundaries() []provider.Boundary { return []provider.Boundary{provider.Call} }

func (library) Supports(a catalog.Algorithm, op catalog.Operation) (string, error) {
	r, err := find(a, op)
	if err != nil {
		return "", err
	}
	return r.implementation(), nil
}

func (library) Open(c catalog.Case, in catalog.Inputs, b provider.Boundary) (_ provider.Routine, err error) {
	r, err := find(c.Algorithm, c.Op)
	if err != nil {
		return nil, err
	}
	if b != provider.Call {
		return nil, fmt.Errorf("gobench: %w: no boundary %q, Go calls cross nothing", provider.ErrUnsupported, b)
	}
	defer recovered(&err)
	w, err := r.open(c, in)
	if err != nil {
		return nil, refusal(err)
	}
	return &routine{w}, nil
}

func find(a catalog.Algorithm, op catalog.Operation) (row, error) {
	r, ok := table()[key{a.ID, op}]
	if !ok {
		r.how = noModule
	}
	if r.open == nil {
		return row{}, fmt.Errorf("gobench: %s of %s: %w: %s", op, a.ID, provider.ErrUnsupported, r.how)
	}
	return r, nil
}

// implementation is "golang.org/x/crypto/blake2b v0.59.0: Sum512".
func (r row) implementation() string { return versioned(r.pkg) + ": " + r.how }

var errClosed = errors.New("gobench: the routine is closed")

type routine struct{ work }

func (r *routine) Do(n int) (_ time.Duration, err error) {
	if r.do == nil {
		return 0, errClosed
	}
	defer recovered(&err)
	return 0, refusal(r.do(n))
}

func (r *routine) Output() []byte {
	if r.output == nil {
		return nil
	}
	return r.output()
}

// Close lets go of keys and buffers. Go has no way to wipe what a package has
// expanded from a key.
func (r *routine) Close() error {
	r.work = work{}
	return nil
}

// recovered turns a panic into a refusal: it is how GODEBUG=fips140=only
// says no in crypto/md5, crypto/hmac and others.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%w: panic: %v", provider.ErrRefused, p)
	}
}

// refusal wraps what a package said. As with every library its words alone follow.
func refusal(err error) error {
	if err == nil || errors.Is(err, provider.ErrRefused) {
		return err
	}
	return fmt.Errorf("%w: %w", provider.ErrRefused, err)
}

// length refuses an input that is not exactly want bytes long, for the
// packages that would take it or panic.
func length(what string, b []byte, want int) error {
	if len(b) != want {
		return fmt.Errorf("%s of %d bytes, want %d", what, len(b), want)
	}
	return nil
}
