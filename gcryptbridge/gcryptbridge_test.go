//go:build cgo && !nogcrypt

package gcryptbridge

import (
	"bytes"
	"errors"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// open returns a routine that the test closes.
func open(t testing.TB, c catalog.Case, in catalog.Inputs, b provider.Boundary) provider.Routine {
	t.Helper()
	r, err := New().Open(c, in, b)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// offered calls f for each algorithm and operation that this build has.
func offered(t *testing.T, kinds []catalog.Kind, f func(a catalog.Algorithm, op catalog.Operation)) {
	t.Helper()
	p := New()
	for _, a := range catalog.Algorithms() {
		for _, op := range a.Ops {
			if _, err := p.Supports(a, op); err == nil && (kinds == nil || contains(kinds, a.Kind)) {
				f(a, op)
			}
		}
	}
}

func contains(kinds []catalog.Kind, k catalog.Kind) bool {
	for _, have := range kinds {
		if have == k {
			return true
		}
	}
	return false
}

// TestVectors puts every known answer to the library, at both boundaries, and
// asks twice.
func TestVectors(t *testing.T) {
	p := New()
	for _, v := range catalog.Vectors() {
		c, in, err := v.Case()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Supports(c.Algorithm, c.Op); err != nil {
			t.Logf("%s: %v", v.ID, err)
			continue
		}
		for _, b := range p.Boundaries() {
			r, err := p.Open(c, in, b)
			if err == nil {
				_, err = r.Do(1)
			}
			if err == nil {
				_, err = r.Do(2)
			}
			switch {
			case errors.Is(err, provider.ErrRefused):
				t.Logf("%s: %v", v.ID, err)
			case err != nil:
				t.Errorf("%s at %s: %v", v.ID, b, err)
			default:
				if err := v.Check(r.Output()); err != nil {
					t.Errorf("%s: %v", b, err)
				}
			}
			if r != nil {
				_ = r.Close()
			}
		}
	}
}

// TestSymmetric runs each deterministic kind at both boundaries, over lengths
// around the blocks, and asks for the same bytes each time and no allocation.
func TestSymmetric(t *testing.T) {
	kinds := []catalog.Kind{catalog.KindCrossing, catalog.KindHash, catalog.KindXOF, catalog.KindMAC}
	offered(t, kinds, func(a catalog.Algorithm, op catalog.Operation) {
		for _, size := range []int{0, 1, a.BlockLen, a.BlockLen + 1, 3*a.BlockLen - 1, 16384} {
			if !a.Takes(size) {
				continue
			}
			c := catalog.Case{Algorithm: a, Op: op, Size: size}
			in, err := catalog.NewInputs(c)
			if err != nil {
				t.Fatal(err)
			}
			same(t, c, in)
		}
	})
}

func same(t *testing.T, c catalog.Case, in catalog.Inputs) {
	t.Helper()
	var want []byte
	for _, b := range provider.Boundaries() {
		r := open(t, c, in, b)
		for _, n := range []int{1, 2, 3} {
			inner, err := r.Do(n)
			if err != nil {
				t.Fatalf("%s: %v", c.Name(), err)
			}
			if (b == provider.Batch) != (inner > 0) {
				t.Errorf("%s at %s: the library's clock says %v", c.Name(), b, inner)
			}
			if want == nil {
				want = bytes.Clone(r.Output())
			}
			if !bytes.Equal(r.Output(), want) {
				t.Errorf("%s at %s, %d times: %x, before %x", c.Name(), b, n, r.Output(), want)
			}
		}
		if allocs := testing.AllocsPerRun(10, func() { _, _ = r.Do(2) }); allocs != 0 {
			t.Errorf("%s at %s: %v allocations", c.Name(), b, allocs)
		}
	}
}
