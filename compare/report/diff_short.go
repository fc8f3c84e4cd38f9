package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// inShort says in sentences what a diff found.
func (c *diffComposer) inShort() []string {
	changed, inDoubt := c.changed()
	compared := c.compared()
	if len(compared) == 0 {
		return append([]string{"No row has enough repetitions on both sides: nothing is known of a change."}, c.conditions()...)
	}
	rows := func(changes []*result.Change) int {
		names := make(map[string]bool)
		for _, x := range changes {
			names[x.Unit.Row] = true
		}
		return len(names)
	}
	text := []string{fmt.Sprintf("%d of %s changed (p below 5 %% for the whole table of %s).",
		rows(changed), plural(rows(compared), "row"), plural(len(compared), "comparison"))}
	text = append(text, flaggedText(compared)...)
	text = append(text, inDoubtText(inDoubt, c.named)...)
	text = append(text, c.conditions()...)
	if len(changed) > 0 {
		text = append(text, "Largest: "+largest(changed, c.named)+".")
	}
	if len(c.d.Controls) > 0 {
		text = append(text, c.controls())
	}
	return text
}

// flaggedText says of how many comparisons nothing is known; nil where there is none.
func flaggedText(compared []*result.Change) []string {
	flagged := 0
	for _, x := range compared {
		if x.Marked {
			flagged++
		}
	}
	if flagged == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %s are flagged, noisy or unstable on a side: whether they changed is not known.", flagged, plural(len(compared), "comparison"))}
}

// conditions says what else differs than the rows, before anybody reads a figure.
func (c *diffComposer) conditions() []string {
	var all []string
	if c.d.RatiosOnly {
		all = append(all, "The runs are of two machines: time ratios of the libraries are compared, and not times.")
	}
	if text := differing(slices.Concat(c.d.Foreign, c.d.Differences)); text != "" {
		all = append(all, text)
	}
	return all
}

// differing is a sentence of what differs between two runs: what was set, and the first few of the rest.
func differing(all []sample.Difference) string {
	const named = 6
	var parts []string
	for _, x := range all {
		parts = append(parts, x.Name+" "+x.Against())
	}
	if len(parts) == 0 {
		return ""
	}
	more := ""
	if len(parts) > named {
		more = fmt.Sprintf("; and %d more, see the warnings", len(parts)-named)
		parts = parts[:named]
	}
	return "Differs: " + strings.Join(parts, "; ") + more + "."
}

// compared are the changes at the call boundary that have a ratio.
func (c *diffComposer) compared() []*result.Change {
	var all []*result.Change
	for i := range c.d.Changes {
		x := &c.d.Changes[i]
		if x.Boundary == sample.Call && !math.IsNaN(x.Best().Ratio) && (!c.d.RatiosOnly || x.Gap != nil) {
			all = append(all, x)
		}
	}
	return all
}

// inDoubtText names flagged changes; nil where there is none.
func inDoubtText(inDoubt []*result.Change, name func(*result.Change) string) []string {
	if len(inDoubt) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of these would count as changed without the flag. Largest: %s. Measure again.", len(inDoubt), largest(inDoubt, name))}
}

// changed are those that changed, whatever else in the table did; in doubt are flagged ones that did by the same measure.
func (c *diffComposer) changed() (changed, inDoubt []*result.Change) { return changedOf(c.compared()) }

func changedOf(compared []*result.Change) (changed, inDoubt []*result.Change) {
	level := wholeTable / float64(max(1, len(compared)))
	for _, x := range compared {
		switch best := x.Best(); {
		case best.P > level || best.Contains(1):
		case x.Marked:
			inDoubt = append(inDoubt, x)
		default:
			changed = append(changed, x)
		}
	}
	return changed, inDoubt
}

// wholeTable is the probability of a false statement in a table without any change.
const wholeTable = 0.05

// largest names the largest changes.
func largest(changed []*result.Change, name func(*result.Change) string) string {
	const most = 3
	changed = slices.Clone(changed)
	slices.SortStableFunc(changed, func(a, b *result.Change) int {
		size := func(x *result.Change) float64 { return math.Abs(math.Log(x.Best().Ratio)) }
		return cmp.Compare(size(b), size(a))
	})
	var all []string
	for _, x := range changed[:min(most, len(changed))] {
		faster := "slower"
		if x.Best().Ratio < 1 {
			faster = "faster"
		}
		all = append(all, fmt.Sprintf("%s is %s (%s)", name(x), faster, ChangeText(x.Best())))
	}
	return strings.Join(all, "; ")
}

// named is the change's row and library.
func (c *diffComposer) named(x *result.Change) string { return x.Unit.Row + " of " + c.library(x) }

// controls says how far the libraries that are the same code on both sides are from no change.
func (c *diffComposer) controls() string {
	var names []string
	for _, name := range c.d.Controls {
		names = append(names, c.titles.of(name))
	}
	var changes []*result.Change
	for i := range c.d.Changes {
		if x := &c.d.Changes[i]; slices.Contains(c.d.Controls, x.Provider) {
			changes = append(changes, x)
		}
	}
	return controlsText(list(names...), changes)
}

// controlsText is a sentence about the changes of libraries that are the same code; "" where there is none.
func controlsText(names string, changes []*result.Change) string {
	if names == "" {
		return ""
	}
	var off []float64
	for _, x := range changes {
		if best := x.Best(); x.Boundary == sample.Call && !x.Marked && !math.IsNaN(best.Ratio) {
			off = append(off, math.Abs(best.Ratio-1))
		}
	}
	text := "Controls, the same code on both sides: " + names
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
