package verify

import (
	"context"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

// Interop repeats what the libraries exchange under a runs times with fresh
// keys, nonces and messages: 2,000 runs find what goes wrong once in 256 times, a leading
// zero that is lost. Keys that take long to make are the fixtures. It ends
// early once more has failed than a verdict tells of. The verdict's case is
// "interop/" and the algorithm's ID.
func Interop(ctx context.Context, ps []provider.Provider, a catalog.Algorithm, runs int, o Options) sample.Verdict {
	s := newSession(ctx, ps, o)
	ops := exchanged(a)
	s.admitAny(a, ops)
	for i := 0; i < runs && !s.over() && s.dropped == 0; i++ {
		for _, op := range ops {
			d := draw(a, op, interopSeed, i)
			d.honest = true
			if t, ok := s.draft(a, op, d); ok {
				s.attempt(t)
			}
		}
	}
	return s.verdict("interop/" + a.ID)
}

// interopSeed makes Interop draw the same inputs each time.
const interopSeed = 1

// exchanged returns the operations of a that Interop runs. Those that accept
// what another makes at random are part of that one, and keygen is part of
// all that have keys.
func exchanged(a catalog.Algorithm) []catalog.Operation {
	var ops []catalog.Operation
	for _, op := range a.Ops {
		m, accepts := op.Maker()
		switch {
		case a.Variant(op), op == catalog.OpRead, op == catalog.OpCall, op == catalog.OpKeygen:
		case accepts && (m == catalog.OpSign || a.Draws(m)):
		default:
			ops = append(ops, op)
		}
	}
	return ops
}

// admitAny makes the verdict one about all of ops: out are the libraries that
// offer none of them.
func (s *session) admitAny(a catalog.Algorithm, ops []catalog.Operation) {
	for _, l := range s.libs {
		var why error
		for _, op := range ops {
			implementation, err := l.Supports(a, op)
			if err == nil {
				l.implementation, why = implementation, nil
				s.main = append(s.main, l)
				break
			}
			why = err
		}
		switch {
		case why != nil:
			l.drop(classify(why), why.Error())
		case len(ops) == 0:
			l.drop(sample.Absent, "nothing to exchange")
		}
	}
}
