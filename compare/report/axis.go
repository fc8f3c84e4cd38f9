package report

import (
	"fmt"
	"math"
	"strconv"
)

// An axis is a logarithmic scale from lo to hi, drawn from 0 to length pixels.
type axis struct {
	lo, hi, length float64
	ticks          []tick
}

// A tick is a mark on an axis.
type tick struct {
	at    float64 // pixels
	label string
	value float64
}

// newAxis makes an axis that holds 1 and all values, with some room at both
// ends, and puts ticks that are at least space pixels apart on it. Values that are no positive
// numbers, or beyond 1e12 or its inverse, are left out.
func newAxis(length, space float64, values ...float64) axis {
	return between(length, space, append(values, 1)...)
}

// beyond it, and its inverse, no axis reaches: an interval that knows nothing may end there.
const beyond = 1e12

// between is newAxis for values that need not be near 1.
func between(length, space float64, values ...float64) axis {
	a := axis{lo: math.Inf(1), hi: 0, length: length}
	for _, v := range values {
		if v > 1/beyond && v < beyond {
			a.lo, a.hi = min(a.lo, v), max(a.hi, v)
		}
	}
	if a.hi == 0 {
		a.lo, a.hi = 1, 1
	}
	const least = 1.002 // nearer to 1 there is nothing to see
	room := max(math.Pow(a.hi/a.lo, 0.06), least)
	a.lo, a.hi = a.lo/room, a.hi*room
	for _, values := range a.candidates() {
		if a.fits(values, space) {
			for _, v := range values {
				a.ticks = append(a.ticks, tick{a.at(v), number(v), v})
			}
			break
		}
	}
	return a
}

// candidates returns round values to put ticks at, densest first; the last has 1 alone. A short axis has even steps, a long one
// those of a decade.
func (a axis) candidates() [][]float64 {
	var all [][]float64
	even := func(step float64) []float64 {
		var values []float64
		step *= math.Pow(10, math.Floor(math.Log10(a.lo)))
		for k := math.Ceil(a.lo / step); step > 0 && k*step <= a.hi; k++ {
			values = append(values, k*step)
		}
		return values
	}
	decades := func(digits ...float64) []float64 {
		var values []float64
		for d := math.Floor(math.Log10(a.lo)); d <= math.Log10(a.hi); d++ {
			for _, digit := range digits {
				v, _ := strconv.ParseFloat(fmt.Sprintf("%ge%g", digit, d), 64) // 0.1 and not 0.09999
				if v >= a.lo && v <= a.hi {
					values = append(values, v)
				}
			}
		}
		return values
	}
	if a.hi/a.lo < 4 {
		for _, step := range []float64{0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5} {
			all = append(all, even(step))
		}
	} else {
		all = append(all, decades(1, 1.5, 2, 3, 5, 7), decades(1, 2, 3, 5), decades(1, 2, 5), decades(1, 3), decades(1))
	}
	return append(all, []float64{1})
}

// fits says whether ticks at the values are far enough apart.
func (a axis) fits(values []float64, space float64) bool {
	for i := 1; i < len(values); i++ {
		if a.at(values[i])-a.at(values[i-1]) < space {
			return false
		}
	}
	return len(values) > 0
}

// at is where a value stands, clamped to the axis.
func (a axis) at(v float64) float64 {
	if math.IsNaN(v) {
		return a.length
	}
	x := (math.Log(v) - math.Log(a.lo)) / (math.Log(a.hi) - math.Log(a.lo)) * a.length
	return max(0, min(a.length, x))
}
