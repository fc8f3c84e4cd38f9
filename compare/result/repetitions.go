package result

import (
	"cryptogap/compare/selection"
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

// repetitionsOf makes one of each repetition that has a value; times[i] are those of the i-th repetition. ops counts the
// operations of a round.
func repetitionsOf(s selection.Selection, times []stats.Repetition, ops func(selection.Round) int64) []Repetition {
	var repetitions []Repetition
	for i, rep := range s.Repetitions {
		v := Repetition{Index: rep.Index}
		var valid []float64
		for j, x := range times[i].Values {
			if x > 0 {
				valid = append(valid, x)
				v.Ops += ops(rep.Rounds[j])
			}
		}
		if v.Rounds = len(valid); v.Rounds > 0 {
			v.Value = stats.Median(valid)
			repetitions = append(repetitions, v)
		}
	}
	return repetitions
}

// repetitionsFrom makes one of each repetition's ratio.
func repetitionsFrom(s selection.Selection, values []stats.Value) []Repetition {
	var repetitions []Repetition
	for _, x := range values {
		repetitions = append(repetitions, Repetition{Index: s.Repetitions[x.Index].Index, Value: x.Value, Rounds: x.N})
	}
	return repetitions
}

// ops counts the operations of the series in the round.
func (s *Series) ops(r selection.Round) int64 {
	var n int64
	for _, lane := range s.lanes {
		n += r.N[lane]
	}
	return n
}
