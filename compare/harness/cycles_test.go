package harness

import (
	"context"
	"math"
	"runtime"
	"testing"
	"time"

	"cryptogap/compare/sample"
)

// locked opens a counter of what this machine has, in a thread that stays this test's.
func locked(t *testing.T) (sample.Cycles, *counter) {
	t.Helper()
	about := Cycles()
	if about.Source == sample.CyclesNone {
		t.Skip(about.Why)
	}
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	c, err := openCounter(about.Source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	return about, c
}

func TestCyclesSayWhereTheyAreFrom(t *testing.T) {
	c := Cycles()
	switch c.Source {
	case sample.CyclesPerf:
		if c.Hz != 0 || c.Why != "" {
			t.Errorf("perf counts the core's own cycles: %+v", c)
		}
	case sample.CyclesTSC:
		if !(c.Hz > 1e6) || c.Why == "" {
			t.Errorf("ticks without their rate, or without why perf has none: %+v", c)
		}
	case sample.CyclesNone:
		if c.Why == "" {
			t.Errorf("no cycles and no reason: %+v", c)
		}
	default:
		t.Errorf("source %q", c.Source)
	}
}

func TestCountersNeverGoBackAndGoOn(t *testing.T) {
	_, c := locked(t)
	first := c.read()
	for last := first; last < first+1_000_000; { // it ends as the counter goes on
		probe()
		now := c.read()
		if now <= last {
			t.Fatalf("after a probe the counter went from %d to %d", last, now)
		}
		last = now
	}
}

// TestTicksKeepTheirRate measures the reference clock twice, and over a longer time: a rate that followed load
// or the core's clock would not repeat.
func TestTicksKeepTheirRate(t *testing.T) {
	if !steadyTSC() {
		t.Skip("this machine has no steady reference clock")
	}
	t0, n0 := bracket()
	a := tscRate()
	probe()
	b := tscRate()
	t1, n1 := bracket()
	whole := float64(n1-n0) / t1.Sub(t0).Seconds()
	if math.Abs(a/b-1) > 0.01 || math.Abs(a/whole-1) > 0.01 {
		t.Errorf("%v, %v and over both %v ticks a second", a, b, whole)
	}
}

// TestTicksGoOnAsleep tells ticks from cycles: the reference clock runs while a thread sleeps, and what perf
// counts does not.
func TestTicksGoOnAsleep(t *testing.T) {
	about, c := locked(t)
	if about.Source != sample.CyclesTSC {
		t.Skip("cycles are the core's here")
	}
	const nap = 5 * time.Millisecond
	before := c.read()
	time.Sleep(nap)
	if n := float64(c.read() - before); n < 0.99*about.Hz*nap.Seconds() {
		t.Errorf("%v ticks in %v or more at %v a second", n, nap, about.Hz)
	}
}

func TestOpenCounter(t *testing.T) {
	if c, err := openCounter(""); c != nil || err != nil {
		t.Errorf("a counter of no source: %v, %v", c, err)
	}
	for _, source := range []string{"sundial", sample.CyclesNone} {
		if c, err := openCounter(source); c != nil || err == nil {
			t.Errorf("%q was opened: %v", source, c)
		}
	}
}

func TestConstantTSC(t *testing.T) {
	const with, without = "processor\t: 0\nflags\t\t: fpu tsc constant_tsc sse\n", "processor\t: 1\nflags\t\t: fpu tsc sse not_constant_tsc\n"
	for info, want := range map[string]bool{
		with:                          true,
		with + with:                   true,
		without:                       false,
		with + without:                false,
		"":                            false,
		"flags\t\t:":                  false,
		"bugs: constant_tsc\n":        false,
		"flags\t\t: tsc constant_tsc": true, // the last word of the last line
		"vmx flags\t: constant_tsc\n": false,
	} {
		if got := constantTSC(info); got != want {
			t.Errorf("%q: %v, want %v", info, got, want)
		}
	}
}

// TestMeasureCountsCyclesWhereAsked looks where the numbers stand, not at how large they are.
func TestMeasureCountsCyclesWhereAsked(t *testing.T) {
	about, _ := locked(t)
	lanes := []Lane{
		{Routine: &spinning{}, Sample: 1000},
		{},
		{Routine: &spinning{}, Sample: 1000},
	}
	lanes[2].Team = append(lanes[2].Team, &spinning{}, &spinning{})
	o := options(5)
	o.Cycles = about.Source
	rounds, err := Measure(context.Background(), lanes, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rounds {
		if len(r.Cycles) != len(lanes) || r.Cycles[0] <= 0 {
			t.Errorf("round %d has cycles %v, want some in lane 0", r.Index, r.Cycles)
			continue
		}
		if r.Cycles[1] != 0 || r.Cycles[2] != 0 {
			t.Errorf("round %d has cycles %v: lane 1 is left out, and those of lane 2 are other threads'", r.Index, r.Cycles)
		}
	}
	o = options(5)
	if rounds, _ = Measure(context.Background(), lanes, o); rounds[0].Cycles != nil {
		t.Errorf("cycles %v, which nobody asked for", rounds[0].Cycles)
	}
	o.Cycles = "sundial"
	if _, err := Measure(context.Background(), lanes, o); err == nil {
		t.Error("Measure counts by sundial")
	}
}

// spinning works, so that a counter of cycles moves.
type spinning struct{}

func (*spinning) Do(n int) (time.Duration, error) {
	for range n {
		probe()
	}
	return 0, nil
}
func (*spinning) Output() []byte { return nil }
func (*spinning) Close() error   { return nil }
