package verify

import (
	"cmp"
	"fmt"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// interleave wants l to give the same for t while another of its contexts is open: one over other inputs, which
// does its operation between two of t's, and one whose operation fails.
func (s *session) interleave(l *library, t trial, want output) {
	for _, other := range decoys(t) {
		for _, b := range t.boundaries(l) {
			err := l.between(t.c, t.in, other.make(), b, func(when string, out []byte) {
				s.checks++
				if o := keep(out); !o.equal(want) {
					s.fault(l, otherContext, "%s: %s, %s: %s (%s) it gave %s at the %s boundary",
						l.Name(), t.c.Name(), t.label, when, other.what, differ(o, want), b)
				}
			})
			if err != nil {
				s.fault(l, otherContext, "%s: %s, %s: refused beside another context (%s) at the %s boundary: %v", l.Name(), t.c.Name(), t.label, other.what, b, err)
			}
		}
	}
}

// interleaved says whether the variant is done between operations of other contexts: one short one of the case, and the measured
// one where it takes no time.
func interleaved(v variant, measured bool, e effort) bool {
	return len(e.calls) > 1 && (v.often || measured && v.c.Algorithm.Kind != catalog.KindKDF)
}

// decoys are inputs for another context of the same library.
func decoys(t trial) []forgery {
	var all []forgery
	add := func(what string, in catalog.Inputs) {
		all = append(all, forgery{what: what, make: func() catalog.Inputs { return in }})
	}
	in := t.in
	if _, accepts := t.c.Op.Maker(); accepts {
		in.Received = flip(in.Received, len(in.Received)-1)
		add("what it opened was wrong", in)
		return all
	}
	in.Message = flip(in.Message, len(in.Message)-1)
	switch t.c.Algorithm.Kind {
	case catalog.KindCipher, catalog.KindAEAD, catalog.KindMAC, catalog.KindKDF:
		in.Key, in.Nonce = flip(in.Key, len(in.Key)-1), flip(in.Nonce, 0)
		add("of another key", in)
	case catalog.KindAgreement:
		in.Received = in.Public
		add("of another peer", in)
	default:
		add("of another message", in)
	}
	return all
}

// between opens c over in, and does it once before another context does c over other, once after, and once after
// that one is closed. It hands each output on. What the other context says is its own affair.
func (l *library) between(c catalog.Case, in, other catalog.Inputs, b provider.Boundary, each func(when string, out []byte)) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: panic: %v", errCrashed, p)
		}
	}()
	l.tell()
	r, err := l.Open(c, in, b)
	if err != nil {
		return err
	}
	do := func(when string) {
		if err == nil {
			if _, err = r.Do(1); err == nil {
				each(when, r.Output())
			}
		}
	}
	do("before another context")
	second, failed := l.Open(c, other, b)
	if failed == nil {
		_, _ = second.Do(1)
		do("after the operation of another context")
		_ = second.Close()
	}
	do("after another context was closed")
	return cmp.Or(err, r.Close())
}
