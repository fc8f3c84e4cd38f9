//go:build cgo && !nowolf

package wolfbridge

import (
	"bytes"
	"errors"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

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

// TestSymmetric runs each deterministic kind over lengths around the blocks,
// at both boundaries, and asks for the same bytes each time and for no allocation.
func TestSymmetric(t *testing.T) {
	p := New()
	for _, a := range catalog.Algorithms() {
		switch a.Kind {
		case catalog.KindCrossing, catalog.KindHash, catalog.KindXOF, catalog.KindMAC:
		default:
			continue
		}
		for _, op := range a.Ops {
			if _, err := p.Supports(a, op); err != nil {
				continue
			}
			for _, size := range []int{0, 1, a.BlockLen - 1, a.BlockLen, a.BlockLen + 1, 3*a.BlockLen - 1, 16384} {
				if !a.Takes(size) {
					continue
				}
				c := catalog.Case{Algorithm: a, Op: op, Size: size}
				in, err := catalog.NewInputs(c)
				if err != nil {
					t.Fatal(err)
				}
				same(t, p, c, in)
			}
		}
	}
}

// same does c at both boundaries and wants one result.
func same(t *testing.T, p provider.Provider, c catalog.Case, in catalog.Inputs) {
	t.Helper()
	var want []byte
	for i, b := range provider.Boundaries() {
		r, err := p.Open(c, in, b)
		if err != nil {
			t.Error(err)
			return
		}
		for _, n := range []int{1, 2, 3} {
			inner, err := r.Do(n)
			if err != nil {
				t.Errorf("%s: %v", c.Name(), err)
				break
			}
			if (b == provider.Batch) != (inner > 0) {
				t.Errorf("%s at %s: the library's clock says %v", c.Name(), b, inner)
			}
			if i == 0 && n == 1 {
				want = bytes.Clone(r.Output())
			}
			if !bytes.Equal(r.Output(), want) {
				t.Errorf("%s at %s, %d times: %x, before %x", c.Name(), b, n, r.Output(), want)
			}
		}
		if allocs := testing.AllocsPerRun(10, func() { _, _ = r.Do(2) }); allocs != 0 {
			t.Errorf("%s at %s: %v allocations", c.Name(), b, allocs)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}
