package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cryptogap/compare/result"
)

// threadCounts returns the numbers of threads that the run has, in ascending order;
// none where it was not about threads.
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

// threadSheets show what more threads bring: the throughput of all together, how many times
// that of one it is, and the gap.
func (c *composer) threadSheets() []sheet {
	counts := c.threadCounts()
	if len(counts) == 0 {
		return nil
	}
	var all []sheet
	for i := range c.res.Rows {
		row := &c.res.Rows[i]
		if !c.shown(row) || isEmptyCall(row) {
			continue
		}
		m := throughput(row.Unit.Unit)
		title := "Threads: throughput of all together in " + m.unit + "; × is how many times that of one thread; the gap is " + c.baseTitle() + "'s time / the other's with as many threads"
		at := slices.IndexFunc(all, func(s sheet) bool { return s.Title == title })
		if at < 0 {
			at = len(all)
			all = append(all, threadSheet(title, m.unit))
		}
		for _, lib := range c.libs {
			for _, n := range counts {
				if line := c.threadLine(row, lib.Name, m, n); line != nil {
					all[at].Rows = append(all[at].Rows, line)
				}
			}
		}
	}
	return slices.DeleteFunc(all, func(s sheet) bool { return len(s.Rows) == 0 })
}

func threadSheet(title, unit string) sheet {
	s := sheet{Title: title}
	s.column("", "row", false)
	s.column("", "library", false)
	s.column("", "threads", true)
	s.column("", unit, true)
	s.column("", "×", true)
	s.column("", "gap", true)
	s.column("", "notes", false)
	return s
}

// threadLine is nil where the library has no figure in the row with n threads.
func (c *composer) threadLine(row *result.Row, name string, m measure, n int) []string {
	at := slices.IndexFunc(row.Series, func(s result.Series) bool {
		return s.Provider == name && s.Threads == n && s.Copy == 0 && s.Time.Valid()
	})
	if status, _ := row.Answer(name); at < 0 || out(status) {
		return nil
	}
	v, lo, hi := m.of(row.Series[at].Time, row.Unit.Bytes)
	var times, gap string
	for _, s := range row.Scalings {
		if s.Other == at {
			times = plusMinus(s.Factor)
		}
	}
	if g := gapTo(row, at); g != nil {
		x := gapCell(row, g)
		gap = strings.TrimSpace(x.mark + " " + x.text + " " + x.extra)
	}
	return []string{
		row.Unit.Row, c.titleOf(name), fmt.Sprint(n), figure(v, lo, hi), times, gap,
		list(unless(!row.Contended, "contended"), unless(len(row.Unstable) == 0, "unstable")),
	}
}

// threadCgoCalls says what an empty call takes each of several threads.
func (c *composer) threadCgoCalls() []string {
	counts := c.threadCounts()
	var all []string
	for i := range c.res.Rows {
		row := &c.res.Rows[i]
		if !isEmptyCall(row) || len(counts) == 0 {
			continue
		}
		for _, lib := range c.libs {
			var parts []string
			for _, n := range counts {
				for _, s := range row.Series {
					if s.Provider != lib.Name || s.Threads != n || s.Copy > 0 || !s.Time.Valid() {
						continue
					}
					each := float64(n) // operations are counted over all threads
					parts = append(parts, figure(s.Time.Value*each, s.Time.Lo*each, s.Time.Hi*each)+" ns "+cmp.Or(unless(n > 1, "in one thread"), fmt.Sprintf("in each of %d", n)))
				}
			}
			if len(parts) > 0 {
				all = append(all, fmt.Sprintf("An empty call into %s takes %s%s.", c.titleOf(lib.Name), list(parts...),
					unless(!row.Marked(), " (contended or unstable: not to be relied on)")))
			}
		}
	}
	return all
}
