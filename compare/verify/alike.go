package verify

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

// A trial is one question put to several libraries, each of which must give
// the same answer.
type trial struct {
	effort
	c     catalog.Case
	in    catalog.Inputs
	label string // what sets this trial apart from the others of the case: "33 bytes"
	libs  []*library

	// measured marks the inputs that are timed: who refuses them is out of
	// the case.
	measured bool
	between  bool // also do it between operations of other contexts
	rare     bool // see variant
	some     int  // above 0: tampered makes a few forgeries, beginning with this one
	// want is the right answer where it is known, and check asks a vector.
	want   *output
	check  func(out []byte) error
	makers []*library // who made the Received of in, all of them the same bytes
	keys   *library   // who made the key pair; nil: nobody, it is a fixture
	// must says which libraries have no good reason to refuse. Nil: any may.
	must func(l *library) bool
	// invalid says that refusing is right.
	invalid bool
}

// foreign says whether a library other than l had a hand in the inputs.
func (t trial) foreign(l *library) bool {
	return (t.keys != nil && t.keys != l) || slices.ContainsFunc(t.makers, func(m *library) bool { return m != l })
}

// A given is an answer to a trial.
type given struct {
	lib *library
	out output
}

// alike puts t to its libraries, and compares what each gives on the first and
// on later calls, at each boundary, with want and with each other. It returns
// the right answer as far as is known; ok is false where nobody gave one. A library that is known to
// disagree about t has no say, and is asked whether it still does.
func (s *session) alike(t trial) (right output, ok bool) {
	all := t.libs
	t.libs = nil
	known := make(map[*library]Known)
	for _, l := range all {
		if k, is := s.disagrees(l, t); is {
			known[l] = k
		} else {
			t.libs = append(t.libs, l)
		}
	}
	right, ok = s.compared(t)
	for _, l := range all {
		if k, is := known[l]; is && l.status == "" && !s.over() {
			s.confirm(l, k, t, right, ok)
		}
	}
	return right, ok
}

// disagrees says whether l is known to disagree about t.
func (s *session) disagrees(l *library, t trial) (Known, bool) {
	if !l.listed() {
		return Known{}, false
	}
	file, test := "verify", fmt.Sprintf("%s %s: %s", t.c.Algorithm.ID, t.c.Op.Standing(), t.label)
	if id, ok := strings.CutPrefix(t.label, "vector "); ok {
		file, test = "vectors.jsonl", id
	}
	return l.knownAbout(file, test)
}

// confirm wants l to disagree about t as it is known to.
func (s *session) confirm(l *library, k Known, t trial, right output, ok bool) {
	if k.Outcome == Crashed { // with the whole process: it is not asked
		l.drop(sample.Known, k.text())
		return
	}
	s.checks++
	t.measured, t.must = false, nil
	out, gave := s.ask(l, t)
	var agrees bool
	switch {
	case !gave:
		agrees = t.invalid
	case t.check != nil:
		agrees = t.check(out.data) == nil
	case t.want != nil:
		agrees = out.equal(*t.want)
	default:
		agrees = ok && out.equal(right)
	}
	if agrees && t.c.Op != t.c.Op.Standing() { // another function of the library than what is listed
		l.answered = true
		return
	}
	if agrees {
		s.fault(l, notListed, "%s: %s, %s: listed as a known disagreement (%s), which no longer happens: remove it from known.jsonl", l.Name(), t.c.Name(), t.label, k.Outcome)
		return
	}
	l.known = true
	l.notes = append(l.notes, note{t.label, k.text()})
	s.sign(string(k.Outcome)+", "+t.label, k.text(), l)
}

// compared is alike for libraries that all have a say.
func (s *session) compared(t trial) (right output, ok bool) {
	var answers []given
	for _, l := range t.libs {
		if s.over() {
			break
		}
		if out, ok := s.ask(l, t); ok {
			answers = append(answers, given{l, out})
			if t.between {
				s.interleave(l, t, out)
			}
		}
	}
	switch {
	case len(answers) == 0:
		return output{}, false
	case t.check != nil:
		for _, a := range answers {
			s.checks++
			if err := t.check(a.out.data); err != nil {
				a.lib.disproved = true
				s.fault(a.lib, wrongly(t, a.out), "%s: %v", a.lib.Name(), err)
				continue
			}
			s.crossed = true
		}
	case t.want != nil:
		s.compare(t, answers, *t.want)
		return *t.want, true
	default:
		return s.vote(t, answers), true
	}
	return answers[0].out, true
}

