package compare

import (
	"context"
	"errors"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/isolate"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
	"cryptogap/compare/verify"
)

// FuzzSettings say how long Fuzz looks, and where.
type FuzzSettings struct {
	Seed       uint64        `json:"seed"`
	From       int           `json:"from"`        // first iteration of each target
	Iterations int           `json:"iterations"`  // of each target; 0: as many as Duration allows
	Duration   time.Duration `json:"duration_ns"` // of all targets together; 0: no limit
}

// Fuzz looks for inputs about which the libraries disagree, in each of the operations that targets name, and returns a report for
// each of them, in their order; a library that dies in a target is a report of its own. As many workers as there are CPUs
// share the targets. A part of the time is shared out evenly; then operations of whose inputs many are still of a class
// not seen before get more of it. When ctx ends it returns those made so far and the context's cause.
func Fuzz(ctx context.Context, cfg Config, targets []catalog.Case, s FuzzSettings) ([]verify.FuzzReport, error) {
	var units []sample.Unit
	for _, t := range targets {
		row := t.Algorithm.ID + "/op=" + string(t.Op)
		units = append(units, sample.Unit{Row: row, Algorithm: t.Algorithm.ID, Op: string(t.Op), Cases: []string{row}})
	}
	units = numbered(units)
	shards := dealt(units, newRunOf(cfg, units).workers(units))
	f := fuzzing{reports: make([]*verify.FuzzReport, len(units)), dead: make([][]verify.FuzzReport, len(units)), settings: s, start: time.Now()}
	errs := make([]error, len(shards))
	var wait sync.WaitGroup
	for i, shard := range shards {
		wait.Go(func() { errs[i] = f.shard(ctx, cfg, shard) })
	}
	wait.Wait()
	var all []verify.FuzzReport
	for i, r := range f.reports {
		all = append(all, f.dead[i]...)
		if r != nil {
			all = append(all, *r)
		}
	}
	return all, errors.Join(errs...)
}

// A fuzzing is what the workers of a search have in common.
type fuzzing struct {
	settings FuzzSettings
	start    time.Time

	mu       sync.Mutex
	reports  []*verify.FuzzReport  // by unit, of all rounds so far
	dead     [][]verify.FuzzReport // by unit, of libraries that ended their process
	finished int
}

// A share is what a unit has of one round of a search.
type share struct {
	From  int              `json:"from"`            // first input
	Time  time.Duration    `json:"time_ns"`         // 0: no limit
	Least time.Duration    `json:"least_ns"`        // for the first input, however slow it is
	Found []verify.Failure `json:"found,omitempty"` // in the rounds before
}

// rounds are the parts of the time after which shares are drawn anew, and shortest is how long a search takes that is worth several:
// each round starts a process.
var rounds = []float64{0.25, 0.55, 1}

const (
	shortest = 2 * time.Second
	// slowestInput is what part of a search a first input may take.
	slowestInput = 1.0 / 40
	// leastFresh keeps the share of an operation that shows nothing new above nothing.
	leastFresh = 0.05
)

// shard searches in the units of one worker.
func (f *fuzzing) shard(ctx context.Context, cfg Config, units []sample.Unit) error {
	r := newRunOf(cfg, units)
	ends := rounds
	if f.settings.Duration < shortest || f.settings.Iterations > 0 {
		ends = []float64{1}
	}
	start := time.Now()
	for i, end := range ends {
		left := f.unfinished(units)
		time := time.Duration(end*float64(f.settings.Duration)) - time.Since(start)
		if i > 0 && (len(left) == 0 || time <= 0) {
			continue
		}
		if err := f.round(ctx, r, left, f.shares(left, time), i == len(ends)-1); err != nil {
			return err
		}
	}
	return nil
}

// unfinished returns the units in which there is more to be found.
func (f *fuzzing) unfinished(units []sample.Unit) []sample.Unit {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(units), func(u sample.Unit) bool {
		r := f.reports[u.ID]
		return r != nil && (len(r.Failures) >= verify.MostFindings || r.Classes == 0) // no class: nothing to draw
	})
}

