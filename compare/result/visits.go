package result

import (
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// A Visit is what one pass says, from the rounds of it that counted: what a
// Series' time or a Gap's ratio is made of.
type Visit struct {
	Pass   int
	Value  float64 // median of the rounds: nanoseconds or a ratio
	Rounds int     // behind Value
	Ops    int64   // operations timed in them; 0 in a gap
}

// visitsOf makes a visit of each pass that has a value; values[i] are those of
// passes[i], and ops counts the operations of a round.
func visitsOf(passes [][]*sample.Round, values [][]float64, ops func(*sample.Round) int64) []Visit {
	var visits []Visit
	for i, rounds := range passes {
		v := Visit{Pass: rounds[0].Pass}
		var valid []float64
		for j, x := range values[i] {
			if !(x > 0) {
				continue // the series was left out of the round
			}
			valid = append(valid, x)
			if ops != nil {
				v.Ops += ops(rounds[j])
			}
		}
		if v.Rounds = len(valid); v.Rounds > 0 {
			v.Value = stats.Median(valid)
			visits = append(visits, v)
		}
	}
	return visits
}

// ops counts the operations of the series in the round.
func (s *Series) ops(r *sample.Round) int64 {
	var n int64
	for _, lane := range s.lanes {
		n += r.N[lane]
	}
	return n
}
