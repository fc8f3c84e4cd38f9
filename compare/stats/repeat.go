package stats

import "math"

// Repeatability sums up how well a second run repeated a first.
type Repeatability struct {
	// Rows counts the rows both runs have a value for.
	Rows int
	// Median, P95 and Max are of |second/first − 1| over the rows.
	Median, P95, Max float64
	// Inside is the share of rows whose second value lies in the first's interval.
	Inside float64
}

// Repeat compares two runs: first[i] and second[i] are the same row. Rows without a valid estimate in both are
// left out; without any row all figures are NaN. It is the caller who leaves flagged rows out.
func Repeat(first, second []Estimate) Repeatability {
	var changes []float64
	var inside int
	for i := range min(len(first), len(second)) {
		a, b := first[i], second[i]
		if !a.Valid() || !b.Valid() {
			continue
		}
		changes = append(changes, math.Abs(b.Value/a.Value-1))
		if a.Contains(b.Value) {
			inside++
		}
	}
	return Repeatability{
		Rows:   len(changes),
		Median: Median(changes),
		P95:    Quantile(changes, 0.95),
		Max:    Quantile(changes, 1),
		Inside: float64(inside) / float64(len(changes)),
	}
}
