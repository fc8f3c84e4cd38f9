package verify

import (
	"context"
	"fmt"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

// Case compares what ps give for c, on the first and on later calls, at each
// of their boundaries, as measured and with the inputs around that, with each other and
// with known answers. Where outputs are random, and where an operation accepts
// what another made, every library's are handed to every other.
//
// Where ctx ends first, the verdict is about as much as was done.
func Case(ctx context.Context, ps []provider.Provider, c catalog.Case, o Options) sample.Verdict {
	s := newSession(ctx, ps, o)
	s.admit(c.Algorithm, c.Op)
	err := sane(c)
	var all []variant
	if err == nil {
		all, err = variants(c)
	}
	if err != nil {
		for _, l := range s.answering() {
			l.drop(sample.Refused, err.Error())
		}
		return s.verdict(c.Name())
	}
	s.known(c) // first, so that it is clear from there on who is right
	switch _, accepts := c.Op.Maker(); {
	case c.Op == catalog.OpRead:
		s.read(c, all[0].in)
	case c.Op == catalog.OpKeygen:
		s.keygen(c, all[0].in)
	case c.Op == catalog.OpForged:
		s.forged(all)
	case accepts:
		s.accept(all)
		if c.Op == catalog.OpVerify {
			s.hints(all[0])
		}
	default:
		s.make(all)
	}
	s.stale(c.Name())
	return s.verdict(c.Name())
}

// make verifies an operation that needs nothing made by another.
func (s *session) make(all []variant) {
	c := all[0].c
	exchanges := len(accepting(c.Algorithm, c.Op)) > 0 && (c.Op == catalog.OpSign || c.Algorithm.Draws(c.Op))
	for i, v := range all {
		if v.wrong != "" {
			s.refused(v)
			continue
		}
		e := effortFor(v.c)
		if i > 0 {
			e = effortAside(v.c)
		}
		switch {
		case v.light:
			e = once
		case v.often && quick(v.c):
			e = repeated
		}
		if !c.Algorithm.Draws(c.Op) || v.in.Random != nil {
			s.alike(trial{effort: e, c: v.c, in: v.in, label: v.label, libs: s.answering(), measured: i == 0, between: interleaved(v, i == 0, e), rare: v.rare})
		}
		if exchanges {
			s.exchange(exchange{effort: e, mc: v.c, in: v.in, label: v.label, makers: s.answering(), measured: i == 0, rare: v.rare})
		}
	}
	if exchanges {
		for _, k := range s.generate(c.Algorithm, once, 1) {
			s.use(c.Algorithm, k)
		}
	}
	if c.Op == catalog.OpEncap {
		s.hostileKeys(all[0])
	}
	if c.Op == catalog.OpAgree {
		s.hostileAgreements(all[0])
		s.agreements(c.Algorithm, s.generate(c.Algorithm, once, 2))
	}
}

// accept verifies an operation that takes what another made: from every
// library that makes it, and not what was tampered with.
func (s *session) accept(all []variant) {
	for i, v := range all {
		if v.wrong != "" {
			continue // nobody makes one
		}
		for j, t := range s.received(v, i == 0) {
			if i > 0 || j > 0 {
				t.effort = effortAside(t.c)
			}
			switch {
			case v.light:
				t.effort = once
			case v.often && quick(v.c):
				t.effort = repeated
			}
			t.between = j == 0 && interleaved(v, i == 0, t.effort)
			s.alike(t)
			if i == 0 || v.forge || (!v.light && len(v.in.Message) <= v.c.Algorithm.BlockLen) {
				s.tampered(t)
			}
		}
	}
}

// received returns a trial for each different input that libraries make for the accepting operation
// of v.
func (s *session) received(v variant, measured bool) []trial {
	op, _ := v.c.Op.Maker()
	mc := v.c
	mc.Op = op
	makers := s.offering(v.c.Algorithm, op)
	all := s.making(makers, mc, v.in, once, func(l *library, _ provider.Boundary, err error) {
		s.noteRare(l, v.label+", making it", err, v.rare)
	})
	if measured && len(all) == 0 && !s.over() {
		for _, l := range s.answering() {
			l.drop(sample.Refused, fmt.Sprintf("%v (%s)", errNobody, op))
		}
	}
	could := make(map[*library]bool)
	for _, m := range all {
		could[m.lib] = true
	}
	offers := make(map[*library]bool)
	for _, l := range makers {
		offers[l] = true
	}
	var trials []trial
	for _, m := range distinct(all) {
		in, want, err := receive(v.c.Algorithm, v.c.Op, v.in, m.bytes)
		if err != nil {
			s.fault(m.lib, string(WrongOutput), "%s: %s, %s: %v", m.lib.Name(), mc.Name(), m.label, err)
			continue
		}
		trials = append(trials, trial{
			effort: effortFor(v.c), c: v.c, in: in, label: v.label, libs: s.answering(), measured: measured, rare: v.rare,
			want: &want, makers: m.by, must: func(l *library) bool { return could[l] || !offers[l] },
		})
	}
	return trials
}
