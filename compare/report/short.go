package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// mostSentences is the longest answer.
const mostSentences = 7

// inShort answers in three to seven sentences, from the run's own rows, how the first library stands to each other one: overall and
// by kind, or by size where the run swept over sizes; what the builds were; how far the figures are to be trusted. Flagged rows
// count for nothing, and a row whose interval contains 1 is equal.
func (c *composer) inShort() []string {
	var answers, kinds []string
	for _, p := range c.pairs {
		a := c.against(p, "")
		answers = append(answers, a.overall())
		if text := a.bySize(c.sweeps); text != "" {
			kinds = append(kinds, text)
		} else if text := a.byKind(); text != "" {
			kinds = append(kinds, text)
		}
	}
	if len(c.pairs) == 0 {
		answers = []string{"No two libraries took part, so there is nothing to compare."}
	}
	last := slices.DeleteFunc([]string{c.built(), c.trust(), c.caution()}, func(s string) bool { return s == "" })
	kinds = kinds[:max(0, min(len(kinds), mostSentences-len(answers)-len(last)))]
	return slices.Concat(answers, kinds, last)
}

// An against is what the rows say about one pair of libraries, at the call boundary.
type against struct {
	base, other string // titles
	pair        pair
	aa          bool
	rows        []compared // that count
	flagged     int
}

type compared struct {
	unit  *sample.Unit
	ratio stats.Estimate
}

// against looks at the rows of a kind, "" being all.
func (c *composer) against(p pair, kind sample.Kind) *against {
	a := &against{base: c.titleOf(p.base), other: c.titleOf(p.other), pair: p, aa: p.base == p.other}
	for i := range c.res.Rows {
		row := &c.res.Rows[i]
		g := row.Between(p.base, p.other, sample.Call)
		switch {
		case g == nil || row.Unit.EmptyCall() || kind != "" && row.Unit.Kind != kind:
		case row.Marked():
			a.flagged++
		default:
			a.rows = append(a.rows, compared{row.Unit, g.Ratio})
		}
	}
	slices.SortStableFunc(a.rows, func(x, y compared) int {
		switch {
		case x.ratio.Value < y.ratio.Value:
			return -1
		case x.ratio.Value > y.ratio.Value:
			return 1
		}
		return 0
	})
	return a
}

// split sorts rows, by their ratio, into those in which the base is faster, equal and slower.
func split(rows []compared) (faster, equal, slower []compared) {
	for _, r := range rows {
		switch {
		case r.ratio.Tie():
			equal = append(equal, r)
		case r.ratio.Value < 1:
			faster = append(faster, r)
		default:
			slower = append(slower, r)
		}
	}
	return faster, equal, slower
}

// overall says in how many rows the base is slower, equal or faster, and by how much.
func (a *against) overall() string {
	n := len(a.rows)
	faster, equal, slower := split(a.rows)
	against := map[bool]string{true: "itself", false: a.other}[a.aa]
	switch {
	case n == 0 && a.flagged > 0:
		return fmt.Sprintf("%s and %s: nothing can be said, %s noisy or unstable.", a.base, against, subject(a.flagged, "row"))
	case n == 0:
		return fmt.Sprintf("%s and %s have no measured row in common.", a.base, against)
	case len(equal) == n && a.aa:
		return fmt.Sprintf("%s is equal to itself in %s, as it should be.", a.base, all(n))
	case len(equal) == n:
		return fmt.Sprintf("%s and %s are equal in %s: no difference exceeds its interval.", a.base, a.other, all(n))
	}
	var parts []string
	for _, g := range []struct {
		word string
		rows []compared
	}{{"slower than " + against, slower}, {"equal", equal}, {"faster", faster}} {
		in := fmt.Sprintf(" in %d", len(g.rows))
		if len(parts) == 0 {
			in = fmt.Sprintf(" in %d of %s", len(g.rows), plural(n, "row"))
			if len(g.rows) == n {
				in = " in " + all(n)
			}
		}
		if len(slower) == 0 && g.word != "equal" {
			g.word += " than " + against
		} else if len(slower) == 0 {
			g.word += " to " + against
		}
		if len(g.rows) > 0 {
			parts = append(parts, g.word+in+unless(len(g.rows) == 0 || g.rows[0].ratio.Tie(), " ("+span(g.rows)+" times its time)"))
		}
	}
	return a.base + " is " + strings.Join(parts, ", ") + "."
}

