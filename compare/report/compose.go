package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// digestShown is how many hex digits of the common output's start are shown.
const digestShown = 8

// A composer makes the page of one result.
type composer struct {
	res     *result.Result
	libs    []*sample.Library // those that have a column
	titles  titles
	pairs   []pair // those that have a column
	verbose bool
	allocs  bool
	notes   notebook
}

func compose(res *result.Result, o Options) *page {
	c := newComposer(res, o)
	p := &page{title: c.title(), facts: c.facts(), warnings: c.warnings()}
	p.sections = c.sections()
	p.faults = c.faults()
	p.summary = c.summary()
	p.cgoCalls = c.cgoCalls()
	sweeps := res.Sweeps()
	p.short, p.explained = c.sweepSentences(sweeps), c.explained(sweeps)
	if o.Verbose {
		p.details = c.details()
	}
	p.notes = c.notes.list
	p.legend = c.legend()
	p.clean()
	return p
}

func newComposer(res *result.Result, o Options) *composer {
	c := &composer{res: res, verbose: o.Verbose, allocs: o.Allocs, titles: newTitles(res.Run.Libraries)}
	for i := range res.Run.Libraries {
		lib := &res.Run.Libraries[i]
		if lib.Missing == "" {
			c.libs = append(c.libs, lib)
		}
	}
	for i, lib := range c.libs {
		switch {
		case res.Run.Settings.AA:
			c.pairs = append(c.pairs, pair{lib.Name, lib.Name})
		case i > 0:
			c.pairs = append(c.pairs, pair{c.libs[0].Name, lib.Name})
		}
	}
	return c
}

// titleOf is a provider's printed name.
func (c *composer) titleOf(name string) string { return c.titles.of(name) }

// itsOwn is what a library is divided by in A/A.
const itsOwn = "its own"

// over says what a pair's gap divides by what, in two lines.
func (c *composer) over(p pair) []string {
	if p.base == p.other {
		return []string{c.titleOf(p.base) + "'s time /", itsOwn}
	}
	return []string{c.titleOf(p.base) + "'s time /", c.titleOf(p.other) + "'s"}
}

// complete says whether the run came to its own end.
func (c *composer) complete() bool { return c.res.End != nil && !c.res.End.Interrupted }

// shown says whether a row is printed. A run that was broken off shows
// what it came to; one that ended shows every row.
func (c *composer) shown(row *result.Row) bool {
	return c.complete() || row.Rounds > 0 || len(row.Failures) > 0 || row.Status == sample.Mismatch
}

// sections groups the rows by unit, in the order of scales, and within a unit
// as the run lists them.
func (c *composer) sections() []section {
	byUnit := make(map[string][]*result.Row)
	var units []string
	for i := range c.res.Rows {
		row := &c.res.Rows[i]
		if !c.shown(row) {
			continue
		}
		if !slices.Contains(units, row.Unit.Unit) {
			units = append(units, row.Unit.Unit)
		}
		byUnit[row.Unit.Unit] = append(byUnit[row.Unit.Unit], row)
	}
	slices.SortStableFunc(units, func(a, b string) int {
		_, i := scaleOf(a)
		_, j := scaleOf(b)
		return i - j
	})
	var all []section
	for _, unit := range units {
		all = append(all, c.section(unit, byUnit[unit]))
	}
	return all
}

func (c *composer) section(unit string, rows []*result.Row) section {
	s, _ := scaleOf(unit)
	sized := slices.ContainsFunc(rows, func(r *result.Row) bool { return r.Unit.Bytes != rows[0].Unit.Bytes })
	emptyCall := !slices.ContainsFunc(rows, func(r *result.Row) bool { return !isEmptyCall(r) })
	sec := section{title: sectionTitle(s, rows, sized), scale: s}
	sec.columns = append(sec.columns, column{"", "algorithm", classText}, column{"", "operation", classText})
	if sized {
		sec.columns = append(sec.columns, column{"", "bytes", classFigure})
	}
	for _, lib := range c.libs {
		for i, m := range s.measures {
			over := c.titleOf(lib.Name)
			if i > 0 {
				over = ""
			}
			sec.columns = append(sec.columns, column{over, m.unit, classFigure})
		}
	}
	if !emptyCall {
		for _, p := range c.pairs {
			over := c.over(p)
			sec.columns = append(sec.columns, column{over[0], over[1], classGap})
		}
	}
	sec.columns = append(sec.columns, column{"", "outputs", classText}, column{"", "notes", classText})
	for _, row := range rows {
		sec.lines = append(sec.lines, c.line(row, s, sized, emptyCall, false))
		if (c.verbose || emptyCall) && hasBatch(row) {
			sec.lines = append(sec.lines, c.line(row, s, sized, emptyCall, true))
		}
	}
	return sec
}

