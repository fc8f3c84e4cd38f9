package result

import (
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// A Repetition is the value of one repetition, from the rounds of it that count: what a
// Series' time or a Gap's ratio is made of.
type Repetition struct {
	Index  int
	Value  float64 // median of the rounds: nanoseconds or a ratio
	Rounds int     // behind Value
	Ops    int64   // operations timed in them; 0 in a gap
}

// repetitionsOf makes one of each repetition that has a value; values[i] are those of
// picked[i], and ops counts the operations of a round.
func repetitionsOf(picked [][]*sample.Round, values [][]float64, ops func(*sample.Round) int64) []Repetition {
	var repetitions []Repetition
	for i, rounds := range picked {
		v := Repetition{Index: rounds[0].Repetition}
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
			repetitions = append(repetitions, v)
		}
	}
	return repetitions
}

// ops counts the operations of the series in the round.
func (s *Series) ops(r *sample.Round) int64 {
	var n int64
	for _, lane := range s.lanes {
		n += r.N[lane]
	}
	return n
}
