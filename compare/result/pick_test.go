package result

import (
	"testing"

	"cryptogap/compare/sample"
)

// lanesOf makes one repetition of n rounds of one lane, whose i-th sample lasts as long as took says.
func lanesOf(n int, took func(i int) float64) [][]*sample.Round {
	var repetition []*sample.Round
	for i := range n {
		repetition = append(repetition, &sample.Round{N: []int64{1}, NS: []int64{int64(took(i))}, Inner: []int64{0}})
	}
	return [][]*sample.Round{repetition}
}

// every returns a sample of d nanoseconds, and each k-th longer by an interruption.
func every(k int, d float64) func(int) float64 {
	return func(i int) float64 {
		if i%k == 0 {
			return d + 36_000
		}
		return d + float64(i%7)
	}
}

func TestInterruptedSamplesAreLeftOut(t *testing.T) {
	short := interrupted(lanesOf(100, every(5, 200_000)), 0)
	long := interrupted(lanesOf(100, every(2, 450_000)), 0)
	steady := interrupted(lanesOf(100, every(1000, 200_000)), 0)
	speeds := interrupted(lanesOf(100, every(2, 200_000)), 0) // half of such short samples: two speeds
	rate := interruptionRate([]pick{{lanes: []interruptions{short, long, short, steady, speeds}}})
	for name, x := range map[string]struct {
		interruptions
		natural bool
	}{"short": {short, false}, "long": {long, false}, "steady": {steady, false}, "two speeds": {speeds, true}} {
		if got := x.interruptions.natural(rate); got != x.natural {
			t.Errorf("%s: natural is %v at a rate of %v a nanosecond", name, got, rate)
		}
	}

	p := pick{repetitions: lanesOf(100, every(5, 200_000)), lanes: []interruptions{short}}
	kept := 0
	for _, round := range p.clean(rate)[0] {
		if round.N[0] > 0 {
			kept++
			if round.NS[0] > 201_000 {
				t.Errorf("a sample of %d ns is kept", round.NS[0])
			}
		}
	}
	if kept != 80 {
		t.Errorf("%d samples are kept, want 80", kept)
	}
	if p.repetitions[0][0].N[0] != 1 {
		t.Error("the record itself was changed")
	}
}

func TestAFewSamplesSayNothingOfInterruptions(t *testing.T) {
	if x := interrupted(lanesOf(spoiltRounds-1, every(2, 200_000)), 0); x.seen != 0 || !(x.limits[0] > 1e9) {
		t.Errorf("%+v", x)
	}
}

func TestQuietSamplesOfARound(t *testing.T) {
	round := &sample.Round{
		Order: []int{2, 0, 1}, N: []int64{10, 20, 30}, NS: []int64{1, 1, 1}, Inner: []int64{0, 0, 0},
		Probes: []int64{1000, 1000, 1000, 1300}, // the last sample, of lane 1, ran into a contended moment
	}
	kept, samples := quietSamples(round, 1000, 0.05)
	if samples != 1 || kept.N[2] != 30 || kept.N[0] != 0 || kept.N[1] != 0 {
		t.Errorf("%d samples, %v; want lane 2 alone: the one before the last is next to it", samples, kept.N)
	}
	round.Waited = []int64{0, 0, 1010}
	if kept, _ = quietSamples(round, 1000, 0.05); kept.N[0] != 10 || kept.N[1] != 0 {
		t.Errorf("%v; a wait parts the last sample from the one before", kept.N)
	}
}

func TestContendedRepetitionsDoNotCount(t *testing.T) {
	unit := &sample.Unit{Lanes: []sample.Lane{{Provider: "a"}, {Provider: "b"}}}
	const rounds = 10
	// repetition is one whose first rounds are contended.
	repetition := func(repetition, contended int) (all []*sample.Round) {
		for i := range rounds {
			r := &sample.Round{
				Repetition: repetition, Order: []int{0, 1}, N: []int64{1, 1}, NS: []int64{100, 100}, Inner: []int64{0, 0}, Probes: []int64{1000, 1000, 1000},
			}
			if i < contended {
				r.Probes = []int64{1500, 1500, 1500}
			}
			all = append(all, r)
		}
		return all
	}
	row := &Row{Unit: unit}
	p := row.pick(append(append(repetition(0, 3), repetition(1, 5)...), repetition(2, 0)...), 1000, sample.Settings{Quiet: 5, Repetitions: 3, Tolerance: 0.1})
	if row.Contended || len(p.repetitions) != 2 || len(p.repetitions[0]) != 7 || len(p.repetitions[1]) != rounds {
		t.Errorf("contended %v, %d repetitions; want those with 3 and no contended rounds of %d", row.Contended, len(p.repetitions), rounds)
	}
	if row.Samples != 6*rounds || row.QuietSamples != 2*7+2*rounds {
		t.Errorf("%d quiet samples of %d", row.QuietSamples, row.Samples)
	}
}
