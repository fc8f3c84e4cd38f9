package report

import (
	"strconv"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// What a line of a CSV says.
const (
	csvRow       = "row"        // what a provider took at a boundary
	csvFit       = "fit"        // what a call and a byte cost it, over all sizes
	csvBreakEven = "break-even" // the sizes at which it takes less time than gap_base, at the call boundary
)

// sweepColumns say which kind of line it is, and what a sweep says.
func sweepColumns() []csvColumn {
	columns := []csvColumn{{"line", func(l csvLine) string {
		switch {
		case l.row != nil:
			return csvRow
		case l.payoff != nil:
			return csvBreakEven
		}
		return csvFit
	}}}
	columns = append(columns, interval("fit_call_ns", func(l csvLine) (float64, float64, float64) {
		return ifFit(l, func(f stats.Line) stats.Estimate { return f.A })
	})...)
	columns = append(columns, interval("fit_byte_ns", func(l csvLine) (float64, float64, float64) {
		return ifFit(l, func(f stats.Line) stats.Estimate { return f.B })
	})...)
	columns = append(columns,
		csvColumn{"fit_holds", func(l csvLine) string {
			if l.fit == nil {
				return ""
			}
			return strconv.FormatBool(l.fit.Holds())
		}},
		csvColumn{"fit_note", func(l csvLine) string {
			switch {
			case l.fit != nil:
				return lineText(l.fit.Line, l.averages())
			case l.sweep != nil && l.payoff == nil:
				return "not known: too few sizes are left"
			}
			return ""
		}},
		ofPayoff("break_even", func(p *result.SweepPayoff) string { return string(p.Kind) }),
		ofPayoff("break_even_bytes", func(p *result.SweepPayoff) string { return number(p.N) }),
		ofPayoff("break_even_bytes_low", func(p *result.SweepPayoff) string { return number(p.Lo) }),
		ofPayoff("break_even_bytes_high", func(p *result.SweepPayoff) string { return number(p.Hi) }),
		ofPayoff("break_even_ranges", func(p *result.SweepPayoff) string { return rangesText(p.Ranges) }),
	)
	return append(columns,
		ofSweep("sizes", func(s *result.Sweep) string { return strconv.Itoa(len(s.Sizes)) }),
		ofSweep("sizes_left_out", func(s *result.Sweep) string { return strconv.Itoa(s.Marked) }),
	)
}

func ofSweep(name string, of func(*result.Sweep) string) csvColumn {
	return csvColumn{name, func(l csvLine) string {
		if l.sweep == nil {
			return ""
		}
		return of(l.sweep)
	}}
}

func ofPayoff(name string, of func(*result.SweepPayoff) string) csvColumn {
	return csvColumn{name, func(l csvLine) string {
		if l.payoff == nil {
			return ""
		}
		return of(l.payoff)
	}}
}

// ifFit is nothing where the fit averages over different things.
func ifFit(l csvLine, of func(stats.Line) stats.Estimate) (value, lo, hi float64) {
	if l.fit == nil || !l.averages() {
		return nothing()
	}
	e := of(l.fit.Line)
	return e.Value, e.Lo, e.Hi
}

func (l csvLine) averages() bool { return averages(l.fit.Line, len(l.sweep.Sizes)-l.sweep.Marked) }

// csvSweeps makes a line for each fit and each break-even size, or one that says that there is none.
func csvSweeps(res *result.Result) []csvLine {
	var lines []csvLine
	for _, s := range res.Sweeps() {
		u := &sample.Unit{Row: s.Algorithm + "/op=" + s.Op, Algorithm: s.Algorithm, Title: s.Title, Kind: s.Kind, Op: s.Op}
		for i := range s.Lines {
			f := &s.Lines[i]
			lines = append(lines, csvLine{unit: u, provider: f.Provider, boundary: f.Boundary, sweep: &s, fit: f})
		}
		for i := range s.Payoffs {
			p := &s.Payoffs[i]
			lines = append(lines, csvLine{unit: u, provider: p.Other, boundary: "call", sweep: &s, payoff: p})
		}
		if len(s.Lines) == 0 {
			lines = append(lines, csvLine{unit: u, sweep: &s})
		}
	}
	return lines
}
