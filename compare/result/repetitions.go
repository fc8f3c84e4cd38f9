package result

import (
	"cryptogap/compare/selection"
	"cryptogap/compare/stats"
)

// A Repetition is the value of one repetition, from the rounds of it that count: what a
// Series' time or a Gap's ratio is made of.
type Repetition struct {
	Index  int
	Layout int     // index into Run.Layouts
	Value  float64 // mean over the rounds: nanoseconds or a ratio
	Rounds int     // behind Value
	Ops    int64   // operations timed in them; 0 in a gap
}

// repetitionsOf makes one of what each repetition says. ops counts the operations of a round; nil: none are counted.
func repetitionsOf(s selection.Selection, values []stats.Value, ops func(selection.Round) int64) []Repetition {
	var repetitions []Repetition
	for _, x := range values {
		rep := s.Repetitions[x.Index]
		r := Repetition{Index: rep.Index, Layout: rep.Layout, Value: x.Value, Rounds: x.N}
		if ops != nil {
			for _, round := range rep.Rounds {
				r.Ops += ops(round)
			}
		}
		repetitions = append(repetitions, r)
	}
	return repetitions
}

// ops counts the operations of the series in the round, as far as its samples count.
func (s *Series) ops(r selection.Round) int64 {
	var n int64
	for _, lane := range s.lanes {
		if r.Counts(lane) {
			n += r.N[lane]
		}
	}
	return n
}
