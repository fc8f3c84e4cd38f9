package report

import (
	"cmp"
	"fmt"
	"slices"

	"cryptogap/compare/result"
	"cryptogap/compare/stats"
)

// threadCounts returns the numbers of threads that the run has, in ascending order; none where it was not about threads.
func (c *composer) threadCounts() []int {
	var counts []int
	for i := range c.res.Rows {
		for _, s := range c.res.Rows[i].Series {
			if s.Threads > 0 && !slices.Contains(counts, s.Threads) {
				counts = append(counts, s.Threads)
			}
		}
	}
	slices.Sort(counts)
	return counts
}

// throughput is the unit in which the common throughput of threads is shown, by the row's unit.
func throughput(unit string) measure {
	switch unit {
	case "MiB/s":
		return measure{unit, asRate}
	case "ns/iteration":
		return measure{"iterations/s", asOps}
	}
	return measure{"ops/s", asOps}
}

// threads shows what more threads bring: the throughput of all together, how many times that of one it is, and the ratio.
func (c *composer) threads(d *document) {
	counts := c.threadCounts()
	if len(counts) == 0 {
		return
	}
	timed := slices.DeleteFunc(c.rows(), func(r *result.Row) bool { return r.Unit.EmptyCall() })
	units, groups := byScale(timed, func(r *result.Row) string { return r.Unit.Unit })
	for _, unit := range units {
		m := throughput(unit)
		s := &sheet{}
		s.texts("row", "library")
		s.column("", "threads", classNumber, 0)
		s.column("", m.unit, classNumber, 0)
		s.column("", "×", classNumber, 0)
		s.column("", "ratio", classRatio, 0)
		s.column("", "notes", classText, dropNotes)
		for _, row := range groups[unit] {
			for _, lib := range c.libs {
				for _, n := range counts {
					if cells := c.threadLine(row, lib.Name, m, n); cells != nil {
						s.row(cells...)
					}
				}
			}
		}
		d.add(part{title: "Threads: throughput of all together in " + m.unit + "; × is how many times that of one thread; the ratio is " + c.baseTitle() + "'s time divided by the library's with as many threads", sheet: s})
	}
}

// threadLine is nil where the library has no figure in the row with n threads.
func (c *composer) threadLine(row *result.Row, name string, m measure, n int) []cell {
	at := slices.IndexFunc(row.Series, func(s result.Series) bool {
		return s.Provider == name && s.Threads == n && s.Copy == 0 && s.Time.Valid()
	})
	if status, _ := row.Answer(name); at < 0 || out(status) {
		return nil
	}
	v, lo, hi := m.of(row.Series[at].Time, row.Unit.Bytes)
	times := ""
	for _, s := range row.Scalings {
		if s.Other == at {
			times = plusMinus(s.Factor) + unless(!row.Marked(), " ?")
		}
	}
	cells := plain(row.Unit.Row, c.titleOf(name), fmt.Sprint(n), figure(v, lo, hi), times)
	return append(append(cells, ratioCell(row, gapTo(row, at))), plain(list(flags(row)...))...)
}

// gapTo returns the gap whose other side is the given series.
func gapTo(row *result.Row, series int) *result.Gap {
	for i := range row.Gaps {
		if row.Gaps[i].Other == series {
			return &row.Gaps[i]
		}
	}
	return nil
}

// threadCgoCalls says what an empty call takes each of several threads.
func (c *composer) threadCgoCalls() []string {
	counts := c.threadCounts()
	var all []string
	for i := range c.res.Rows {
		row := &c.res.Rows[i]
		if !row.Unit.EmptyCall() || len(counts) == 0 {
			continue
		}
		for _, lib := range c.libs {
			var parts []string
			for _, s := range row.Series {
				if s.Provider == lib.Name && s.Threads > 0 && s.Copy == 0 && s.Time.Valid() {
					each := float64(s.Threads) // operations are counted over all threads
					where := cmp.Or(unless(s.Threads > 1, "in one thread"), fmt.Sprintf("in each of %d", s.Threads))
					parts = append(parts, figure(s.Time.Value*each, s.Time.Lo*each, s.Time.Hi*each)+" ns "+where)
				}
			}
			if len(parts) > 0 {
				all = append(all, fmt.Sprintf("An empty call into %s takes %s%s.", c.titleOf(lib.Name), list(parts...), flagged(row)))
			}
		}
	}
	return all
}

// plusMinus writes an estimate and half its interval.
func plusMinus(e stats.Estimate) string {
	if !e.Valid() {
		return ""
	}
	value, half := ratio(e)
	return value + " ±" + half
}