// byKind gives each kind's range, and the row with the largest difference.
func (a *against) byKind() string {
	if _, equal, _ := split(a.rows); len(a.rows) == 0 || len(equal) == len(a.rows) || a.aa {
		return ""
	}
	var kinds []sample.Kind
	groups := make(map[sample.Kind][]compared)
	for _, r := range a.rows {
		groups[r.unit.Kind] = append(groups[r.unit.Kind], r)
	}
	for kind := range groups {
		kinds = append(kinds, kind)
	}
	slices.SortFunc(kinds, func(x, y sample.Kind) int { // the slowest kind first
		end := func(kind sample.Kind) float64 { return groups[kind][len(groups[kind])-1].ratio.Value }
		if d := end(y) - end(x); d != 0 {
			return int(math.Copysign(1, d))
		}
		return cmp.Compare(x, y)
	})
	var parts []string
	for _, kind := range kinds {
		parts = append(parts, string(kind)+" "+reach(groups[kind]))
	}
	text := fmt.Sprintf("%s/%s by kind%s: %s", a.base, a.other, a.sizes(), strings.Join(parts, ", "))
	worst := a.rows[len(a.rows)-1]
	if worst.ratio.Tie() || worst.ratio.Value < 1 {
		return text + "."
	}
	return fmt.Sprintf("%s; slowest: %s %s (%s).", text, worst.unit.Title, worst.unit.Op, times(worst.ratio))
}

// sizes says which message sizes the rows have.
func (a *against) sizes() string {
	var sizes []int
	for _, r := range a.rows {
		if r.unit.Bytes > 0 {
			sizes = append(sizes, r.unit.Bytes)
		}
	}
	if len(sizes) == 0 {
		return ""
	}
	lo, hi := slices.Min(sizes), slices.Max(sizes)
	if lo == hi {
		return ", messages of " + bytesText(float64(lo))
	}
	return fmt.Sprintf(", messages of %s to %s", bytesText(float64(lo)), bytesText(float64(hi)))
}

// span is the range of ratios that are all on one side of 1.
func span(rows []compared) string {
	lo, hi := times(rows[0].ratio), times(rows[len(rows)-1].ratio)
	if lo == hi {
		return lo
	}
	return lo + " to " + hi
}

// reach is the range of a kind's ratios, with "equal" for an end that is one.
func reach(rows []compared) string {
	faster, equal, slower := split(rows)
	var ends []string
	if len(faster) > 0 {
		ends = append(ends, times(faster[0].ratio))
	}
	switch {
	case len(slower) > 0 && len(faster) == 0 && len(equal) == 0:
		return span(slower)
	case len(slower) > 0:
		if len(faster) == 0 {
			ends = append(ends, "equal")
		}
		ends = append(ends, times(slower[len(slower)-1].ratio))
	case len(equal) > 0:
		ends = append(ends, "equal")
	default:
		return span(faster)
	}
	return strings.Join(ends, " to ")
}

// times writes a ratio to the digits that its interval leaves, at most two behind the point, or more where it would read 1.
func times(e stats.Estimate) string {
	value, _ := ratio(e)
	_, frac, _ := strings.Cut(value, ".")
	d := 2
	for d < len(frac) && math.Round(e.Value*math.Pow(10, float64(d))) == math.Pow(10, float64(d)) {
		d++
	}
	return fixed(e.Value, min(d, len(frac)))
}

// bySize says where the other is faster, for a run that swept over sizes; "" for another.
func (a *against) bySize(sweeps []result.Sweep) string {
	order := []stats.PayoffKind{stats.PaysAlways, stats.PaysFrom, stats.PaysUntil, stats.PaysNever, stats.PaysMixed, stats.PaysTied}
	where := map[stats.PayoffKind]string{
		stats.PaysAlways: "at every size", stats.PaysFrom: "from a size on", stats.PaysUntil: "up to a size", stats.PaysNever: "at no size",
		stats.PaysMixed: "at some sizes", stats.PaysTied: "nowhere clearly (equal)",
	}
	groups := make(map[stats.PayoffKind][]string)
	for _, s := range sweeps {
		for _, p := range s.Payoffs {
			if p.Base != a.pair.base || p.Other != a.pair.other {
				continue
			}
			name := s.Title + " " + s.Op
			if p.Kind == stats.PaysFrom || p.Kind == stats.PaysUntil {
				name += " " + payoffText(p.Payoff)
			}
			groups[p.Kind] = append(groups[p.Kind], name)
		}
	}
	var parts []string
	const named = 3
	for _, kind := range order {
		names := groups[kind]
		if len(names) > named {
			names = append(slices.Clone(names[:named]), fmt.Sprintf("%d more", len(names)-named))
		}
		if len(names) > 0 {
			parts = append(parts, where[kind]+": "+strings.Join(names, ", "))
		}
	}
	if parts == nil {
		return ""
	}
	return fmt.Sprintf("%s is faster than %s, cgo call included, %s.", a.other, a.base, strings.Join(parts, "; "))
}

