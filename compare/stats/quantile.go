package stats

import (
	"math"
	"slices"
)

// madToSigma makes the median absolute deviation of a normal sample estimate its standard deviation.
const madToSigma = 1.4826022185056018

// Median returns the middle value of xs, the mean of the middle two where
// their number is even. It is NaN if xs is empty or holds a NaN.
func Median(xs []float64) float64 { return Quantile(xs, 0.5) }

// Quantile returns the q-quantile of xs, 0 ≤ q ≤ 1, by linear interpolation
// between order statistics, the first being quantile 0 and the last 1 (R's
// type 7; gonum offers no type whose 0.5-quantile is the usual median). It is
// NaN if xs is empty or holds a NaN, or if q is out of range.
func Quantile(xs []float64, q float64) float64 {
	sorted := slices.Clone(xs)
	slices.Sort(sorted)
	return quantileSorted(sorted, q)
}

// MAD returns the median absolute deviation from the median, scaled so that
// for normal data it estimates the standard deviation. It is NaN where the
// median is.
func MAD(xs []float64) float64 {
	m := Median(xs)
	dev := make([]float64, len(xs))
	for i, x := range xs {
		dev[i] = math.Abs(x - m)
	}
	return madToSigma * Median(dev)
}

// quantileSorted is Quantile for values in ascending order (NaNs first, as slices.Sort leaves them).
func quantileSorted(sorted []float64, q float64) float64 {
	n := len(sorted)
	if n == 0 || math.IsNaN(sorted[0]) || !(q >= 0 && q <= 1) {
		return math.NaN()
	}
	at := q * float64(n-1)
	i := int(at)
	if i == n-1 || at == float64(i) {
		return sorted[i]
	}
	frac := at - float64(i)
	return sorted[i]*(1-frac) + sorted[i+1]*frac
}
