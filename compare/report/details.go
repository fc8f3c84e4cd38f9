package report

import (
	"slices"

	"cryptogap/compare/result"
)

// details are the sheets that only a verbose report has: what the crossing costs each row, and
// which code answers it.
func (c *composer) details() []sheet {
	var all []sheet
	for _, s := range []sheet{c.crossingSheet(), c.implementationSheet()} {
		if len(s.Rows) > 0 {
			all = append(all, s)
		}
	}
	return all
}

// explained are the sheets that say where the gaps come from, as far as the run was made for it.
func (c *composer) explained(sweeps []result.Sweep) []sheet {
	all := c.sweepSheets(sweeps)
	if c.verbose || len(sweeps) > 0 {
		all = append(all, c.shareSheet(), c.rekeySheet())
	}
	all = append(all, c.threadSheets()...)
	all = append(all, c.cycleSheet(), c.billSheet(c.verbose || c.allocs))
	return slices.DeleteFunc(all, func(s sheet) bool { return len(s.Rows) == 0 })
}

// crossingSheet has a line for each row with both boundaries.
func (c *composer) crossingSheet() sheet {
	s := sheet{Title: "Crossing: call − batch of each row in ns; * where it is not what the empty call costs, ? where the row is marked"}
	s.column("", "row", false)
	for _, lib := range c.libs {
		s.column("", c.titleOf(lib.Name), true)
	}
	crossings := crossingsOf(c.res)
	for i := range c.res.Rows {
		r := &c.res.Rows[i]
		row, known := []string{r.Unit.Row}, false
		for _, lib := range c.libs {
			at := slices.IndexFunc(crossings, func(x rowCrossing) bool { return x.row == r && x.provider == lib.Name })
			if at < 0 {
				row = append(row, "")
				continue
			}
			known = true
			x := &crossings[at]
			row = append(row, extra(x.NS.Value, (x.NS.Hi-x.NS.Lo)/2)+unless(x.check == nil || x.check.Agrees, " *")+unless(!r.Marked(), " ?"))
		}
		if known {
			s.Rows = append(s.Rows, row)
		}
	}
	return s
}

// implementationSheet has a line for each row, with what every library calls.
func (c *composer) implementationSheet() sheet {
	s := sheet{Title: "Implementations"}
	s.column("", "row", false)
	for _, lib := range c.libs {
		s.column("", c.titleOf(lib.Name), false)
	}
	for i := range c.res.Rows {
		r := &c.res.Rows[i]
		if !c.shown(r) {
			continue
		}
		row := []string{r.Unit.Row}
		for _, lib := range c.libs {
			name := ""
			if series := r.Find(lib.Name, "call"); series != nil {
				name = series.Implementation
			}
			row = append(row, name)
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}
