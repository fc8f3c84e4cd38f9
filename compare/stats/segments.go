package stats

import "math"

const (
	stepMaterial = 0.02 // mean relative error a step must save, over all sizes of the segment
	stepGain     = 0.4  // share of the error that may remain
)

// segments splits the ascending sizes where two lines describe the times much better than one, and splits the
// parts again. noise is each time's relative uncertainty (±). A part has at least fitSizes sizes.
func segments(n, t, noise []float64) []Segment {
	whole, cost := leastAbsolute(n, t)
	best, cut := math.Inf(1), 0
	for c := fitSizes; c <= len(n)-fitSizes; c++ {
		if n[c] == n[c-1] {
			continue
		}
		_, below := leastAbsolute(n[:c], t[:c])
		_, above := leastAbsolute(n[c:], t[c:])
		if below+above < best {
			best, cut = below+above, c
		}
	}
	var uncertain float64
	for _, x := range noise {
		if finite(x) {
			uncertain += x
		}
	}
	saved := cost - best
	if cut > 0 && saved > stepMaterial*float64(len(n)) && saved > uncertain && best < stepGain*cost && wrongSizes(n, t, whole) > 1 {
		return append(segments(n[:cut], t[:cut], noise[:cut]), segments(n[cut:], t[cut:], noise[cut:])...)
	}
	line := fitRelative(n, t)
	return []Segment{{From: n[0], To: n[len(n)-1], A: line.a, B: line.b}}
}

// wrongSizes counts the sizes the line misses materially. One is an outlier, not a step.
func wrongSizes(n, t []float64, line pair) int {
	count := 0
	for i := range n {
		if math.Abs(1-line.at(n[i])/t[i]) > stepMaterial {
			count++
		}
	}
	return count
}
