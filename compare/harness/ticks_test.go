package harness

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"cryptogap/compare/sample"
)

// interrupted is a clock of which each reading takes 50 ns, on a machine whose timers stop it.
type interrupted struct {
	now    time.Duration
	timers []tick
	drift  float64 // the timers' clock gains so much
}

func (c *interrupted) read() time.Duration {
	c.repetition(50)
	return c.now
}

// repetition lets the time repetition that d of undisturbed work takes.
func (c *interrupted) repetition(d time.Duration) {
	for d > 0 {
		at, timer := c.next()
		if at > c.now+d {
			c.now += d
			return
		}
		d -= at - c.now
		c.now = at + timer.Lasts
	}
}

func (c *interrupted) next() (time.Duration, tick) {
	best := time.Duration(1 << 62)
	var whose tick
	for _, t := range c.timers {
		period := time.Duration(float64(t.Period) * (1 - c.drift))
		at := t.at + (c.now-t.at)/period*period
		for at < c.now {
			at += period
		}
		if at < best {
			best, whose = at, t
		}
	}
	return best, whose
}

// every1ms and every4ms are a host's timer and its guest's, as they were seen.
func every1ms(at time.Duration) tick {
	return tick{sample.Tick{Period: time.Millisecond, Lasts: 36 * time.Microsecond}, at}
}

func every4ms(at time.Duration) tick {
	return tick{sample.Tick{Period: 4 * time.Millisecond, Lasts: 45 * time.Microsecond}, at}
}

func TestListenFindsTimers(t *testing.T) {
	for name, timers := range map[string][]tick{
		"none":          nil,
		"a host's":      {every1ms(489_000)},
		"both":          {every1ms(489_000), every4ms(3_000)},
		"close by":      {every1ms(489_000), every4ms(440_000)},
		"across zero":   {every1ms(999_000)},
		"every 10 ms":   {{sample.Tick{Period: 10 * time.Millisecond, Lasts: 5 * time.Microsecond}, 77_000}},
		"every 3.33 ms": {{sample.Tick{Period: time.Second / 300, Lasts: 5 * time.Microsecond}, 77_000}},
	} {
		clock := &interrupted{now: 123_456_789, timers: timers}
		got := findTicks(context.Background(), 42*time.Millisecond, clock.read).Found()
		if len(got) != len(timers) {
			t.Errorf("%s: found %v", name, got)
			continue
		}
		for i, x := range got {
			if off := x.Lasts - timers[i].Lasts; x.Period != timers[i].Period || off < 0 || off > 100 {
				t.Errorf("%s: found %v, want %v", name, got, timers)
			}
		}
	}
}

func TestListenIgnoresWhatIsNotSteady(t *testing.T) {
	for _, among := range []int{4000, 400, 100} { // some 200, 1000 and 1700 in the time
		for seed := range uint64(20) {
			r := rand.New(rand.NewPCG(1, seed))
			clock := &interrupted{}
			stops := func() time.Duration {
				if r.IntN(among) == 0 {
					clock.now += 20 * time.Microsecond
				}
				return clock.read()
			}
			if x := findTicks(context.Background(), 42*time.Millisecond, stops); len(x.Found()) > 0 {
				t.Errorf("one in %d, seed %d: found %v in stops at random", among, seed, x.Found())
			}
		}
	}
}

func TestSamplesAreKeptBetweenInterruptions(t *testing.T) {
	const need, drift = 230 * time.Microsecond, 2e-6
	clock := &interrupted{now: 5_000_000, timers: []tick{every1ms(489_000), every4ms(3_000)}, drift: drift}
	x := findTicks(context.Background(), 42*time.Millisecond, clock.read)
	r := rand.New(rand.NewPCG(3, 4))
	hit, waits := 0, 0
	const samples = 20_000
	start := clock.now
	for range samples {
		clock.repetition(time.Duration(r.IntN(100_000))) // what is done between samples
		if x.avoid(need) {
			waits++
		}
		from := clock.now
		clock.repetition(need)
		if clock.now-from > need {
			hit++
		}
	}
	if hit > samples/200 {
		t.Errorf("%d of %d samples were interrupted, over %v", hit, samples, clock.now-start)
	}
	if waits < samples/10 || waits > samples/2 {
		t.Errorf("waited before %d of %d samples", waits, samples)
	}
	if each := (clock.now - start) / samples; each > 400*time.Microsecond {
		t.Errorf("a sample of %v takes %v with what is waited for", need, each)
	}
}

func TestWhatIsTooLongIsNotWaitedFor(t *testing.T) {
	clock := &interrupted{timers: []tick{every1ms(489_000)}}
	x := findTicks(context.Background(), 42*time.Millisecond, clock.read)
	before := clock.now
	if x.avoidable(970*time.Microsecond) || x.avoid(970*time.Microsecond) || clock.now != before {
		t.Error("waited for what does not exist")
	}
	if !x.avoidable(900 * time.Microsecond) {
		t.Error("900 µs do not fit between ticks of 36 µs in each ms")
	}
	from := 100 * time.Millisecond
	clock.now = from
	clock.repetition(2800 * time.Microsecond)
	took := clock.now - from
	if clean := took - x.during(from, clock.now); clean < 2799*time.Microsecond || clean > 2801*time.Microsecond {
		t.Errorf("2.8 ms of work took %v, less ticks %v", took, clean)
	}
	var none *Ticks
	if none.avoid(time.Millisecond) || none.during(0, time.Second) != 0 || none.Found() != nil {
		t.Error("none is not nothing")
	}
}

// TestMeasureNotesTicksOfAllLanes: beside a lane that is too long for the time between two ticks, a short one is not kept out of
// their way either. The ticks that were due are noted for both.
func TestMeasureNotesTicksOfAllLanes(t *testing.T) {
	o := options(20)
	o.Ticks = &Ticks{
		sources: []tick{every1ms(0)}, longest: 900 * time.Microsecond,
		clock: func() time.Duration { return time.Since(epoch) },
	}
	rounds, err := Measure(context.Background(), []Lane{{Routine: &spinning{}, Sample: 3 * time.Millisecond}, {Routine: &spinning{}, Sample: 50 * time.Microsecond}}, o)
	if err != nil {
		t.Fatal(err)
	}
	short := 0
	for _, r := range rounds {
		if len(r.Ticks) != 2 || r.Ticks[0] < 36_000 || r.Ticks[0]%36_000 != 0 || r.Ticks[1]%36_000 != 0 {
			t.Fatalf("stopped %v in samples of %v ns", r.Ticks, r.NS)
		}
		if r.Ticks[1] > 0 {
			short++
		}
		if want := float64(r.NS[0]-r.Ticks[0]) / float64(r.N[0]); r.PerOp(0) != want {
			t.Fatalf("%v ns an operation, want %v", r.PerOp(0), want)
		}
	}
	if short == len(rounds) {
		t.Errorf("all %d short samples have a tick", short)
	}
}

func TestListenTakesNoNeighbourForATimer(t *testing.T) {
	neighbour := tick{sample.Tick{Period: 4 * time.Millisecond, Lasts: 700 * time.Microsecond}, 1_700_000}
	clock := &interrupted{timers: []tick{every1ms(489_000), neighbour}}
	if got := findTicks(context.Background(), 42*time.Millisecond, clock.read).Found(); len(got) != 1 || got[0].Period != time.Millisecond {
		t.Errorf("found %v, want the timer alone", got)
	}
}
