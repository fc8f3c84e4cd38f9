package providertest

import (
	"errors"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/verify"
)

// An Exception is what a library does with a known answer in place of giving
// it.
type Exception string

// The exceptions.
const (
	Refuses Exception = "refuses" // an error that wraps ErrRefused or ErrNotOffered
	Differs Exception = "differs" // another answer
	Aborts  Exception = "aborts"  // with the whole process, so it is not asked
	none    Exception = "gives its answer"
)

// Vectors puts every known answer to p, at each boundary. except has, by the
// vector's ID, what p does with some besides those that verify knows of: it must be so. A vector that has no answer, because
// libraries may differ, and a signature that is not to be accepted may be refused besides.
func Vectors(t *testing.T, p provider.Provider, except map[string]Exception) {
	newSuite(p, false).vectors(t, except)
}

// listed is what the provider is known to do with the vector.
func (s suite) listed(id string) Exception {
	for _, k := range verify.KnownOf(s.p.Info(), "vectors.jsonl") {
		switch {
		case !k.Has(id):
		case k.Outcome == verify.RefusedByPolicy:
			return Refuses
		case k.Outcome == verify.Crashed:
			return Aborts
		default:
			return Differs
		}
	}
	return none
}

func (s suite) vectors(r reporter, except map[string]Exception) {
	for _, v := range catalog.Vectors() {
		c, in, err := v.Case()
		if err != nil {
			r.Errorf("%s: %v", v.ID, err)
			continue
		}
		want, ok := except[v.ID]
		if !ok {
			want = s.listed(v.ID)
		}
		if _, err := s.p.Supports(c.Algorithm, c.Op); err != nil || want == Aborts {
			continue
		}
		for _, b := range s.p.Boundaries() {
			out, err := s.do(c, in, b, 1, 2)
			got := none
			switch {
			case errors.Is(err, provider.ErrNotOffered) && want != Refuses: // nobody asked the library
				continue
			case isRefused(err):
				got = Refuses
			case err == nil:
				if err = v.Check(out); err != nil {
					got = Differs
				}
			default:
				r.Errorf("%s: %s: %v", v.ID, b, err)
				continue
			}
			free := !v.HasOut() || v.Valid != nil && !*v.Valid
			if got != want && !(free && got == Refuses) {
				r.Errorf("%s: %s: %s %s, want that it %s: %v", v.ID, b, s.p.Name(), got, want, err)
			}
		}
	}
}
