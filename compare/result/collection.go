package result

import (
	"math"

	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// collected gives each series the factor that garbage collection costs it, from the lane of its highest cost.
func (r *Row) collected(all []*sample.Collection) {
	for i := range r.Series {
		s := &r.Series[i]
		s.Collected = stats.Estimate{Value: math.NaN()}
		var factors []stats.Repetition
		for _, c := range all {
			if c.Lane == s.lanes[len(s.lanes)-1] && c.With > 0 && c.Without > 0 {
				factors = append(factors, stats.Repetition{Layout: c.Layout, Values: []float64{c.With / c.Without}})
			}
		}
		if f, _ := stats.Mean(factors); f.Bounded() && f.Clusters >= minCollected {
			s.Collected = f
		}
	}
}

// minCollected is in how many repetitions collections must have been measured before the factor is used.
const minCollected = 3

// collect returns the estimate with the series' collections in it.
func (s *Series) collect(e stats.Estimate) stats.Estimate {
	if !s.Collected.Valid() {
		return e
	}
	return e.Times(s.Collected)
}

// collectAll multiplies what single repetitions say.
func (s *Series) collectAll(repetitions []Repetition, divide bool) {
	if !s.Collected.Valid() {
		return
	}
	for i := range repetitions {
		if divide {
			repetitions[i].Value /= s.Collected.Value
		} else {
			repetitions[i].Value *= s.Collected.Value
		}
	}
}
