package gowolfssl

import (
	"math"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/providertest"
)

func TestProvider(t *testing.T) { providertest.Run(t, New()) }

func TestVectors(t *testing.T) { providertest.Vectors(t, New(), nil) }

func TestLeadingZeros(t *testing.T) { providertest.LeadingZeros(t, New()) }

func TestRowsAreOfTheCatalogue(t *testing.T) {
	seen := map[key]bool{}
	for _, r := range rows() {
		a, ok := catalog.Find(r.id)
		if !ok {
			t.Errorf("a row for %s, which the catalogue has not", r.id)
			continue
		}
		ops := r.ops
		if ops == nil {
			ops = a.Ops
		}
		for _, op := range ops {
			if !a.Has(op) || seen[key{r.id, op}] || r.how == "" {
				t.Errorf("%s %s: no operation of the catalogue, a second row, or a row without words", r.id, op)
			}
			seen[key{r.id, op}] = true
		}
	}
}

func TestLengthsAreNotNarrowed(t *testing.T) {
	for n, want := range map[int]bool{0: true, math.MaxInt32: true, math.MaxInt32 + 1: false, 1<<32 + 5: false, -1: false} {
		if got := fits(1, n) == nil; got != want {
			t.Errorf("fits(%d) is %t", n, got)
		}
	}
}
