package result

import (
	"math"

	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// minCollected is in how many repetitions collections must have been measured before the factor is used.
const minCollected = 3

// collected gives each series the factor that garbage collection costs it, from the lane of its highest cost. Where enough of
// them were, only those count that were measured while the core was quiet: whose probe is at most limit.
func (r *Row) collected(all []*sample.Collection, limit float64) {
	for i := range r.Series {
		s := &r.Series[i]
		s.Collected = stats.Estimate{Value: math.NaN()}
		lane := s.lanes[len(s.lanes)-1]
		for _, limit := range []float64{limit, math.Inf(1)} {
			if f := collections(all, lane, limit); f.Bounded() && f.Clusters >= minCollected {
				s.Collected = f
				break
			}
		}
	}
}

// collections is the factor by what the lane's collections say whose probe is within the limit.
func collections(all []*sample.Collection, lane int, limit float64) stats.Estimate {
	var with, without []stats.Repetition
	last := -1
	for _, c := range all {
		if c.Lane != lane || !(float64(c.Probe) <= limit) {
			continue
		}
		if c.Repetition != last {
			with = append(with, stats.Repetition{Layout: c.Layout})
			without = append(without, stats.Repetition{Layout: c.Layout})
			last = c.Repetition
		}
		a, b := &with[len(with)-1], &without[len(without)-1]
		a.Values, b.Values = append(a.Values, c.With), append(b.Values, c.Without)
	}
	f, _ := stats.Ratio(with, without)
	return f
}

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
