// Package providertest is the suite that every provider passes: Run, Vectors
// and LeadingZeros, each called by a test in the provider's own package,
//
//	func TestProvider(t *testing.T) { providertest.Run(t, wolfbridge.New(), providertest.NoAllocs()) }
//
// Run goes through the whole catalogue. What a provider does not support is
// only asked to say so in the same way everywhere.
package providertest

import (
	"errors"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// A reporter is told what is wrong. *testing.T is one; the suite's own test
// has another, to see that faults are found.
type reporter interface {
	Errorf(format string, args ...any)
}

// An Option asks for more than the contract does.
type Option func(*suite)

// NoAllocs asks that Do allocates no Go memory for symmetric kinds.
func NoAllocs() Option { return func(s *suite) { s.noAllocs = true } }

type suite struct {
	p        provider.Provider
	short    bool
	noAllocs bool
	made     map[string][]byte // by slow operations, by the name of the case that reads it
}

func newSuite(p provider.Provider, short bool) suite {
	return suite{p: p, short: short, made: make(map[string][]byte)}
}

// Run puts p through the suite. With -short it takes fewer sizes and leaves
// out the slowest operations.
func Run(t *testing.T, p provider.Provider, options ...Option) {
	s := newSuite(p, testing.Short())
	for _, o := range options {
		o(&s)
	}
	t.Run("info", func(t *testing.T) { s.info(t) })
	for _, a := range catalog.Algorithms() {
		t.Run(a.ID, func(t *testing.T) { s.algorithm(t, a) })
	}
}

// info checks what does not depend on an algorithm.
func (s suite) info(r reporter) {
	i := s.p.Info()
	if s.p.Name() == "" || i.Name != s.p.Name() || i.Title == "" {
		r.Errorf("Name is %q, Info's name %q and title %q", s.p.Name(), i.Name, i.Title)
	}
	if i.Missing == "" && i.Version == "" {
		r.Errorf("Info has neither a version nor a reason why the library is missing")
	}
	if len(s.p.Boundaries()) == 0 {
		r.Errorf("no boundaries")
	}
	s.absent(r, catalog.Algorithm{ID: "no-such-algorithm", Kind: catalog.KindHash}, catalog.OpSum)
	if a, ok := catalog.Find("sha256"); ok {
		s.absent(r, a, catalog.OpSeal)
	}
}

// absent asks that p does not claim an operation that nobody has.
func (s suite) absent(r reporter, a catalog.Algorithm, op catalog.Operation) {
	how, err := s.p.Supports(a, op)
	if err == nil {
		r.Errorf("%s %s: Supports says %q", a.ID, op, how)
	} else if !isAbsent(err) {
		r.Errorf("%s %s: Supports: %v wraps neither ErrNotBuilt nor ErrUnsupported", a.ID, op, err)
	}
}

func isAbsent(err error) bool {
	return errors.Is(err, provider.ErrNotBuilt) || errors.Is(err, provider.ErrUnsupported)
}

// isRefused says whether the library or its binding did not take the inputs.
func isRefused(err error) bool {
	return errors.Is(err, provider.ErrRefused) || errors.Is(err, provider.ErrNotOffered)
}

// algorithm checks all operations of a.
func (s suite) algorithm(r reporter, a catalog.Algorithm) {
	for _, op := range a.Ops {
		if s.supported(r, a, op) {
			s.operation(r, a, op)
		}
	}
}

// supported asks that Supports and Open say the same, at every boundary.
func (s suite) supported(r reporter, a catalog.Algorithm, op catalog.Operation) bool {
	how, said := s.p.Supports(a, op)
	if said != nil && !isAbsent(said) && !errors.Is(said, provider.ErrNotOffered) {
		r.Errorf("%s %s: Supports: %v wraps none of ErrNotBuilt, ErrUnsupported and ErrNotOffered", a.ID, op, said)
	}
	if said == nil && how == "" {
		r.Errorf("%s %s: Supports names no implementation", a.ID, op)
	}
	c := s.cases(a, op)[0]
	in, err := catalog.NewInputs(c) // what the other side made is missing: to be refused at most
	if err != nil {
		r.Errorf("%s: inputs: %v", c.Name(), err)
		return false
	}
	for _, b := range s.p.Boundaries() {
		rt, err := s.p.Open(c, in, b)
		if err == nil {
			_ = rt.Close() // checked elsewhere
		}
		for _, sentinel := range []error{provider.ErrNotBuilt, provider.ErrUnsupported} {
			if errors.Is(err, sentinel) != errors.Is(said, sentinel) {
				r.Errorf("%s: %s: Supports says %v, Open says %v", c.Name(), b, said, err)
			}
		}
	}
	return said == nil
}

// operation checks one operation that p supports.
func (s suite) operation(r reporter, a catalog.Algorithm, op catalog.Operation) {
	defer func() {
		if p := recover(); p != nil {
			r.Errorf("%s %s: panic: %v", a.ID, op, p)
		}
	}()
	maker, _ := op.Maker()
	if s.short && (slowest(a, op) || slowest(a, maker)) {
		return
	}
	for _, c := range s.cases(a, op) {
		if in, ok := s.inputs(r, c); ok {
			s.routines(r, c, in)
		}
	}
	s.empties(r, a, op)
	s.lengths(r, a, op)
	s.boundary(r, a, op)
	if !slow(a, op) {
		s.concurrency(r, a, op)
	}
	if s.noAllocs {
		s.allocs(r, a, op)
	}
	s.roundTrip(r, a, op)
}
