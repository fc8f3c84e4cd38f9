package compare

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"cryptogap/compare/isolate"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

// SustainedSettings say how long Sustained works.
type SustainedSettings struct {
	Turn  time.Duration `json:"turn_ns"` // a lane's, after which the next one has its own
	Turns int           `json:"turns"`   // of each lane, in each layout
}

// A SustainedTime is what a lane did in all its turns in a worker: Ops operations in NS nanoseconds, with everything that came
// in between.
type SustainedTime struct {
	Layout  int
	Ops, NS int64
}

// Sustained runs the rows the plain way: the lanes of a row have turns in strict alternation, everything included (collections,
// timer ticks, neighbours), in a worker for each link layout. It returns the units, with lanes at the call boundary alone, and
// what each lane did, by unit and lane. Rows are verified first; a lane without a time did not take part. When ctx ends it
// returns the context's cause.
func Sustained(ctx context.Context, cfg Config, s SustainedSettings) ([]sample.Unit, [][][]SustainedTime, error) {
	units := Units(cfg.Cases, cfg.Providers, cfg.Settings)
	times := make([][][]SustainedTime, len(units))
	for i := range units {
		u := &units[i]
		u.Lanes = slices.DeleteFunc(u.Lanes, func(l sample.Lane) bool { return l.Boundary != provider.Call })
		times[i] = make([][]SustainedTime, len(u.Lanes))
	}
	r := newRunOf(cfg, units)
	r.Record = nil // none of what is recorded here belongs to a run
	if err := r.verify(ctx); err != nil {
		return nil, nil, err
	}
	start := time.Now()
	workers := max(1, len(r.Layouts))
	rows, all := 0, workers*len(units)
	for w := range workers {
		layout := w % max(1, len(r.Layouts))
		handle := func(e event) error {
			for i := range e.Rounds {
				round := &e.Rounds[i]
				for lane, n := range round.N {
					if n > 0 {
						times[round.Unit][lane] = append(times[round.Unit][lane], SustainedTime{layout, n, round.NS[lane]})
					}
				}
			}
			return nil
		}
		err := r.do(ctx, job{
			Sustained: &s, Units: r.open(), Repetition: w, Layout: layout, Seed: r.Seed, Settings: r.Settings,
			Time: s.Turn * time.Duration(s.Turns), // the worker may be silent for so long, for each lane
		}, handle, func(u *sample.Unit) {
			rows++
			r.progress(Progress{Step: "sustained", Row: u.Row, Share: float64(rows) / float64(all), Spent: time.Since(start)})
		}, func(*sample.Unit, string, *isolate.Death) error { return nil }) // who crashed has no time
		if err != nil {
			return nil, nil, err
		}
	}
	return units, times, nil
}

// chunk is how long the operations between two looks at the clock should last.
const chunk = 200 * time.Microsecond

// sustained does the job's units, one after the other.
func (w *worker) sustained(ctx context.Context) error {
	rng := rand.New(rand.NewPCG(w.Seed, uint64(w.Repetition)))
	live := keptAlive(w.Settings.LiveHeap)
	defer runtime.KeepAlive(live)
	touchHeap()
	for _, i := range rng.Perm(len(w.Units)) {
		if err := w.sustainedUnit(ctx, i, rng); err != nil {
			return err
		}
		if err := w.out.Done(i); err != nil {
			return err
		}
	}
	return nil
}

// sustainedUnit gives each lane its turns. The first one of each is not counted: caches fill, and the heap grows.
func (w *worker) sustainedUnit(ctx context.Context, index int, rng *rand.Rand) error {
	m := w.measurement(index)
	defer m.close(everyone)
	if err := m.open(rng); err != nil {
		return err
	}
	sum := sample.Round{Unit: m.unit.ID, Layout: w.Layout, N: make([]int64, len(m.lanes)), NS: make([]int64, len(m.lanes)), Inner: make([]int64, len(m.lanes))}
	batches := make([]int, len(m.lanes))
	for turn := range w.Sustained.Turns + 1 {
		for i := range m.lanes {
			r := m.lanes[i].Routine
			if r == nil {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			m.mark(index, m.library[i])
			ops, took, err := m.turn(r, max(1, batches[i]))
			if err != nil {
				sum.N[i] = 0
				if err := m.fail(m.library[i], err); err != nil {
					return err
				}
				continue
			}
			batches[i] = int(max(1, ops*int64(chunk)/max(1, int64(took))))
			if turn > 0 {
				sum.N[i], sum.NS[i] = sum.N[i]+ops, sum.NS[i]+int64(took)
			}
		}
	}
	w.out.Leave()
	return w.out.Emit(event{Rounds: []sample.Round{sum}})
}

// turn does operations for one turn, a batch at a time, and says how many and how long they took.
func (w *worker) turn(r provider.Routine, batch int) (ops int64, took time.Duration, err error) {
	start := time.Now()
	for took < w.Sustained.Turn {
		if _, err := r.Do(batch); err != nil {
			return 0, 0, err
		}
		ops += int64(batch)
		took = time.Since(start)
	}
	return ops, took, nil
}
