package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// DiffFormats returns the formats that Diff writes, the default first.
func DiffFormats() []Format { return []Format{Table, JSON, CSV, Markdown} }

// Diff writes what changed between two results as a table, JSON ($defs/diff), CSV or
// Markdown. The table shows the call boundary, a verbose one the batch boundary too; JSON and CSV
// hold both.
func Diff(w io.Writer, d result.Diff, f Format, o Options) error {
	write := map[Format]func(*bytes.Buffer, *result.Diff, Options) error{
		Table: writeDiffTable, JSON: writeDiffJSON, CSV: writeDiffCSV, Markdown: writeDiffMarkdown,
	}[f]
	if write == nil {
		return unknownFormat(f, DiffFormats()...)
	}
	return atOnce(w, func(b *bytes.Buffer) error { return write(b, &d, o) })
}

// ChangeText says by how much a time changed: "+5.1 ±0.3 %".
func ChangeText(c stats.Change) string {
	value, half := changed(c)
	return value + " ±" + half + " %"
}

// changed writes a change of a time in percent and half its interval, both to the same digit.
func changed(c stats.Change) (value, half string) {
	const most = 2 // digits behind the point
	d := 0
	half = "∞"
	if h := 100 * (c.Hi - c.Lo) / 2; !math.IsInf(h, 0) && !math.IsNaN(h) {
		d = most
		if h > 0 {
			d = min(max(0, decimals(h)), most)
		}
		half = fixed(h, d)
	}
	return strings.Replace("+"+fixed(100*(c.Ratio-1), d), "+-", "-", 1), half
}

// A diffComposer makes the page of a diff.
type diffComposer struct {
	d       *result.Diff
	titles  titles
	base    string // what the first library is called
	verbose bool
}

func composeDiff(d *result.Diff, verbose bool) *page {
	libs := slices.Concat(d.Old.Run.Libraries, d.New.Run.Libraries)
	c := &diffComposer{d: d, titles: newTitles(libs), base: "the first's", verbose: verbose}
	if len(libs) > 0 {
		c.base = c.titles.of(libs[0].Name) + "'s"
	}
	p := &page{
		title: "Before and after",
		facts: []fact{
			{"CPU", cmp.Or(d.Old.Run.Environment.CPU, "unknown")},
			{"Old", describeRun(d.Old)}, {"New", describeRun(d.New)},
		},
		warnings: c.warnings(),
		sections: c.sections(),
		legend: []string{
			"Change: of the time an operation takes; below 0 it became faster. ± holds the true change in 95 of 100 rows.",
			"? and marked: the row is contended or unstable on either side, not to be relied on.",
			"~ is no significant change: p is above 0.05, or the interval contains 0. p: Mann–Whitney's over the repetitions' medians, with fewer than four repetitions on a side Welch's.",
		},
	}
	if slices.ContainsFunc(d.Changes, func(c result.Change) bool { return c.Gap != nil }) {
		p.legend = append(p.legend, "Relative to "+c.base+": both times were taken in the same rounds, which leaves out what the machine did between the runs.")
	}
	p.clean()
	return p
}

// describeRun says when and with which versions a run was made.
func describeRun(r *result.Result) string {
	parts := []string{unless(r.Run.Started.IsZero(), r.Run.Started.UTC().Format("2006-01-02 15:04:05")+" UTC")}
	for _, lib := range r.Run.Libraries {
		if lib.Missing == "" {
			title, version := cmp.Or(lib.Title, lib.Name), cmp.Or(lib.Version, "of unknown version")
			if strings.HasPrefix(version, lib.Name) { // go1.26
				title = ""
			}
			parts = append(parts, strings.TrimSpace(title+" "+version))
		}
	}
	return list(append(parts, unless(r.Rounds == 0, percent(r.QuietShare())+" of the samples quiet"))...)
}

func (c *diffComposer) warnings() []string {
	all := slices.Concat(c.d.Foreign, c.d.Differences)
	add := func(rows []string, side string) {
		const named = 5
		switch {
		case len(rows) == 0:
		case len(rows) > named:
			all = append(all, fmt.Sprintf("only in the %s: %s and %d more", side, strings.Join(rows[:named], ", "), len(rows)-named))
		default:
			all = append(all, fmt.Sprintf("only in the %s: %s", side, strings.Join(rows, ", ")))
		}
	}
	add(c.d.OnlyOld, "old")
	add(c.d.OnlyNew, "new")
	for _, r := range []struct {
		name string
		res  *result.Result
	}{{"old", c.d.Old}, {"new", c.d.New}} {
		if r.res.End == nil || r.res.End.Interrupted {
			all = append(all, "the "+r.name+" run did not come to its end: its rows rest on fewer repetitions")
		}
	}
	return all
}

