package verify

import (
	"context"
	"encoding/hex"
	"slices"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

// FuzzOptions say how long Fuzz looks, and where. The draft of an iteration
// is a function of Seed, the algorithm, the operation and the iteration's number, but
// for fresh keys, which the libraries make.
type FuzzOptions struct {
	Options
	Seed       uint64
	From       int           // first iteration
	Iterations int           // 0: no limit, but 1000 where Duration is 0 too
	Duration   time.Duration // 0: no limit
	Least      time.Duration // what the first input has of time at the least, where it is slow
	// Found are findings of an earlier search: another input that shows one is counted and not described.
	Found []Failure
	// Each is called before each iteration with its number and what was done before it. An error ends the search. It may be nil.
	Each func(i int, so FuzzReport) error
}

// A FuzzReport says what Fuzz did.
type FuzzReport struct {
	Algorithm  string `json:"algorithm"`
	Op         string `json:"op"`
	Seed       uint64 `json:"seed"`
	Iterations int    `json:"iterations"`
	Checks     int    `json:"checks"`
	// Classes is how many classes the inputs were of: kinds of lengths, contents, parameters and efforts. Fresh is the share of the
	// second half of them that were the first of a class: how likely the next input shows something new.
	Classes   int           `json:"classes"`
	Fresh     float64       `json:"fresh"`
	Spent     time.Duration `json:"spent_ns"`
	Providers []string      `json:"providers"` // those that offer the operation
	// Failures are the findings, each once, with the first input that showed it; MostFindings at most, after which the search ends.
	Failures []Failure `json:"failures,omitempty"`
}

// MostFindings bounds the findings of an operation.
const MostFindings = 8

// A Failure is a finding: an input about which libraries differ. Findings are the same where the same libraries are wrong in the same way.
type Failure struct {
	Who   string `json:"who"`             // whose output is wrong; several, with "+" between them, where nothing says which of them is right
	What  string `json:"what"`            // in which way: an Outcome or such, and what sets the inputs apart
	Times int    `json:"times"`           // inputs that showed it
	Known string `json:"known,omitempty"` // the known disagreement that lists it, in words: it is neither made small nor a failure

	Iteration int               `json:"iteration"` // with the seed, it draws the input anew
	After     time.Duration     `json:"after_ns"`  // how long the operation was searched before
	Case      string            `json:"case"`
	Inputs    map[string]string `json:"inputs"`         // hex, by the names of vectors.jsonl; empty ones are left out
	Cost      int               `json:"cost,omitempty"` // kdf
	Length    int               `json:"length,omitempty"`
	Vector    *catalog.Vector   `json:"vector,omitempty"` // the input as verify --cases takes it; nil where an operation has none
	Minimised bool              `json:"minimised"`        // shortened as far as it still failed; false: it failed once and not again
	Verdict   sample.Verdict    `json:"verdict"`
}

// Fuzz puts random inputs to every library that offers op of a, and describes each finding once. It makes
// the first input that showed it small. There must be two libraries to differ.
func Fuzz(ctx context.Context, ps []provider.Provider, a catalog.Algorithm, op catalog.Operation, o FuzzOptions) FuzzReport {
	r := FuzzReport{Algorithm: a.ID, Op: string(op), Seed: o.Seed, Failures: slices.Clone(o.Found)}
	if o.Iterations == 0 && o.Duration == 0 {
		o.Iterations = 1000
	}
	whole := ctx
	if o.Duration > 0 {
		var cancel context.CancelFunc
		limited, cancel := context.WithTimeout(ctx, o.Duration)
		defer cancel()
		ctx = limited
	}
	probe := newSession(ctx, ps, o.Options)
	probe.admit(a, op)
	for _, l := range probe.main {
		r.Providers = append(r.Providers, l.Name())
	}
	if len(r.Providers) == 0 {
		return r
	}
	seen := newClasses()
	start := time.Now()
	for i := o.From; (o.Iterations == 0 || i-o.From < o.Iterations) && (ctx.Err() == nil || i == o.From); i++ {
		r.Classes, r.Fresh, r.Spent = seen.count(), seen.fresh(), time.Since(start)
		if o.Each != nil && o.Each(i, r) != nil {
			break
		}
		mine := ctx
		if o.Least > 0 && i == o.From {
			slow, cancel := context.WithTimeout(whole, max(o.Least, o.Duration))
			defer cancel()
			mine = slow
		}
		s := newSession(mine, ps, o.Options)
		s.admit(a, op)
		t, ok := s.draft(a, op, draw(a, op, o.Seed, i))
		if !ok {
			return r
		}
		seen.add(t)
		s.attempt(t)
		r.Checks += s.checks
		signs, took := s.found(a, op), time.Since(start)
		if mine.Err() == nil || len(signs) > 0 { // else it was cut off
			r.Iterations++
		}
		for _, g := range signs {
			r.count(g, func() Failure {
				f := failure(ps, o.Options, t, s, g)
				f.Iteration, f.After = i, took
				return f
			})
		}
		if len(r.Failures) >= MostFindings {
			break
		}
	}
	r.Classes, r.Fresh, r.Spent = seen.count(), seen.fresh(), time.Since(start)
	return r
}

// count counts an input that showed the sign, which describe describes where it is new.
func (r *FuzzReport) count(g sign, describe func() Failure) {
	i := slices.IndexFunc(r.Failures, func(f Failure) bool { return f.Who == g.who && f.What == g.what })
	if i < 0 {
		i = len(r.Failures)
		r.Failures = append(r.Failures, describe())
	}
	r.Failures[i].Times++
}

// Add adds what was found after r, by a search that was told r's findings.
func (r *FuzzReport) Add(later FuzzReport) {
	before := r.Spent
	r.Iterations += later.Iterations
	r.Checks += later.Checks
	r.Spent += later.Spent
	r.Classes, r.Fresh, r.Providers = max(r.Classes, later.Classes), later.Fresh, later.Providers
	for _, f := range later.Failures {
		if i := slices.IndexFunc(r.Failures, func(x Failure) bool { return f.Who == x.Who && f.What == x.What }); i >= 0 {
			r.Failures[i].Times += f.Times
			continue
		}
		f.After += before
		r.Failures = append(r.Failures, f)
	}
}

// Told returns the findings as a later search is told them.
func (r *FuzzReport) Told() []Failure {
	var all []Failure
	for _, f := range r.Failures {
		all = append(all, Failure{Who: f.Who, What: f.What})
	}
	return all
}

// failure describes the draft, which showed g; one that is not known it makes small.
func failure(ps []provider.Provider, o Options, t draft, first *session, g sign) Failure {
	// Making it small has time of its own: a failure found at the last
	// moment is worth it.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(first.ctx), 10*time.Second)
	defer cancel()
	try := func(t draft) *session {
		s := newSession(ctx, ps, o)
		s.admit(t.c.Algorithm, t.c.Op)
		s.attempt(t)
		return s
	}
	shows := func(t draft) bool {
		return slices.ContainsFunc(try(t).found(t.c.Algorithm, t.c.Op), g.same)
	}
	f := Failure{Who: g.who, What: g.what, Known: g.known}
	s := first
	if g.known == "" && shows(t) {
		if plain := t; t.tamper {
			plain.tamper = false
			if shows(plain) {
				t = plain
			}
		}
		t = minimise(t, func(t draft) bool { return ctx.Err() == nil && shows(t) })
		f.Minimised = true
		s = try(t)
	}
	f.Case, f.Inputs, f.Verdict = t.c.Name(), hexFields(t.in), s.verdict(t.c.Name())
	f.Vector = vectorOfDraft(t)
	if t.c.Op.Standing() == catalog.OpDerive {
		f.Cost, f.Length = t.c.Cost, t.c.Algorithm.OutLen
	}
	return f
}

// vectorOfDraft returns the draft as a vector. What is made anew each time, as keys are, has none.
func vectorOfDraft(t draft) *catalog.Vector {
	if _, accepts := t.c.Op.Maker(); accepts && t.hints == nil || t.c.Op == catalog.OpKeygen {
		return nil
	}
	in := t.in
	switch {
	case t.hostile != nil && t.c.Op == catalog.OpEncap:
		in.Public, in.Key = t.hostile, nil
	case t.hints != nil:
		in = hintSets[t.c.Algorithm.ID].hinted(in, t.hints)
	case t.hostile != nil:
		in.Received = t.hostile
	}
	v := catalog.VectorOf(t.c.Algorithm.ID+"-"+string(t.c.Op), t.c, in)
	if t.hostile != nil && t.c.Op == catalog.OpEncap {
		v.Valid = new(bool) // it must be refused
	}
	if t.hints != nil {
		yes := true
		v.Signature, v.Received, v.Valid = v.Received, nil, &yes
	}
	if t.c.Op == catalog.OpAgree {
		v.Peer, v.Received = v.Received, nil
	}
	return &v
}

func hexFields(in catalog.Inputs) map[string]string {
	m := make(map[string]string)
	for _, f := range fields(&in) {
		if len(*f.data) > 0 {
			m[f.name] = hex.EncodeToString(*f.data)
		}
	}
	return m
}
