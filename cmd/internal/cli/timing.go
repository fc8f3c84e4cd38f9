package cli

import (
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"cryptogap/compare"
	"cryptogap/compare/catalog"
	"cryptogap/compare/sample"
)

// What can be asked for at most: far beyond what anybody waits for, and products of it do not overflow.
const (
	longestTime     = 30 * 24 * time.Hour
	mostRepetitions = 1_000_000
)

// timing is the flags that say how thoroughly a run measures.
type timing struct {
	time, budget time.Duration
	repetitions  int
	seed         uint64
	quick        bool
	layouts      string
	liveHeap     int // MiB
}

// maxLiveHeap is the largest --live-heap, in MiB.
const maxLiveHeap = 1024

func (t *timing) register(cmd *cobra.Command) {
	s := compare.DefaultSettings()
	f := cmd.Flags()
	f.DurationVar(&t.time, "time", s.Time, "measuring time for a row and library")
	f.DurationVar(&t.budget, "budget", s.Budget, "measuring time of the whole run; on a noisy machine rows are measured again until it is spent (default: 8 times --time for each row, at least 10s)")
	f.IntVar(&t.repetitions, "repetitions", s.Repetitions, "repetitions of the list, each in a process of its own")
	f.Uint64Var(&t.seed, "seed", 0, "seed of the order of samples (default: drawn)")
	f.StringVar(&t.layouts, "layouts", "", "seeds of the link layouts that repetitions run in, such as 1-8; none: this binary alone (default: 1-8 as far as they were built)")
	f.IntVar(&t.liveHeap, "live-heap", 0, "MiB that are kept on Go's heap while garbage collection is measured, beside what the program itself keeps (about 1 MiB)")
	f.BoolVar(&t.quick, "quick", false, "a few seconds: fewer repetitions, wider intervals")
}

// settings returns what the flags say, and the seed.
func (t *timing) settings(cmd *cobra.Command) (sample.Settings, uint64, error) {
	s := compare.DefaultSettings()
	if t.quick {
		s = compare.QuickSettings()
	}
	f := cmd.Flags()
	for _, d := range []struct {
		flag  string
		value time.Duration
		to    *time.Duration
	}{{"time", t.time, &s.Time}, {"budget", t.budget, &s.Budget}} {
		if !f.Changed(d.flag) {
			continue
		}
		if d.value <= 0 {
			return s, 0, usagef("--%s %v: it must be above 0", d.flag, d.value)
		}
		if d.value > longestTime {
			return s, 0, usagef("--%s %v: it can be %v at most", d.flag, d.value, longestTime)
		}
		*d.to = d.value
	}
	if f.Changed("repetitions") {
		if t.repetitions < 1 {
			return s, 0, usagef("--repetitions %d: it must be at least 1", t.repetitions)
		}
		if t.repetitions > mostRepetitions {
			return s, 0, usagef("--repetitions %d: there can be %d at most", t.repetitions, mostRepetitions)
		}
		s.Repetitions = t.repetitions
	}
	if t.liveHeap < 0 || t.liveHeap > maxLiveHeap {
		return s, 0, usagef("--live-heap %d: want MiB from 0 to %d", t.liveHeap, maxLiveHeap)
	}
	s.LiveHeap = int64(t.liveHeap) << 20
	seed := t.seed
	if !f.Changed("seed") {
		seed = rand.Uint64()
	}
	return s, seed, nil
}

// checkTiming refuses cases that can be verified and not timed.
func checkTiming(cases []catalog.Case) error {
	for _, c := range cases {
		if c.Algorithm.Sized() && c.Size == 0 {
			return usagef("--sizes 0: an empty message has no throughput; cryptogap verify takes it")
		}
	}
	return nil
}