func sectionTitle(s scale, rows []*result.Row, sized bool) string {
	title := s.title
	first := rows[0].Unit
	if !sized && first.Bytes > 0 {
		title += fmt.Sprintf(", messages of %d bytes", first.Bytes)
	}
	sloped := len(first.Costs) == 2 && !slices.ContainsFunc(rows, func(r *result.Row) bool { return !slices.Equal(r.Unit.Costs, first.Costs) })
	if sloped {
		title += fmt.Sprintf(", the slope between %d and %d iterations", slices.Min(first.Costs), slices.Max(first.Costs))
	}
	if n := rows[0].Series; len(n) > 0 && n[0].Threads > 0 {
		title += ", in " + plural(n[0].Threads, "thread")
	}
	return title + "; " + s.better
}

// isEmptyCall says whether the row is the empty call, which is no work to
// compare.
func isEmptyCall(row *result.Row) bool { return row.Unit.EmptyCall() }

func hasBatch(row *result.Row) bool {
	return slices.ContainsFunc(row.Series, func(s result.Series) bool {
		status, _ := row.Answer(s.Provider)
		return s.Boundary == "batch" && s.Time.Valid() && !out(status)
	})
}

func (c *composer) line(row *result.Row, s scale, sized, emptyCall, batch bool) line {
	l := line{row: row, batch: batch}
	op := row.Unit.Op
	boundary := "call"
	if batch {
		boundary = "batch"
		op += ", batch"
	}
	l.cells = append(l.cells, plain(row.Unit.Algorithm), plain(op))
	if sized {
		n := plain(fmt.Sprint(row.Unit.Bytes))
		n.value = float64(row.Unit.Bytes)
		l.cells = append(l.cells, n)
	}
	for _, lib := range c.libs {
		l.cells = append(l.cells, c.figures(row, lib.Name, boundary, s)...)
	}
	if !emptyCall {
		for _, p := range c.pairs {
			l.cells = append(l.cells, gapCell(row, row.Between(p.base, p.other, boundary)))
		}
	}
	if batch {
		l.cells = append(l.cells, plain(""), plain(""))
	} else {
		l.cells = append(l.cells, outputsCell(row), c.marks(row))
	}
	return l
}

// figures returns the cells of one provider: a figure in each of the scale's units, or why there is none.
func (c *composer) figures(row *result.Row, name, boundary string, s scale) []cell {
	cells := make([]cell, len(s.measures))
	for i := range cells {
		cells[i] = plain("")
	}
	if status, why := row.Answer(name); out(status) {
		if boundary == "call" {
			cells[0] = c.absence(row, status, why)
		}
		return cells
	}
	series := row.Find(name, boundary)
	if series == nil || !series.Time.Valid() {
		if boundary == "call" {
			cells[0] = cell{text: "–", value: math.NaN(), tone: toneDim}
			if series != nil && row.Rounds == 0 && row.Status != sample.Mismatch {
				cells[0].notes = []int{c.notes.add("not timed")}
			}
		}
		return cells
	}
	for i, m := range s.measures {
		v, lo, hi := m.of(series.Time, row.Unit.Bytes)
		cells[i] = cell{text: figure(v, lo, hi), value: v}
		if row.Contended {
			cells[i].tone = toneDim
		}
	}
	return cells
}

// out says whether a provider with this status has no figure.
func out(s sample.Status) bool {
	switch s {
	case "", sample.Match, sample.Unchecked:
		return false
	}
	return true
}

// absence is the cell of a provider without a figure: what happened, and why as a note.
func (c *composer) absence(row *result.Row, status sample.Status, why string) cell {
	x := cell{text: string(status), value: math.NaN(), tone: toneDim}
	switch status {
	case sample.Absent:
		x.text = "–"
	case sample.Mismatch:
		x.text, x.tone = "differs", toneAlarm
		return x // the faults below the tables have the details
	case sample.Crashed:
		x.tone = toneAlarm
	}
	if why = reason(why); why != "" {
		x.notes = []int{c.notes.add(why)}
	}
	return x
}

