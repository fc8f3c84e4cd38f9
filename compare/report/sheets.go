package report

import (
	"cmp"
	"fmt"
	"slices"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// explain adds what sums the rows up and says where differences come from, as far as the run was made for it.
func (c *composer) explain(d *document) {
	d.add(c.summary())
	if c.charts {
		d.add(part{title: "Throughput by message size", charts: c.sizeCharts()})
	}
	c.breakEven(d)
	d.add(part{title: "Cgo call overhead", text: c.cgoCalls()})
	if c.Verbose || len(c.sweeps) > 0 {
		d.add(c.split())
	}
	c.threads(d)
	d.add(c.cycles())
	d.add(c.allocations(c.Verbose || c.Allocs))
	if c.Verbose {
		d.add(c.rowCgoCalls())
		d.add(c.layoutSheet())
		d.add(part{title: "Implementations", folded: true, sheet: c.byLibrary([]string{""}, classText, func(r *result.Row, lib string) []string {
			if s := r.Find(lib, sample.Call); s != nil {
				return []string{s.Implementation}
			}
			return nil
		})})
	}
}

// byLibrary makes a sheet of the rows of which anything is known: of gives the cells of one library in one row, under names.
func (c *composer) byLibrary(names []string, class class, of func(r *result.Row, lib string) []string) *sheet {
	s := &sheet{}
	s.column("", "row", classText, 0)
	for k, lib := range c.libs {
		for i, name := range names {
			s.column(unless(i > 0, c.titleOf(lib.Name)), name, class, max(0, len(c.libs)-1-k))
		}
	}
	for _, r := range c.rows() {
		words, known := []string{r.Unit.Row}, false
		for _, lib := range c.libs {
			cells := of(r, lib.Name)
			known = known || cells != nil
			words = append(words, append(cells, make([]string, len(names)-len(cells))...)...)
		}
		if known {
			s.text(words...)
			s.rows[len(s.rows)-1].kind = r.Unit.Kind
		}
	}
	return s
}

// summary counts by kind how the first library stands to each other.
func (c *composer) summary() part {
	s := &sheet{}
	s.texts("kind", "ratio")
	for _, name := range []string{"slower", "equal", "faster", "excluded"} {
		s.column("", name, classNumber, 0)
	}
	s.column("", "range", classText, 1)
	for _, kind := range c.kinds() {
		for _, p := range c.pairs {
			a := c.against(p, kind)
			if len(a.rows) == 0 {
				continue
			}
			faster, equal, slower := split(a.rows)
			s.text(string(kind), c.over(p), fmt.Sprint(len(slower)), fmt.Sprint(len(equal)), fmt.Sprint(len(faster)), unless(a.flagged == 0, fmt.Sprint(a.flagged)), reach(a.rows))
			s.rows[len(s.rows)-1].kind = kind
		}
	}
	if len(s.rows) == 0 {
		return part{}
	}
	s.dropEmpty()
	base := c.titleOf(c.pairs[0].base)
	if c.res.Run.Settings.AA {
		base = "each library"
	}
	return part{title: "Rows by kind in which " + base + " is slower, equal or faster; excluded: noisy or unstable", sheet: s}
}

// kinds are those of the rows, each once.
func (c *composer) kinds() []sample.Kind {
	var kinds []sample.Kind
	for i := range c.res.Rows {
		if u := c.res.Rows[i].Unit; !slices.Contains(kinds, u.Kind) {
			kinds = append(kinds, u.Kind)
		}
	}
	return kinds
}

// A rowCgoCall is what the cgo call into a library takes of a call in one row.
type rowCgoCall struct {
	result.CgoCall
	row      *result.Row
	provider string
	check    *result.CgoCallCheck // nil: there is nothing to check it against
}

// cgoCallsOf returns those of all rows, by library in the run's order.
func cgoCallsOf(res *result.Result) []rowCgoCall {
	type place struct{ row, provider string }
	checks := make(map[place]*result.CgoCallCheck)
	for i := range res.CgoCalls {
		x := &res.CgoCalls[i]
		checks[place{x.Row, x.Provider}] = x
	}
	var all []rowCgoCall
	for i := range res.Rows {
		row := &res.Rows[i]
		for _, lib := range res.Run.Libraries {
			x, ok := row.CgoCall(lib.Name)
			if status, _ := row.Answer(lib.Name); ok && !out(status) {
				all = append(all, rowCgoCall{x, row, lib.Name, checks[place{row.Unit.Row, lib.Name}]})
			}
		}
	}
	return all
}

// cgoCalls says what a cgo call into each library costs.
func (c *composer) cgoCalls() []string {
	lines, cgoCalls := c.threadCgoCalls(), cgoCallsOf(c.res)
	for _, lib := range c.libs {
		agree, rows := 0, 0
		for _, check := range c.res.CgoCalls {
			if check.Provider != lib.Name {
				continue
			}
			rows++
			if check.Agrees {
				agree++
			}
		}
		for _, x := range cgoCalls {
			if x.row.Unit.EmptyCall() && x.provider == lib.Name && rows > 0 {
				lines = append(lines, fmt.Sprintf("A cgo call into %s costs %s ns (the empty call, loop in Go − loop in C); %d of %s agree with it%s.",
					c.titleOf(lib.Name), figure(x.NS.Value, x.NS.Lo, x.NS.Hi), agree, plural(rows, "row"), flagged(x.row)))
			}
		}
	}
	return lines
}

// flagged ends a sentence about a row that is not to be relied on.
func flagged(row *result.Row) string {
	return unless(!row.Marked(), " (noisy or unstable: not to be relied on)")
}

// rowCgoCalls has a line for each row with both boundaries.
func (c *composer) rowCgoCalls() part {
	all := cgoCallsOf(c.res)
	return part{
		title: "Cgo call overhead: call − batch of each row in ns; * where it differs from the empty call's, ? where the row is flagged", folded: true,
		sheet: c.byLibrary([]string{"ns"}, classNumber, func(r *result.Row, lib string) []string {
			at := slices.IndexFunc(all, func(x rowCgoCall) bool { return x.row == r && x.provider == lib })
			if at < 0 {
				return nil
			}
			x := &all[at]
			return []string{signed(x.NS.Value, (x.NS.Hi-x.NS.Lo)/2) + unless(x.check == nil || x.check.Agrees, " *") + unless(!r.Marked(), " ?")}
		}),
	}
}

// smallMessage is the largest message, in bytes, whose cgo call is shown as a share of the call: what an Ethernet frame
// carries. Beyond it noise is larger.
const smallMessage = 1500

// split says what of a call on a small message is the cgo call, the key's set-up, and work.
func (c *composer) split() part {
	s := &sheet{}
	for _, name := range []string{"algorithm", "operation"} {
		s.column("", name, classText, 0)
	}
	s.column("", "bytes", classNumber, 0)
	s.column("", "library", classText, 0)
	for _, name := range []string{"call", "cgo", "set-up", "work"} {
		s.column(name, "ns", classNumber, 0)
	}
	s.column("cgo", "%", classNumber, dropSecond)
	s.column("", "notes", classText, dropNotes)
	rekeyings := c.res.Rekeyings()
	for _, row := range c.rows() {
		u := row.Unit
		if u.Bytes == 0 || u.Bytes > smallMessage && (!c.Verbose || c.charts) {
			continue // there it is noise beside the message
		}
		for _, lib := range c.libs {
			call := row.Find(lib.Name, sample.Call)
			cgo, known := row.CgoCall(lib.Name)
			setUp, half, rekeyed := extra(rekeyings, u, lib.Name)
			if call == nil || !call.Time.Valid() || !known && !rekeyed {
				continue
			}
			words := []string{figure(call.Time.Value, call.Time.Lo, call.Time.Hi), "", "", fixed(call.Time.Value-cgo.NS.Value-setUp, 0), ""}
			if known {
				words[1], words[4] = signed(cgo.NS.Value, (cgo.NS.Hi-cgo.NS.Lo)/2), signed(100*cgo.Share.Value, 50*(cgo.Share.Hi-cgo.Share.Lo))
			}
			if rekeyed {
				words[2] = signed(setUp, half)
			}
			s.row(append(append(plain(u.Algorithm, u.Op, fmt.Sprint(u.Bytes), c.titleOf(lib.Name)), plain(words...)...), plain(list(flags(row)...))...)...)
			s.rows[len(s.rows)-1].kind = u.Kind
		}
	}
	s.dropEmpty()
	return part{title: "Cost of a call on a small message, split into the cgo call, the set-up of a new key, and work", sheet: s, folded: true}
}

// extra is what setting up a key adds in the row where the key is new each time, with half its interval.
func extra(all []result.Rekeying, u *sample.Unit, library string) (ns, half float64, ok bool) {
	for _, k := range all {
		if k.Algorithm != u.Algorithm || k.Op != u.Standing || k.Bytes != u.Bytes || u.Standing == u.Op {
			continue
		}
		for i := range k.Sides {
			if k.Sides[i].Provider == library {
				ns, half = k.Sides[i].Extra()
				return ns, half, true
			}
		}
	}
	return 0, 0, false
}

// signed writes a number that may be of either sign, and half its interval.
func signed(x, half float64) string {
	d := 1
	if half > 0 {
		d = min(1, max(0, decimals(half)))
	}
	return fixed(x, d) + " ±" + fixed(half, d)
}

// allocations says what operations cost Go besides time. Without all it has only those of public keys, whose big numbers are
// often allocated anew.
func (c *composer) allocations(all bool) part {
	threads := 0
	if counts := c.threadCounts(); len(counts) > 0 {
		threads = counts[0]
	}
	s := c.byLibrary([]string{"allocs/op", "B/op", "GC"}, classNumber, func(r *result.Row, lib string) []string {
		at := slices.IndexFunc(r.Series, func(s result.Series) bool {
			return s.Provider == lib && s.Boundary == sample.Call && s.Copy == 0 && s.Threads == threads && s.Allocations != nil
		})
		if at < 0 || !all && !r.Unit.Kind.PublicKey() {
			return nil
		}
		b, collected := r.Series[at].Allocations, r.Series[at].Collected
		return []string{mean(b.Allocs), mean(b.Bytes), unless(!collected.Valid(), "+"+percent(collected.Value-1))}
	})
	if !all { // rows without any say nothing
		s.rows = slices.DeleteFunc(s.rows, func(l line) bool {
			return !slices.ContainsFunc(l.cells[1:], func(x cell) bool { return x.text != "" && x.text != "0" })
		})
	}
	s.dropEmpty()
	return part{title: "Allocations in Go's heap per operation, and by how much garbage collection makes the operation longer (GC)", sheet: s, folded: true}
}

// mean writes a mean count: whole where it is near to a whole number, as those of single operations are.
func mean(x float64) string {
	const near = 0.05
	if whole := float64(int64(x + 0.5)); x >= 10 || x-whole < near && whole-x < near {
		return fixed(whole, 0)
	}
	return fixed(x, 1)
}

// cycles has the cycles of each row, by library and boundary.
func (c *composer) cycles() part {
	e := c.res.Run.Environment.Cycles
	if e == nil || e.Source == sample.CyclesNone {
		return part{}
	}
	source := map[string]string{
		sample.CyclesPerf: "the core's, in user space (perf events)",
		sample.CyclesTSC:  "ticks of the reference clock (TSC), which does not follow the core's",
	}[e.Source]
	s := c.byLibrary([]string{string(sample.Call), string(sample.Batch)}, classNumber, func(r *result.Row, lib string) []string {
		per := 1.0
		if r.Unit.Bytes > 0 {
			per = float64(r.Unit.Bytes)
		}
		var words []string
		for _, b := range []sample.Boundary{sample.Call, sample.Batch} {
			text := ""
			if series := r.Find(lib, b); series != nil && series.Cycles.Value > 0 {
				text = threeDigits(series.Cycles.Value / per)
			}
			words = append(words, text)
		}
		if words[0]+words[1] == "" {
			return nil
		}
		return words
	})
	return part{title: "Cycles per byte where the row has a size, else per operation or iteration: " + cmp.Or(source, e.Source) + unless(e.Hz == 0, ", "+fixed(e.Hz/1e9, 3)+" GHz"), sheet: s}
}

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

// baseTitle is what the others are compared with.
func (c *composer) baseTitle() string {
	if len(c.libs) == 0 {
		return "the first"
	}
	return c.titleOf(c.libs[0].Name)
}

// plusMinus writes an estimate and half its interval.
func plusMinus(e stats.Estimate) string {
	if !e.Valid() {
		return ""
	}
	value, half := ratio(e)
	return value + " ±" + half
}
