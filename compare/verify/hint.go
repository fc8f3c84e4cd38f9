package verify

import (
	"crypto/sha3"
	"fmt"
	"slices"

	"cryptogap/compare/catalog"
)

// A hintSet has the parameters of a set (FIPS 204 section 4, table 1).
type hintSet struct {
	k, l, omega int
	challenge   int // bytes of the commitment hash
	gamma1      int // bits
	w1          int // bits of a coefficient of w1
	top         int // the largest value of one
}

var hintSets = map[string]hintSet{
	"ml-dsa-44": {k: 4, l: 4, omega: 80, challenge: 32, gamma1: 17, w1: 6, top: 43},
	"ml-dsa-65": {k: 6, l: 5, omega: 55, challenge: 48, gamma1: 19, w1: 4, top: 15},
	"ml-dsa-87": {k: 8, l: 7, omega: 75, challenge: 64, gamma1: 19, w1: 4, top: 15},
}

// A bitsWriter appends numbers of some bits each, the lowest bit first (FIPS 204 algorithms 16 and 17).
type bitsWriter struct {
	out []byte
	n   int // bits
}

func (w *bitsWriter) add(value, width int) {
	for i := range width {
		if w.n%8 == 0 {
			w.out = append(w.out, 0)
		}
		w.out[w.n/8] |= byte(value>>i&1) << (w.n % 8)
		w.n++
	}
}

// hinted returns a public key and a valid signature of in's message and context with hints at the given coefficients, of which
// there are 256 in each of k polynomials. t1 of the key and z of the signature are zero. So is then A·z - c·t1·2^d, each hint is a
// UseHint(1, 0), which gives the largest value (FIPS 204 algorithm 40), and no signing is needed. Nobody's honest signature has one.
func (p hintSet) hinted(in catalog.Inputs, hints []int) catalog.Inputs {
	public := make([]byte, 32+320*p.k)
	tr := sha3.SumSHAKE256(public, 64)
	mu := sha3.SumSHAKE256(slices.Concat(tr, []byte{0, byte(len(in.Context))}, in.Context, in.Message), 64)
	var w1, z bitsWriter
	for i := range 256 * p.k {
		value := 0
		if slices.Contains(hints, i) {
			value = p.top
		}
		w1.add(value, p.w1)
	}
	for range 256 * p.l {
		z.add(1<<p.gamma1, p.gamma1+1)
	}
	h := make([]byte, p.omega+p.k)
	n := 0
	for i := range 256 * p.k {
		if slices.Contains(hints, i) {
			h[n] = byte(i)
			n++
		}
		h[p.omega+i/256] = byte(n)
	}
	in.Key, in.Public = nil, catalog.Aligned(public)
	in.Received = catalog.Aligned(slices.Concat(sha3.SumSHAKE256(slices.Concat(mu, w1.out), p.challenge), z.out, h))
	return in
}

const (
	withHints    = "signature that reaches UseHint(1, 0)"
	withoutHints = "signature of zeros without a hint"
)

// hints puts valid signatures with hints where no honest one has them to every library.
func (s *session) hints(v variant) {
	p, ok := hintSets[v.c.Algorithm.ID]
	if !ok {
		return
	}
	var all []int
	for i := range p.omega {
		all = append(all, i*(256*p.k-1)/(p.omega-1))
	}
	for _, hints := range [][]int{nil, {0}, {256*p.k - 1}, all} {
		s.accepted(v, p, hints, once)
	}
}

// accepted wants every library to accept the signature with these hints.
func (s *session) accepted(v variant, p hintSet, hints []int, e effort) {
	t := trial{effort: e, c: v.c, in: p.hinted(v.in, hints), label: withHints, libs: s.answering()}
	if len(hints) == 0 {
		t.label = withoutHints
	}
	t.check = func(out []byte) error {
		if !slices.Equal(out, []byte{1}) {
			return fmt.Errorf("%s: does not accept a valid %s", v.c.Name(), t.label)
		}
		return nil
	}
	s.alike(t)
}
