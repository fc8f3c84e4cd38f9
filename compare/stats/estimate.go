package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// coverage is the share of second runs whose value an Interval is made to hold.
const coverage = 0.95

// Interval is a closed range, Lo ≤ Hi. Both ends are NaN where nothing is known.
type Interval struct{ Lo, Hi float64 }

// Contains reports whether x lies inside the interval, its ends included.
func (i Interval) Contains(x float64) bool { return i.Lo <= x && x <= i.Hi }

// Estimate is a value with the range in which a second run's value is expected
// (see the package comment). Its unit is that of the numbers it was made from.
type Estimate struct {
	Value float64
	Interval
	// SE is the standard error of Value: relative (of its logarithm) in what
	// Ratio, Mean and Center return, in the unit of Value in a Line.
	SE float64
	// Noise is the relative half width that the interval would have if all link layouts gave the same: what more repetitions
	// make smaller. Set by Ratio and Mean.
	Noise float64
	// N counts the rounds used, Clusters the repetitions they came from, Dropped
	// the values left out as no measurements.
	N, Clusters, Dropped int

	// Not kept in a file: an Estimate read from one knows its Interval, not Confidence.
	log bool    // SE is that of the logarithm
	df  float64 // degrees of freedom of SE
}

// Valid reports whether there is a value at all.
func (e Estimate) Valid() bool { return !math.IsNaN(e.Value) }

// Bounded reports whether Value and both ends of the interval are finite, so
// that they can be printed and put into JSON. One value alone has an unbounded interval.
func (e Estimate) Bounded() bool {
	return finite(e.Value) && finite(e.Lo) && finite(e.Hi)
}

// Provisional reports that fewer than two repetitions stand behind the interval. The
// spread between repetitions was then assumed, not seen.
func (e Estimate) Provisional() bool { return e.Clusters < 2 }

// Tie reports whether the interval contains 1, that is whether a ratio may not
// be called a difference. What was not measured is equal.
func (e Estimate) Tie() bool { return !(e.Lo > 1 || e.Hi < 1) }

// RelHalfWidth returns half the interval's width as a share of the value: 0.004 is ±0.4 %.
// It is +Inf for an unbounded interval, NaN for an invalid estimate.
func (e Estimate) RelHalfWidth() float64 {
	return (e.Hi - e.Lo) / 2 / math.Abs(e.Value)
}

// Confidence returns the interval that holds the true value with the given
// probability, 0 < level < 1.
func (e Estimate) Confidence(level float64) Interval {
	return e.around(studentQuantile(level, e.df) * e.SE)
}

// Exactly is a value that is known without error.
func Exactly(x float64) Estimate { return Estimate{Value: x, Interval: Interval{x, x}, log: true} }

// Times returns the product of two positive estimates whose errors are independent.
func (e Estimate) Times(f Estimate) Estimate {
	p := e
	p.Value, p.N, p.Dropped = e.Value*f.Value, e.N, e.Dropped
	p.SE, p.df = welch(e, f)
	p.Noise = math.Hypot(e.Noise, min(f.Noise, f.RelHalfWidth())) // with few repetitions a layout, f.Noise is itself uncertain
	return p.predicted()
}

// Inverse returns 1 / e of an estimate whose error is relative.
func (e Estimate) Inverse() Estimate {
	e.Value = 1 / e.Value
	e.Lo, e.Hi = 1/e.Hi, 1/e.Lo
	return e
}

// around returns Value ± half, half being on the scale of SE.
func (e Estimate) around(half float64) Interval {
	if e.log {
		return Interval{e.Value * math.Exp(-half), e.Value * math.Exp(half)}
	}
	return Interval{e.Value - half, e.Value + half}
}

// predicted returns e with Interval set from Value, SE and the degrees of freedom.
func (e Estimate) predicted() Estimate {
	e.Interval = e.around(studentQuantile(coverage, e.df) * math.Sqrt2 * e.SE)
	return e
}

// studentQuantile returns the half width, in standard errors, of the central interval with the given probability.
func studentQuantile(level, df float64) float64 {
	if !(df > 0) {
		return math.Inf(1)
	}
	return distuv.StudentsT{Sigma: 1, Nu: df}.Quantile((1 + level) / 2)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
