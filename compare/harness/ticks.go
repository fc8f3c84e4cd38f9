package harness

import (
	"context"
	"runtime"
	"slices"
	"time"

	"cryptogap/compare/sample"
)

// Ticks are those that stop a thread at a steady rate: the timer ticks of the kernel, and on a virtual
// machine of the host below it. Each costs some 2 µs on bare metal, 30 to 60 µs where it goes through a hypervisor or two, and so a
// sample of 0.2 ms in five is longer by a fifth. When they come can be told beforehand, so samples are put between them.
type Ticks struct {
	sources []tick
	longest time.Duration        // that is free of any
	clock   func() time.Duration // monotonic
}

// An tick comes at every multiple of its period from at.
type tick struct {
	sample.Tick
	at time.Duration // of the last one seen, on the clock
}

var (
	epoch = time.Now()

	// tickPeriods are those of the timers that kernels are built with: 1000, 300, 250 and 100 Hz.
	tickPeriods = []time.Duration{time.Millisecond, time.Second / 300, 4 * time.Millisecond, 10 * time.Millisecond}
)

const (
	// noticed is how long the clock must stand still between two readings, which take 50 ns, to say that the thread was stopped.
	noticed = 2 * time.Microsecond
	// steady is how closely ticks of one source keep to its period, within the time of tickSearch.
	steady = 8 * time.Microsecond
	// leastSeen is how many of a source must be seen.
	leastSeen = 4
	// longestTick is how long a timer's tick lasts at the most: a neighbour that takes its turn every few milliseconds lasts longer.
	longestTick = 200 * time.Microsecond
	// early is how long before it is due an tick is reckoned with: the clocks of a host and its guest drift
	// apart by a microsecond or two a second.
	early = 4 * time.Microsecond
	// late is how long it is waited for.
	late = 30 * time.Microsecond
	// mostWaits are what a sample waits for: some periods are the multiple of others.
	mostWaits = 4
)

// FindTicks reads the clock for d and returns the ticks it finds.
func FindTicks(ctx context.Context, d time.Duration) *Ticks {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return findTicks(ctx, d, func() time.Duration { return time.Since(epoch) })
}

func findTicks(ctx context.Context, d time.Duration, clock func() time.Duration) *Ticks {
	type stop struct{ at, lasted time.Duration }
	var stops []stop
	start := clock()
	for last := start; last-start < d && ctx.Err() == nil; {
		now := clock()
		if now-last > noticed {
			stops = append(stops, stop{last, now - last})
		}
		last = now
	}
	x := &Ticks{clock: clock}
	for _, period := range tickPeriods {
		for {
			// The place within the period around which the most lie.
			var in []int
			for _, s := range stops {
				var near []int
				for i, other := range stops {
					if offset := (other.at - s.at + steady/2) % period; (offset+period)%period <= steady {
						near = append(near, i)
					}
				}
				if len(near) > len(in) {
					in = near
				}
			}
			// Where a neighbour stops the thread a thousand times, some of that falls together by chance.
			chance := float64(len(stops)) * float64(steady) / float64(period)
			if len(in) < max(leastSeen, int(d/period)/2)+int(4*chance+0.5) {
				break
			}
			// On a noisy machine most last longer than they will in quiet samples, so the median would be too much.
			var lasted []time.Duration
			for _, i := range in {
				lasted = append(lasted, stops[i].lasted)
			}
			slices.Sort(lasted)
			if usual := lasted[len(lasted)/3]; usual <= longestTick {
				x.sources = append(x.sources, tick{sample.Tick{Period: period, Lasts: usual}, stops[in[len(in)/2]].at})
			}
			for _, i := range slices.Backward(in) {
				stops = slices.Delete(stops, i, i+1)
			}
		}
	}
	x.longest = x.longestFree()
	return x
}

// longestFree looks at what lies between ticks over a while.
func (x *Ticks) longestFree() time.Duration {
	const while = 40 * time.Millisecond
	var longest time.Duration
	start := x.clock()
	for free := start; free < start+while; {
		at, source := x.next(free)
		if source < 0 {
			break
		}
		longest = max(longest, at-free)
		free = at + x.sources[source].Lasts
	}
	return longest
}

// next returns when the first tick is due at from or later, and whose; -1: there are none.
func (x *Ticks) next(from time.Duration) (at time.Duration, source int) {
	source = -1
	for i, s := range x.sources {
		if due := s.due(from); source < 0 || due < at {
			at, source = due, i
		}
	}
	return at, source
}

// due returns when the tick comes at from or next.
func (s tick) due(from time.Duration) time.Duration {
	due := s.at + (from-s.at)/s.Period*s.Period
	for due < from {
		due += s.Period
	}
	for due-s.Period >= from {
		due -= s.Period
	}
	return due
}

// Found returns what was found.
func (x *Ticks) Found() []sample.Tick {
	var found []sample.Tick
	if x != nil {
		for _, s := range x.sources {
			found = append(found, s.Tick)
		}
	}
	return found
}

// avoidable says whether what takes that long fits between two ticks.
func (x *Ticks) avoidable(need time.Duration) bool {
	return x != nil && len(x.sources) > 0 && need+2*early < x.longest
}

// avoid waits until no tick is due for need, where that can be, and says whether it waited.
func (x *Ticks) avoid(need time.Duration) (waited bool) {
	if !x.avoidable(need) {
		return false
	}
	for range mostWaits {
		at, source := x.next(x.clock() - early)
		if at-early > x.clock()+need {
			break
		}
		waited = true
		x.repetition(at, source)
	}
	return waited
}

// repetition reads the clock until the tick has been, or fails to come, and notes when it came.
func (x *Ticks) repetition(at time.Duration, source int) {
	for last := x.clock(); last <= at+late; {
		now := x.clock()
		if now-last > noticed && last >= at-late {
			x.sources[source].at = last
			return
		}
		last = now
	}
}

// stopped returns how long the ticks that were due between from and to last together.
func (x *Ticks) during(from, to time.Duration) time.Duration {
	if x == nil {
		return 0
	}
	var sum time.Duration
	for _, s := range x.sources {
		for due := s.due(from); due < to; due += s.Period {
			sum += s.Lasts
		}
	}
	return sum
}
