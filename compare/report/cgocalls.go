package report

import (
	"fmt"
	"slices"

	"cryptogap/compare/result"
)

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

// signed writes a number that may be of either sign, and half its interval.
func signed(x, half float64) string {
	d := 1
	if half > 0 {
		d = min(1, max(0, decimals(half)))
	}
	return fixed(x, d) + " ±" + fixed(half, d)
}
