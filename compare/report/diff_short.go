package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"cryptogap/compare/result"
	"cryptogap/compare/stats"
)

// inShort says in sentences what a diff found.
func (c *diffComposer) inShort() []string {
	var changed []*result.Change
	rows, compared := make(map[string]bool), make(map[string]bool)
	level := wholeTable / float64(max(1, c.comparisons()))
	for i := range c.d.Changes {
		x := &c.d.Changes[i]
		best := x.Best()
		if x.Boundary != "call" || math.IsNaN(best.Ratio) {
			continue
		}
		compared[x.Unit.Row] = true
		if !x.Marked && best.P <= level && !best.Contains(1) {
			changed = append(changed, x)
			rows[x.Unit.Row] = true
		}
	}
	if len(compared) == 0 {
		return nil
	}
	text := []string{fmt.Sprintf("%d of %s changed (p below 5 %% for the whole table of %s).", len(rows), plural(len(compared), "row"), plural(c.comparisons(), "comparison"))}
	if len(changed) > 0 {
		text = append(text, "Largest: "+c.largest(changed)+".")
	}
	if len(c.d.Controls) > 0 {
		text = append(text, c.controls())
	}
	return text
}

// wholeTable is the probability of a false statement in a table without any change.
const wholeTable = 0.05

// comparisons counts what p is corrected for.
func (c *diffComposer) comparisons() int {
	n := 0
	for i := range c.d.Changes {
		if c.d.Changes[i].Boundary == "call" {
			n++
		}
	}
	return n
}

// largest names the largest changes.
func (c *diffComposer) largest(changed []*result.Change) string {
	const named = 3
	slices.SortStableFunc(changed, func(a, b *result.Change) int {
		size := func(x *result.Change) float64 { return math.Abs(math.Log(x.Best().Ratio)) }
		return cmp.Compare(size(b), size(a))
	})
	var all []string
	for _, x := range changed[:min(named, len(changed))] {
		faster := "slower"
		if x.Best().Ratio < 1 {
			faster = "faster"
		}
		all = append(all, fmt.Sprintf("%s of %s is %s (%s)", x.Unit.Row, c.library(x), faster, ChangeText(x.Best())))
	}
	return strings.Join(all, "; ")
}

// controls says how far the libraries that are the same code on both sides are from no change.
func (c *diffComposer) controls() string {
	var names []string
	for _, name := range c.d.Controls {
		names = append(names, c.titles.of(name))
	}
	var off []float64
	for i := range c.d.Changes {
		x := &c.d.Changes[i]
		if best := x.Best(); x.Boundary == "call" && !x.Marked && slices.Contains(c.d.Controls, x.Provider) && !math.IsNaN(best.Ratio) {
			off = append(off, math.Abs(best.Ratio-1))
		}
	}
	text := "Controls, the same code on both sides: " + strings.Join(names, ", ")
	if len(off) == 0 {
		return text + "."
	}
	return text + fmt.Sprintf(". Their ratios differ from 1 by %s %% in the median, %s %% at most: the run's own error.",
		fixed(100*stats.Median(off), 2), fixed(100*slices.Max(off), 2))
}

// shared is what relative changes have in common with what they are relative to.
func (c *diffComposer) shared() string {
	if c.d.Controls != nil {
		return "repetitions"
	}
	return "rounds"
}
