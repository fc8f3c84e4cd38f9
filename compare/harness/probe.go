package harness

import (
	"math/bits"
	"runtime"
	"time"
)

// probeTurns makes a probe last about 12 µs on a core of today. It is a
// constant, so that probes of different processes and runs can be compared.
const probeTurns = 10_000

// probe times a fixed loop of integer work with eight independent chains, as
// many as a wide core can issue at once. Where a neighbour takes part of the core's
// execution units, it slows as high-throughput code does, while the system's own
// counters see nothing.
func probe() int64 {
	_ = time.Now() // the clock's page and the loop are in the caches then
	spin(probeTurns / 20)
	start := time.Now()
	spin(probeTurns)
	return int64(time.Since(start))
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
