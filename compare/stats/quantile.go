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
	n := len(xs)
	if n == 0 || slices.ContainsFunc(xs, math.IsNaN) || !(q >= 0 && q <= 1) {
		return math.NaN()
	}
	at := q * float64(n-1)
	i := int(at)
	parted := slices.Clone(xs)
	part(parted, i)
	if at == float64(i) {
		return parted[i]
	}
	frac := at - float64(i)
	return parted[i]*(1-frac) + slices.Min(parted[i+1:])*frac
}

// part moves the element that would be the i-th in order there, none larger before it and none smaller behind it (Hoare's
// selection). A few passes are enough, or what is left is sorted: nothing takes longer than that.
func part(xs []float64, i int) {
	const passes, few = 50, 32
	lo, hi := 0, len(xs)-1
	for range passes {
		if hi-lo < few {
			break
		}
		pivot := max(min(xs[lo], xs[hi]), min(max(xs[lo], xs[hi]), xs[lo+(hi-lo)/2])) // the median of three
		left, right := lo, hi
		for left <= right {
			for xs[left] < pivot {
				left++
			}
			for xs[right] > pivot {
				right--
			}
			if left <= right {
				xs[left], xs[right] = xs[right], xs[left]
				left, right = left+1, right-1
			}
		}
		switch {
		case i <= right:
			hi = right
		case i >= left:
			lo = left
		default:
			return
		}
	}
	slices.Sort(xs[lo : hi+1])
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