// ask runs t on l alone. ok is false where l gave nothing.
func (s *session) ask(l *library, t trial) (first output, ok bool) {
	if l.status == sample.Crashed || (t.measured && l.status != "") {
		return output{}, false
	}
	guard := watch(t.in)
	for _, b := range t.boundaries(l) {
		err := l.run(t.c, t.in, b, t.calls, func(call int, out []byte) {
			if !ok {
				first, ok = keep(out), true
				return
			}
			s.checks++
			if o := keep(out); !o.equal(first) {
				s.fault(l, laterCall, "%s: %s, %s: call %d at the %s boundary gave %s, not what the first call gave",
					l.Name(), t.c.Name(), t.label, call+1, b, differ(o, first))
			}
		})
		if guard.restore() {
			s.fault(l, wroteInputs, "%s: %s, %s: wrote to its inputs at the %s boundary", l.Name(), t.c.Name(), t.label, b)
		}
		if err != nil {
			s.refusal(l, t, b, err, ok)
			return first, ok
		}
	}
	if ok {
		l.answered = true
	}
	return first, ok
}

// refusal files an error of l. before says whether another boundary had given an output.
func (s *session) refusal(l *library, t trial, b provider.Boundary, err error, before bool) {
	status := classify(err)
	switch {
	case status == sample.Crashed:
		s.note(l, t.label, err)
	case saysNo(status) && before:
		s.fault(l, oneBoundary, "%s: %s, %s: refused at the %s boundary alone: %v", l.Name(), t.c.Name(), t.label, b, err)
	case status == sample.Refused && t.must != nil && t.must(l) && s.able(l, t.c):
		s.checks++
		s.failed(t, l, string(WronglyRefused), "refused by %s: %v", l.Name(), err)
	case t.measured:
		l.drop(status, err.Error())
		l.unasked = !opened(err)
	case t.invalid && saysNo(status): // as it should be
		s.checks++
	default:
		s.noteRare(l, t.label, err, t.rare)
	}
}

// able says whether l does the operation of c with the inputs that are measured. What it refuses with those
// too, as in FIPS mode, it refuses by policy. Of an operation that takes what another made nobody can say
// so: refusing that is its fault.
func (s *session) able(l *library, c catalog.Case) bool {
	plain, ok := catalog.Find(c.Algorithm.ID)
	if _, accepts := c.Op.Maker(); accepts || !ok {
		return true
	}
	f := catalog.Case{Algorithm: plain, Op: c.Op}
	if plain.Sized() {
		f.Size = plain.BlockLen
	}
	if len(plain.Costs) > 0 {
		f.Cost = plain.Costs[0]
	}
	in, err := catalog.NewInputs(f)
	if err != nil {
		return true
	}
	err = l.run(f, in, l.Boundaries()[0], []int{1}, func(int, []byte) {})
	return err == nil || classify(err) != sample.Refused
}

// failed records that l did not give what it had to for an input that was made by somebody.
func (s *session) failed(t trial, l *library, what, format string, args ...any) {
	if t.makers == nil && t.keys == nil {
		s.fault(l, what, "%s, %s: "+format+"%s", slices.Concat([]any{t.c.Name(), t.label}, args, []any{values(t.in, t.keys != nil)})...)
		return
	}
	for _, m := range t.makers {
		s.pairs = append(s.pairs, pair{t.keys, m, l, what})
	}
	if t.makers == nil {
		s.pairs = append(s.pairs, pair{t.keys, nil, l, what})
	}
	s.detail("%s, %s: %s"+format+"%s", slices.Concat([]any{t.c.Name(), t.label, origin(t)}, args, []any{values(t.in, t.keys != nil)})...)
}

// origin says who made what in t.
func origin(t trial) string {
	var b strings.Builder
	if t.keys != nil {
		b.WriteString("keys of " + t.keys.Name() + ", ")
	}
	if t.makers != nil {
		b.WriteString("made by " + names(t.makers) + ", ")
	}
	return b.String()
}

// values shows what a failed exchange was about. Keys that were made for it
// are shown whole, for nothing else has them.
func values(in catalog.Inputs, fresh bool) string {
	var b strings.Builder
	if fresh {
		fmt.Fprintf(&b, "; private key %x", in.Key)
	}
	for _, v := range []struct {
		name string
		data []byte
	}{{"received", in.Received}, {"public key", in.Public}, {"message", in.Message}} {
		if len(v.data) > 0 {
			b.WriteString("; " + v.name + " " + keep(v.data).String())
		}
	}
	return b.String()
}

