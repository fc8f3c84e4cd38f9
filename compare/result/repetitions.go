package result

import (
	"slices"

	"cryptogap/compare/sample"
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

// minSamples is how few values benchstat makes a 95 % interval of.
const minSamples = 6

// samples returns the series' repetitions. Where they are too few, each is divided into parts of consecutive rounds, as few as
// give enough.
func (s *Series) samples(u *sample.Unit, picked selection.Selection) []Repetition {
	samples := s.Repetitions
	for parts, most := 2, mostRounds(picked); len(samples) < minSamples && parts <= most; parts++ {
		divided := selection.Selection{}
		for _, rep := range picked.Repetitions {
			rounds := slices.DeleteFunc(slices.Clone(rep.Rounds), func(r selection.Round) bool { return !(s.time(u, r) > 0) })
			for i := range parts {
				if part := rounds[i*len(rounds)/parts : (i+1)*len(rounds)/parts]; len(part) > 0 {
					divided.Repetitions = append(divided.Repetitions, selection.Repetition{Index: rep.Index, Layout: rep.Layout, Rounds: part})
				}
			}
		}
		_, values := stats.Mean(repeated(divided, func(round selection.Round) float64 { return s.time(u, round) }))
		samples = repetitionsOf(divided, values, s.ops)
		s.collectAll(samples, false)
	}
	return samples
}

func mostRounds(s selection.Selection) int {
	most := 0
	for _, rep := range s.Repetitions {
		most = max(most, len(rep.Rounds))
	}
	return most
}
