package harness

import (
	"math/bits"
	"runtime"
	"sync/atomic"
	"time"
)

// probeTurns makes the busy part of a probe last about 12 µs on a core of today, and clockTurns each of the two that tell the clock
// speed 1.5 µs. They are constants, so that probes of different processes and runs can be compared.
const (
	probeTurns = 10_000
	clockTurns = 1500
)

// probe times a fixed loop of integer work with eight independent chains, as
// many as a wide core can issue at once. Where a neighbour takes part of the core's
// execution units, it slows as high-throughput code does, while the system's own
// counters see nothing.
//
// The clock speed moves by a third as the cores of a chip work and rest, and both sides of a ratio alike. So a probe is given in
// nanoseconds at one clock speed: that at which a multiplication that waits for the one before takes a nanosecond (3 GHz with
// three cycles). Of two such chains, before and after, the faster counts: an interruption hits one.
func probe() int64 {
	_ = time.Now() // the clock's page and the loop are in the caches then
	spin(probeTurns / 20)
	before := timedChain()
	start := time.Now()
	spin(probeTurns)
	took := time.Since(start)
	if absolute.Load() {
		return int64(took)
	}
	return int64(float64(took) * clockTurns / float64(max(1, min(before, timedChain()))))
}

var absolute atomic.Bool

// AbsoluteProbes says whether probes are in nanoseconds as they passed, for times that are compared with those of another process:
// they compare at one clock speed only, and the probes must see that too.
func AbsoluteProbes(are bool) { absolute.Store(are) }

func timedChain() time.Duration {
	start := time.Now()
	runtime.KeepAlive(chain(clockTurns))
	return time.Since(start)
}

// chain multiplies, each time what the time before gave. No neighbour slows it: nearly all of the core waits.
//
//go:noinline
func chain(turns int) uint64 {
	x := uint64(1)
	for range turns {
		x *= 0x9e3779b97f4a7c15
	}
	return x
}

// spin keeps eight chains of dependent instructions going.
//
//go:noinline
func spin(turns int) {
	a, b, c, d := uint64(1), uint64(2), uint64(3), uint64(4)
	e, f, g, h := uint64(5), uint64(6), uint64(7), uint64(8)
	for range turns {
		a = bits.RotateLeft64(a, 7) + 0x9e3779b9
		b = bits.RotateLeft64(b, 11) ^ 0x7f4a7c15
		c = bits.RotateLeft64(c, 13) + 0x3c6ef372
		d = bits.RotateLeft64(d, 17) ^ 0x1b873593
		e = bits.RotateLeft64(e, 19) + 0x85ebca6b
		f = bits.RotateLeft64(f, 23) ^ 0x4cf5ad43
		g = bits.RotateLeft64(g, 29) + 0x2745937f
		h = bits.RotateLeft64(h, 31) ^ 0x38b34ae5
	}
	runtime.KeepAlive(a ^ b ^ c ^ d ^ e ^ f ^ g ^ h) // the loop must not be dropped
}
