package result

import (
	"math"

	"cryptogap/compare/sample"
	"cryptogap/compare/selection"
	"cryptogap/compare/stats"
)

// cycles is what the series took in the round, in cycles an operation, or with two costs the slope between
// them. NaN where they were not counted. A reference clock counts on during timer ticks: the same share is subtracted as from
// the time. The kernel's counter counts user space alone.
func (s *Series) cycles(u *sample.Unit, r selection.Round) float64 {
	lo, hi := s.lanes[0], s.lanes[len(s.lanes)-1]
	perOp := func(lane int) float64 {
		if lane >= len(r.Cycles) || r.Cycles[lane] <= 0 || !r.Counts(lane) {
			return math.NaN()
		}
		cycles := float64(r.Cycles[lane])
		if lane < len(r.Ticks) && s.reference && r.NS[lane] > 0 {
			cycles *= 1 - float64(r.Ticks[lane])/float64(r.NS[lane])
		}
		return cycles / float64(r.N[lane])
	}
	if lo == hi {
		return perOp(lo)
	}
	slope := stats.PairedSlope([]float64{perOp(lo)}, []float64{perOp(hi)}, float64(u.Lanes[lo].Cost), float64(u.Lanes[hi].Cost))
	if len(slope) == 0 {
		return math.NaN()
	}
	return slope[0]
}
