package providertest

import (
	"bytes"
	"sync"
	"testing"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// routines puts c to each boundary and compares what they give.
func (s suite) routines(r reporter, c catalog.Case, in catalog.Inputs) {
	var first []byte
	for i, b := range s.p.Boundaries() {
		if i > 0 && slowest(c.Algorithm, c.Op) {
			return
		}
		out, ok := s.routine(r, c, in, b)
		switch {
		case !ok:
			return
		case i == 0:
			first = out
		case c.Algorithm.Draws(c.Op):
			if c.Algorithm.Kind != catalog.KindPKE && len(out) != len(first) {
				r.Errorf("%s: %d bytes at the %s boundary, %d at the other", c.Name(), len(out), b, len(first))
			}
		case !bytes.Equal(out, first):
			r.Errorf("%s: %s gives %x, the other boundary %x", c.Name(), b, trim(out), trim(first))
		}
	}
}

// routine does c several times and in several portions in one routine, then
// closes it, and returns the last output.
func (s suite) routine(r reporter, c catalog.Case, in catalog.Inputs, b provider.Boundary) (out []byte, ok bool) {
	defer func() {
		if p := recover(); p != nil {
			r.Errorf("%s: %s: panic: %v", c.Name(), b, p)
			ok = false
		}
	}()
	before := clone(in)
	rt, err := s.p.Open(c, in, b)
	if err != nil {
		r.Errorf("%s: %s: Open: %v", c.Name(), b, err)
		return nil, false
	}
	want := outLen(c, in)
	for i, n := range s.calls(c.Algorithm, c.Op) {
		if d, ok := s.p.(provider.HeapShuffler); ok {
			d.ShuffleHeap(uint64(i)) // what the routine holds stays where it is
		}
		inner, err := rt.Do(n)
		if err != nil {
			r.Errorf("%s: %s: Do(%d): %v", c.Name(), b, n, err)
			return nil, false
		}
		if (inner > 0) != (b == provider.Batch) || inner < 0 {
			r.Errorf("%s: %s: Do(%d) says the library's own clock saw %v", c.Name(), b, n, inner)
		}
		got := bytes.Clone(rt.Output())
		if want >= 0 && len(got) != want {
			r.Errorf("%s: %s: output of %d bytes, want %d", c.Name(), b, len(got), want)
		}
		switch {
		case i == 0:
		case c.Algorithm.Draws(c.Op):
			if len(got) >= 16 && bytes.Equal(got, out) {
				r.Errorf("%s: %s: two calls gave the same random output %x", c.Name(), b, trim(got))
			}
		case !bytes.Equal(got, out):
			r.Errorf("%s: %s: call %d, of %d operations, gives %x, the one before %x", c.Name(), b, i+1, n, trim(got), trim(out))
		}
		if changed(in, before) {
			r.Errorf("%s: %s: an input was written to", c.Name(), b)
			return nil, false
		}
		out = got
	}
	if again := rt.Output(); !bytes.Equal(again, out) {
		r.Errorf("%s: %s: Output changed without a Do", c.Name(), b)
	}
	s.closed(r, c, b, rt)
	return out, true
}

// closed closes rt, twice, and asks that it then refuses to work.
func (s suite) closed(r reporter, c catalog.Case, b provider.Boundary, rt provider.Routine) {
	for range 2 {
		if err := rt.Close(); err != nil {
			r.Errorf("%s: %s: Close: %v", c.Name(), b, err)
		}
	}
	if _, err := rt.Do(1); err == nil {
		r.Errorf("%s: %s: Do works after Close", c.Name(), b)
	}
	_ = rt.Output() // must not crash
}

// concurrency asks that routines of one case, each in a goroutine of its own, give what one alone gives: 64 of them, or four of
// what is slow.
func (s suite) concurrency(r reporter, a catalog.Algorithm, op catalog.Operation) {
	cases := s.cases(a, op)
	c := cases[len(cases)-1]
	in, ok := s.inputs(r, c)
	if !ok {
		return
	}
	for _, b := range s.p.Boundaries() {
		start := time.Now()
		want, err := s.once(c, in, b)
		if err != nil {
			return // routine has said so
		}
		goroutines, rounds := 64, 3
		if time.Since(start) > 200*time.Microsecond {
			goroutines, rounds = 4, 2
		}
		outs, errs := make([][]byte, goroutines), make([]error, goroutines)
		var wg sync.WaitGroup
		for g := range goroutines {
			wg.Go(func() {
				for range rounds {
					if outs[g], errs[g] = s.once(c, in, b); errs[g] != nil {
						return
					}
				}
			})
		}
		wg.Wait()
		for g := range goroutines {
			switch {
			case errs[g] != nil:
				r.Errorf("%s: %s: in many goroutines: %v", c.Name(), b, errs[g])
			case !a.Draws(op) && !bytes.Equal(outs[g], want):
				r.Errorf("%s: %s: in many goroutines %x, alone %x", c.Name(), b, trim(outs[g]), trim(want))
			}
		}
	}
}

// allocs asks that Do makes no garbage.
func (s suite) allocs(r reporter, a catalog.Algorithm, op catalog.Operation) {
	if a.Kind.PublicKey() {
		return
	}
	c := s.cases(a, op)[0]
	in, ok := s.inputs(r, c)
	if !ok {
		return
	}
	for _, b := range s.p.Boundaries() {
		rt, err := s.p.Open(c, in, b)
		if err != nil {
			return // routine has said so
		}
		var failed error
		n := testing.AllocsPerRun(5, func() {
			if _, err := rt.Do(2); err != nil {
				failed = err
			}
		})
		if failed == nil && n != 0 {
			r.Errorf("%s: %s: Do allocates %v times", c.Name(), b, n)
		}
		_ = rt.Close() // checked elsewhere
	}
}

// boundary asks that a boundary that p has not is refused.
func (s suite) boundary(r reporter, a catalog.Algorithm, op catalog.Operation) {
	c := s.cases(a, op)[0]
	in, ok := s.inputs(r, c)
	if !ok {
		return
	}
	if rt, err := s.p.Open(c, in, "no-such-boundary"); err == nil {
		_ = rt.Close()
		r.Errorf("%s: Open takes a boundary that there is not", c.Name())
	}
}

// trim keeps messages short.
func trim(b []byte) []byte { return b[:min(len(b), 24)] }
