package report

import (
	"cmp"
	"fmt"
	"slices"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
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
		for _, p := range c.costs() {
			d.add(p)
		}
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

// baseTitle is what the others are compared with.
func (c *composer) baseTitle() string {
	if len(c.libs) == 0 {
		return "the first"
	}
	return c.titleOf(c.libs[0].Name)
}
