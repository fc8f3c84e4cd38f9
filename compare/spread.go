package compare

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"sync"

	"cryptogap/compare/sample"
)

// longToShare is the message length, in bytes, from which on one worker has the memory to itself.
const longToShare = 16 << 20

// workers is how many work at the units at a time: one a core.
func (r *run) workers(units []sample.Unit) int {
	if len(r.Worker) == 0 || longestMessage(units) >= longToShare {
		return 1
	}
	return min(runtime.GOMAXPROCS(0), len(units))
}

// dealt deals units out into n shards, or as many as there are units.
func dealt(units []sample.Unit, n int) [][]sample.Unit {
	shards := make([][]sample.Unit, min(n, len(units)))
	for i, u := range units {
		shards[i%len(shards)] = append(shards[i%len(shards)], u)
	}
	return shards
}

// shardsEach is how many shards there are for a worker: the last to end holds up all.
const shardsEach = 4

// spread does something with the units in several workers at a time. Each has a run of its own that knows all units. What they
// record and report goes to r: to its functions as it comes, and into its records in the order of the units.
func (r *run) spread(ctx context.Context, units []sample.Unit, do func(ctx context.Context, s *run, units []sample.Unit) error) error {
	workers := r.workers(units)
	if workers < 2 {
		return do(ctx, r, units)
	}
	shards := dealt(units, shardsEach*workers)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		mu     sync.Mutex
		wait   sync.WaitGroup
		free   = make(chan struct{}, workers)
		runs   = make([]*run, len(shards))
		errs   = make([]error, len(shards))
		shares = make([]float64, len(shards))
	)
	for i, shard := range shards {
		s := *r
		s.records, s.skips, s.printed = nil, slices.Clone(r.skips), maps.Clone(r.printed)
		if r.Record != nil {
			s.Record = func(rec sample.Record) error {
				mu.Lock()
				defer mu.Unlock()
				return r.Record(rec)
			}
		}
		if r.Printed != nil {
			s.Printed = func(row, library, text string) {
				mu.Lock()
				defer mu.Unlock()
				r.Printed(row, library, text)
			}
		}
		if r.Progress != nil {
			s.Progress = func(p Progress) {
				mu.Lock()
				defer mu.Unlock()
				shares[i] = p.Share
				p.Share = 0
				for _, share := range shares {
					p.Share += share
				}
				r.Progress(p)
			}
		}
		runs[i] = &s
		free <- struct{}{}
		wait.Go(func() {
			defer func() { <-free }()
			if errs[i] = do(ctx, &s, shard); errs[i] != nil {
				cancel(errs[i])
			}
		})
	}
	wait.Wait()
	known := len(r.skips)
	for _, s := range runs {
		r.skips = append(r.skips, s.skips[known:]...)
		maps.Copy(r.printed, s.printed)
	}
	r.records = append(r.records, r.inUnitOrder(runs)...)
	for _, err := range errs {
		if err != nil {
			return context.Cause(ctx) // the first of them
		}
	}
	return nil
}

// inUnitOrder returns the runs' records in the order of the units that they are of.
func (r *run) inUnitOrder(runs []*run) []sample.Record {
	unitOf := make(map[string]int)
	for i := range r.units {
		for _, c := range r.units[i].Cases {
			unitOf[c] = i
		}
	}
	at := func(rec sample.Record) int {
		if rec.Printed != nil {
			return rec.Printed.Unit
		}
		return unitOf[rec.Verdict.Case]
	}
	var all []sample.Record
	for _, s := range runs {
		all = append(all, s.records...)
	}
	slices.SortStableFunc(all, func(a, b sample.Record) int { return at(a) - at(b) })
	return all
}
