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

// A composer makes the document of one result.
type composer struct {
	res    *result.Result
	libs   []*sample.Library // those that have a column
	titles titles
	pairs  []pair // those that have a column
	sweeps []result.Sweep
	notes  notebook
	Options
}

// A pair names whose time is divided by whose.
type pair struct{ base, other string } // names of providers

func newComposer(res *result.Result, o Options) *composer {
	c := &composer{res: res, Options: o, titles: newTitles(res.Run.Libraries), sweeps: res.Sweeps()}
	for i := range res.Run.Libraries {
		if lib := &res.Run.Libraries[i]; lib.Missing == "" {
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

// compose puts the answer first, then the figures and where they come from, and the environment last.
func compose(res *result.Result, o Options) *document {
	c := newComposer(res, o)
	d := &document{title: c.title()}
	d.add(part{title: "In short", list: c.inShort()})
	c.faults(d)
	if c.charts {
		d.add(part{title: ratioTitle, charts: c.ratioCharts()})
	}
	c.sections(d)
	if len(c.res.Rows) == 0 || !slices.ContainsFunc(d.parts, func(p part) bool { return p.sheet != nil }) {
		d.add(part{text: []string{"No row was measured."}})
	}
	d.add(part{text: c.legend()})
	c.explain(d)
	d.add(part{title: "Warnings", list: c.warnings()})
	d.add(part{title: "Notes", numbered: c.notes.list})
	d.add(part{title: "Environment and builds", facts: c.facts(), folded: true})
	return d
}

// titleOf is a provider's printed name.
func (c *composer) titleOf(name string) string { return c.titles.of(name) }

// over is the head of a pair's column of ratios.
func (c *composer) over(p pair) string {
	if p.base == p.other {
		return c.titleOf(p.base) + " A/A"
	}
	return c.titleOf(p.base) + "/" + c.titleOf(p.other)
}

// shown says whether a row is printed. A run that was broken off shows what it came to; one that ended shows every row.
func (c *composer) shown(row *result.Row) bool {
	complete := c.res.End != nil && !c.res.End.Interrupted
	return complete || row.Rounds > 0 || len(row.Failures) > 0 || row.Status == sample.Mismatch
}

// rows are those that are shown, in the order that was asked for.
func (c *composer) rows() []*result.Row {
	var rows []*result.Row
	for i := range c.res.Rows {
		if c.shown(&c.res.Rows[i]) {
			rows = append(rows, &c.res.Rows[i])
		}
	}
	slices.SortStableFunc(rows, c.order())
	return rows
}

// Sorts are the orders that rows can have, beside that of the run.
func Sorts() []string { return []string{"ratio", "name", "time"} }

// order compares two rows: by the first ratio, the largest first; by name; or by the first library's time, the longest first.
func (c *composer) order() func(a, b *result.Row) int {
	falling := func(of func(*result.Row) float64) func(a, b *result.Row) int {
		return func(a, b *result.Row) int { return cmp.Compare(of(b), of(a)) } // NaN last
	}
	switch c.Sort {
	case "name":
		return func(a, b *result.Row) int {
			return cmp.Or(cmp.Compare(a.Unit.Algorithm, b.Unit.Algorithm), cmp.Compare(a.Unit.Op, b.Unit.Op), cmp.Compare(a.Unit.Bytes, b.Unit.Bytes))
		}
	case "ratio":
		return falling(func(r *result.Row) float64 {
			for _, p := range c.pairs {
				if g := r.Between(p.base, p.other, sample.Call); g != nil {
					return g.Ratio.Value
				}
			}
			return math.NaN()
		})
	case "time":
		return falling(func(r *result.Row) float64 {
			for _, lib := range c.libs {
				if s := r.Find(lib.Name, sample.Call); s != nil && s.Time.Valid() {
					return s.Time.Value
				}
			}
			return math.NaN()
		})
	}
	return func(_, _ *result.Row) int { return 0 }
}

// byScale groups what is shown by its unit, in the order of scales.
func byScale[T any](all []T, unit func(T) string) (units []string, groups map[string][]T) {
	groups = make(map[string][]T)
	for _, x := range all {
		if groups[unit(x)] == nil {
			units = append(units, unit(x))
		}
		groups[unit(x)] = append(groups[unit(x)], x)
	}
	slices.SortStableFunc(units, func(a, b string) int {
		_, i := scaleOf(a)
		_, j := scaleOf(b)
		return i - j
	})
	return units, groups
}

// sections adds a table of the rows of each unit.
func (c *composer) sections(d *document) {
	units, groups := byScale(c.rows(), func(r *result.Row) string { return r.Unit.Unit })
	for _, unit := range units {
		d.add(c.section(unit, groups[unit]))
	}
}

// Columns go in this order where a terminal is narrow: outputs and notes, second figures, and figures from the last library's on.
const (
	dropOutputs = 1 + iota
	dropNotes
	dropSecond
	dropFigures
)

func (c *composer) section(unit string, rows []*result.Row) part {
	scale, _ := scaleOf(unit)
	sized := slices.ContainsFunc(rows, func(r *result.Row) bool { return r.Unit.Bytes != rows[0].Unit.Bytes })
	emptyCall := !slices.ContainsFunc(rows, func(r *result.Row) bool { return !r.Unit.EmptyCall() })
	s := &sheet{}
	s.texts("algorithm", "operation")
	if sized {
		s.column("", "bytes", classNumber, 0)
	}
	for k, lib := range c.libs {
		s.column(c.titleOf(lib.Name), scale.measures[0].unit, classNumber, dropFigures+len(c.libs)-1-k)
		for _, m := range scale.measures[1:] {
			s.column("", m.unit, classNumber, dropSecond)
		}
	}
	if !emptyCall {
		for _, p := range c.pairs {
			s.column("", c.over(p), classRatio, 0)
		}
	}
	s.column("", "outputs", classText, dropOutputs)
	s.column("", "notes", classText, dropNotes)
	for _, row := range rows {
		s.rows = append(s.rows, c.line(row, scale, sized, emptyCall, sample.Call))
		if (c.Verbose && !c.charts || emptyCall) && hasBatch(row) { // the page has the cgo calls instead
			s.rows = append(s.rows, c.line(row, scale, sized, emptyCall, sample.Batch))
		}
	}
	return part{title: sectionTitle(scale, rows, sized), sheet: s}
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

func hasBatch(row *result.Row) bool {
	return slices.ContainsFunc(row.Series, func(s result.Series) bool {
		status, _ := row.Answer(s.Provider)
		return s.Boundary == sample.Batch && s.Time.Valid() && !out(status)
	})
}

func (c *composer) line(row *result.Row, s scale, sized, emptyCall bool, boundary sample.Boundary) line {
	u := row.Unit
	l := line{kind: u.Kind, flags: flags(row), suites: u.Suites, cells: plain(u.Algorithm, u.Op+unless(boundary == sample.Call, ", "+string(boundary)))}
	if sized {
		l.cells = append(l.cells, cell{text: fmt.Sprint(u.Bytes), value: float64(u.Bytes)})
	}
	for _, lib := range c.libs {
		l.cells = append(l.cells, c.figures(row, lib.Name, boundary, s)...)
	}
	for _, p := range c.pairs {
		if emptyCall {
			break
		}
		x := ratioCell(row, row.Between(p.base, p.other, boundary))
		if state := map[tone]string{toneBad: "slower", toneGood: "faster"}[x.tone]; state != "" || x.mark == "~" {
			l.state = append(l.state, cmp.Or(state, "equal"))
		}
		l.cells = append(l.cells, x)
	}
	if boundary == sample.Call {
		l.id, l.cells = u.Row, append(l.cells, outputsCell(row), c.remarks(row))
		return l
	}
	l.cells = append(l.cells, plain("", "")...)
	return l
}

// figures returns the cells of one provider: a figure in each of the scale's units, or why there is none.
func (c *composer) figures(row *result.Row, name string, boundary sample.Boundary, s scale) []cell {
	cells := plain(make([]string, len(s.measures))...)
	status, why := row.Answer(name)
	series := row.Find(name, boundary)
	switch {
	case boundary != sample.Call && (out(status) || series == nil || !series.Time.Valid()):
	case out(status):
		cells[0] = c.absence(status, why)
	case series == nil || !series.Time.Valid():
		cells[0].text, cells[0].tone = "–", toneDim
		if series != nil && row.Rounds == 0 && row.Status != sample.Mismatch {
			cells[0].notes = []int{c.notes.add("not timed")}
		}
	default:
		for i, m := range s.measures {
			v, lo, hi := m.of(series.Time, row.Unit.Bytes)
			cells[i] = cell{text: figure(v, lo, hi), value: v}
			if row.Contended {
				cells[i].tone = toneDim
			}
		}
	}
	return cells
}

// out says whether a provider with this status has no figure.
func out(s sample.Status) bool { return s != "" && s != sample.Match && s != sample.Unchecked }

// absence is the cell of a provider without a figure: what happened, and why as a note.
func (c *composer) absence(status sample.Status, why string) cell {
	x := cell{text: string(status), value: math.NaN(), tone: toneDim}
	switch status {
	case sample.Absent:
		x.text = "–"
	case sample.Mismatch:
		x.text, x.tone = "differs", toneAlarm
		return x // the faults have the details
	case sample.Crashed:
		x.tone = toneAlarm
	}
	if why = reason(why); why != "" {
		x.notes = []int{c.notes.add(why)}
	}
	return x
}

func ratioCell(row *result.Row, g *result.Gap) cell {
	if g == nil {
		return plain("")[0]
	}
	return intervalCell(g.Ratio).judged(row.Marked(), g.Ratio.Tie())
}

// outputsCell says whether the outputs agree.
func outputsCell(row *result.Row) cell {
	x := plain("")[0]
	x.text, x.tone = statusText(row.Status)
	if row.Status == sample.Match && row.Digest != "" {
		x.extra = row.Digest[:min(digestShown, len(row.Digest))] + "…"
	}
	return x
}

// digestShown is how many hex digits of the common output's start are shown.
const digestShown = 8

// flags are a row's, each a word.
func flags(row *result.Row) []string {
	depends := slices.ContainsFunc(row.Gaps, func(g result.Gap) bool { return g.Layouts.Depends })
	return slices.DeleteFunc([]string{
		unless(row.Rounds == 0 || !row.Contended, "noisy"), unless(len(row.Unstable) == 0, "unstable"), unless(!depends, "layout"),
	}, func(s string) bool { return s == "" })
}

// remarks is the last cell of a row: its flags, and what else is to be said about it.
func (c *composer) remarks(row *result.Row) cell {
	x := plain(list(flags(row)...))[0]
	if row.Contended {
		x.tone = toneDim
	}
	all := []string{unless(len(row.Unstable) == 0, "unstable: "+strings.Join(row.Unstable, "; ")), c.layouts(row)}
	for _, text := range append(append(all, row.Warnings...), row.Unit.Note, c.otherRatios(row)) {
		if text != "" {
			x.notes = append(x.notes, c.notes.add(text))
		}
	}
	return x
}

// layouts says which ratios of the row depend on the link layout, with their range; "" where none does.
func (c *composer) layouts(row *result.Row) string {
	var all []string
	for _, g := range row.Gaps {
		b, o := row.Series[g.Base], row.Series[g.Other]
		if g.Layouts.Depends && o.Boundary == b.Boundary {
			all = append(all, fmt.Sprintf("%s %s to %s", c.over(pair{b.Provider, o.Provider}), threeDigits(g.Layouts.Lo), threeDigits(g.Layouts.Hi)))
		}
	}
	return unless(all == nil, "depends on code layout: "+strings.Join(all, ", "))
}

// otherRatios says in words the ratios of a row that no column has, since the first provider is not in it.
func (c *composer) otherRatios(row *result.Row) string {
	if len(c.pairs) == 0 || len(row.Series) == 0 || row.Series[0].Provider == c.pairs[0].base || c.res.Run.Settings.AA || row.Unit.EmptyCall() {
		return ""
	}
	var all []string
	for _, g := range row.Gaps {
		b, o := row.Series[g.Base], row.Series[g.Other]
		if o.Boundary == b.Boundary {
			x := ratioCell(row, &g)
			all = append(all, c.over(pair{b.Provider, o.Provider})+": "+x.text+" "+x.extra+map[string]string{"~": " (equal)", "?": " (flagged)"}[x.mark])
		}
	}
	return strings.Join(all, "; ")
}

// faults tells what ends a run with exit 1.
func (c *composer) faults(d *document) { faults(d, c.res, c.titles, "") }

// faults tells it of a run; of is the build's name where there are several.
func faults(d *document, res *result.Result, t titles, of string) {
	in := unless(of == "", " in "+of)
	for i := range res.Rows {
		row := &res.Rows[i]
		if row.Status == sample.Mismatch {
			p := part{title: "MISMATCH " + row.Unit.Row + in + ": the outputs differ, so it is not timed", alarm: true}
			for _, v := range row.Verdicts {
				p.list = append(p.list, v.Details...)
			}
			if p.list == nil {
				p.text = []string{"No details are known."}
			}
			d.add(p)
		}
		for _, lib := range res.Run.Libraries {
			if status, why := row.Answer(lib.Name); status == sample.Crashed {
				d.add(part{title: "CRASHED " + row.Unit.Row + in, alarm: true, list: []string{t.of(lib.Name) + ": " + cmp.Or(reason(why), "no reason known")}})
			}
		}
	}
}

// legend explains the signs that the tables use.
func (c *composer) legend() []string {
	if len(c.pairs) == 0 {
		return []string{"One library alone: there is nothing to compare with, and its outputs are checked against test vectors only."}
	}
	base := c.titleOf(c.pairs[0].base)
	first := fmt.Sprintf("%s is a time ratio: above 1, %s is slower.", c.over(c.pairs[0]), base)
	if c.res.Run.Settings.AA {
		first = fmt.Sprintf("%s is a library's time divided by its own, measured as if it were another's: every row should be equal.", c.over(c.pairs[0]))
	}
	legend := []string{
		first + " ±: 95 % prediction interval for a repeat run. ~: equal, the interval contains 1. ?: flagged, the row is noisy or unstable. Outputs: equal or not, and how they (long ones: their SHA-256) start.",
	}
	if slices.ContainsFunc(c.res.Rows, func(r result.Row) bool {
		return slices.ContainsFunc(r.Series, func(s result.Series) bool { return s.Collected.Valid() })
	}) {
		live := c.res.Run.Settings.LiveHeap>>20 + 1
		legend = append(legend, fmt.Sprintf("Go's times include garbage collection, as a program with %d MiB of live heap pays it. -v shows its share.", live))
	}
	return legend
}
