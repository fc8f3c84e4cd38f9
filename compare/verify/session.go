package verify

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

// maxDetails is how many details a verdict has at most; what goes wrong once
// goes wrong at every length.
const maxDetails = 12

// maxNotes is how many different refusals an answer tells of at most, and of
// how many labels each.
const maxNotes = 3

// A session is one verification, of which one verdict is made.
type session struct {
	ctx     context.Context
	libs    []*library
	main    []*library // those the verdict is about
	digest  string
	checks  int
	crossed bool // something was compared that did not come from one library alone
	details []string
	dropped int              // details beyond maxDetails
	asked   map[listing]bool // known disagreements about forgeries: did one happen
	pairs   []pair           // failed exchanges, for which somebody must be to blame
	signs   []sign           // what was found, each once
	trait   string           // what sets the inputs of a search apart: findings about them are others
}

// A pair is one failed exchange: who made the key (nil: a fixture), who used it to make
// something, who did not accept that; and in what way.
type pair struct {
	keys, maker, accepter *library
	what                  string
}

func newSession(ctx context.Context, ps []provider.Provider, o Options) *session {
	s := &session{ctx: ctx, asked: make(map[listing]bool)}
	for _, p := range ps {
		s.libs = append(s.libs, &library{Provider: p, before: o.Before})
	}
	return s
}

// admit makes the verdict one about op of a: libraries that do not offer it
// are out, with their reason.
func (s *session) admit(a catalog.Algorithm, op catalog.Operation) {
	for _, l := range s.libs {
		var err error
		if l.implementation, err = l.Supports(a, op); err != nil {
			l.drop(classify(err), err.Error())
			continue
		}
		s.main = append(s.main, l)
	}
}

// answering returns the libraries of the verdict that are still in it.
func (s *session) answering() []*library {
	return slices.DeleteFunc(slices.Clone(s.main), func(l *library) bool { return l.status != "" })
}

// offering returns the libraries that offer op of a, whatever the verdict is about.
func (s *session) offering(a catalog.Algorithm, op catalog.Operation) []*library {
	if !a.Has(op) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.libs), func(l *library) bool {
		if l.status == sample.Crashed {
			return true
		}
		_, err := l.Supports(a, op)
		return err != nil
	})
}

// over says whether the caller wants no more.
func (s *session) over() bool { return s.ctx.Err() != nil }

func (s *session) detail(format string, args ...any) {
	if len(s.details) == maxDetails {
		s.dropped++
		return
	}
	s.details = append(s.details, fmt.Sprintf(format, args...))
}

// fault says that l's output is wrong, and in which way.
func (s *session) fault(l *library, what, format string, args ...any) {
	l.faulty = true
	s.sign(what, "", l)
	s.detail(format, args...)
}

// note records that l said no where that is neither a fault nor the end of its part in the case.
func (s *session) note(l *library, label string, err error) {
	if classify(err) == sample.Crashed {
		l.drop(sample.Crashed, label+": "+err.Error())
		s.sign(string(Crashed), "", l)
		return
	}
	l.notes = append(l.notes, note{label, err.Error()})
}

// noteRare is note, but for what a binding does not offer of a parameter that few hand on.
func (s *session) noteRare(l *library, label string, err error, rare bool) {
	if !rare || classify(err) != sample.NotOffered {
		s.note(l, label, err)
	}
}

// blame settles who is at fault where an exchange failed: the library that is
// part of the most failures; all of these where several are.
func (s *session) blame() {
	parts := make(map[*library]int)
	for _, p := range s.pairs {
		seen := []*library{nil}
		for _, l := range []*library{p.keys, p.maker, p.accepter} {
			if !slices.Contains(seen, l) {
				seen = append(seen, l)
				parts[l]++
			}
		}
	}
	most := 0
	for _, n := range parts {
		most = max(most, n)
	}
	var guilty []*library
	for _, l := range s.libs {
		if n := parts[l]; n > 0 && n == most {
			l.suspect = true
			guilty = append(guilty, l)
		}
	}
	for _, p := range s.pairs {
		s.sign(p.what, "", guilty...)
	}
	s.pairs = nil
}

// verdict sums up.
func (s *session) verdict(name string) sample.Verdict {
	s.blame()
	v := sample.Verdict{Case: name, Digest: s.digest, Checks: s.checks, Details: s.details}
	if s.dropped > 0 {
		v.Details = append(v.Details, fmt.Sprintf("and %d more", s.dropped))
	}
	// A library that a known answer or a majority found wrong explains its
	// differences from the others.
	proven := slices.ContainsFunc(s.libs, func(l *library) bool { return l.faulty })
	for _, l := range s.libs {
		a := sample.Answer{Provider: l.Name(), Implementation: l.implementation, Status: l.status, Why: l.why}
		switch {
		case l.status == sample.Crashed:
		case l.faulty, l.suspect && !proven:
			a.Status = sample.Mismatch
		case l.status != "":
		case !s.crossed, !l.answered:
			a.Status = sample.Unchecked
		default:
			a.Status = sample.Match
		}
		if a.Why == "" {
			a.Why = s.remarks(l)
		}
		v.Answers = append(v.Answers, a)
	}
	v.Status = whole(v.Answers)
	return v
}

// remarks tells the notes of l: each refusal once, with where it was met. What
// every library refused says nothing about one of them.
func (s *session) remarks(l *library) string {
	var words []string
	where := make(map[string][]string)
	for _, n := range l.notes {
		if s.unanimous(n.label) || slices.Contains(where[n.words], n.label) {
			continue
		}
		if where[n.words] == nil {
			words = append(words, n.words)
		}
		where[n.words] = append(where[n.words], n.label)
	}
	var all []string
	for _, w := range words[:min(len(words), maxNotes)] {
		labels := where[w]
		text := strings.Join(labels[:min(len(labels), maxNotes)], " and ")
		if more := len(labels) - maxNotes; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		all = append(all, text+": "+w)
	}
	if more := len(words) - maxNotes; more > 0 {
		all = append(all, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(all, "; ")
}

// unanimous says whether every one of several libraries that answered has a note with that label.
func (s *session) unanimous(label string) bool {
	answered := 0
	for _, l := range s.libs {
		if !l.answered {
			continue
		}
		answered++
		if !slices.ContainsFunc(l.notes, func(n note) bool { return n.label == label }) {
			return false
		}
	}
	return answered > 1
}

// whole is the verdict over all answers: a mismatch wherever there is one, else
// what those say that gave outputs, else the worst of the reasons why nobody did.
func whole(answers []sample.Answer) sample.Status {
	rank := []sample.Status{sample.Mismatch, sample.Unchecked, sample.Match, sample.Known, sample.Crashed, sample.Refused, sample.NotOffered, sample.Absent}
	status := sample.Absent
	for _, a := range answers {
		if cmp.Less(slices.Index(rank, a.Status), slices.Index(rank, status)) {
			status = a.Status
		}
	}
	return status
}