// compare compares answers with what they must be.
func (s *session) compare(t trial, answers []given, want output) {
	for _, a := range answers {
		s.checks++
		if len(answers) > 1 || t.foreign(a.lib) {
			s.crossed = true
		}
		switch {
		case a.out.equal(want):
		case t.c.Op == catalog.OpForged: // whoever made the message has no part in it
			s.fault(a.lib, string(WronglyAccepted), "%s, %s: %s accepted a forgery: it gave %s%s", t.c.Name(), t.label, a.lib.Name(), differ(a.out, want), values(t.in, t.keys != nil))
		default:
			s.failed(t, a.lib, wrongly(t, a.out), "%s gave %s", a.lib.Name(), differ(a.out, want))
		}
	}
	if t.measured {
		s.digest = want.digest()
	}
}

// vote compares answers with each other. Where they differ and more agree than
// any other group does, the rest are wrong; else all are suspect. Libraries that a
// known answer disproved count only where nobody else answered: a fault that
// several share is no majority. It returns the answer of the first group.
func (s *session) vote(t trial, answers []given) (right output) {
	groups := group(answers)
	if t.measured {
		s.digest = groups[0][0].out.digest()
	}
	s.checks += len(answers) - 1
	if len(answers) > 1 {
		s.crossed = true
	}
	right = groups[0][0].out
	if len(groups) == 1 {
		return right
	}
	decided := votes(groups[0]) > votes(groups[1]) || votes(groups[0]) == 0 && len(groups[0]) > len(groups[1])
	for _, g := range groups[1:] {
		s.detail("%s, %s: %s gave %s, as %s gave", t.c.Name(), t.label, names(givers(g)), differ(g[0].out, right), names(givers(groups[0])))
		for _, a := range g {
			if decided {
				a.lib.faulty = true
				s.sign(string(WrongOutput), "", a.lib)
			}
			a.lib.suspect = true
		}
	}
	if !decided {
		s.sign(string(WrongOutput), "", givers(answers)...)
		for _, a := range groups[0] {
			a.lib.suspect = true
		}
	}
	return right
}

// votes counts the libraries of a group that no known answer disproved.
func votes(g []given) int {
	n := 0
	for _, a := range g {
		if !a.lib.disproved {
			n++
		}
	}
	return n
}

// group puts equal answers together, the group with the most votes first.
func group(answers []given) [][]given {
	var groups [][]given
	for _, a := range answers {
		i := slices.IndexFunc(groups, func(g []given) bool { return g[0].out.equal(a.out) })
		if i < 0 {
			groups = append(groups, []given{a})
			continue
		}
		groups[i] = append(groups[i], a)
	}
	slices.SortStableFunc(groups, func(a, b []given) int {
		return cmp.Or(cmp.Compare(votes(b), votes(a)), cmp.Compare(len(b), len(a)))
	})
	return groups
}

func givers(answers []given) []*library {
	var libs []*library
	for _, a := range answers {
		libs = append(libs, a.lib)
	}
	return libs
}

func names(libs []*library) string {
	var all []string
	for _, l := range libs {
		all = append(all, l.Name())
	}
	return strings.Join(all, " and ")
}

// A watcher holds copies of inputs that no library may write to.
type watcher struct{ now, before [][]byte }

// watch copies the fields of in; none of them where they are too large to do so each time.
func watch(in catalog.Inputs) watcher {
	var w watcher
	for _, f := range fields(&in) {
		if len(*f.data) <= keepWhole {
			w.now = append(w.now, *f.data)
			w.before = append(w.before, slices.Clone(*f.data))
		}
	}
	return w
}

// restore puts the inputs back as they were, and says whether it had to.
func (w watcher) restore() bool {
	changed := false
	for i, now := range w.now {
		if !bytes.Equal(now, w.before[i]) {
			changed = true
			copy(now, w.before[i])
		}
	}
	return changed
}

// A field is one of the byte strings of Inputs.
type field struct {
	name string
	data *[]byte
}

// fields returns the byte strings of in, by the names vectors give them.
func fields(in *catalog.Inputs) []field {
	return []field{
		{"msg", &in.Message}, {"key", &in.Key}, {"nonce", &in.Nonce}, {"aad", &in.AAD},
		{"salt", &in.Salt}, {"info", &in.Info}, {"public", &in.Public}, {"received", &in.Received},
		{"context", &in.Context}, {"random", &in.Random},
	}
}
