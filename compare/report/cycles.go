package report

import (
	"cmp"
	"slices"

	"cryptogap/compare/sample"
)

// cycleWords say what a source of cycles counts.
var cycleWords = map[string]string{
	sample.CyclesPerf: "the core's, in user space (perf events)",
	sample.CyclesTSC:  "ticks of the reference clock (TSC), which does not follow the core's",
}

// cycleSheet has the cycles of each row, by library and boundary.
func (c *composer) cycleSheet() sheet {
	e := c.res.Run.Environment.Cycles
	if e == nil || e.Source == sample.CyclesNone {
		return sheet{}
	}
	s := sheet{Title: "Cycles a byte, or an operation: " + cmp.Or(cycleWords[e.Source], e.Source) + unless(e.Hz == 0, ", "+fixed(e.Hz/1e9, 3)+" GHz")}
	s.column("", "row", false)
	s.column("", "a", false)
	boundaries := []string{"call", "batch"}
	for _, lib := range c.libs {
		for _, b := range boundaries {
			s.column(c.titleOf(lib.Name), b, true)
		}
	}
	for i := range c.res.Rows {
		r := &c.res.Rows[i]
		if !c.shown(r) {
			continue
		}
		per, unit := 1.0, "op"
		switch {
		case r.Unit.Bytes > 0:
			per, unit = float64(r.Unit.Bytes), "byte"
		case len(r.Unit.Costs) == 2:
			unit = "iteration"
		}
		row := []string{r.Unit.Row, unit}
		for _, lib := range c.libs {
			for _, b := range boundaries {
				text := ""
				if series := r.Find(lib.Name, b); series != nil && series.Cycles.Value > 0 {
					x := series.Cycles.Value / per
					text = fixed(x, max(0, 2-intDigits(x)))
				}
				row = append(row, text)
			}
		}
		if slices.ContainsFunc(row[2:], func(text string) bool { return text != "" }) {
			s.Rows = append(s.Rows, row)
		}
	}
	return s
}

// intDigits counts the digits before the point beyond the first.
func intDigits(x float64) int {
	n := 0
	for ; x >= 10; x /= 10 {
		n++
	}
	return n
}
