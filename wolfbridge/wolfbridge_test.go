//go:build cgo && !nowolf

package wolfbridge

import (
	"errors"
	"math"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// TestRows asks that each row is one of the catalogue's, once.
func TestRows(t *testing.T) {
	rows, err := library()
	if err != nil {
		t.Fatal(err)
	}
	type key struct {
		id string
		op catalog.Operation
	}
	seen := make(map[key]bool)
	for _, r := range rows {
		a, ok := catalog.Find(r.Algorithm)
		if !ok || !a.Has(r.Op) {
			t.Errorf("the catalogue has no %s of %q", r.Op, r.Algorithm)
		}
		if k := (key{r.Algorithm, r.Op}); seen[k] {
			t.Errorf("two rows for %s of %s", r.Op, r.Algorithm)
		} else {
			seen[k] = true
		}
		if (r.How == "") != (r.Lack != nil) {
			t.Errorf("%s of %s: %q beside %v", r.Op, r.Algorithm, r.How, r.Lack)
		}
	}
}

// TestFits narrows no length: 2^32 and more would become its remainder.
func TestFits(t *testing.T) {
	for _, n := range []int{0, 1, math.MaxInt32} {
		if err := fits(n); err != nil {
			t.Error(err)
		}
	}
	for _, n := range []int{-1, math.MaxInt32 + 1, math.MaxUint32, math.MaxUint32 + 17, math.MaxInt} {
		if err := fits(16, n); !errors.Is(err, provider.ErrRefused) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}
