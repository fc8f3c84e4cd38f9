package selection

import (
	"slices"
	"testing"

	"cryptogap/compare/sample"
)

func TestQuietSamplesOfARound(t *testing.T) {
	round := &sample.Round{
		Order: []int{2, 0, 1}, N: []int64{10, 20, 30}, NS: []int64{1, 1, 1}, Inner: []int64{0, 0, 0},
		Probes: []int64{1000, 1000, 1000, 1300}, // the core was shared during the last sample, of lane 1
	}
	counted := func() (lanes []int) {
		r, n := judge(round, 1000, 0.05)
		for lane := range round.N {
			if r.Counts(lane) {
				lanes = append(lanes, lane)
			}
		}
		if n != len(lanes) {
			t.Errorf("%d samples count, and lanes %v do", n, lanes)
		}
		return lanes
	}
	if got := counted(); !slices.Equal(got, []int{2}) {
		t.Errorf("lanes %v count, want lane 2 alone: the one before the last is next to it", got)
	}
	round.Waited = []int64{0, 0, 1010}
	if got := counted(); !slices.Equal(got, []int{0, 2}) {
		t.Errorf("lanes %v count, want 0 and 2: a wait separates the last sample from the one before", got)
	}
	round.Switches = []int64{0, 0, 1}
	if got := counted(); !slices.Equal(got, []int{0}) {
		t.Errorf("lanes %v count, want 0: the kernel took the core away during lane 2", got)
	}
	if round.N[1] != 20 {
		t.Error("the record itself was changed")
	}
}

// TestDurationIsNoEvidence: the same probes give the same selection, whatever the samples took.
func TestDurationIsNoEvidence(t *testing.T) {
	rounds := func(ns int64) (all []*sample.Round) {
		for i := range 20 {
			r := &sample.Round{Order: []int{0, 1}, N: []int64{1, 1}, NS: []int64{100, 100}, Inner: []int64{0, 0}, Probes: []int64{1000, 1000, 1000}}
			if i%4 == 0 {
				r.NS[1] = ns
			}
			if i == 7 {
				r.Probes[2] = 2000
			}
			all = append(all, r)
		}
		return all
	}
	fast, slow := Quiet(rounds(100), 1000, 0.1), Quiet(rounds(100_000), 1000, 0.1)
	if fast.Quiet != 38 || slow.Quiet != fast.Quiet {
		t.Errorf("%d samples count of fast operations, %d of slow ones; want 38 of both", fast.Quiet, slow.Quiet)
	}
}

func TestNoisyRepetitionsDoNotCount(t *testing.T) {
	const rounds = 10
	// repetition is one whose first rounds are noisy.
	repetition := func(pass, noisy int) (all []*sample.Round) {
		for i := range rounds {
			r := &sample.Round{
				Repetition: pass, Layout: pass % 2, Order: []int{0, 1}, N: []int64{1, 1}, NS: []int64{100, 100}, Inner: []int64{0, 0}, Probes: []int64{1000, 1000, 1000},
			}
			if i < noisy {
				r.Probes = []int64{1500, 1500, 1500}
			}
			all = append(all, r)
		}
		return all
	}
	s := Quiet(slices.Concat(repetition(0, 3), repetition(1, 5), repetition(2, 0)), 1000, 0.1)
	if len(s.Repetitions) != 2 || len(s.Repetitions[0].Rounds) != 7 || len(s.Repetitions[1].Rounds) != rounds || s.Repetitions[1].Layout != 0 {
		t.Errorf("%d repetitions count; want those with 3 and no noisy rounds of %d", len(s.Repetitions), rounds)
	}
	if s.Samples != 6*rounds || s.Quiet != 2*7+2*rounds {
		t.Errorf("%d quiet samples of %d", s.Quiet, s.Samples)
	}
	if n, in := s.Both([]int{0, 1}); n != 17 || in != 2 {
		t.Errorf("both lanes count in %d rounds of %d repetitions, want 17 and 2", n, in)
	}
}
