package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// DiffFormats returns the formats that Diff writes, the default first.
func DiffFormats() []Format { return []Format{Table, JSON, CSV, Markdown} }

// Diff writes what changed between two results as a table, JSON ($defs/diff), CSV or Markdown. The table shows the call
// boundary, a verbose one the batch boundary too; JSON and CSV hold both.
func Diff(w io.Writer, d result.Diff, f Format, o Options) error {
	switch f {
	case JSON:
		return atOnce(w, func(b *bytes.Buffer) error { return encode(b, diffDocument(&d)) })
	case CSV:
		return atOnce(w, func(b *bytes.Buffer) error { return writeDiffCSV(b, &d) })
	case Table, Markdown:
		o.folds = f == Markdown
		return draw(w, composeDiff(&d, o), f, o)
	}
	return oneOf(f, DiffFormats()...)
}

// Builds writes builds that were measured in one run: two as Diff does, more with a column for each; their JSON is $defs/builds.
func Builds(w io.Writer, builds []*result.Result, f Format, o Options) error {
	if len(builds) == 2 {
		return Diff(w, result.Paired(builds[0], builds[1], 0), f, o)
	}
	l := result.Line(builds, 0)
	switch f {
	case JSON:
		return atOnce(w, func(b *bytes.Buffer) error { return encode(b, lineupDocument(&l)) })
	case CSV:
		return atOnce(w, func(b *bytes.Buffer) error { return writeLineupCSV(b, &l) })
	case Table, Markdown:
		o.folds = f == Markdown
		return draw(w, composeLineup(&l, o), f, o)
	}
	return oneOf(f, DiffFormats()...)
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

// A diffComposer makes the document of a diff.
type diffComposer struct {
	d      *result.Diff
	titles titles
	first  string // the first library
	base   string // what changes are relative to
	Options
}

func composeDiff(d *result.Diff, o Options) *document {
	libs := slices.Concat(d.Old.Run.Libraries, d.New.Run.Libraries)
	c := &diffComposer{d: d, titles: newTitles(libs), first: "first", base: "the first", Options: o}
	if len(libs) > 0 {
		c.first = c.titles.of(libs[0].Name)
		c.base = c.first
	}
	if d.Controls != nil {
		c.base = "controls"
	}
	doc := &document{title: "Before and after"}
	doc.add(part{title: "In short", list: c.inShort()})
	faults(doc, d.Old, c.titles, "the old run")
	faults(doc, d.New, c.titles, "the new run")
	changed, inDoubt := c.changed()
	changed = append(changed, inDoubt...)
	rest := slices.DeleteFunc(slices.Clone(c.shown()), func(x *result.Change) bool { return slices.Contains(changed, x) })
	c.sections(doc, "", changed, false)
	if o.Verbose || o.folds {
		c.sections(doc, "No change known: ", rest, true)
	}
	legend := c.legend()
	switch {
	case len(c.shown()) == 0:
		legend = append([]string{"No row was measured on both sides."}, legend...)
	case len(rest) > 0 && !o.Verbose && !o.folds:
		legend = append([]string{fmt.Sprintf("%s without a change that is known: -v shows them.", plural(len(rest), "comparison"))}, legend...)
	}
	doc.add(part{text: legend})
	doc.add(part{title: "Warnings", list: c.warnings()})
	doc.add(part{title: "Runs", facts: []fact{
		{"CPU", cmp.Or(d.Old.Run.Environment.CPU, "unknown")}, {"Old", describeRun(d.Old)}, {"New", describeRun(d.New)},
	}})
	return doc
}

// shown are the changes of which a table may have a row. Of two machines, only ratios compare.
func (c *diffComposer) shown() []*result.Change {
	var all []*result.Change
	for i := range c.d.Changes {
		if x := &c.d.Changes[i]; (x.Boundary == sample.Call || c.Verbose) && (!c.d.RatiosOnly || x.Gap != nil) {
			all = append(all, x)
		}
	}
	return all
}

// sections adds a table for each unit.
func (c *diffComposer) sections(doc *document, title string, changes []*result.Change, details bool) {
	units, groups := byScale(changes, func(x *result.Change) string { return x.Unit.Unit })
	for _, unit := range units {
		p := c.section(unit, groups[unit])
		p.title, p.details = title+p.title, details
		doc.add(p)
	}
}

func (c *diffComposer) legend() []string {
	tested := "Mann–Whitney U test over the repetitions' medians; with fewer than four repetitions on a side, Welch's t test"
	if slices.ContainsFunc(c.d.Changes, func(x result.Change) bool { return x.Time.Test == stats.PairedT }) {
		tested = "Student's t test of the paired repetitions, with link layouts as clusters"
	}
	legend := []string{
		"Change: of the time an operation takes; below 0 it became faster. ±: 95 % confidence interval. ?: flagged, the row is noisy or unstable on either side.",
		"~: no significant change, p is above 0.05 or the interval contains 0. p: " + tested + ".",
	}
	if slices.ContainsFunc(c.d.Changes, func(c result.Change) bool { return c.Gap != nil }) {
		legend = append(legend, "Relative to "+c.base+": both times were taken in the same "+c.shared()+", which removes what the machine did meanwhile.")
	}
	return legend
}

// describeRun says when and with which versions a run was made.
func describeRun(r *result.Result) string {
	parts := []string{unless(r.Run.Started.IsZero(), r.Run.Started.UTC().Format("2006-01-02 15:04:05")+" UTC")}
	for _, lib := range r.Run.Libraries {
		if lib.Missing == "" {
			parts = append(parts, versioned(&lib))
		}
	}
	return list(append(parts, unless(r.Rounds == 0, percent(r.QuietShare())+" of the samples quiet"))...)
}

// versioned is a library's title and version: "Go 1.26.8".
func versioned(lib *sample.Library) string {
	version := strings.TrimPrefix(lib.Version, lib.Name) // go1.26.8
	return cmp.Or(lib.Title, lib.Name) + " " + cmp.Or(version, "of unknown version")
}

func (c *diffComposer) warnings() []string {
	var all []string
	for _, x := range slices.Concat(c.d.Foreign, c.d.Differences) {
		all = append(all, x.String())
	}
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

func (c *diffComposer) section(unit string, changes []*result.Change) part {
	scale, _ := scaleOf(unit)
	m := scale.measures[0]
	const p, ratios, relative = 1, 2, 3 // in this order where a terminal is narrow
	s := &sheet{}
	s.texts("row", "library")
	if !c.d.RatiosOnly {
		s.column("old", m.unit, classNumber, 0)
		s.column("new", m.unit, classNumber, 0)
		s.column("change of", "the time", classRatio, 0)
		s.column("", "p", classNumber, p)
	}
	s.column("relative to", c.base, classRatio, relative)
	s.column("relative to", "p", classNumber, p)
	s.column(c.first+"/library", "old", classNumber, ratios)
	s.column(c.first+"/library", "new", classNumber, ratios)
	for _, x := range changes {
		cells := plain(x.Unit.Row, c.library(x))
		if !c.d.RatiosOnly {
			cells = append(cells, sideCell(m, x.Time.Old, x.Unit), sideCell(m, x.Time.New, x.Unit), changeCell(&x.Time, x.Marked), pCell(&x.Time))
		}
		s.row(append(cells, changeCell(x.Gap, x.Marked), pCell(x.Gap), estimateCell(x.OldRatio), estimateCell(x.NewRatio))...)
	}
	s.dropEmpty()
	return part{title: scale.title + "; " + scale.better, sheet: s}
}

// library names the series: the library, and where that is not the rule boundary and threads.
func (c *diffComposer) library(x *result.Change) string {
	return c.titles.of(x.Provider) + unless(x.Boundary == sample.Call, ", "+string(x.Boundary)) + unless(x.Threads == 0, ", "+plural(x.Threads, "thread"))
}

func sideCell(m measure, e stats.Estimate, u *sample.Unit) cell {
	v, lo, hi := m.of(e, u.Bytes)
	return cell{text: figure(v, lo, hi), value: v}
}

func estimateCell(e *stats.Estimate) cell {
	if e == nil {
		return plain("")[0]
	}
	return cell{text: figure(e.Value, e.Lo, e.Hi), value: e.Value}
}

func changeCell(c *stats.Change, marked bool) cell {
	if c == nil || math.IsNaN(c.Ratio) {
		return plain("")[0]
	}
	value, half := changed(*c)
	return cell{text: value, extra: "±" + half + " %", value: c.Ratio}.judged(marked, !c.Significant())
}

func pCell(c *stats.Change) cell {
	switch {
	case c == nil || math.IsNaN(c.Ratio):
		return plain("")[0]
	case c.P < 0.0005: // three digits, as benchstat writes
		return cell{text: "<0.001", value: c.P}
	}
	return cell{text: fixed(c.P, 3), value: c.P}
}

func estimateNumber(e *stats.Estimate) string {
	if e == nil {
		return ""
	}
	return number(e.Value)
}

func writeDiffCSV(b *bytes.Buffer, d *result.Diff) error {
	records := [][]string{{
		"row", "algorithm", "operation", "size_bytes", "provider", "boundary", "threads", "old_ns", "new_ns",
		"time_ratio", "time_ratio_low", "time_ratio_high", "time_p", "time_significant",
		"relative_ratio", "relative_ratio_low", "relative_ratio_high", "relative_p", "relative_significant", "flagged",
		"old_ratio_to_first", "new_ratio_to_first",
	}}
	comparison := func(c *stats.Change) []string {
		if c == nil {
			return make([]string, 5)
		}
		return []string{number(c.Ratio), number(c.Lo), number(c.Hi), number(c.P), strconv.FormatBool(c.Significant())}
	}
	for _, c := range d.Changes {
		r := []string{
			c.Unit.Row, c.Unit.Algorithm, c.Unit.Op, strconv.Itoa(c.Unit.Bytes), c.Provider, string(c.Boundary), strconv.Itoa(c.Threads),
			number(c.Time.Old.Value), number(c.Time.New.Value),
		}
		r = append(append(r, comparison(&c.Time)...), comparison(c.Gap)...)
		records = append(records, append(r, strconv.FormatBool(c.Marked), estimateNumber(c.OldRatio), estimateNumber(c.NewRatio)))
	}
	return writeRecords(b, records)
}