// shares divides the time: evenly among units that were not looked at, and else by how likely the next input is of a class that was
// not seen before.
func (f *fuzzing) shares(units []sample.Unit, d time.Duration) map[int]share {
	f.mu.Lock()
	defer f.mu.Unlock()
	weights, sum := make([]float64, len(units)), 0.0
	for i, u := range units {
		weights[i] = 1
		if r := f.reports[u.ID]; r != nil {
			weights[i] = max(r.Fresh, leastFresh)
		}
		sum += weights[i]
	}
	all := make(map[int]share)
	for i, u := range units {
		s := share{From: f.settings.From}
		if r := f.reports[u.ID]; r != nil {
			s.From += r.Iterations
			s.Found = r.Told()
		}
		if f.settings.Duration > 0 {
			s.Time = max(1, time.Duration(float64(d)*weights[i]/sum)) // 0 is no limit
			if s.From == f.settings.From {
				s.Least = time.Duration(slowestInput * float64(f.settings.Duration))
			}
		}
		all[u.ID] = s
	}
	return all
}

// round has one worker search in each of the units once.
func (f *fuzzing) round(ctx context.Context, r *run, units []sample.Unit, shares map[int]share, last bool) error {
	var longest time.Duration
	for _, s := range shares {
		longest = max(longest, s.Time)
	}
	var partial *verify.FuzzReport // of the target that is looked at
	j := job{Check: &check{Fuzz: &f.settings, Shares: shares}, Units: units, Seed: f.settings.Seed, Time: longest, Settings: r.Settings}
	err := r.do(ctx, j, func(e event) error {
		switch {
		case e.Fuzz == nil:
		case e.Partial:
			partial = e.Fuzz
		default:
			for i := range e.Fuzz.Failures {
				crashedCounts(&e.Fuzz.Failures[i].Verdict)
			}
			partial = nil
			f.keep(units, *e.Fuzz)
		}
		return nil
	}, func(u *sample.Unit) {
		f.mu.Lock()
		defer f.mu.Unlock()
		if last {
			f.finished++
		}
		so := float64(f.finished) / float64(len(f.reports))
		if f.settings.Duration > 0 {
			so = min(1, float64(time.Since(f.start))/float64(f.settings.Duration))
		}
		r.progress(Progress{Step: "fuzz", Row: u.Row, Share: so, Spent: time.Since(f.start)})
	}, func(u *sample.Unit, name string, d *isolate.Death) error {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.dead[u.ID] = append(f.dead[u.ID], verify.FuzzReport{
			Algorithm: u.Algorithm, Op: u.Op, Seed: f.settings.Seed, Iterations: d.Place.Step - shares[u.ID].From + 1, Providers: []string{name},
			Failures: []verify.Failure{{Who: name, What: string(verify.Crashed), Times: 1, Iteration: d.Place.Step, Case: u.Row, Verdict: sample.Verdict{
				Case: u.Row, Status: sample.Crashed, Answers: []sample.Answer{{Provider: name, Status: sample.Crashed, Why: d.Text()}},
			}}},
		})
		return nil
	})
	if partial != nil && ctx.Err() != nil {
		f.keep(units, *partial)
	}
	return err
}

// keep adds a report to what is known of its unit.
func (f *fuzzing) keep(units []sample.Unit, report verify.FuzzReport) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, u := range units {
		if u.Algorithm != report.Algorithm || u.Op != report.Op {
			continue
		}
		if so := f.reports[u.ID]; so != nil {
			so.Add(report)
			return
		}
		f.reports[u.ID] = &report
	}
}

// tellEvery is how often a worker says how far it has come in a target.
const tellEvery = 100 * time.Millisecond

// garbage is the collector's percentage while searching: inputs and outputs are many and short-lived, and what lives is little.
const garbage = 1000

// fuzz searches in the unit, and notes each input, so that the marker knows which one a library did not survive.
func (w *worker) fuzz(ctx context.Context, u *sample.Unit, libraries []provider.Provider, a catalog.Algorithm, o verify.Options) verify.FuzzReport {
	defer func() { w.step = 0 }()
	defer debug.SetGCPercent(debug.SetGCPercent(garbage))
	mine := w.Check.Shares[u.ID]
	told := time.Now()
	return verify.Fuzz(ctx, libraries, a, catalog.Operation(u.Op), verify.FuzzOptions{
		Options: o, Seed: w.Check.Fuzz.Seed, From: mine.From, Iterations: w.Check.Fuzz.Iterations, Duration: mine.Time, Least: mine.Least, Found: mine.Found,
		Each: func(i int, so verify.FuzzReport) error {
			w.step = i
			if time.Since(told) < tellEvery {
				return nil
			}
			told = time.Now()
			w.out.Leave()
			return w.out.Emit(event{Fuzz: &so, Partial: true}) // an error: the parent is gone
		},
	})
}
