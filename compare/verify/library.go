package verify

import (
	"cmp"
	"errors"
	"fmt"
	"sync"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

// ErrInput says that a case asks for what no library is given: an iteration
// count or a size that is not positive. Two of the libraries take 0
// iterations for 1 without a word.
var ErrInput = errors.New("not a valid input")

// errCrashed says that a library panicked.
var errCrashed = errors.New("crashed")

// An openError is an error of Open: no operation was done, so it is no answer to
// anything.
type openError struct{ error }

// Unwrap returns the error of Open.
func (e openError) Unwrap() error { return e.error }

// opened says whether err came from the operation itself.
func opened(err error) bool {
	var e openError
	return !errors.As(err, &e)
}

// yesOrNo says whether the output of op is an answer of one byte. An error is
// then no answer.
func yesOrNo(op catalog.Operation) bool { return op == catalog.OpVerify || op == catalog.OpForged }

// A library is a provider under verification: how it is called, and what is
// known about it so far.
type library struct {
	provider.Provider
	before func(provider string)

	implementation string
	status         sample.Status // set once the library is out of this case; "" while it answers
	why            string
	known          bool // to disagree, and does
	unasked        bool // with status Refused: Open refused, so no operation was done
	answered       bool
	faulty         bool // its outputs are wrong
	disproved      bool // a known answer says so: it has no vote
	suspect        bool // they differ from another's, and nothing says whose are wrong
	notes          []note
}

// A note is a refusal that is neither a fault nor the end of a library's part in the case.
type note struct{ label, words string }

// sane returns an error that wraps ErrInput where no library may see c.
func sane(c catalog.Case) error {
	switch {
	case c.Size < 0:
		return fmt.Errorf("verify: %w: size %d", ErrInput, c.Size)
	case c.Cost < 0, c.Cost == 0 && c.Op.Standing() == catalog.OpDerive:
		return fmt.Errorf("verify: %w: cost %d, the least is 1", ErrInput, c.Cost)
	}
	return nil
}

// run opens c over in at boundary b, does calls[i] operations in the i-th Do,
// and hands each last output to each, which must copy what it keeps. A panic is
// an error that wraps errCrashed, an error of Open an openError.
func (l *library) run(c catalog.Case, in catalog.Inputs, b provider.Boundary, calls []int, each func(call int, out []byte)) (err error) {
	if err := sane(c); err != nil {
		return openError{err}
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: panic: %v", errCrashed, p)
		}
	}()
	l.tell()
	r, err := l.Open(c, in, b)
	if err != nil {
		return openError{err}
	}
	// A panic leaves the routine open: it is not to be trusted any more.
	err = l.loop(r, calls, each)
	l.tell()
	return cmp.Or(err, r.Close())
}

func (l *library) loop(r provider.Routine, calls []int, each func(call int, out []byte)) error {
	for i, n := range calls {
		l.tell()
		if _, err := r.Do(n); err != nil {
			return err
		}
		each(i, r.Output())
	}
	return nil
}

func (l *library) tell() {
	if l.before != nil {
		l.before(l.Name())
	}
}

// listed says whether the library is known to disagree about anything that verify asks.
func (l *library) listed() bool { return listed()[l.Name()] }

var listed = sync.OnceValue(func() map[string]bool {
	all := make(map[string]bool)
	for _, k := range disagreements() {
		if k.File == "verify" || k.File == "vectors.jsonl" {
			all[k.Provider] = true
		}
	}
	return all
})

// knownAbout returns the known disagreement of the library about a test.
func (l *library) knownAbout(file, test string) (Known, bool) {
	for _, k := range disagreements() {
		if k.Provider == l.Name() && k.File == file && k.Has(test) {
			lib := l.Info()
			if inRange(lib.Version, k.Versions) && built(lib, k.Build) {
				return k, true
			}
		}
	}
	return Known{}, false
}

// drop takes the library out of the case.
func (l *library) drop(status sample.Status, why string) {
	if l.status == "" {
		l.status, l.why = status, why
	}
}

// classify says which status an error gives.
func classify(err error) sample.Status {
	switch {
	case errors.Is(err, errCrashed):
		return sample.Crashed
	case errors.Is(err, provider.ErrNotBuilt), errors.Is(err, provider.ErrUnsupported):
		return sample.Absent
	case errors.Is(err, provider.ErrNotOffered):
		return sample.NotOffered
	}
	return sample.Refused
}

// saysNo says whether the status is that of an input that the library or its binding did not take.
func saysNo(s sample.Status) bool { return s == sample.Refused || s == sample.NotOffered }
