package main

import (
	"slices"
	"testing"

	"cryptogap/cmd/cryptogap-gowolfssl/gowolfssl"
	"cryptogap/compare/catalog"
	"cryptogap/compare/sample"
	"cryptogap/compare/verify"
)

// TestVerify asks of every operation that the wrapper offers that its outputs
// are those of the other libraries, and known answers where there are any. What it
// refuses on the way, as empty slices, is told with -v.
func TestVerify(t *testing.T) {
	wrapper := gowolfssl.New()
	for _, a := range catalog.Algorithms() {
		for _, op := range a.Ops {
			if _, err := wrapper.Supports(a, op); err == nil {
				t.Run(a.ID+"/"+string(op), func(t *testing.T) { agrees(t, smallest(a, op)) })
			}
		}
	}
}

// smallest is a case that is large enough to take an implementation's every
// path; verify goes through the lengths around the block's by itself.
func smallest(a catalog.Algorithm, op catalog.Operation) catalog.Case {
	c := catalog.Case{Algorithm: a, Op: op}
	if a.Sized() {
		c.Size = 1024
	}
	if len(a.Costs) != 0 {
		c.Cost = slices.Min(a.Costs)
	}
	return c
}

func agrees(t *testing.T, c catalog.Case) {
	v := verify.Case(t.Context(), providers(), c, verify.Options{})
	for _, a := range v.Answers {
		if a.Provider == gowolfssl.Name {
			t.Logf("%s: %s %s", a.Implementation, a.Status, a.Why)
			if a.Status != sample.Match {
				t.Errorf("%s, want %s", a.Status, sample.Match)
			}
		}
	}
	for _, d := range v.Details {
		t.Error(d)
	}
}
