package report

import (
	"slices"

	"cryptogap/compare/result"
)

// details are the sheets that only a verbose report has: what the cgo call costs each row, and
// which code answers it.
func (c *composer) details() []sheet {
	var all []sheet
	for _, s := range []sheet{c.cgoCallSheet(), c.implementationSheet()} {
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
	all = append(all, c.cycleSheet(), c.allocationSheet(c.verbose || c.allocs))
	return slices.DeleteFunc(all, func(s sheet) bool { return len(s.Rows) == 0 })
}

// cgoCallSheet has a line for each row with both boundaries.
func (c *composer) cgoCallSheet() sheet {
	s := sheet{Title: "Cgo call overhead: call − batch of each row in ns; * where it is not what the empty call costs, ? where the row is marked"}
	s.column("", "row", false)
	for _, lib := range c.libs {
		s.column("", c.titleOf(lib.Name), true)
	}
	cgoCalls := cgoCallsOf(c.res)
	for i := range c.res.Rows {
		r := &c.res.Rows[i]
		row, known := []string{r.Unit.Row}, false
		for _, lib := range c.libs {
			at := slices.IndexFunc(cgoCalls, func(x rowCgoCall) bool { return x.row == r && x.provider == lib.Name })
			if at < 0 {
				row = append(row, "")
				continue
			}
			known = true
			x := &cgoCalls[at]
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
