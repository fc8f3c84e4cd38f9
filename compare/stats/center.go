package stats

import "math"

// Center returns the robust centre of positive values, one a repetition: times, or ratios, whose centre is exactly the inverse of
// that of their inverses. What is no measurement is left out. With one value the interval is unbounded.
func Center(values []float64) Estimate {
	y := make([]float64, 0, len(values))
	for _, x := range values {
		if x > 0 && finite(x) {
			y = append(y, math.Log(x))
		}
	}
	e := Estimate{N: len(y), Clusters: len(y), Dropped: len(values) - len(y), log: true}
	switch len(y) {
	case 0:
		nan := math.NaN()
		e.Value, e.SE, e.Interval = nan, nan, Interval{nan, nan}
		return e
	case 1:
		e.Value, e.SE, e.Interval = math.Exp(y[0]), math.Inf(1), Interval{0, math.Inf(1)}
		return e
	}
	c, se := location(y, nil)
	e.Value, e.SE, e.df = math.Exp(c), se, float64(len(y)-1)
	return e.predicted()
}
