package stats

import (
	"math"
	"slices"
)

// Point is the time per operation at one message size: T[p] is repetition p's median (any one unit
// throughout a fit), not positive or not finite where the repetition did not measure this size. N is not negative.
type Point struct {
	N float64
	T []float64
}

// Line is t = A + B·n over message sizes: A is what a call costs, B what a byte costs, in the unit of the times.
//
// The fit minimises relative errors, so that 16 B weigh as much as 1 MiB,
// and gives sizes that lie far from the line no weight: they are named in Off.
// Each repetition is fitted by itself; A and B are the repetitions' centres, their
// intervals come from the spread between repetitions. A can be negative, by noise or
// because small sizes take another code path.
type Line struct {
	A, B Estimate
	// Residual is the median over the sizes of |t/line − 1|.
	Residual float64
	// Off lists the sizes at which the time is further from the line than the noise explains, and by more than offMaterial.
	Off []Off
	// Segments are the ranges of sizes over which one line holds each, in ascending order. There
	// is more than one where the code path changes; A and B then average over different things and should not be shown.
	Segments []Segment

	sizes       []float64   // ascending
	times       [][]float64 // times[i][p], NaN where not measured
	repetitions []pair      // each repetition's own fit, NaN where it measured too few sizes
}

// Off is a size the line does not describe: its time is Relative more (or less, if negative) than the line says.
type Off struct{ N, Relative float64 }

// Segment is a line t = A + B·n that holds for the sizes From to To.
type Segment struct{ From, To, A, B float64 }

// Step is a change between two code paths: somewhere from size Below to size
// Above. ByteBelow and ByteAbove are the cost of a byte on either side; Jump is what the
// change adds to the time at Above (−0.3: it saves 30 %).
type Step struct {
	Below, Above         float64
	ByteBelow, ByteAbove float64
	Jump                 float64
}

type pair struct{ a, b float64 }

func (l pair) at(n float64) float64 { return l.a + l.b*n }

const (
	fitSizes    = 3     // two sizes make a line that nothing speaks against
	offMaterial = 0.05  // relative
	tukeyBound  = 4.685 // 95 % efficiency with normal errors
)

// Valid reports whether there was enough to fit: two repetitions or one, with three sizes each.
func (l Line) Valid() bool { return l.A.Valid() }

// Holds reports whether one line describes all sizes.
func (l Line) Holds() bool { return l.Valid() && len(l.Off) == 0 && len(l.Segments) == 1 }

// At returns the line's time for a size.
func (l Line) At(n float64) float64 { return l.A.Value + l.B.Value*n }

// Steps returns the changes between the segments.
func (l Line) Steps() []Step {
	var steps []Step
	for i := 1; i < len(l.Segments); i++ {
		below, above := l.Segments[i-1], l.Segments[i]
		n := above.From
		steps = append(steps, Step{
			Below: below.To, Above: n,
			ByteBelow: below.B, ByteAbove: above.B,
			Jump: (above.A+above.B*n)/(below.A+below.B*n) - 1,
		})
	}
	return steps
}

// Fit fits a line to the times at three or more sizes, in any order. With fewer, the result is
// not Valid. A and B are Provisional with one repetition, and their intervals unbounded.
func Fit(points []Point) Line {
	l := Line{}
	points = slices.Clone(points)
	slices.SortStableFunc(points, func(p, q Point) int {
		switch {
		case p.N < q.N:
			return -1
		case p.N > q.N:
			return 1
		}
		return 0
	})
	repetitions, dropped := 0, 0
	for _, p := range points {
		if !finite(p.N) || p.N < 0 {
			dropped += len(p.T)
			continue
		}
		times := make([]float64, len(p.T))
		for i, t := range p.T {
			times[i] = t
			if !(t > 0) || !finite(t) {
				times[i] = math.NaN()
				dropped++
			}
		}
		l.sizes = append(l.sizes, p.N)
		l.times = append(l.times, times)
		repetitions = max(repetitions, len(times))
	}

	var as, bs []float64
	used := 0
	for p := range repetitions {
		n, t := l.repetition(p)
		fitted := fitRelative(n, t)
		l.repetitions = append(l.repetitions, fitted)
		if !math.IsNaN(fitted.a) {
			as, bs = append(as, fitted.a), append(bs, fitted.b)
			used += len(n)
		}
	}
	l.A = linear(as, used, dropped)
	l.B = linear(bs, used, dropped)
	if l.Valid() {
		l.judge()
	}
	return l
}

