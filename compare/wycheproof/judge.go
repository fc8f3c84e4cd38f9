package wycheproof

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
	"cryptogap/compare/verify"
)

// A Result is what the libraries did with one file.
type Result struct {
	File      string    `json:"file"`
	Tests     int       `json:"tests"`     // whose algorithm is in the catalogue
	Unmapped  int       `json:"unmapped"`  // of these, that cannot be put as questions
	Why       []string  `json:"why"`       // why not
	Libraries []Library `json:"libraries"` // those that implement any of the algorithms, in the providers' order
}

// A Library is what one library did with one file.
type Library struct {
	Provider      string                 `json:"provider"`
	Counts        map[verify.Outcome]int `json:"counts"`
	Disagreements []Disagreement         `json:"disagreements"` // all outcomes but passed and not expressible
	Stale         []string               `json:"stale"`         // listed disagreements that did not happen
}

// A Disagreement is a test that did not pass.
type Disagreement struct {
	Test    int            `json:"tcId"`
	Outcome verify.Outcome `json:"outcome"`
	Comment string         `json:"comment,omitempty"`
	What    string         `json:"what"`            // the output, or the library's words
	Known   string         `json:"known,omitempty"` // reason and reference, where it is listed
}

// Verdict is the worst of the outcomes: one a file and library.
func (l Library) Verdict() verify.Outcome {
	for _, o := range Outcomes() {
		if l.Counts[o] > 0 {
			return o
		}
	}
	return verify.NotExpressible
}

// Outcomes returns all, the worst first.
func Outcomes() []verify.Outcome {
	return []verify.Outcome{
		verify.Crashed, verify.WrongOutput, verify.WronglyAccepted, verify.WronglyRefused, verify.RefusedByPolicy, verify.Passed, verify.NotExpressible,
	}
}

// Failed says whether the library has a disagreement that is not listed, or does not have one that is.
func (l Library) Failed() bool {
	return len(l.Stale) > 0 || slices.ContainsFunc(l.Disagreements, func(d Disagreement) bool { return d.Known == "" })
}

// Crashed is what a library did that ended the process in the test with that number.
func Crashed(name string, test int, why string) Library {
	return Library{
		Provider: name, Counts: map[verify.Outcome]int{verify.Crashed: 1},
		Disagreements: []Disagreement{{Test: test, Outcome: verify.Crashed, What: why}},
	}
}

// Judge puts the tests of the file to the libraries, each at its first boundary. Step is told the number of
// each test before it is put.
func Judge(ctx context.Context, ps []provider.Provider, f *File, o verify.Options, step func(test int)) Result {
	r := Result{File: f.Name}
	tests := f.Tests()
	r.Tests = len(tests)
	for _, t := range tests {
		if t.Why != "" {
			r.Unmapped++
			if !slices.Contains(r.Why, t.Why) {
				r.Why = append(r.Why, t.Why)
			}
		}
	}
	for _, p := range ps {
		l := Library{Provider: p.Name(), Counts: make(map[verify.Outcome]int)}
		known := verify.KnownOf(p.Info(), f.Name)
		seen := make([]map[string]bool, len(known))
		implemented := false
		for _, t := range tests {
			if ctx.Err() != nil {
				break
			}
			step(t.ID)
			number := strconv.Itoa(t.ID)
			d := Disagreement{Test: t.ID, Outcome: verify.Crashed, Comment: t.Comment}
			if !slices.ContainsFunc(known, func(k verify.Known) bool { return k.Outcome == verify.Crashed && k.Has(number) }) { // else not asked
				var absent bool
				d.Outcome, d.What, absent = put(p, t, o)
				implemented = implemented || !absent
				if absent {
					continue
				}
			}
			for i, k := range known {
				policy := k.Outcome == verify.RefusedByPolicy && d.Outcome == verify.WronglyRefused
				if !k.Has(number) || (k.Outcome != d.Outcome && !policy) {
					continue
				}
				implemented = true
				d.Outcome, d.Known = k.Outcome, k.Reason+" ("+k.Reference+")"
				if seen[i] == nil {
					seen[i] = make(map[string]bool)
				}
				seen[i][number] = true
			}
			l.Counts[d.Outcome]++
			if d.Outcome != verify.Passed && d.Outcome != verify.NotExpressible {
				l.Disagreements = append(l.Disagreements, d)
			}
		}
		if ctx.Err() == nil {
			l.Stale = stale(known, seen, tests)
		}
		if implemented {
			r.Libraries = append(r.Libraries, l)
		}
	}
	return r
}

