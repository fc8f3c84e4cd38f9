// Package harness calibrates, interleaves and times routines. It never reads
// an output and judges nothing: it returns raw rounds.
package harness

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

// A Lane is one open routine and how long a sample of it is meant to last. A
// lane without a routine is left out, and keeps its place in the rounds.
type Lane struct {
	Routine provider.Routine
	Sample  time.Duration
	// PerOp is what an operation took at the least in an earlier repetition, in nanoseconds; 0: not known, Measure calibrates.
	PerOp float64
	// Team, where it is not empty, are routines that do the sample side by
	// side, each in a thread of its own, in place of Routine, which calibrates.
	Team []provider.Routine
}

// Options of Measure. The zero value of a field means what its comment says.
type Options struct {
	Unit, Repetition, Layout int           // written into the rounds
	Start                    time.Time     // of the repetition: rounds carry their distance to it
	Time                     time.Duration // how long Measure may take; at least one round is made
	Longest                  time.Duration // how long it may take instead where it has not Fewest rounds by then
	Fewest                   int
	Settle                   time.Duration // a first round that ends within it is not kept
	Rounds                   int           // rounds at the most; 0: as many as fit into Time
	Rand                     *rand.Rand    // shuffles the lanes of a round

	// Quiet is the longest probe of a quiet moment, in nanoseconds at one clock speed (Probes). Samples are taken at
	// such moments, waited for as long as Wait allows in all. 0: nothing is waited for.
	Quiet float64
	Wait  time.Duration

	// Ticks are kept out of samples that fit between them; of longer ones it is noted how long they
	// were stopped. May be nil.
	Ticks *Ticks

	// Cycles is the source of the cycles that are counted beside time; "": none are.
	Cycles string

	// Round is called before each round, by the thread that takes its samples. May be nil.
	Round func()
	// Before is called before each sample with the lane's index, outside the
	// timed region: a supervising process learns which library was running. May be nil.
	Before func(lane int)
}

// A LaneError says which lane could not be timed, and why.
type LaneError struct {
	Lane int
	Err  error
}

// Error implements error.
func (e *LaneError) Error() string { return fmt.Sprintf("harness: lane %d: %v", e.Lane, e.Err) }

// Unwrap returns the library's error.
func (e *LaneError) Unwrap() error { return e.Err }

// ErrTooShort says that no number of operations makes a sample that the clock
// can resolve: the routine does nothing.
var ErrTooShort = errors.New("the sample is shorter than the clock can resolve")

// settling is how long a lane's operations are done untimed before the first round, until memory is in place. The first round may settle too (Options.Settle):
// only between the other lanes do the CPU's predictors become used to them. Go's signatures took 4 % longer in it, derivations 1 to 3 %.
const settling = 300 * time.Microsecond

// maxOps bounds the operations of a sample: at a clock of 10 GHz and a
// cycle an operation they would still take a tenth of a second.
const maxOps = 1 << 30

