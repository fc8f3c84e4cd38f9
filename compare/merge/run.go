package merge

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// A Run is what is compared of one run.
type Run struct {
	sample.Run // as far as it is known: Tool, Started, Settings, Environment, Libraries, Layouts
	Label      string
	QuietShare float64 // of the samples, 0 to 1; NaN: not known

	entries []entry
}

type key struct {
	row string
	Pair
}

type entry struct {
	key
	kind sample.Kind
	Ratio
}

// ErrNoRatio says that a run has no ratio at all.
var ErrNoRatio = errors.New("the run has no ratio of two libraries")

// FromResult takes over the ratios of a run's records.
func FromResult(label string, res *result.Result) (Run, error) {
	r := Run{Label: label, Run: *res.Run, QuietShare: res.QuietShare()}
	for i := range res.Rows {
		row := &res.Rows[i]
		for _, g := range row.Gaps {
			b, o := &row.Series[g.Base], &row.Series[g.Other]
			r.add(entry{
				key{row.Unit.Row, Pair{b.Provider, o.Provider}}, row.Unit.Kind, Ratio{g.Ratio.Interval, g.Ratio.Value, row.Marked()},
			}, o.Boundary)
		}
	}
	return r.whole()
}

// A document is the part of a run's JSON report that is compared.
type document struct {
	sample.Run
	Seed       string   `json:"seed"` // decimal, and not a number as in records
	QuietShare *float64 `json:"quiet_share"`
	Rows       []struct {
		Row      string      `json:"row"`
		Kind     sample.Kind `json:"kind"`
		Noisy    bool        `json:"noisy"`
		Unstable []string    `json:"unstable"`
		Ratios   []struct {
			Base  struct{ Provider string }
			Other struct {
				Provider string
				Boundary sample.Boundary
			}
			Ratio struct{ Value, Low, High *float64 }
		} `json:"ratios"`
	} `json:"rows"`
}

// schemaRead is the version of the JSON report that FromReport reads.
const schemaRead = 1

// FromReport takes over the ratios of a JSON report.
func FromReport(label string, text []byte) (Run, error) {
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		return Run{}, fmt.Errorf("merge: not a JSON report of cryptogap: %w", err)
	}
	if d.Schema != schemaRead || d.Rows == nil {
		return Run{}, fmt.Errorf("merge: not a JSON report of a run, by schema %d", schemaRead)
	}
	r := Run{Label: label, Run: d.Run, QuietShare: or(d.QuietShare)}
	for _, row := range d.Rows {
		for _, g := range row.Ratios {
			x := Ratio{stats.Interval{Lo: or(g.Ratio.Low), Hi: or(g.Ratio.High)}, or(g.Ratio.Value), row.Noisy || len(row.Unstable) > 0}
			r.add(entry{key{row.Row, Pair{g.Base.Provider, g.Other.Provider}}, row.Kind, x}, g.Other.Boundary)
		}
	}
	return r.whole()
}

// add takes over a ratio with the loop in Go, between two libraries. The empty call has none: its ratio compares a function call with a
// cgo call.
func (r *Run) add(e entry, boundary sample.Boundary) {
	if boundary != sample.Call || e.kind == sample.KindCrossing || e.Base == e.Other || !(e.Value > 0) {
		return
	}
	if !slices.ContainsFunc(r.entries, func(o entry) bool { return o.key == e.key }) {
		r.entries = append(r.entries, e)
	}
}

func (r *Run) whole() (Run, error) {
	if len(r.entries) == 0 {
		return Run{}, fmt.Errorf("merge: %w", ErrNoRatio)
	}
	return *r, nil
}

// Matching returns the run with the rows alone whose name matches.
func (r Run) Matching(re *regexp.Regexp) Run {
	r.entries = slices.DeleteFunc(slices.Clone(r.entries), func(e entry) bool { return !re.MatchString(e.row) })
	return r
}

// Title is a library's name as people write it.
func (m *Merged) Title(name string) string {
	for _, r := range m.Runs {
		for _, l := range r.Libraries {
			if l.Name == name && l.Title != "" {
				return l.Title
			}
		}
	}
	return name
}

// differences says what differs between runs besides the machine, a sentence each.
func differences(runs []Run) []string {
	var of []*sample.Run
	for i := range runs {
		of = append(of, &runs[i].Run)
	}
	var all []string
	for _, d := range sample.Differences(of...) {
		if d.Scope == sample.Host || d.Name == sample.CPU {
			continue
		}
		var values []string
		labels := make(map[string][]string)
		for i, v := range d.Values {
			if v == "" {
				continue
			}
			if labels[v] == nil {
				values = append(values, v)
			}
			labels[v] = append(labels[v], runs[i].Label)
		}
		for i, v := range values {
			values[i] = fmt.Sprintf("%s (%s)", v, strings.Join(labels[v], ", "))
		}
		all = append(all, d.Name+" differs: "+strings.Join(values, "; "))
	}
	return all
}

// or is the number that a JSON report has, NaN where it has null.
func or(x *float64) float64 {
	if x == nil {
		return math.NaN()
	}
	return *x
}