// trust says what the figures rest on.
func (c *composer) trust() string {
	var widths []float64
	flagged, layouts := 0, 0
	for i := range c.res.Rows {
		row := &c.res.Rows[i]
		if row.Marked() {
			flagged++
			continue
		}
		if slices.ContainsFunc(row.Gaps, func(g result.Gap) bool { return g.Layouts.Depends }) {
			layouts++
		}
		for _, p := range c.pairs {
			if g := row.Between(p.base, p.other, sample.Call); g != nil && g.Ratio.Bounded() && !row.Unit.EmptyCall() {
				widths = append(widths, g.Ratio.RelHalfWidth())
			}
		}
	}
	if c.res.Rounds == 0 {
		return "Nothing was timed."
	}
	parts := []string{
		plural(repetitions(c.res), "repetition") + " in " + plural(max(1, len(c.res.Run.Layouts)), "link layout"),
		percent(c.res.QuietShare()) + " of the samples quiet",
		unless(len(widths) == 0, "ratios repeat within ±"+significant2(100*stats.Median(widths))+" % (median)"),
		unless(flagged == 0, subject(flagged, "row")+" noisy or unstable and not counted above"),
		unless(layouts == 0, plural(layouts, "row")+" "+verb(layouts, "depends", "depend")+" on code layout"),
	}
	return "Basis: " + list(parts...) + "."
}

// significant2 writes a positive number to two digits.
func significant2(x float64) string { return fixed(x, max(0, 1-magnitude(x))) }

// caution is what matters most before the figures are used: wrong outputs, a broken-off run, a noisy machine, a build, the machine.
func (c *composer) caution() string {
	wrong := func(status sample.Status) (rows []string) {
		for _, r := range c.res.Rows {
			if r.Status == status {
				rows = append(rows, r.Unit.Row)
			}
		}
		return rows
	}
	noisy, timed := noisyRows(c.res)
	switch rows := wrong(sample.Mismatch); {
	case len(rows) > 0:
		return fmt.Sprintf("Caution: the libraries' outputs differ in %s (%s).", plural(len(rows), "row"), rows[0])
	case c.res.End == nil:
		return "Caution: the records stop before the run's end."
	case c.res.End.Interrupted:
		return "Caution: the run was interrupted after " + duration(c.res.End.Elapsed) + "."
	case len(wrong(sample.Crashed)) > 0:
		return fmt.Sprintf("Caution: a library crashed in %s (%s).", plural(len(wrong(sample.Crashed)), "row"), wrong(sample.Crashed)[0])
	case timed > 0 && 3*noisy >= timed:
		return fmt.Sprintf("Caution: the machine was noisy, %d of %s lack quiet samples; repeat the run while nothing else uses the machine.", noisy, plural(timed, "row"))
	}
	for _, lib := range c.res.Run.Libraries {
		if len(lib.Warnings) > 0 {
			return "Caution: " + of(c.titleOf(lib.Name), sentence(lib.Warnings[0])) + "."
		}
	}
	if all := c.res.Run.Environment.Warnings; len(all) > 0 {
		return "Caution: " + sentence(all[0]) + "."
	}
	return ""
}

// built names the builds that were compared.
func (c *composer) built() string {
	var builds, missing []string
	last := ""
	for _, lib := range c.res.Run.Libraries {
		if lib.Missing != "" {
			missing = append(missing, c.titleOf(lib.Name))
			continue
		}
		var how []string
		for _, f := range lib.Build {
			switch f.Key {
			case "compiler":
				how = append(how, f.Value)
			case "CFLAGS": // the level of optimisation, of all of them
				how = append(how, slices.DeleteFunc(strings.Fields(f.Value), func(s string) bool { return !strings.HasPrefix(s, "-O") })...)
			case "GOAMD64", "GOARM64":
				how = append(how, f.Key+"="+f.Value)
			}
		}
		this := unless(how == nil, " ("+strings.Join(how, " ")+")")
		if k := len(builds) - 1; k >= 0 && this == last && this != "" {
			builds[k] = strings.TrimSuffix(builds[k], last) + " and " + versioned(&lib) + this
			continue
		}
		builds, last = append(builds, versioned(&lib)+this), this
	}
	text := "Builds: " + strings.Join(builds, ", ")
	if len(builds) == 0 {
		text = "No library is in this build"
	}
	return text + unless(missing == nil, "; not in this build: "+strings.Join(missing, ", ")) + "."
}

func sentence(text string) string { return strings.TrimRight(text, ". ") }

// all is "the only row" or "all 12 rows".
func all(n int) string {
	if n == 1 {
		return "the only row"
	}
	return fmt.Sprintf("all %d rows", n)
}

// subject is "1 row is" or "2 rows are".
func subject(n int, noun string) string { return plural(n, noun) + " " + verb(n, "is", "are") }

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
