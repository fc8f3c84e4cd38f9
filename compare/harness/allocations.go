package harness

import (
	"runtime"
	"slices"

	"cryptogap/compare/sample"
)

// parts is how many counts of allocations a count takes the middle of: what the runtime allocates once in a
// while for itself then falls into one of them, and does not count.
const parts = 5

// CountAllocations does n operations of the lane, and where it has a team as many in each of its threads, and counts what they
// allocate. It stops the world, so it is not for
// samples.
func CountAllocations(l Lane, n int) (sample.Allocations, error) {
	do, threads := l.Routine.Do, 1
	if len(l.Team) > 0 {
		t := startTeam(l.Team)
		defer t.stop()
		do, threads = t.do, len(l.Team)
	}
	runtime.GC()
	if _, err := do(1); err != nil { // what is allocated once, or since a collection emptied pools, is not the operation's
		return sample.Allocations{}, err
	}
	var b sample.Allocations
	var allocs, bytes []float64
	last := read()
	for part := range min(parts, n) {
		ops := n / parts
		if part < n%parts {
			ops++
		}
		if _, err := do(ops); err != nil {
			return sample.Allocations{}, err
		}
		after, done := read(), int64(ops)*int64(threads)
		allocs = append(allocs, float64(after.Mallocs-last.Mallocs)/float64(done))
		bytes = append(bytes, float64(after.TotalAlloc-last.TotalAlloc)/float64(done))
		b.Ops += done
		last = after
	}
	b.Allocs, b.Bytes = middle(allocs), middle(bytes)
	return b, nil
}

// middle is the median of values, or the lower of the two in the middle.
func middle(values []float64) float64 {
	slices.Sort(values)
	return values[(len(values)-1)/2]
}

func read() (m runtime.MemStats) {
	runtime.ReadMemStats(&m)
	return m
}