// stale returns the listed tests that did not disagree as listed.
func stale(known []verify.Known, seen []map[string]bool, tests []Test) []string {
	var all []string
	for i, k := range known {
		for _, t := range tests {
			number := strconv.Itoa(t.ID)
			if k.Has(number) && !seen[i][number] {
				all = append(all, fmt.Sprintf("tcId %d: listed as %s, which no longer happens: remove it from known.jsonl", t.ID, k.Outcome))
			}
		}
	}
	return all
}

// put puts a test to a library. absent is true where the library does not implement the algorithm.
func put(p provider.Provider, t Test, o verify.Options) (outcome verify.Outcome, what string, absent bool) {
	if len(t.Questions) == 0 {
		return verify.NotExpressible, t.Why, false
	}
	outcome = verify.Passed
	for _, q := range t.Questions {
		now, text, none := ask(p, t, q, o)
		if none {
			absent = true
			continue
		}
		if worse(now, outcome) {
			outcome, what = now, text
		}
	}
	return outcome, what, absent && outcome == verify.Passed
}

// worse says whether a is worse than b. A test of which a part cannot be put is not expressible, unless another part fails.
func worse(a, b verify.Outcome) bool {
	if a == verify.NotExpressible || b == verify.NotExpressible {
		return b == verify.Passed || (b == verify.NotExpressible && a != verify.Passed)
	}
	return slices.Index(Outcomes(), a) < slices.Index(Outcomes(), b)
}

func ask(p provider.Provider, t Test, q Question, o verify.Options) (outcome verify.Outcome, what string, absent bool) {
	if _, err := p.Supports(q.Case.Algorithm, q.Case.Op); err != nil {
		return verify.NotExpressible, err.Error(), true
	}
	b := p.Boundaries()[0]
	reply := verify.Ask(p, q.Case, q.Inputs, b, o)
	switch reply.Status() {
	case sample.Crashed:
		return verify.Crashed, reply.Err.Error(), false
	case sample.NotOffered, sample.Absent:
		if q.Else != nil {
			return ask(p, t, *q.Else, o)
		}
		return verify.NotExpressible, reply.Err.Error(), false
	case "":
	default:
		if t.Result == "valid" {
			return verify.WronglyRefused, reply.Err.Error(), false
		}
		if yesOrNo(q.Case.Op) && reply.Asked { // an error is no answer: the signature was not looked at
			return verify.WronglyRefused, reply.Err.Error(), false
		}
		return verify.Passed, "", false
	}
	if q.Decap != nil {
		return paired(p, t, q, reply.Output, b, o)
	}
	outcome = judge(t, q, reply.Output)
	if outcome != verify.Passed {
		what = fmt.Sprintf("gave %x", reply.Output[:min(len(reply.Output), shown)])
		if len(reply.Output) > shown {
			what += fmt.Sprintf("… (%d bytes)", len(reply.Output))
		}
	}
	return outcome, what, false
}

// shown is how many bytes of an output a disagreement shows.
const shown = 64

// judge says how an output stands to the right one.
func judge(t Test, q Question, out []byte) verify.Outcome {
	equal := bytes.Equal(out, q.Want) || (q.Prefix && bytes.HasPrefix(out, q.Want))
	if yesOrNo(q.Case.Op) {
		switch accepted := bytes.Equal(out, []byte{1}); {
		case !accepted && !bytes.Equal(out, []byte{0}):
			return verify.WrongOutput
		case accepted && t.Result == "invalid":
			return verify.WronglyAccepted
		case !accepted && t.Result == "valid":
			return verify.WronglyRefused
		}
		return verify.Passed
	}
	switch {
	case t.Result == "invalid" && q.Differ && !equal:
		return verify.Passed
	case t.Result == "invalid":
		return verify.WronglyAccepted
	case q.Want != nil && !equal:
		return verify.WrongOutput
	}
	return verify.Passed
}

// paired decapsulates what was encapsulated.
func paired(p provider.Provider, t Test, q Question, made []byte, b provider.Boundary, o verify.Options) (verify.Outcome, string, bool) {
	c, n := q.Case, q.Case.Algorithm.OutLen
	if len(made) < n {
		return verify.WrongOutput, fmt.Sprintf("encapsulated to %d bytes", len(made)), false
	}
	c.Op = catalog.OpDecap
	in := *q.Decap
	in.Received = made[n:]
	back := Question{Case: c, Inputs: in, Want: made[:n]}
	return ask(p, t, back, o)
}

// yesOrNo says whether the output is an answer of one byte.
func yesOrNo(op catalog.Operation) bool { return op == catalog.OpVerify || op == catalog.OpForged }
