package harness

import (
	"math"
	"runtime"
	"testing"

	"cryptogap/compare/sample"
)

func TestCyclesCount(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c := Cycles()
	if c.Source == sample.CyclesNone {
		t.Skip(c.Why)
	}
	counter, err := openCounter(c.Source)
	if err != nil {
		t.Fatal(err)
	}
	defer counter.close()
	before := counter.read()
	ns := probe()
	perNS := float64(counter.read()-before) / float64(ns)
	if perNS <= 0 || perNS > 20 {
		t.Errorf("%v %s cycles a nanosecond", perNS, c.Source)
	}
	if c.Source == sample.CyclesTSC && math.Abs(perNS/(c.Hz/1e9)-1) > 0.2 {
		t.Errorf("%v ticks a nanosecond, and %v Hz", perNS, c.Hz)
	}
}

func TestOpenCounter(t *testing.T) {
	if c, err := openCounter(""); c != nil || err != nil {
		t.Errorf("a counter of no source: %v, %v", c, err)
	}
	if _, err := openCounter("sundial"); err == nil {
		t.Error("a sundial was opened")
	}
}
