package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// PairedT is Student's t of the repetitions' ratios, with link layouts as clusters.
const PairedT Test = "Student t, paired repetitions"

// PairedChange is the change that paired repetitions tell: each has one value, new over old. It is multiplied by a factor that was
// measured apart. The interval holds the true ratio with 95 % confidence.
func PairedChange(pairs []Repetition, factor, old, new Estimate) Change {
	e, _ := Mean(pairs)
	clusters := e.Clusters
	if factor.SE > 0 {
		e = e.Times(factor)
	}
	e.Clusters = clusters
	c := Change{Ratio: e.Value, Interval: Interval{math.NaN(), math.NaN()}, P: 1, Test: PairedT, Old: old, New: new}
	if !e.Bounded() || e.Clusters < 2 {
		if e.Clusters < 2 {
			c.Ratio = math.NaN()
		}
		return c
	}
	c.Interval = e.Confidence(coverage)
	c.P = 2 * distuv.StudentsT{Sigma: 1, Nu: e.df}.Survival(math.Abs(math.Log(c.Ratio))/e.SE)
	return c
}

// Fails reports whether the change fails a gate: it is significant at the given level, one-sided, in the direction asked for, and it
// may be as large as limit (0.03 is 3 %). level is that of a single comparison: the caller divides by their number.
func (c Change) Fails(slower bool, limit, level float64) bool {
	if !finite(c.Ratio) || c.P/2 > level || (c.Ratio > 1) != slower {
		return false
	}
	if slower {
		return c.Hi-1 >= limit
	}
	return 1-c.Lo >= limit
}
