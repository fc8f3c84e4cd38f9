package verify

import (
	"bytes"
	"context"
	"fmt"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

// known puts to the libraries of the case every vector that says what the
// case's operation gives: as it stands, in the -rekey form, or from the other
// side, where what the vector makes is to be accepted. Vectors that name something
// nobody may accept are left to Vectors: a library that is lenient about them
// still does the work that is timed.
func (s *session) known(c catalog.Case) {
	for _, v := range catalog.Vectors() {
		if v.Algorithm != c.Algorithm.ID || s.over() {
			continue
		}
		if t, ok := s.vectorTrial(v, c.Op); ok {
			t.libs = s.answering()
			s.alike(t)
		}
	}
}

// vectorTrial returns the trial that v is for op, where it is one.
func (s *session) vectorTrial(v catalog.Vector, op catalog.Operation) (trial, bool) {
	if !v.HasOut() || (v.Valid != nil && (!*v.Valid || !yesOrNo(v.Op))) {
		return trial{}, false
	}
	c, in, err := v.Case()
	if err != nil {
		return trial{}, false
	}
	t := trial{effort: effortFor(c), c: c, in: in, label: "vector " + v.ID}
	t.c.Op = op
	maker, accepts := op.Maker()
	switch {
	case op == v.Op, op.Standing() == v.Op:
		t.check = v.Check
	case accepts && maker == v.Op && v.Out != nil && op != catalog.OpForged && v.Op != catalog.OpEncap:
		received, want, err := receive(c.Algorithm, op, in, v.Out)
		if err != nil {
			return trial{}, false
		}
		t.in = received
		t.check = func(out []byte) error {
			if got := keep(out); !got.equal(want) {
				return fmt.Errorf("verify: vector %s (%s): %s gave %s", v.ID, v.Source, op, differ(got, want))
			}
			return nil
		}
	default:
		return trial{}, false
	}
	return t, true
}

// Vectors puts every known answer to every library that offers its operation,
// one verdict a vector. Where the vector names no answer, because libraries have different
// policies, the details say what each did, and a difference is no mismatch.
func Vectors(ctx context.Context, ps []provider.Provider, o Options) []sample.Verdict {
	var all []sample.Verdict
	for _, v := range catalog.Vectors() {
		if ctx.Err() != nil {
			break
		}
		all = append(all, Vector(ctx, ps, v, o))
	}
	return all
}

// Vector puts one known answer to the libraries. The verdict's case is "vector/" and the
// vector's ID.
func Vector(ctx context.Context, ps []provider.Provider, v catalog.Vector, o Options) sample.Verdict {
	return vectorVerdict(ctx, ps, v, o, false)
}

// Given is Vector for inputs of the user's: libraries that give different outputs are a mismatch also where
// the vector names no answer.
func Given(ctx context.Context, ps []provider.Provider, v catalog.Vector, o Options) sample.Verdict {
	return vectorVerdict(ctx, ps, v, o, true)
}

func vectorVerdict(ctx context.Context, ps []provider.Provider, v catalog.Vector, o Options, strict bool) sample.Verdict {
	s := newSession(ctx, ps, o)
	name := "vector/" + v.ID
	c, in, err := v.Case()
	if err != nil {
		for _, l := range s.libs {
			l.drop(sample.Refused, err.Error())
		}
		return s.verdict(name)
	}
	s.admit(c.Algorithm, c.Op)
	t := trial{effort: effortFor(c), c: c, in: in, label: "vector " + v.ID, libs: s.answering(), measured: true, check: v.Check}
	invalid := v.Valid != nil && !*v.Valid
	t.invalid = invalid
	if !v.HasOut() {
		t.check = nil
	}
	switch {
	case c.Algorithm.Draws(c.Op) && v.Out == nil && v.OutPrefix == nil && !invalid:
		s.drawn(t)
	case !v.HasOut() && !strict:
		return s.policy(name, t)
	default:
		if c.Algorithm.Draws(c.Op) {
			t.effort = once // no later call gives the same
		}
		if right, ok := s.alike(t); ok {
			s.digest = right.digest()
		}
	}
	if invalid {
		s.declined(c.Op)
	}
	out := s.verdict(name)
	for i, l := range s.libs {
		if l.known && !l.faulty {
			out.Answers[i].Status = sample.Known
		}
	}
	out.Status = whole(out.Answers)
	return out
}

// drawn verifies a random operation on the inputs of t: nobody may make the same twice, and where there is
// a private key, everybody accepts what each makes.
func (s *session) drawn(t trial) {
	x := exchange{effort: t.effort, mc: t.c, in: t.in, label: t.label, makers: t.libs, measured: true}
	if len(t.in.Key) > 0 {
		s.exchange(x)
		return
	}
	all := s.making(x.makers, x.mc, x.in, x.effort, func(l *library, b provider.Boundary, err error) { s.refusal(l, t, b, err, false) })
	s.fresh(x, all)
	for _, m := range all {
		m.lib.answered = true
		s.crossed = s.crossed || m.lib != all[0].lib
		if len(m.bytes) != len(all[0].bytes) {
			s.fault(m.lib, string(WrongOutput), "%s: %s gave %d bytes, where %s gave %d", t.label, m.lib.Name(), len(m.bytes), all[0].lib.Name(), len(all[0].bytes))
		}
	}
}

// declined counts a refusal as the right answer to what nobody may accept: an error of the operation, where
// its output is no answer, or of Open.
func (s *session) declined(op catalog.Operation) {
	for _, l := range s.main {
		if saysNo(l.status) && (l.unasked || !yesOrNo(op)) {
			s.checks++
			s.crossed, l.answered = true, true
			l.status, l.notes, l.why = "", []note{{"refused", l.why}}, ""
		}
	}
}

// policy asks each library and tells what it did, without a judgement unless
// one contradicts itself.
func (s *session) policy(name string, t trial) sample.Verdict {
	var answers []given
	for _, l := range t.libs {
		if k, is := s.disagrees(l, t); is && k.Outcome == Crashed {
			l.drop(sample.Known, k.text())
			continue
		}
		out, ok := s.ask(l, t)
		if !ok {
			continue
		}
		answers = append(answers, given{l, out})
	}
	s.crossed = len(answers) > 1 && len(group(answers)) == 1
	s.checks += max(0, len(answers)-1)
	if len(group(answers)) > 1 {
		for _, a := range answers {
			s.detail("%s: %s", a.lib.Name(), said(t.c.Op, a.out))
		}
	}
	v := s.verdict(name)
	for i := range v.Answers {
		for _, a := range answers {
			if v.Answers[i].Provider == a.lib.Name() && v.Answers[i].Why == "" {
				v.Answers[i].Why = said(t.c.Op, a.out)
			}
		}
	}
	return v
}

// said puts an output in words.
func said(op catalog.Operation, out output) string {
	switch {
	case op != catalog.OpVerify:
		return "gave " + out.String()
	case bytes.Equal(out.data, []byte{1}):
		return "accepted it"
	}
	return "did not accept it"
}
