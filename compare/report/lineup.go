package report

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// A lineupComposer makes the document of several builds side by side.
type lineupComposer struct {
	l      *result.Lineup
	titles titles
	notes  notebook
	Options
}

func composeLineup(l *result.Lineup, o Options) *document {
	var libs []sample.Library
	for _, b := range l.Builds {
		libs = append(libs, b.Run.Libraries...)
	}
	c := &lineupComposer{l: l, titles: newTitles(libs), Options: o}
	d := &document{title: plural(len(l.Builds), "build") + ", measured in one run"}
	d.add(part{title: "In short", list: c.inShort()})
	for i, b := range l.Builds {
		faults(d, b, c.titles, l.Labels[i])
	}
	var changing, controls []*result.LineupRow
	for i := range l.Rows {
		r := &l.Rows[i]
		switch {
		case r.Boundary != sample.Call && !o.Verbose:
		case slices.Contains(l.Controls, r.Provider):
			controls = append(controls, r)
		default:
			changing = append(changing, r)
		}
	}
	c.sections(d, "", changing, false)
	if o.Verbose || o.folds {
		c.sections(d, "Controls: ", controls, true)
	}
	legend := []string{
		"The first column with a figure is what the others are compared with. Ratio: their time divided by its time, from repetitions of the same run; below 1 it became faster. ±: 95 % confidence interval. ~: no significant change. ?: flagged, the row is noisy or unstable in either.",
	}
	if len(controls) > 0 && !o.Verbose && !o.folds {
		legend = append(legend, "Rows of "+c.named(l.Controls)+", the same code in all builds, are shown by -v.")
	}
	d.add(part{numbered: c.notes.list, text: legend})
	var all []string
	for _, x := range l.Differences {
		all = append(all, x.Name+" differs: "+c.values(&x))
	}
	d.add(part{title: "Differences between the builds", list: all, details: true})
	facts := []fact{{"CPU", cmp.Or(l.Builds[0].Run.Environment.CPU, "unknown")}}
	for i, b := range l.Builds {
		facts = append(facts, fact{l.Labels[i], describeRun(b)})
	}
	d.add(part{title: "Builds", facts: facts, details: true})
	return d
}

// values says which build has which value.
func (c *lineupComposer) values(d *sample.Difference) string {
	var parts []string
	for i, v := range d.Values {
		if v != "" {
			parts = append(parts, v+" ("+c.l.Labels[i]+")")
		}
	}
	return strings.Join(parts, "; ")
}

func (c *lineupComposer) named(names []string) string {
	var all []string
	for _, name := range names {
		all = append(all, c.titles.of(name))
	}
	return list(all...)
}

// inShort says, for each build, what became faster and slower than in the one it is compared with, and what the run's own error is.
func (c *lineupComposer) inShort() []string {
	compared, in := c.compared()
	changed, inDoubt := changedOf(compared)
	var all []string
	for i, label := range c.l.Labels {
		faster, slower, of, logs := 0, 0, 0, 0.0
		for _, x := range compared {
			if in[x] != i || x.Marked || slices.Contains(c.l.Controls, x.Provider) {
				continue
			}
			of++
			logs += math.Log(x.Best().Ratio)
			switch {
			case !slices.Contains(changed, x):
			case x.Best().Ratio < 1:
				faster++
			default:
				slower++
			}
		}
		lacks := c.lacks(i)
		without := unless(lacks == 0, " It lacks "+plural(lacks, "row")+".")
		switch {
		case i == 0:
			if lacks > 0 {
				all = append(all, label+" is what the others are compared with."+without)
			}
		case of == 0:
			all = append(all, label+": nothing was compared."+without)
		default:
			all = append(all, fmt.Sprintf("%s: %d of %s faster and %d slower than in %s; the geometric mean of the time ratios is %s.%s",
				label, faster, plural(of, "comparison"), slower, c.l.Labels[0], threeDigits(math.Exp(logs/float64(of))), without))
		}
	}
	name := func(x *result.Change) string {
		title, label := c.titles.of(x.Provider), c.l.Labels[in[x]]
		if !strings.HasPrefix(label, title+" ") {
			label = title + " in " + label
		}
		return x.Unit.Row + " of " + label + unless(x.Threads == 0, ", "+plural(x.Threads, "thread"))
	}
	if len(changed) > 0 {
		all = append(all, "Largest: "+largest(changed, name)+".")
	}
	all = append(all, flaggedText(compared)...)
	all = append(all, inDoubtText(inDoubt, name)...)
	if text := c.controls(); text != "" {
		all = append(all, text)
	}
	return all
}

// compared are the changes at the call boundary that have a ratio, and the build that each is in.
func (c *lineupComposer) compared() (all []*result.Change, in map[*result.Change]int) {
	in = make(map[*result.Change]int)
	for _, r := range c.l.Rows {
		for i, cell := range r.Cells {
			if x := cell.Change; x != nil && r.Boundary == sample.Call && !math.IsNaN(x.Best().Ratio) {
				all = append(all, x)
				in[x] = i
			}
		}
	}
	return all, in
}

// lacks counts the rows in which a library has no time in the build.
func (c *lineupComposer) lacks(build int) int {
	rows := make(map[string]bool)
	for _, r := range c.l.Rows {
		if r.Boundary == sample.Call && !r.Cells[build].Time.Valid() {
			rows[r.Unit.Row] = true
		}
	}
	return len(rows)
}

