// Package selection decides which samples of a run count.
//
// # The rule
//
// A sample counts or not by evidence from outside it. How long it took is never looked at: a rule that drops a library's own
// slow samples favours the library whose times spread more. The evidence, and what it excludes:
//
//   - The probes before and after the sample, and the next ones on either side, measure the throughput of the core in relation to
//     its clock speed. All must be within the tolerance (5 %) of the best probe of the run. Otherwise something else used the core, and the sample is
//     excluded. A wait for a quiet moment separates samples: probes beyond it do not matter.
//   - The kernel counts how often it took the core away from the thread. A sample in which it did is excluded.
//   - A repetition of which fewer than 60 % of the samples are quiet is excluded as a whole: what seems quiet in it is chance.
//
// Timer ticks exclude nothing. They come at known times. In a row whose samples all fit between two ticks, samples are placed
// there. In any other row no sample is, and the ticks that were due in each are subtracted, from all lanes alike (package
// harness).
//
// # What this can bias, and what not
//
// Both sides of a ratio are judged by the same probes with the same limits, and a round counts for a ratio only if the samples
// of both sides do. Long samples are excluded more often than short ones, because more happens in them. That makes their
// figures less certain. It moves neither side, as long as the disturbance does not depend on what the sample did. An
// operation that slows the probe behind it would break this; one that lowers the clock speed (wide vector units do) does not. Disturbances shorter
// than a sample that no probe touches stay in: they hit every lane in proportion to its time, so a ratio of means keeps its value
// and the interval becomes wider.
package selection

import (
	"math"

	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// A Round is a round with the knowledge which of its samples count.
type Round struct {
	*sample.Round
	excluded []bool // by lane; nil: none
}

// Counts says whether the lane has a sample in the round that counts.
func (r Round) Counts(lane int) bool {
	return r.N[lane] > 0 && (r.excluded == nil || !r.excluded[lane])
}

// PerOp returns the nanoseconds that one operation of the lane took; NaN where its sample does not count.
func (r Round) PerOp(lane int) float64 {
	if !r.Counts(lane) {
		return math.NaN()
	}
	return r.Round.PerOp(lane)
}

// A Repetition is what one process measured of a row. Layout is the index of the link layout of its binary.
type Repetition struct {
	Index, Layout int
	Rounds        []Round
}

// A Selection is the samples of one row that count.
type Selection struct {
	Repetitions []Repetition
	// Samples counts those taken, Quiet the ones among them that count.
	Samples, Quiet int
}

// All selects every sample. A row that has too few quiet ones shows what it has, and is flagged.
func All(rounds []*sample.Round) Selection {
	s := Selection{Repetitions: byRepetition(rounds)}
	for _, r := range rounds {
		s.Samples += len(r.Order)
	}
	return s
}

// Quiet selects the quiet samples of a row's rounds. best is the probe of an undisturbed machine in nanoseconds, tolerance the
// share by which a probe may exceed it.
func Quiet(rounds []*sample.Round, best, tolerance float64) Selection {
	var s Selection
	for _, rep := range byRepetition(rounds) {
		all, quiet := 0, 0
		kept := Repetition{Index: rep.Index, Layout: rep.Layout}
		for _, r := range rep.Rounds {
			judged, n := judge(r.Round, best, tolerance)
			all, quiet = all+len(r.Order), quiet+n
			if n > 0 {
				kept.Rounds = append(kept.Rounds, judged)
			}
		}
		s.Samples += all
		if quiet > 0 && float64(quiet) >= stats.QuietDensity*float64(all) {
			s.Quiet += quiet
			s.Repetitions = append(s.Repetitions, kept)
		}
	}
	return s
}

// judge says which samples of the round are quiet, and how many.
func judge(round *sample.Round, best, tolerance float64) (Round, int) {
	before, after := make([]float64, len(round.Order)), make([]float64, len(round.Order))
	for k := range round.Order {
		b, a := round.Around(k)
		before[k], after[k] = float64(b), float64(a)
	}
	r := Round{Round: round}
	n := 0
	for k, quiet := range stats.Quiet(before, after, best, tolerance) {
		lane := round.Order[k]
		if lane < 0 || lane >= len(round.N) {
			continue
		}
		if quiet && !round.Switched(lane) {
			n++
			continue
		}
		if r.excluded == nil {
			r.excluded = make([]bool, len(round.N))
		}
		r.excluded[lane] = true
	}
	return r, n
}

func byRepetition(rounds []*sample.Round) []Repetition {
	var reps []Repetition
	for i, r := range rounds {
		if i == 0 || r.Repetition != rounds[i-1].Repetition {
			reps = append(reps, Repetition{Index: r.Repetition, Layout: r.Layout})
		}
		last := &reps[len(reps)-1]
		last.Rounds = append(last.Rounds, Round{Round: r})
	}
	return reps
}

// Both counts the rounds in which all the lanes count, and the repetitions that have one.
func (s Selection) Both(lanes []int) (rounds, repetitions int) {
	for _, rep := range s.Repetitions {
		had := rounds
		for _, r := range rep.Rounds {
			if r.counts(lanes) {
				rounds++
			}
		}
		if rounds > had {
			repetitions++
		}
	}
	return rounds, repetitions
}

func (r Round) counts(lanes []int) bool {
	for _, lane := range lanes {
		if !r.Counts(lane) {
			return false
		}
	}
	return true
}
