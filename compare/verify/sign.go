package verify

import (
	"slices"
	"strings"

	"cryptogap/compare/catalog"
)

// Ways in which a library is wrong, besides the outcomes.
const (
	laterCall    = "another output on a later call"
	wroteInputs  = "writes to its inputs"
	oneBoundary  = "refused at one boundary alone"
	otherContext = "disturbed by another context"
	notRandom    = "not random"
	noAnswer     = "an error in place of an answer"
	notListed    = "a known disagreement that no longer happens"
)

// A sign is what tells one finding of an operation from another: whose output is wrong (several where nothing says which of
// them is right), and in which way.
type sign struct {
	who   string // names, with "+" between them
	what  string
	known string // the disagreement that lists it
}

// same says whether both are of one finding.
func (g sign) same(x sign) bool { return g.who == x.who && g.what == x.what }

// sign notes what was found about the libraries.
func (s *session) sign(what, known string, libs ...*library) {
	var who []string
	for _, l := range libs {
		who = append(who, l.Name())
	}
	g := sign{who: strings.Join(who, "+"), what: what, known: known}
	if s.trait != "" && !strings.Contains(what, ",") { // else it names a forgery
		g.what += ", " + s.trait
	}
	if !slices.ContainsFunc(s.signs, g.same) {
		s.signs = append(s.signs, g)
	}
}

// found returns what was found about op of a, with what is known of it.
func (s *session) found(a catalog.Algorithm, op catalog.Operation) []sign {
	s.blame()
	for i, g := range s.signs {
		if l := s.named(g.who); l != nil && g.known == "" {
			if k, ok := l.knownAbout("fuzz", a.ID+" "+string(op.Standing())+": "+g.what); ok {
				s.signs[i].known = k.text()
			}
		}
	}
	return s.signs
}

// wrongly says how the output is wrong.
func wrongly(t trial, out output) string {
	switch {
	case t.invalid:
		return string(WronglyAccepted)
	case yesOrNo(t.c.Op) && out.n == 1 && out.data[0] == 0:
		return string(WronglyRefused)
	case yesOrNo(t.c.Op):
		return string(WronglyAccepted)
	}
	return string(WrongOutput)
}
