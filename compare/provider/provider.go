// Package provider is the contract between cryptogap and a library under
// test. A library is added by implementing Provider in a folder of its own and
// adding one line to cmd/cryptogap/providers.go; package providertest is the
// suite that every implementation passes.
package provider

import (
	"errors"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/sample"
)

// A Boundary says where the loop over n operations runs.
type Boundary = sample.Boundary

// The boundaries.
const (
	Call  = sample.Call
	Batch = sample.Batch
)

// Boundaries returns all boundaries in the order reports list them.
func Boundaries() []Boundary { return []Boundary{Call, Batch} }

// The four ways not to have a result. An error wraps one of them and says why.
var (
	// ErrNotBuilt says that the library, or this feature of it, is not in
	// this build of cryptogap.
	ErrNotBuilt = errors.New("not in this build")
	// ErrUnsupported says that the library does not implement what was asked.
	ErrUnsupported = errors.New("not in this library")
	// ErrNotOffered says that the library may have it, and this binding does not ask for
	// it: our choice.
	ErrNotOffered = errors.New("not offered by this binding")
	// ErrRefused says that the library has the algorithm and would not do
	// what was asked: the wrapping error has the library's own words.
	ErrRefused = errors.New("refused by the library")
)

// A Provider is a library under test. Its methods may be called from several
// goroutines.
type Provider interface {
	// Name is the word users type and records carry: "go", "wolfcrypt".
	Name() string
	// Info describes the library that is running.
	Info() Info
	// Boundaries returns where this provider's loops can run. A library
	// written in Go has only Call.
	Boundaries() []Boundary
	// Supports says, without doing any work, which code answers op of a
	// ("crypto/sha256", "wc_Sha256Hash"), or why none does: an error that
	// wraps ErrNotBuilt, ErrUnsupported or ErrNotOffered and names the reason.
	Supports(a catalog.Algorithm, op catalog.Operation) (implementation string, err error)
	// Open makes everything ready for c over in: it allocates, sets keys
	// where they are not part of the operation, and checks lengths. The error wraps
	// ErrNotBuilt or ErrUnsupported exactly where Supports does, ErrNotOffered where
	// the binding does not hand these inputs to the library, or ErrRefused with the library's words.
	Open(c catalog.Case, in catalog.Inputs, b Boundary) (Routine, error)
}

// A Routine does one case's operation. It belongs to one goroutine at a time.
type Routine interface {
	// Do does the operation n times (n ≥ 1), each from the same inputs and
	// with the same result where the algorithm is deterministic. It allocates nothing of
	// its own. inner is the library side's own clock around its loop under Batch, and 0 under
	// Call. The error wraps ErrRefused with the library's words.
	Do(n int) (inner time.Duration, err error)
	// Output returns the result of the last operation, valid until the
	// next Do. Verification reads it, measuring never does.
	// verify and forged have an output of one byte: 1 accepted, 0 refused,
	// also of a signature that is malformed, unless Open refused its length.
	Output() []byte
	// Close frees what Open allocated and wipes keys.
	Close() error
}

// A Detailer is a Provider that says what its operations do besides what catalog.Work says all do.
type Detailer interface {
	// Details returns it in words, "" where there is nothing.
	Details(a catalog.Algorithm, op catalog.Operation) string
}

// Info describes the library behind a provider.
type Info = sample.Library

// A Fact is one named thing about a build.
type Fact = sample.Fact
