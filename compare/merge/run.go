package merge

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// A Run is what is compared of one run.
type Run struct {
	Label       string
	Started     time.Time
	Environment sample.Environment
	Libraries   []sample.Library
	QuietShare  float64 // of the samples, 0 to 1; NaN: not known

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
	r := Run{
		Label: label, Started: res.Run.Started, Environment: res.Run.Environment, Libraries: res.Run.Libraries, QuietShare: res.QuietShare(),
	}
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
	Schema      int                `json:"schema"`
	Started     time.Time          `json:"started"`
	Environment sample.Environment `json:"environment"`
	Libraries   []sample.Library   `json:"libraries"`
	QuietShare  *float64           `json:"quiet_share"`
	Rows        []struct {
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
	r := Run{Label: label, Started: d.Started, Environment: d.Environment, Libraries: d.Libraries, QuietShare: or(d.QuietShare)}
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
	var all []string
	note := func(what string, value func(Run) string) {
		var values []string
		labels := make(map[string][]string)
		for _, r := range runs {
			v := value(r)
			if v == "" {
				continue
			}
			if labels[v] == nil {
				values = append(values, v)
			}
			labels[v] = append(labels[v], r.Label)
		}
		if len(values) < 2 {
			return
		}
		var parts []string
		for _, v := range values {
			parts = append(parts, fmt.Sprintf("%s (%s)", v, strings.Join(labels[v], ", ")))
		}
		all = append(all, what+" differs: "+strings.Join(parts, "; "))
	}
	note("Go's version", func(r Run) string { return r.Environment.Go })
	note("the architecture", func(r Run) string { return r.Environment.GOARCH })
	note("GOAMD64", func(r Run) string { return r.Environment.GOAMD64 })
	note("GODEBUG", func(r Run) string { return r.Environment.GODEBUG })
	note("Go's FIPS mode", func(r Run) string { return r.Environment.FIPS })
	var seen []string
	for _, r := range runs {
		for _, l := range r.Libraries {
			if slices.Contains(seen, l.Name) {
				continue
			}
			seen = append(seen, l.Name)
			title := l.Title
			if title == "" {
				title = l.Name
			}
			of := func(r Run) (sample.Library, bool) {
				i := slices.IndexFunc(r.Libraries, func(x sample.Library) bool { return x.Name == l.Name && x.Missing == "" })
				if i < 0 {
					return sample.Library{}, false
				}
				return r.Libraries[i], true
			}
			if l.Version != r.Environment.Go { // Go's own has been said
				note(title+"'s version", func(r Run) string { x, _ := of(r); return x.Version })
			}
			for _, fact := range l.Build {
				note(title+"'s "+fact.Key, func(r Run) string {
					x, _ := of(r)
					i := slices.IndexFunc(x.Build, func(f sample.Fact) bool { return f.Key == fact.Key })
					if i < 0 {
						return ""
					}
					return x.Build[i].Value
				})
			}
		}
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
