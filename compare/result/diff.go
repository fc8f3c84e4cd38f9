package result

import (
	"slices"

	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// A Diff is what changed between two results of the same rows: before and after.
type Diff struct {
	Old, New    *Result // the first of either side
	Changes     []Change
	OnlyOld     []string // rows that only the old side measured
	OnlyNew     []string
	Differences []sample.Difference // what was set or built in another way
	Foreign     []sample.Difference // why the times of the two sides do not compare
	// RatiosOnly says that times are not to be shown, because the two sides are of different machines.
	RatiosOnly bool
	// Controls are the libraries that are the same code on both sides of one paired run; nil where there is none, or the two are separate
	// runs.
	Controls []string
}

// A Change is one series of a row, before and after.
type Change struct {
	Unit     *sample.Unit
	Provider string
	Boundary sample.Boundary
	Threads  int          // see Series
	Time     stats.Change // nanoseconds an operation or iteration: new / old
	// Gap is the change of the time relative to the first provider's in the same
	// rounds, which leaves out what the machine did between the two runs. Nil for
	// that provider itself, or where it was not measured.
	Gap *stats.Change
	// OldRatio and NewRatio are the first provider's time divided by this one's on either side; nil for that provider itself, or where
	// they were not compared.
	OldRatio, NewRatio *stats.Estimate
	Pairs              int  // of one paired run: the repetitions that count on both sides
	Marked             bool // either side's row carries a warning
}

// Best returns the better founded of the two changes: that of the ratio where there is
// one.
func (c *Change) Best() stats.Change {
	if c.Gap != nil {
		return *c.Gap
	}
	return c.Time
}

// Compare matches rows by name and compares them. Several results of a side are taken
// as one run with more repetitions.
func Compare(old, new []*Result) Diff {
	d := Diff{Old: old[0], New: new[0]}
	for _, r := range slices.Concat(old[1:], new) {
		d.differ(old[0].Run, r.Run)
	}
	before, after := gather(old), gather(new)
	for _, key := range before.order {
		b, a := before.series[key], after.series[key]
		if a == nil {
			if !slices.Contains(d.OnlyOld, b.unit.Row) && !after.rows[b.unit.Row] {
				d.OnlyOld = append(d.OnlyOld, b.unit.Row)
			}
			continue
		}
		c := Change{Unit: b.unit, Provider: key.provider, Boundary: key.boundary, Threads: key.threads, Marked: b.marked || a.marked}
		c.OldRatio, c.NewRatio = b.ratio, a.ratio
		c.Time = stats.Compare(b.times, a.times)
		if len(b.gaps) > 0 && len(a.gaps) > 0 {
			gap := stats.Compare(b.gaps, a.gaps)
			c.Gap = &gap
		}
		d.Changes = append(d.Changes, c)
	}
	for _, key := range after.order {
		row := after.series[key].unit.Row
		if !before.rows[row] && !slices.Contains(d.OnlyNew, row) {
			d.OnlyNew = append(d.OnlyNew, row)
		}
	}
	return d
}

type seriesKey struct {
	row, provider string
	boundary      sample.Boundary
	threads       int
}

type gathered struct {
	unit        *sample.Unit
	marked      bool
	times, gaps []float64 // one a repetition
	ratio       *stats.Estimate
}

type side struct {
	order  []seriesKey
	series map[seriesKey]*gathered
	rows   map[string]bool
}

func gather(results []*Result) side {
	s := side{series: make(map[seriesKey]*gathered), rows: make(map[string]bool)}
	for _, res := range results {
		for i := range res.Rows {
			row := &res.Rows[i]
			for j := range row.Series {
				sr := &row.Series[j]
				if sr.Copy > 0 || !sr.Time.Valid() {
					continue
				}
				key := seriesKey{row.Unit.Row, sr.Provider, sr.Boundary, sr.Threads}
				g := s.series[key]
				if g == nil {
					g = &gathered{unit: row.Unit}
					s.series[key] = g
					s.order = append(s.order, key)
					s.rows[row.Unit.Row] = true
				}
				g.marked = g.marked || row.Marked()
				for _, rep := range sr.Repetitions {
					g.times = append(g.times, rep.Value)
				}
				for _, gap := range row.Gaps {
					if gap.Other == j && row.Series[gap.Base].Provider != sr.Provider {
						if g.ratio == nil {
							g.ratio = &gap.Ratio
						}
						for _, rep := range gap.Repetitions {
							g.gaps = append(g.gaps, 1/rep.Value) // the other's time over the first provider's
						}
					}
				}
			}
		}
	}
	return s
}

// differ notes what differs between two runs besides the rows.
func (d *Diff) differ(a, b *sample.Run) {
	for _, x := range sample.Differences(a, b) {
		list := &d.Differences
		if x.Scope == sample.Foreign {
			list = &d.Foreign
		}
		if !slices.ContainsFunc(*list, func(o sample.Difference) bool { return o.String() == x.String() }) {
			*list = append(*list, x)
		}
	}
}
