package result

import (
	"math"
	"slices"

	"cryptogap/compare/sample"
)

// A Tally sums up one pair of providers over the rows of a kind, at the call
// boundary, with the first of several thread counts. Rows that carry a warning (Row.Marked) are counted, and left out of all else.
type Tally struct {
	Kind        sample.Kind // "" is all kinds together
	Base, Other string      // the same provider: against its own copy (A/A)
	Mean        float64     // geometric mean of Base's time / Other's over Rows
	Rows        int         // = Longer + Tied + Shorter
	Longer      int         // rows in which Base is slower
	Tied        int         // rows whose interval contains 1
	Shorter     int         // rows in which Base takes less time
	Marked      int         // rows left out
}

// Summary tallies every pair of providers whose ratio was measured: all kinds
// together first, then each kind, in the order in which the rows bring them. The empty call is
// no row of it: what Go's costs and what a cgo call costs are not the same work.
func (r *Result) Summary() []Tally {
	var all []Tally
	at := func(kind sample.Kind, base, other string) *Tally {
		i := slices.IndexFunc(all, func(t Tally) bool { return t.Kind == kind && t.Base == base && t.Other == other })
		if i < 0 {
			i = len(all)
			all = append(all, Tally{Kind: kind, Base: base, Other: other})
		}
		return &all[i]
	}
	for _, kind := range r.kinds() {
		for i := range r.Rows {
			row := &r.Rows[i]
			if row.Unit.EmptyCall() || (kind != "" && row.Unit.Kind != kind) {
				continue
			}
			for _, g := range row.Gaps {
				if b, o := row.Series[g.Base], row.Series[g.Other]; o.Boundary == b.Boundary && o.Threads == row.Series[0].Threads {
					at(kind, b.Provider, o.Provider).add(row, g)
				}
			}
		}
	}
	for i := range all {
		all[i].Mean = math.Exp(all[i].Mean / float64(all[i].Rows))
	}
	return all
}

// add counts a row's gap; Mean is the sum of logarithms until all are in.
func (t *Tally) add(row *Row, g Gap) {
	if row.Marked() {
		t.Marked++
		return
	}
	t.Rows++
	t.Mean += math.Log(g.Ratio.Value)
	switch {
	case g.Ratio.Tie():
		t.Tied++
	case g.Ratio.Value > 1:
		t.Longer++
	default:
		t.Shorter++
	}
}

// kinds returns "" and the kinds of the rows, each once.
func (r *Result) kinds() []sample.Kind {
	kinds := []sample.Kind{""}
	for _, row := range r.Rows {
		if !slices.Contains(kinds, row.Unit.Kind) {
			kinds = append(kinds, row.Unit.Kind)
		}
	}
	return kinds
}
