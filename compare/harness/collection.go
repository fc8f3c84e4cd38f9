package harness

import (
	"context"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"time"

	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

// The limits of a measurement of collections. The times are for the smallest heap goal that Go has; they grow with the goal.
const (
	collectLeast   = 10 * time.Millisecond  // in whole cycles, that is compared with as many operations without any
	collectTime    = 60 * time.Millisecond  // until which the next comparison is begun
	collectLimit   = 120 * time.Millisecond // in which they must end
	collectBatch   = 50 * time.Microsecond  // operations between two looks at the count of cycles
	collectProbing = 250 * time.Microsecond // between two probes
	collectRefill  = 2 << 20                // bytes allocated between two forced collections, with the collector off
	smallestGoal   = 4 << 20                // bytes
	cyclesLeast    = 3                      // that must fit into collectLimit
)

// Collections measures what garbage collection adds to the operations of a routine that allocates: the time of an operation over
// whole cycles of the collector, several times, and beside each that of as many operations without any. Both are long, so both
// have the timer ticks in them. perOp is the time of an operation in nanoseconds, bytes what it allocates. There are none
// where cycles are too rare to be measured, and so too rare to matter.
func Collections(ctx context.Context, r provider.Routine, perOp, bytes float64) ([]sample.Collection, error) {
	goal := heapGoal()
	longer := max(1, goal/smallestGoal)
	wanted, limit := time.Duration(longer*float64(collectTime)), time.Duration(longer*float64(collectLimit))
	if cycle := time.Duration(goal / bytes * perOp); cycle*cyclesLeast > limit {
		return nil, nil
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	batch := int(max(1, float64(collectBatch)/perOp))
	runtime.GC()
	if err := untilCycle(ctx, r, batch, limit); err != nil {
		return nil, err
	}
	var all []sample.Collection
	var with []*stretch
	for start := time.Now(); time.Since(start) < wanted; {
		s := &stretch{routine: r}
		s.begin()
		begun := cycles()
		for c := begun; c == begun || s.wall() < collectLeast; c = cycles() {
			if err := s.do(batch); err != nil {
				return nil, err
			}
			if ctx.Err() != nil || time.Since(start) > limit {
				s = nil
				break
			}
		}
		if s == nil {
			break
		}
		s.end()
		with = append(with, s)
		all = append(all, sample.Collection{Ops: s.ops, Cycles: int(cycles() - begun), LiveHeap: liveHeap(), HeapGoal: int64(goal)})
	}

	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	refill := int64(max(1, collectRefill/bytes))
	for i := range all {
		s := &stretch{routine: r}
		for s.ops < with[i].ops {
			runtime.GC()
			s.begin()
			for end := min(with[i].ops, s.ops+refill); s.ops < end; {
				if err := s.do(int(min(int64(batch), end-s.ops))); err != nil {
					return nil, err
				}
				cycles() // as in the other stretch
			}
			s.end()
			if ctx.Err() != nil {
				return nil, nil
			}
		}
		all[i].With, all[i].Without = with[i].perOp(), s.perOp()
		all[i].Probe = max(with[i].probe(), s.probe())
	}
	return all, nil
}

// A stretch is operations one after the other, with a probe now and then.
type stretch struct {
	routine provider.Routine
	ops     int64
	took    time.Duration
	began   time.Time
	probed  time.Time
	within  int           // probes since began
	brief   time.Duration // that the shortest of them took
	probes  []int64
}

func (s *stretch) begin() {
	s.probes = append(s.probes, probe())
	s.began, s.probed = time.Now(), time.Now()
	s.within, s.brief = 0, math.MaxInt64
}

func (s *stretch) wall() time.Duration { return time.Since(s.began) }

func (s *stretch) do(n int) error {
	if _, err := s.routine.Do(n); err != nil {
		return err
	}
	s.ops += int64(n)
	if start := time.Now(); start.Sub(s.probed) >= collectProbing {
		s.probes = append(s.probes, probe())
		s.probed = time.Now()
		s.brief = min(s.brief, s.probed.Sub(start))
		s.within++
	}
	return nil
}

// end counts what the probes took longer than the shortest of them as the operations' time: the collector works beside them too.
func (s *stretch) end() {
	s.took += s.wall()
	if s.within > 0 {
		s.took -= time.Duration(s.within) * s.brief
	}
	s.probes = append(s.probes, probe())
}

func (s *stretch) perOp() float64 { return float64(s.took) / float64(s.ops) }

// probe is what the share sample.QuietCollection of the probes were at most.
func (s *stretch) probe() int64 {
	slices.Sort(s.probes)
	return s.probes[int(sample.QuietCollection*float64(len(s.probes)-1))]
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
