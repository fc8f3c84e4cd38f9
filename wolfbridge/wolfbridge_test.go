//go:build cgo && !nowolf

package wolfbridge

import (
	"bytes"
	"errors"
	"slices"
	"strings"
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

// symmetric are the kinds whose operations take no time to speak of and allocate
// nothing.
var symmetric = []catalog.Kind{
	catalog.KindCrossing, catalog.KindRNG, catalog.KindCipher, catalog.KindAEAD,
	catalog.KindMAC, catalog.KindHash, catalog.KindXOF,
}

// TestSymmetric runs each symmetric kind over lengths around the blocks, at
// both boundaries, and asks for the same bytes each time and for no allocation.
func TestSymmetric(t *testing.T) {
	p := New()
	for _, a := range catalog.Algorithms() {
		if !slices.Contains(symmetric, a.Kind) {
			continue
		}
		for _, op := range a.Ops {
			if _, err := p.Supports(a, op); err != nil {
				continue
			}
			for _, size := range []int{0, 1, a.BlockLen - 1, a.BlockLen, a.BlockLen + 1, 3*a.BlockLen - 1, 16384, 16384 + a.BlockLen} {
				if !a.Takes(size) {
					continue
				}
				if strings.HasSuffix(a.ID, "-xts") && size == 0 {
					continue // IEEE 1619 has no message shorter than a block, and the library refuses one
				}
				c := catalog.Case{Algorithm: a, Op: op, Size: size}
				in := inputs(t, p, c)
				same(t, p, c, in)
			}
		}
	}
}

// inputs are c's, with what the other side made.
func inputs(t *testing.T, p provider.Provider, c catalog.Case) catalog.Inputs {
	t.Helper()
	in, err := catalog.NewInputs(c)
	if err != nil {
		t.Fatal(err)
	}
	if maker, ok := c.Op.Maker(); ok {
		m := c
		m.Op = maker
		in.Received = do(t, p, m, in)
		if c.Op == catalog.OpForged {
			in.Received[len(in.Received)-1] ^= 1
		}
	}
	return in
}

// do does c once.
func do(t *testing.T, p provider.Provider, c catalog.Case, in catalog.Inputs) []byte {
	t.Helper()
	r, err := p.Open(c, in, provider.Call)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := r.Do(1); err != nil {
		t.Fatalf("%s: %v", c.Name(), err)
	}
	return bytes.Clone(r.Output())
}

// same does c at both boundaries and wants one result, the right one where it
// is known.
func same(t *testing.T, p provider.Provider, c catalog.Case, in catalog.Inputs) {
	t.Helper()
	var want []byte
	switch c.Op {
	case catalog.OpDecrypt, catalog.OpOpen, catalog.OpOpenRekey:
		want = in.Message
	case catalog.OpForged:
		want = []byte{0}
	default:
		if !c.Algorithm.Random {
			want = do(t, p, c, in)
		}
	}
	for _, b := range provider.Boundaries() {
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
			if got := r.Output(); !c.Algorithm.Random && !bytes.Equal(got, want) {
				t.Errorf("%s at %s, %d times: %x, want %x", c.Name(), b, n, got, want)
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
