package harness

import (
	"context"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

// The limits of a measurement of collections. The times are for the smallest heap goal that Go has; they grow with the goal.
const (
	collectLeast  = 2                      // cycles that are measured at the least, behind a first one
	collectWant   = 6                      // cycles at the most
	collectTime   = 60 * time.Millisecond  // until which the next cycle is begun
	collectLimit  = 120 * time.Millisecond // in which it must end
	collectBatch  = 50 * time.Microsecond  // operations between two looks at the count of cycles
	collectRefill = 2 << 20                // bytes allocated between two forced collections, with the collector off
	smallestGoal  = 4 << 20                // bytes
)

// Collection measures what garbage collection adds to the operations of a routine that allocates: the time of an operation in
// a loop that goes on over whole cycles of the collector, beside the same loop without any. Both loops are long, so both
// have the timer ticks in them. perOp is the time of an operation in nanoseconds, bytes what it allocates. ok is false
// where cycles are too rare to be measured, and so too rare to matter.
func Collection(ctx context.Context, r provider.Routine, perOp, bytes float64) (c sample.Collection, ok bool, err error) {
	goal := heapGoal()
	longer := max(1, goal/smallestGoal)
	wanted, limit := time.Duration(longer*float64(collectTime)), time.Duration(longer*float64(collectLimit))
	if cycle := time.Duration(goal / bytes * perOp); cycle*(collectLeast+1) > limit {
		return c, false, nil
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	batch := int(max(1, float64(collectBatch)/perOp))
	runtime.GC()
	if err := untilCycle(ctx, r, batch, limit); err != nil {
		return c, false, err
	}
	start := time.Now()
	for c.Cycles < collectWant && (c.Cycles < collectLeast || time.Since(start) < wanted) {
		first := cycles()
		for cycles() == first {
			if _, err := r.Do(batch); err != nil {
				return c, false, err
			}
			c.Ops += int64(batch)
			if ctx.Err() != nil || time.Since(start) > limit {
				return c, false, nil
			}
		}
		c.Cycles++
	}
	c.With = float64(time.Since(start)) / float64(c.Ops)

	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	refill := int(max(1, collectRefill/bytes))
	var spent time.Duration
	var ops int64
	for ops < c.Ops && ctx.Err() == nil {
		runtime.GC()
		n := int(min(int64(refill), c.Ops-ops))
		start := time.Now()
		for done := 0; done < n; done += batch {
			if _, err := r.Do(min(batch, n-done)); err != nil {
				return c, false, err
			}
			cycles() // as in the other loop
		}
		spent += time.Since(start)
		ops += int64(n)
	}
	c.Without = float64(spent) / float64(ops)
	c.LiveHeap, c.HeapGoal = liveHeap(), int64(goal)
	return c, ctx.Err() == nil, nil
}

// untilCycle does operations until a cycle of the collector has ended: what is measured from there on pays for its sweeping too.
func untilCycle(ctx context.Context, r provider.Routine, batch int, limit time.Duration) error {
	for first, start := cycles(), time.Now(); cycles() == first && time.Since(start) < limit && ctx.Err() == nil; {
		if _, err := r.Do(batch); err != nil {
			return err
		}
	}
	return nil
}

// Allocates returns what an operation of the routine allocates: objects and bytes.
func Allocates(r provider.Routine, n int) (objects, bytes float64, err error) {
	before := read()
	if _, err := r.Do(n); err != nil {
		return 0, 0, err
	}
	after := read()
	return float64(after.Mallocs-before.Mallocs) / float64(n), float64(after.TotalAlloc-before.TotalAlloc) / float64(n), nil
}

func metric(name string) uint64 {
	s := [1]metrics.Sample{{Name: name}}
	metrics.Read(s[:])
	return s[0].Value.Uint64()
}

func cycles() uint64    { return metric("/gc/cycles/automatic:gc-cycles") }
func heapGoal() float64 { return float64(metric("/gc/heap/goal:bytes")) }
func liveHeap() int64   { return int64(metric("/gc/heap/live:bytes")) }
