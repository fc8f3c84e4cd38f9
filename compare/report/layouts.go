package report

import (
	"slices"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// layoutSheet has each ratio in each link layout that the run was measured in: which part of it is a fact about one binary.
func (c *composer) layoutSheet() part {
	names := c.res.Run.Layouts
	if len(names) < 2 {
		return part{}
	}
	s := &sheet{}
	s.texts("row", "ratio")
	const always = 2
	for i, name := range names {
		drop := 0
		if i >= always {
			drop = len(names) - i
		}
		s.column("", name, classNumber, drop)
	}
	s.column("depends on", "layout", classText, 0)
	for _, r := range c.rows() {
		for i := range r.Gaps {
			g := &r.Gaps[i]
			b, o := r.Series[g.Base], r.Series[g.Other]
			if o.Boundary != sample.Call || len(g.Layouts.Values) < 2 {
				continue
			}
			s.text(slices.Concat([]string{r.Unit.Row, c.over(pair{b.Provider, o.Provider})}, inLayouts(g, len(names)), []string{unless(!g.Layouts.Depends, "yes")})...)
		}
	}
	return part{title: "Time ratios by link layout, without garbage collection", sheet: s, folded: true}
}

// inLayouts writes the ratio of each layout; "" where there is none.
func inLayouts(g *result.Gap, layouts int) []string {
	cells := make([]string, layouts)
	for i := range cells {
		at := slices.IndexFunc(g.Layouts.Values, func(v stats.LayoutValue) bool { return v.Layout == i })
		if at >= 0 {
			cells[i] = threeDigits(g.Layouts.Values[at].Value)
		}
	}
	return cells
}
