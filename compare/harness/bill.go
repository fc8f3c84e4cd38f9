package harness

import (
	"runtime"
	"runtime/metrics"

	"cryptogap/compare/sample"
)

// gcMetric and cpuMetric are CPU seconds; the runtime brings both up to date when it
// collects.
const (
	gcMetric  = "/cpu/classes/gc/total:cpu-seconds"
	cpuMetric = "/cpu/classes/total:cpu-seconds"
	userIdle  = "/cpu/classes/idle:cpu-seconds"
)

// Bill does n operations of the lane, and where it has a team as many in each of its threads, and counts what they
// allocate, and what share of the CPU time used collecting it took. It stops the world twice, so it is not for
// samples.
func Bill(l Lane, n int) (sample.Bill, error) {
	do, threads := l.Routine.Do, 1
	if len(l.Team) > 0 {
		t := muster(l.Team)
		defer t.dismiss()
		do, threads = t.do, len(l.Team)
	}
	if _, err := do(1); err != nil { // what is allocated once is not the operation's
		return sample.Bill{}, err
	}
	runtime.GC()
	before, cpu := read(), cpuSeconds()
	if _, err := do(n); err != nil {
		return sample.Bill{}, err
	}
	after := read()
	runtime.GC() // brings the metrics up to date
	used := cpuSeconds()
	ops := int64(n) * int64(threads)
	b := sample.Bill{
		Ops:    ops,
		Allocs: float64(after.Mallocs-before.Mallocs) / float64(ops),
		Bytes:  float64(after.TotalAlloc-before.TotalAlloc) / float64(ops),
	}
	// The collection at the end is ours, so without allocations there is no share.
	if busy := used.busy - cpu.busy; b.Allocs >= 1 && after.NumGC > before.NumGC && busy > 0 {
		b.GCShare = (used.gc - cpu.gc) / busy
	}
	return b, nil
}

func read() (m runtime.MemStats) {
	runtime.ReadMemStats(&m)
	return m
}

type seconds struct{ gc, busy float64 }

func cpuSeconds() seconds {
	s := []metrics.Sample{{Name: gcMetric}, {Name: cpuMetric}, {Name: userIdle}}
	metrics.Read(s)
	return seconds{gc: s[0].Value.Float64(), busy: s[1].Value.Float64() - s[2].Value.Float64()}
}