// repetition returns the sizes repetition p measured and its times.
func (l Line) repetition(p int) (n, t []float64) {
	for i, times := range l.times {
		if p < len(times) && !math.IsNaN(times[p]) {
			n, t = append(n, l.sizes[i]), append(t, times[p])
		}
	}
	return n, t
}

// judge sets what says whether the line holds.
func (l *Line) judge() {
	var n, t, noise []float64
	for i, times := range l.times {
		e := Center(times)
		if e.Valid() {
			n, t, noise = append(n, l.sizes[i]), append(t, e.Value), append(noise, e.RelHalfWidth())
		}
	}
	residuals := make([]float64, len(n))
	for i := range n {
		r := t[i]/l.At(n[i]) - 1
		residuals[i] = math.Abs(r)
		if math.Abs(r) > offMaterial && (math.Abs(r) > noise[i] || math.IsInf(noise[i], 1)) {
			l.Off = append(l.Off, Off{n[i], r})
		}
	}
	l.Residual = Median(residuals)
	l.Segments = segments(n, t, noise)
}

// linear returns the estimate from one value a repetition, which may have either sign.
func linear(values []float64, n, dropped int) Estimate {
	e := Estimate{N: n, Clusters: len(values), Dropped: dropped}
	switch len(values) {
	case 0:
		nan := math.NaN()
		e.Value, e.SE, e.Interval = nan, nan, Interval{nan, nan}
		return e
	case 1:
		e.Value, e.SE = values[0], math.Inf(1)
		e.Interval = Interval{math.Inf(-1), math.Inf(1)}
		return e
	}
	e.Value, e.SE = location(values, nil)
	e.df = float64(len(values) - 1)
	return e.predicted()
}

// fitRelative returns the line that describes the times with small relative errors: from the best of the lines through two
// of the points (least absolute deviations), by Tukey's bisquare weights. It is NaN for fewer than fitSizes sizes.
func fitRelative(n, t []float64) pair {
	start, cost := leastAbsolute(n, t)
	if len(n) < fitSizes || math.IsInf(cost, 1) {
		return pair{math.NaN(), math.NaN()}
	}
	line := start
	residuals := make([]float64, len(n))
	for range 20 {
		for i := range n {
			residuals[i] = math.Abs(1 - line.at(n[i])/t[i])
		}
		bound := tukeyBound * madToSigma * Median(residuals)
		if bound < 1e-9 { // more than half of the points on one line, exactly
			return line
		}
		// Normal equations of w·(1 − a/t − b·n/t)².
		var uu, uv, vv, u1, v1 float64
		for i := range n {
			x := residuals[i] / bound
			if x >= 1 {
				continue
			}
			w := (1 - x*x) * (1 - x*x)
			u, v := 1/t[i], n[i]/t[i]
			uu, uv, vv, u1, v1 = uu+w*u*u, uv+w*u*v, vv+w*v*v, u1+w*u, v1+w*v
		}
		det := uu*vv - uv*uv
		if !(det > 1e-12*uu*vv) { // the points left have one size
			return line
		}
		line = pair{(u1*vv - v1*uv) / det, (v1*uu - u1*uv) / det}
	}
	return line
}

// leastAbsolute returns the line through two of the points with the smallest sum of relative
// deviations, and that sum: +Inf if there are no two sizes. An optimal line always goes through two points.
func leastAbsolute(n, t []float64) (best pair, cost float64) {
	cost = math.Inf(1)
	for i := range n {
		for j := range i {
			if n[i] == n[j] {
				continue
			}
			b := (t[i] - t[j]) / (n[i] - n[j])
			line := pair{t[i] - b*n[i], b}
			var sum float64
			for k := range n {
				sum += math.Abs(1 - line.at(n[k])/t[k])
			}
			if sum < cost {
				best, cost = line, sum
			}
		}
	}
	return best, cost
}