// Measure calibrates the lanes, then samples them round by round: every lane
// once a round, in random order, a probe between any two samples, and where it is not quiet a wait. A *LaneError
// tells which lane failed; the rounds before it come back too.
func Measure(ctx context.Context, lanes []Lane, o Options) ([]sample.Round, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if o.Before == nil {
		o.Before = func(int) {}
	}
	if o.Round == nil {
		o.Round = func() {}
	}
	start := time.Now()
	more := func(rounds int) bool {
		switch spent := time.Since(start); {
		case rounds == 0:
			return true
		case o.Rounds > 0 && rounds >= o.Rounds:
			return false
		default:
			return spent < o.Time || (rounds < o.Fewest && spent < o.Longest)
		}
	}
	ops := make([]int64, len(lanes))
	each := make([]float64, len(lanes)) // nanoseconds an operation
	lasts := make([]time.Duration, len(lanes))
	counted := make([]int64, len(lanes)) // of all threads
	settle := func(i int, perOp float64) {
		ops[i] = opsIn(lanes[i].Sample, perOp)
		counted = slices.Clone(counted) // rounds before keep theirs
		counted[i] = ops[i] * int64(max(1, len(lanes[i].Team)))
		each[i], lasts[i] = perOp, time.Duration(float64(ops[i])*perOp)
	}
	teams := make([]*team, len(lanes))
	defer func() {
		for _, t := range teams {
			t.stop()
		}
	}()
	var live []int
	for i, lane := range lanes {
		if lane.Routine == nil {
			continue
		}
		live = append(live, i)
		o.Before(i)
		perOp := lane.PerOp
		var err error
		if perOp == 0 {
			perOp, err = calibrate(lane)
		}
		if err == nil {
			_, err = lane.Routine.Do(int(opsIn(settling, perOp)))
		}
		if err != nil {
			return nil, &LaneError{i, err}
		}
		settle(i, perOp)
		if len(lane.Team) > 0 {
			teams[i] = startTeam(lane.Team)
		}
	}
	if len(live) == 0 {
		return nil, nil
	}
	cycles, err := openCounter(o.Cycles)
	if err != nil {
		return nil, err
	}
	if cycles != nil {
		defer cycles.close()
	}
	var rounds []sample.Round
	settled := false
	deadline := time.Now().Add(o.Wait)
	for more(len(rounds)) {
		if err := ctx.Err(); err != nil {
			return rounds, err
		}
		o.Round()
		r := sample.Round{
			Unit: o.Unit, Repetition: o.Repetition, Layout: o.Layout, Index: len(rounds), Order: shuffled(live, o.Rand),
			N: counted, NS: make([]int64, len(lanes)), Inner: make([]int64, len(lanes)),
			Probes: make([]int64, 1, len(lanes)+1),
		}
		if cycles != nil {
			r.Cycles = make([]int64, len(lanes))
		}
		warm := warmUp(each, live)
		between := o.fitBetween(lasts, live)
		r.Probes[0] = o.wait(deadline)
		r.At = int64(time.Since(o.Start))
		for k, i := range r.Order {
			if k > 0 {
				r.Waited = noted(r.Waited, k, o.waitAgain(r.Probes[k], deadline), len(live))
			}
			o.Before(i)
			do := lanes[i].Routine.Do
			if teams[i] != nil {
				do = teams[i].do
			}
			if warm {
				if _, err := do(int(max(1, ops[i]/warmShare))); err != nil {
					return rounds, &LaneError{i, err}
				}
			}
			last, _ := r.Around(k)
			need := lasts[i] + time.Duration(last)
			if between && o.Ticks.avoid(need) {
				r.Waited = noted(r.Waited, k, probe(), len(live))
			}
			var before int64
			if cycles != nil {
				before = cycles.read()
			}
			switches := involuntary()
			start := time.Now()
			inner, err := do(int(ops[i]))
			took := time.Since(start)
			switches = involuntary() - switches
			if err != nil {
				return rounds, &LaneError{i, err}
			}
			r.NS[i] = int64(took)
			if cycles != nil && teams[i] == nil {
				r.Cycles[i] = cycles.read() - before
			}
			r.Inner[i] = int64(inner)
			r.Switches = noted(r.Switches, i, switches, len(lanes))
			if !between {
				begun := start.Sub(epoch)
				r.Ticks = noted(r.Ticks, i, int64(o.Ticks.during(begun, begun+took)), len(lanes))
			}
			r.Probes = append(r.Probes, probe())
			// Calibration may have fallen into a spell in which memory was being fetched or the machine contended.
			lasted := took
			if inner > 0 {
				lasted = inner
			}
			if lasted < lanes[i].Sample/2 && ops[i] < maxOps {
				settle(i, max(1, float64(lasted))/float64(ops[i]))
			}
		}
		if !settled && time.Since(start) < o.Settle {
			settled = true
			continue
		}
		rounds = append(rounds, r)
	}
	return rounds, nil
}

