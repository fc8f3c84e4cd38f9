package stats

import "math"

// huberBound is where a repetition's influence stops growing, in standard deviations. At 1.5 the
// centre of normal repetitions is 96 % as sharp as their mean, and one repetition that went wrong altogether cannot drag it.
const huberBound = 1.5

// location returns the robust centre of y, one value a repetition, and its standard
// error. v[p] is the variance of y[p] that rounds within the repetition explain; nil
// means none. It needs at least two repetitions.
//
// The model is a random-effects meta-analysis: y[p] = centre + placement of the
// repetition + error of the repetition, weighted by one over the sum of both variances, so
// that a repetition of few rounds counts less, but no repetition counts much more than
// another as soon as the spread between repetitions is real. The centre is Huber's, the
// error its sandwich estimate times k/(k-1), never less than the
// weights imply (passes that agree by chance must not make a narrow interval).
func location(y, v []float64) (centre, se float64) { return clusteredLocation(y, v, nil) }

// clusteredLocation is location for values that belong to clusters: what the values of one cluster have in common does not
// average out within it, so the error is made of the clusters' sums. nil: each value is a cluster of its own.
func clusteredLocation(y, v []float64, cluster []int) (centre, se float64) {
	k := float64(len(y))
	centre = Median(y)
	scale := MAD(y)
	if scale == 0 { // more than half agree exactly: the others must still count
		for _, x := range y {
			scale += math.Abs(x-centre) / k * math.Sqrt(math.Pi/2)
		}
	}
	scale *= fewCorrection(len(y))
	total := scale * scale
	var within float64
	for _, x := range v {
		within += x / k
	}
	between := max(0, total-within)

	variance := make([]float64, len(y))
	var precision float64
	for p := range y {
		variance[p] = between
		if v != nil {
			variance[p] += v[p]
		}
		if variance[p] == 0 { // neither spread between repetitions nor within this one
			return centre, 0
		}
		precision += 1 / variance[p]
	}

	const steps = 100 // it settles in about ten
	for range steps {
		var sum, weights float64
		for p, x := range y {
			w := 1 / variance[p]
			if r := math.Abs(x-centre) / math.Sqrt(variance[p]); r > huberBound {
				w *= huberBound / r
			}
			sum += w * x
			weights += w
		}
		next := sum / weights
		moved := math.Abs(next - centre)
		centre = next
		if moved*moved*precision < 1e-20 {
			break
		}
	}

	var slope, clipped, widest float64
	scores := make(map[int]float64)
	for p, x := range y {
		r := (x - centre) / math.Sqrt(variance[p])
		widest = max(widest, math.Abs(x-centre))
		if math.Abs(r) <= huberBound {
			slope += 1 / variance[p]
		} else {
			clipped++
		}
		r = max(-huberBound, min(huberBound, r))
		at := p
		if cluster != nil {
			at = cluster[p]
		}
		scores[at] += r / math.Sqrt(variance[p])
	}
	if slope == 0 { // every repetition is far from the centre: two camps
		return centre, math.Sqrt(total / k)
	}
	correction := 1 + clipped/(k-clipped)/k // Huber's, for the slope being estimated from few passes too
	var score float64
	for _, s := range scores {
		score += s * s
	}
	m := float64(len(scores))
	if cluster != nil {
		score *= m / (m - 1) // few clusters: each pulls the centre towards itself
	}
	sandwich := score / (slope * slope) * m / (m - 1) * correction * correction
	// Where nearly all are beyond the bound, the few that are not may have next to no weight: the quotient is then anything.
	sandwich = min(sandwich, mostError*mostError*widest*widest)
	return centre, math.Sqrt(max(sandwich, 1/precision))
}

// mostError is how large a standard error may be, in distances of the farthest repetition from the centre. Of two repetitions it is 1.25.
const mostError = 3

// fewCorrection returns the factor by which MAD falls short of the standard deviation for k ≥ 2
// normal values (Croux and Rousseeuw, 1992).
func fewCorrection(k int) float64 {
	table := [...]float64{2: 1.196, 3: 1.495, 4: 1.363, 5: 1.206, 6: 1.200, 7: 1.140, 8: 1.129, 9: 1.107}
	if k < len(table) {
		return table[k]
	}
	return float64(k) / (float64(k) - 0.8)
}
