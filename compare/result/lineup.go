package result

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// A Lineup is several builds that were measured in one run, side by side.
type Lineup struct {
	Builds      []*Result
	Labels      []string // one a build: what it differs in from the others
	Rows        []LineupRow
	Controls    []string            // libraries that are the same code in all builds
	Differences []sample.Difference // between the builds
}

// A LineupRow is a library at one boundary in a row, in all builds.
type LineupRow struct {
	Unit     *sample.Unit
	Provider string
	Boundary sample.Boundary
	Threads  int
	Base     int // the first build that has a time
	Cells    []LineupCell
}

// A LineupCell is one build's.
type LineupCell struct {
	Time   stats.Estimate // nanoseconds an operation or iteration; not Valid where there is none
	Change *Change        // against Base; nil for Base itself, and where there is no time
	Why    string         // there is no time
}

// Line puts builds side by side, from their repetitions number from and later. Each is compared with the first one that has the row,
// as Paired does.
func Line(builds []*Result, from int) Lineup {
	l := Lineup{Builds: builds}
	var runs []*sample.Run
	for _, b := range builds {
		runs = append(runs, b.Run)
	}
	l.Differences = sample.Differences(runs...)
	l.Labels = labels(runs, l.Differences)
	pairs := make([][]Diff, len(builds)) // by base and new
	for i := range builds {
		pairs[i] = make([]Diff, len(builds))
		for j := i + 1; j < len(builds); j++ {
			pairs[i][j] = Paired(builds[i], builds[j], from)
		}
	}
	for i, p := range pairs[0][1:] {
		if i == 0 {
			l.Controls = p.Controls
		}
		l.Controls = slices.DeleteFunc(slices.Clone(l.Controls), func(name string) bool { return !slices.Contains(p.Controls, name) })
	}
	for _, key := range l.keys() {
		row := LineupRow{Provider: key.provider, Boundary: key.boundary, Threads: key.threads, Base: -1, Cells: make([]LineupCell, len(builds))}
		for i, b := range builds {
			x, s := b.find(key)
			c := &row.Cells[i]
			c.Time = stats.Estimate{Value: math.NaN()}
			switch {
			case s != nil && s.Time.Valid():
				c.Time = s.Time
			case x != nil && x.Status == sample.Mismatch: // what else was noted of the library is not why
				c.Why = string(sample.Mismatch) + ": the outputs differ, so it is not timed"
			case x != nil:
				c.Why = cmp.Or(x.Why(key.provider), "not measured")
			default:
				c.Why = "not measured"
			}
			if x != nil && row.Unit == nil {
				row.Unit = x.Unit
			}
			if !c.Time.Valid() {
				continue
			}
			if row.Base < 0 {
				row.Base = i
				continue
			}
			c.Change = pairs[row.Base][i].find(key)
		}
		if row.Base >= 0 {
			l.Rows = append(l.Rows, row)
		}
	}
	return l
}

// keys are those of all series, in the order of the first build that has them.
func (l *Lineup) keys() []seriesKey {
	var keys []seriesKey
	for _, b := range l.Builds {
		for i := range b.Rows {
			for _, s := range b.Rows[i].Series {
				key := seriesKey{b.Rows[i].Unit.Row, s.Provider, s.Boundary, s.Threads}
				if s.Copy > 0 || slices.Contains(keys, key) {
					continue
				}
				// A series that the builds before do not have stands behind the last one of its row.
				at := len(keys)
				for j := range keys {
					if keys[j].row == key.row {
						at = j + 1
					}
				}
				keys = slices.Insert(keys, at, key)
			}
		}
	}
	return keys
}

func (r *Result) find(key seriesKey) (*Row, *Series) {
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.Unit.Row != key.row {
			continue
		}
		for j := range row.Series {
			if s := &row.Series[j]; s.Provider == key.provider && s.Boundary == key.boundary && s.Threads == key.threads && s.Copy == 0 {
				return row, s
			}
		}
		return row, nil
	}
	return nil, nil
}

func (c *Change) key() seriesKey { return seriesKey{c.Unit.Row, c.Provider, c.Boundary, c.Threads} }

func (d *Diff) find(key seriesKey) *Change {
	for i := range d.Changes {
		if c := &d.Changes[i]; c.key() == key {
			return c
		}
	}
	return nil
}

// labels names builds apart by as few differences as it takes, versions first; by their binaries where nothing is known. A version
// stands in each label; of anything else, only what is not as in the first build.
func labels(runs []*sample.Run, differences []sample.Difference) []string {
	order := slices.Clone(differences)
	version := func(d sample.Difference) int {
		if strings.HasSuffix(d.Name, " version") {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(order, func(a, b sample.Difference) int { return version(a) - version(b) })
	names := make([]string, len(runs))
	for _, d := range order {
		if d.Scope != sample.Set || distinct(names) == len(names) {
			continue
		}
		with := slices.Clone(names)
		for i, v := range d.Values {
			if v != "" && (version(d) == 0 || v != d.Values[0]) {
				with[i] = strings.TrimSpace(names[i] + " " + labelled(d.Name, v))
			}
		}
		if distinct(with) > distinct(names) {
			names = with
		}
	}
	apart := distinct(names) == len(names)
	for i, r := range runs {
		switch {
		case !apart:
			names[i] = strings.TrimSpace(fmt.Sprintf("%d: %s %s", i+1, r.Build, names[i]))
		case names[i] == "":
			names[i] = cmp.Or(r.Build, "the first build")
		}
	}
	return names
}

// labelled is a factor and its value in a few words: "libgcrypt 1.11.0", "-pgo=cpu.pprof".
func labelled(name, value string) string {
	if name == sample.Compiler {
		return strings.TrimPrefix(value, "gc ")
	}
	what := strings.TrimPrefix(strings.TrimSuffix(strings.TrimSuffix(name, " version"), "'s"), "the ")
	return what + " " + strings.TrimPrefix(value, strings.ToLower(what))
}

func distinct(names []string) int {
	sorted := slices.Clone(names)
	slices.Sort(sorted)
	return len(slices.Compact(sorted))
}