// wait probes until a moment is quiet or the deadline is over, and returns the
// last probe. Two quiet probes in a row are asked for: a single one stands alone by chance
// inside a noisy spell.
func (o *Options) wait(until time.Time) int64 {
	last := probe()
	if o.Quiet == 0 {
		return last
	}
	for quiet := 0; ; {
		if float64(last) <= o.Quiet {
			quiet++
		} else {
			quiet = 0
		}
		if quiet == 2 || !time.Now().Before(until) {
			return last
		}
		last = probe()
	}
}

// waitAgain waits where the last probe was not of a quiet moment, and returns the probe at the end of it;
// 0 where nothing was waited for.
func (o *Options) waitAgain(last int64, until time.Time) int64 {
	if o.Quiet == 0 || float64(last) <= o.Quiet || !time.Now().Before(until) {
		return 0
	}
	return o.wait(until)
}

// noted puts a value into the list of n, which is made when there is one.
func noted(list []int64, k int, value int64, n int) []int64 {
	if value == 0 {
		return list
	}
	if list == nil {
		list = make([]int64, n)
	}
	list[k] = value
	return list
}

// calibrate returns how many nanoseconds an operation of the lane takes, from as many as make half a sample at the least, however
// long that takes.
func calibrate(lane Lane) (perOp float64, err error) {
	for n := 1; n <= maxOps; n *= 2 {
		took, err := timed(lane.Routine, n)
		// The first time finds cold caches, and any may be interrupted: what seems to suffice is done again.
		// A first operation that takes that long by itself is left at that.
		for again := 0; again < 2 && err == nil && took >= lane.Sample/2 && (n > 1 || took < 4*lane.Sample); again++ {
			var second time.Duration
			second, err = timed(lane.Routine, n)
			took = min(took, second)
		}
		if err != nil {
			return 0, err
		}
		if took >= lane.Sample/2 {
			return float64(took) / float64(n), nil
		}
	}
	return 0, ErrTooShort
}

// timed returns how long n operations took, by the library side's clock where there is one.
func timed(r provider.Routine, n int) (time.Duration, error) {
	start := time.Now()
	inner, err := r.Do(n)
	if took := time.Since(start); inner == 0 {
		return took, err
	}
	return inner, err
}

// opsIn is how many operations make a sample, at least one.
func opsIn(sample time.Duration, perOp float64) int64 {
	return max(1, min(maxOps, int64(float64(sample)/perOp)))
}

// A sample's operations are preceded by an untimed warmShare-th of them, at least one: the lane before has left its own code and
// tables in the caches and the branch predictors, which costs a first operation some 10 µs.
const warmShare = 8

// warmLongest is the time of an operation, in nanoseconds, that 10 µs are less than 0.2 % of.
const warmLongest = 5e6

// warmUp says whether the samples of the row are preceded by a warm-up: all of them, or none if every lane's operation is long.
func warmUp(each []float64, live []int) bool {
	return slices.ContainsFunc(live, func(i int) bool { return each[i] < warmLongest })
}

// fitBetween says whether the samples of all lanes fit between two timer ticks. Then all are put there. Otherwise none is, and
// the ticks that were due are noted for all: the lanes of a row are treated alike.
func (o *Options) fitBetween(lasts []time.Duration, live []int) bool {
	return !slices.ContainsFunc(live, func(i int) bool {
		return !o.Ticks.avoidable(lasts[i] + probeLasts)
	})
}

// probeLasts is how long a probe takes on a slow core.
const probeLasts = 30 * time.Microsecond

// involuntary is how often the kernel has taken the core away from this thread.
func involuntary() int64 {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_THREAD, &u) != nil {
		return 0
	}
	return u.Nivcsw
}

// Probes runs the probe for d and returns its times in nanoseconds at one clock speed: what a
// run learns the best from before it has measured anything.
func Probes(ctx context.Context, d time.Duration) []float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var times []float64
	for end := time.Now().Add(d); time.Now().Before(end) && ctx.Err() == nil; {
		times = append(times, float64(probe()))
	}
	return times
}

func shuffled(lanes []int, r *rand.Rand) []int {
	order := slices.Clone(lanes)
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}