// controls says how far the libraries that are the same code in all builds are from no change.
func (c *lineupComposer) controls() string {
	var changes []*result.Change
	for _, r := range c.l.Rows {
		for _, x := range r.Cells {
			if x.Change != nil && slices.Contains(c.l.Controls, r.Provider) {
				changes = append(changes, x.Change)
			}
		}
	}
	return controlsText(c.named(c.l.Controls), changes)
}

func (c *lineupComposer) sections(d *document, title string, rows []*result.LineupRow, details bool) {
	units, groups := byScale(rows, func(r *result.LineupRow) string { return r.Unit.Unit })
	for _, unit := range units {
		scale, _ := scaleOf(unit)
		m := scale.measures[0]
		s := &sheet{}
		s.texts("row", "library")
		for _, label := range c.l.Labels {
			s.column("", label, classRatio, 0)
		}
		for _, r := range groups[unit] {
			name := c.titles.of(r.Provider) + unless(r.Boundary == sample.Call, ", "+string(r.Boundary)) + unless(r.Threads == 0, ", "+plural(r.Threads, "thread"))
			cells := plain(r.Unit.Row, name)
			for i := range r.Cells {
				cells = append(cells, c.cell(r, i, m))
			}
			s.row(cells...)
		}
		d.add(part{title: title + scale.title + "; then time ratios", sheet: s, details: details})
	}
}

func (c *lineupComposer) cell(r *result.LineupRow, i int, m measure) cell {
	x := &r.Cells[i]
	switch {
	case !x.Time.Valid():
		return cell{text: "–", value: math.NaN(), tone: toneDim, notes: []int{c.notes.add(reason(x.Why))}}
	case i == r.Base:
		return sideCell(m, x.Time, r.Unit)
	case x.Change == nil || math.IsNaN(x.Change.Best().Ratio):
		return plain("")[0]
	}
	best := x.Change.Best()
	made := changeCell(&best, x.Change.Marked)
	value, half := ratio(stats.Estimate{Value: best.Ratio, Interval: best.Interval})
	made.text, made.extra = value, "±"+half
	return made
}

// A lineupDoc is what Builds makes of more than two builds.
type lineupDoc struct {
	Schema   int             `json:"schema"`
	Builds   []jsonBuild     `json:"builds"`
	Controls []string        `json:"controls" jsonschema_description:"libraries that are the same code in all builds"`
	Rows     []jsonLineupRow `json:"rows"`
}

type jsonBuild struct {
	Label       string             `json:"label"`
	Settings    sample.Settings    `json:"settings"`
	Environment sample.Environment `json:"environment"`
	Environ     []string           `json:"environ"`
	Libraries   []sample.Library   `json:"libraries"`
}

type jsonLineupRow struct {
	Row      string           `json:"row"`
	Provider string           `json:"provider"`
	Boundary sample.Boundary  `json:"boundary"`
	Threads  int              `json:"threads"`
	Base     int              `json:"base" jsonschema_description:"index of the build that the others are compared with"`
	Builds   []jsonLineupCell `json:"builds"`
}

type jsonLineupCell struct {
	Time    *jsonEstimate   `json:"time_ns,omitempty"`
	Change  *jsonComparison `json:"time,omitempty"`
	Flagged bool            `json:"flagged"`
	Why     string          `json:"why,omitempty" jsonschema_description:"why there is no time"`
}

func lineupDocument(l *result.Lineup) lineupDoc {
	doc := lineupDoc{Schema: JSONSchema, Controls: filled(l.Controls)}
	for i, b := range l.Builds {
		doc.Builds = append(doc.Builds, jsonBuild{l.Labels[i], b.Run.Settings, b.Run.Environment, filled(b.Run.Environ), filled(b.Run.Libraries)})
	}
	doc.Rows = each(l.Rows, func(r result.LineupRow) jsonLineupRow {
		return jsonLineupRow{r.Unit.Row, r.Provider, r.Boundary, r.Threads, r.Base, each(r.Cells, func(x result.LineupCell) jsonLineupCell {
			j := jsonLineupCell{Why: x.Why}
			if x.Time.Valid() {
				time := jsonEstimateOf(x.Time, same)
				j.Time = &time
			}
			if x.Change != nil {
				change := comparisonOf(x.Change.Best())
				j.Change, j.Flagged = &change, x.Change.Marked
			}
			return j
		})}
	})
	return doc
}

func writeLineupCSV(b *bytes.Buffer, l *result.Lineup) error {
	records := [][]string{{
		"row", "algorithm", "operation", "size_bytes", "provider", "boundary", "threads", "build", "time_ns", "base_build",
		"time_ratio", "time_ratio_low", "time_ratio_high", "time_p", "time_significant", "flagged", "why",
	}}
	for _, r := range l.Rows {
		for i, x := range r.Cells {
			record := []string{
				r.Unit.Row, r.Unit.Algorithm, r.Unit.Op, strconv.Itoa(r.Unit.Bytes), r.Provider, string(r.Boundary), strconv.Itoa(r.Threads),
				l.Labels[i], number(x.Time.Value), l.Labels[r.Base],
			}
			if x.Change == nil {
				record = append(record, "", "", "", "", "", "")
			} else {
				best := x.Change.Best()
				record = append(record, number(best.Ratio), number(best.Lo), number(best.Hi), number(best.P),
					strconv.FormatBool(best.Significant()), strconv.FormatBool(x.Change.Marked))
			}
			records = append(records, append(record, x.Why))
		}
	}
	return writeRecords(b, records)
}
