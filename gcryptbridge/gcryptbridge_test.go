//go:build cgo && !nogcrypt

package gcryptbridge

import (
	"bytes"
	"errors"
	"slices"
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

// offered calls f for each algorithm and operation of the kinds that this build has.
func offered(t *testing.T, f func(a catalog.Algorithm, op catalog.Operation), kinds ...catalog.Kind) {
	t.Helper()
	p := New()
	for _, a := range catalog.Algorithms() {
		for _, op := range a.Ops {
			if _, err := p.Supports(a, op); err == nil && slices.Contains(kinds, a.Kind) {
				f(a, op)
			}
		}
	}
}

// inputs returns c's inputs, with what the maker of its Received makes.
func inputs(t testing.TB, c catalog.Case) catalog.Inputs {
	t.Helper()
	in, err := catalog.NewInputs(c)
	if err != nil {
		t.Fatal(err)
	}
	maker, ok := c.Op.Maker()
	if !ok {
		return in
	}
	c.Op = maker
	r := open(t, c, in, provider.Call)
	if _, err := r.Do(1); err != nil {
		t.Fatalf("%s: %v", c.Name(), err)
	}
	in.Received = bytes.Clone(r.Output())
	return in
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
