package result

import (
	"math"

	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// minSweep is how many sizes an operation needs for a line: with fewer, a line says no
// more than the points.
const minSweep = 4

// A Sweep is one operation over message sizes: what a call and what a byte cost each
// provider, and from which size the others are faster than the first.
type Sweep struct {
	Algorithm, Title, Op string
	Kind                 sample.Kind
	Sizes                []int
	Lines                []SweepLine
	Payoffs              []SweepPayoff
	Marked               int // sizes left out, since their rows carry a warning
}

// A SweepLine is the time of an operation as a function of the size, for one
// provider at one boundary: nanoseconds, and nanoseconds a byte.
type SweepLine struct {
	Provider string
	Boundary sample.Boundary
	stats.Line
}

// A SweepPayoff says from which size Other, at the call boundary, is faster
// than Base.
type SweepPayoff struct {
	Base, Other string
	stats.Payoff
}

// Sweeps returns a sweep for every operation that was measured at four sizes or
// more, in the rows' order. Flagged rows are left out of the lines, which may leave none.
func (r *Result) Sweeps() []Sweep {
	var order []string
	rows := make(map[string][]*Row)
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.Unit.Bytes == 0 {
			continue
		}
		key := row.Unit.Algorithm + "/" + row.Unit.Op
		if rows[key] == nil {
			order = append(order, key)
		}
		rows[key] = append(rows[key], row)
	}
	var sweeps []Sweep
	for _, key := range order {
		if s, ok := sweepOf(rows[key]); ok {
			sweeps = append(sweeps, s)
		}
	}
	return sweeps
}

func sweepOf(rows []*Row) (Sweep, bool) {
	if len(rows) < minSweep {
		return Sweep{}, false
	}
	u := rows[0].Unit
	s := Sweep{Algorithm: u.Algorithm, Title: u.Title, Op: u.Op, Kind: u.Kind}
	var kept []*Row
	for _, row := range rows {
		s.Sizes = append(s.Sizes, row.Unit.Bytes)
		if row.Rounds == 0 || row.Marked() {
			s.Marked++
			continue
		}
		kept = append(kept, row)
	}
	if len(kept) < minSweep {
		return s, true
	}
	for _, sr := range rows[0].Series {
		if sr.Copy > 0 || sr.Threads != rows[0].Series[0].Threads {
			continue
		}
		var points []stats.Point
		for _, row := range kept {
			if at := row.Find(sr.Provider, sr.Boundary); at != nil && at.Time.Valid() {
				points = append(points, stats.Point{N: float64(row.Unit.Bytes), T: at.byRepetition()})
			}
		}
		if line := stats.Fit(points); line.Valid() {
			s.Lines = append(s.Lines, SweepLine{sr.Provider, sr.Boundary, line})
		}
	}
	for i := range s.Lines {
		base := s.Lines[0]
		if l := s.Lines[i]; l.Boundary == base.Boundary && l.Provider != base.Provider {
			s.Payoffs = append(s.Payoffs, SweepPayoff{base.Provider, l.Provider, stats.BreakEven(base.Line, l.Line)})
		}
	}
	return s, true
}

// byRepetition returns the median of each repetition, NaN for those that brought nothing.
func (s *Series) byRepetition() []float64 {
	var times []float64
	for _, v := range s.Repetitions {
		for len(times) <= v.Index {
			times = append(times, math.NaN())
		}
		times[v.Index] = v.Value
	}
	return times
}
