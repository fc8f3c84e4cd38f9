package report

import (
	"fmt"
	"slices"

	"cryptogap/compare/result"
)

// A tally is a line of the summary.
type tally struct {
	kind  string
	pairs []*result.Tally // one a pair; nil: the two are not together in this kind
}

// tallies returns all kinds together, then each, for the pairs that have a
// column. With a single kind its line alone says it all; without an unmarked gap there is nothing
// to sum up.
func (c *composer) tallies() []tally {
	all := c.res.Summary()
	var lines []tally
	for i := range all {
		t := &all[i]
		at := slices.Index(c.pairs, pair{t.Base, t.Other})
		if at < 0 {
			continue
		}
		line := slices.IndexFunc(lines, func(l tally) bool { return l.kind == t.Kind })
		if line < 0 {
			line = len(lines)
			lines = append(lines, tally{kind: t.Kind, pairs: make([]*result.Tally, len(c.pairs))})
		}
		lines[line].pairs[at] = t
	}
	switch {
	case len(lines) > 0 && lines[0].rows() == 0:
		return nil
	case len(lines) == 2:
		return lines[1:]
	}
	return lines
}

// rows is how many gaps of all pairs the tally is made of.
func (t tally) rows() int {
	n := 0
	for _, p := range t.pairs {
		if p != nil {
			n += p.Rows
		}
	}
	return n
}

// marked is how many rows the tally leaves out.
func (t tally) marked() int {
	n := 0
	for _, p := range t.pairs {
		if p != nil {
			n = max(n, p.Marked)
		}
	}
	return n
}

// summary is the sheet of the tallies.
func (c *composer) summary() sheet {
	tallies := c.tallies()
	s := sheet{Title: c.summaryTitle()}
	s.column("", "kind", false)
	for _, p := range c.pairs {
		s.column(c.titleOf(p.other), "mean", true)
		s.column("", "longer", true)
		s.column("", "tie", true)
		s.column("", "less", true)
	}
	marked := slices.ContainsFunc(tallies, func(t tally) bool { return t.marked() > 0 })
	if marked {
		s.column("left out", "(marked)", true)
	}
	for _, t := range tallies {
		row := []string{t.kind}
		if t.kind == "" {
			row[0] = "all rows"
		}
		for _, p := range t.pairs {
			if p == nil {
				row = append(row, "", "", "", "")
				continue
			}
			row = append(row, mean(p.Mean), fmt.Sprint(p.Longer), fmt.Sprint(p.Tied), fmt.Sprint(p.Shorter))
		}
		if marked {
			row = append(row, fmt.Sprint(t.marked()))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

func (c *composer) summaryTitle() string {
	if len(c.pairs) == 0 {
		return ""
	}
	base, what := c.titleOf(c.pairs[0].base), "the other's"
	if c.res.Run.Settings.AA {
		base, what = "each library", itsOwn
	}
	return fmt.Sprintf("Summary by kind: geometric mean of %s's time / %s, and in how many rows %s takes longer, as long, or less time", base, what, base)
}

// cgoCalls says what a call into each library costs.
func (c *composer) cgoCalls() []string {
	lines, cgoCalls := c.threadCgoCalls(), cgoCallsOf(c.res)
	for _, lib := range c.libs {
		agree, rows := 0, 0
		for _, check := range c.res.CgoCalls {
			if check.Provider != lib.Name {
				continue
			}
			rows++
			if check.Agrees {
				agree++
			}
		}
		for _, x := range cgoCalls {
			if isEmptyCall(x.row) && x.provider == lib.Name && rows > 0 {
				lines = append(lines, fmt.Sprintf("A cgo call into %s costs %s ns a call (the empty call: call − batch); %d of %s agree with it%s.",
					c.titleOf(lib.Name), figure(x.NS.Value, x.NS.Lo, x.NS.Hi), agree, plural(rows, "row"),
					unless(!x.row.Marked(), " (contended or unstable: not to be relied on)")))
			}
		}
	}
	return lines
}

// legend explains the signs that the page uses, in two lines.
func (c *composer) legend() []string {
	if len(c.pairs) == 0 {
		return []string{"One library alone: there is no gap to show, and its outputs are checked against known answers only."}
	}
	base := c.titleOf(c.pairs[0].base)
	first := fmt.Sprintf("Gap: %s's time divided by the other's, from quiet samples; above 1 %s takes longer.", base, base)
	if c.res.Run.Settings.AA {
		first = "Gap: a library's time divided by its own, measured as if it were another's; every row should be a tie."
	}
	return []string{
		first + " ± reaches as far as a second run's gap does in 95 of 100 rows.",
		"~ is a tie: the interval contains 1. ? is contended: too few quiet samples, not to be relied on. Outputs: whether they agree, and how they start.",
	}
}