func gapCell(row *result.Row, g *result.Gap) cell {
	if g == nil {
		return plain("")
	}
	x := cell{value: g.Ratio.Value}
	x.text, x.extra = ratio(g.Ratio)
	x.extra = "±" + x.extra
	switch {
	case row.Contended:
		x.mark, x.tone = "?", toneDim
	case g.Ratio.Tie():
		x.mark, x.tone = "~", toneDim
	case g.Ratio.Value < 1:
		x.tone = toneGood
	default:
		x.tone = toneBad
	}
	return x
}

// outputsCell says whether the outputs agree.
func outputsCell(row *result.Row) cell {
	x := plain("")
	x.text, x.tone = statusText(row.Status)
	if row.Status == sample.Match {
		x.extra = row.Digest[:min(digestShown, len(row.Digest))]
	}
	return x
}

// marks is the last cell of a row: what is to be said about it.
func (c *composer) marks(row *result.Row) cell {
	x := plain("")
	if row.Rounds > 0 && row.Contended {
		x.text, x.tone = "contended", toneDim
	}
	if len(row.Unstable) > 0 {
		x.text = strings.TrimPrefix(x.text+", unstable", ", ")
		x.notes = append(x.notes, c.notes.add("unstable: "+strings.Join(row.Unstable, "; ")))
	}
	if text := c.layouts(row); text != "" {
		x.text = strings.TrimPrefix(x.text+", layout", ", ")
		x.notes = append(x.notes, c.notes.add(text))
	}
	for _, w := range row.Warnings {
		x.notes = append(x.notes, c.notes.add(w))
	}
	if row.Unit.Note != "" {
		x.notes = append(x.notes, c.notes.add(row.Unit.Note))
	}
	if text := c.otherGaps(row); text != "" {
		x.notes = append(x.notes, c.notes.add(text))
	}
	return x
}

// layouts says which ratios of the row depend on the link layout, with their range; "" where none does.
func (c *composer) layouts(row *result.Row) string {
	var all []string
	for _, g := range row.Gaps {
		b, o := row.Series[g.Base], row.Series[g.Other]
		if g.Layouts.Depends && o.Boundary == b.Boundary {
			all = append(all, fmt.Sprintf("%s/%s %s to %s", c.titleOf(b.Provider), c.titleOf(o.Provider), mean(g.Layouts.Lo), mean(g.Layouts.Hi)))
		}
	}
	if all == nil {
		return ""
	}
	return "depends on code layout: " + strings.Join(all, ", ")
}

// otherGaps says in words the gaps of a row that no column has, since the first provider is not in it.
func (c *composer) otherGaps(row *result.Row) string {
	if len(c.pairs) == 0 || len(row.Series) == 0 || row.Series[0].Provider == c.pairs[0].base || c.res.Run.Settings.AA || isEmptyCall(row) {
		return ""
	}
	var gaps []string
	for _, g := range row.Gaps {
		b, o := row.Series[g.Base], row.Series[g.Other]
		if o.Boundary != b.Boundary {
			continue
		}
		x := gapCell(row, &g)
		text := fmt.Sprintf("%s's time / %s's: %s %s", c.titleOf(b.Provider), c.titleOf(o.Provider), x.text, x.extra)
		switch x.mark {
		case "~":
			text += " (a tie)"
		case "?":
			text += " (contended)"
		}
		gaps = append(gaps, text)
	}
	return strings.Join(gaps, "; ")
}

// faults tells what ends a run with exit 1.
func (c *composer) faults() []fault {
	var all []fault
	for i := range c.res.Rows {
		row := &c.res.Rows[i]
		if row.Status == sample.Mismatch {
			f := fault{Text: "MISMATCH " + row.Unit.Row + ": the outputs differ, so it is not timed"}
			for _, v := range row.Verdicts {
				f.Details = append(f.Details, v.Details...)
			}
			all = append(all, f)
		}
		for _, lib := range c.res.Run.Libraries {
			if status, why := row.Answer(lib.Name); status == sample.Crashed {
				all = append(all, fault{Text: fmt.Sprintf("CRASHED %s: %s: %s", row.Unit.Row, c.titleOf(lib.Name), cmp.Or(reason(why), "no reason known"))})
			}
		}
	}
	return all
}
