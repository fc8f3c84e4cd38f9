// Package gowolfssl is the provider "go-wolfssl": wolfSSL's own Go wrapper,
// github.com/wolfssl/go-wolfssl, used as a Go program would use it. The C code
// behind it is that of the provider "wolfcrypt", so what differs between the two
// is what the wrapper costs: cgo calls, allocations, and keys that are set again
// because there is no call that keeps them.
//
// One file holds one kind, its rows at the head. An operation is offered where
// the wrapper comes to the case's result; where that takes more than the case
// asks for, the row says so. An algorithm without a row has no function in the wrapper.
//
// Only what the wrapper has had since 2025, with signatures that have not changed
// since, is called. It hands empty slices on to wolfCrypt, or returns -173 for them; both are
// what "refused" tells.
package gowolfssl

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// Name is the word that users type and records carry.
const Name = "go-wolfssl"

// A row says which of the wrapper's functions answer some of an algorithm's
// operations.
type row struct {
	id   string              // the algorithm's
	ops  []catalog.Operation // nil: all it has
	how  string              // the functions, and how they are used
	open opener              // nil: nothing answers, and how says why
}

// An opener makes everything ready for a case and checks the lengths of its
// inputs.
type opener func(c catalog.Case, in catalog.Inputs) (work, error)

// work is an operation that is ready. do has the loop in it, so that the
// timed region calls the wrapper directly.
type work struct {
	do     func(n int) error
	output func() []byte
	close  func() // nil: there is nothing to free
}

// noFunction is why most of what is missing is missing.
const noFunction = "the wrapper has no function for it"

func rows() []row {
	return slices.Concat(
		crossingRows(), rngRows(), cipherRows(), aeadRows(), macRows(), hashRows(), kdfRows(),
		signatureRows(), agreementRows(),
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
				panic("gowolfssl: a row for " + r.id + ", which the catalogue has not")
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

// New returns the provider "go-wolfssl".
func New() provider.Provider { return library{} }

func (library) Name() string                    { return Name }
func (library) Boundaries() []provider.Boundary { return []provider.Boundary{provider.Call} }

func (library) Supports(a catalog.Algorithm, op catalog.Operation) (string, error) {
	r, err := find(a, op)
	return r.how, err
}

func (library) Open(c catalog.Case, in catalog.Inputs, b provider.Boundary) (_ provider.Routine, err error) {
	r, err := find(c.Algorithm, c.Op)
	if err != nil {
		return nil, err
	}
	if b != provider.Call {
		return nil, fmt.Errorf("gowolfssl: %w: no boundary %q, the wrapper has no loop of its own", provider.ErrUnsupported, b)
	}
	if err := fits(len(in.Message)+maxTag, len(in.Received), len(in.Key), len(in.AAD), len(in.Salt), len(in.Info), c.Cost); err != nil {
		return nil, refusal(err)
	}
	if err := start(); err != nil {
		return nil, refusal(err)
	}
	w, err := r.open(c, in)
	if err != nil {
		return nil, refusal(err)
	}
	return &routine{w}, nil
}

func find(a catalog.Algorithm, op catalog.Operation) (row, error) {
	r, ok := table()[key{a.ID, op}]
	if !ok {
		r.how = noFunction
	}
	if r.open == nil {
		return row{}, fmt.Errorf("gowolfssl: %s of %s: %w: %s", op, a.ID, provider.ErrUnsupported, r.how)
	}
	return r, nil
}

var errClosed = errors.New("gowolfssl: the routine is closed")

type routine struct{ work }

func (r *routine) Do(n int) (_ time.Duration, err error) {
	if r.do == nil {
		return 0, errClosed
	}
	return 0, refusal(r.do(n))
}

func (r *routine) Output() []byte {
	if r.output == nil {
		return nil
	}
	return r.output()
}

// Close frees the C memory that the routine holds. A second call does nothing.
func (r *routine) Close() error {
	if r.close != nil {
		r.close()
	}
	r.work = work{}
	return nil
}

// refusal wraps what the wrapper said. As with every library its words alone follow.
func refusal(err error) error {
	if err == nil || errors.Is(err, provider.ErrRefused) {
		return err
	}
	return fmt.Errorf("%w: %w", provider.ErrRefused, err)
}

// A code is a number that the wrapper returned, which is wolfCrypt's.
type code int

func (c code) Error() string { return fmt.Sprintf("%s (%d)", words(int(c)), int(c)) }

// failed returns the error of a return code, nil for 0.
func failed(rc int) error {
	if rc != 0 {
		return code(rc)
	}
	return nil
}

// maxTag is more than any algorithm adds to a message.
const maxTag = 64

// fits refuses what the wrapper would narrow to a C int without a look at it.
func fits(lengths ...int) error {
	for _, n := range lengths {
		if n < 0 || n > math.MaxInt32 {
			return fmt.Errorf("%d is more than wolfCrypt's integers hold", n)
		}
	}
	return nil
}

// length refuses an input that is not exactly want bytes long: the wrapper
// hands the first byte's address to C, which takes it that the rest is there.
func length(what string, b []byte, want int) error {
	if len(b) != want {
		return fmt.Errorf("%s of %d bytes, want %d", what, len(b), want)
	}
	return nil
}