// sections groups the changes by unit, as a run's report does its rows.
func (c *diffComposer) sections() []section {
	byUnit := make(map[string][]*result.Change)
	var units []string
	for i := range c.d.Changes {
		x := &c.d.Changes[i]
		if x.Boundary != "call" && !c.verbose {
			continue
		}
		if byUnit[x.Unit.Unit] == nil {
			units = append(units, x.Unit.Unit)
		}
		byUnit[x.Unit.Unit] = append(byUnit[x.Unit.Unit], x)
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

// diffOptional are the columns of a section that a narrow terminal does without: the two p.
var diffOptional = []int{5, 7}

func (c *diffComposer) section(unit string, changes []*result.Change) section {
	scale, _ := scaleOf(unit)
	m := scale.measures[0]
	s := section{title: scale.title + "; " + scale.better, scale: scale, columns: []column{
		{"", "row", classText}, {"", "library", classText}, {"old", m.unit, classFigure}, {"new", m.unit, classFigure},
		{"change of", "the time", classGap}, {"", "p", classFigure},
		{"relative to", c.base, classGap}, {"", "p", classFigure}, {"", "notes", classText},
	}}
	for _, x := range changes {
		marks := plain("")
		if x.Marked {
			marks = cell{text: "marked", value: math.NaN(), tone: toneDim}
		}
		cells := []cell{
			plain(x.Unit.Row), plain(c.library(x)), sideCell(m, x.Time.Old, x.Unit), sideCell(m, x.Time.New, x.Unit),
			changeCell(&x.Time, x.Marked), pCell(&x.Time), changeCell(x.Gap, x.Marked), pCell(x.Gap), marks,
		}
		s.lines = append(s.lines, line{cells: cells})
	}
	return s
}

// library names the series: the library, and where that is not the rule boundary and threads.
func (c *diffComposer) library(x *result.Change) string {
	return c.titles.of(x.Provider) + unless(x.Boundary == "call", ", "+x.Boundary) + unless(x.Threads == 0, ", "+plural(x.Threads, "thread"))
}

func sideCell(m measure, e stats.Estimate, u *sample.Unit) cell {
	v, lo, hi := m.of(e, u.Bytes)
	return cell{text: figure(v, lo, hi), value: v}
}

func changeCell(c *stats.Change, marked bool) cell {
	if c == nil || math.IsNaN(c.Ratio) {
		return plain("")
	}
	value, half := changed(*c)
	x := cell{text: value, extra: "±" + half + " %", value: c.Ratio}
	switch {
	case !c.Significant():
		x.mark, x.tone = "~", toneDim
	case marked:
		x.mark, x.tone = "?", toneDim
	case c.Ratio < 1:
		x.tone = toneGood
	default:
		x.tone = toneBad
	}
	return x
}

func pCell(c *stats.Change) cell {
	if c == nil || math.IsNaN(c.Ratio) {
		return plain("")
	}
	return cell{text: probability(c.P), value: c.P}
}

// probability writes three digits, as benchstat does.
func probability(p float64) string {
	if p < 0.0005 {
		return "<0.001"
	}
	return fixed(p, 3)
}

func writeDiffTable(b *bytes.Buffer, d *result.Diff, o Options) error {
	p := composeDiff(d, o.Verbose)
	ink := palette(o.Color)
	t := text{b: b, width: o.Width}
	t.line(ink.strong(p.title))
	t.line("")
	t.facts(p.facts)
	if len(p.warnings) > 0 {
		t.bullets(ink.dye(toneAlarm, "Warnings:"), p.warnings)
	}
	for i := range p.sections {
		lines, err := p.sections[i].whole(ink).fitted(o.Width, slices.Clone(diffOptional)...)
		if err != nil {
			return err
		}
		t.block(ink.strong(p.sections[i].title), lines)
	}
	if len(p.sections) == 0 {
		t.line("")
		t.line(noCommonRow)
	}
	t.paragraph(p.legend)
	return nil
}

const noCommonRow = "No row was measured on both sides."

func writeDiffMarkdown(b *bytes.Buffer, d *result.Diff, o Options) error {
	p := composeDiff(d, o.Verbose)
	m := markdown{b}
	m.heading(2, p.title)
	for _, f := range p.facts {
		m.item("**" + escape(f.Key) + "**: " + escape(f.Text))
	}
	if len(p.warnings) > 0 {
		m.heading(3, "Warnings")
	}
	for _, w := range p.warnings {
		m.item(escape(w))
	}
	for i := range p.sections {
		m.section(&p.sections[i])
	}
	if len(p.sections) == 0 {
		m.paragraph(noCommonRow)
	}
	m.paragraph(escape(strings.Join(p.legend, " ")))
	return nil
}
