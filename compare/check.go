package compare

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/isolate"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
	"cryptogap/compare/verify"
	"cryptogap/compare/wycheproof"
)

// A check is what a worker does with its units in place of verifying or timing them: one
// known answer, one interoperability test or one search for disagreement a unit.
type check struct {
	Runs int           `json:"runs,omitempty"` // interoperability: how often
	Fuzz *FuzzSettings `json:"fuzz,omitempty"`
	// Wycheproof means that each unit's row is the path of a file of vectors.
	Wycheproof bool `json:"wycheproof,omitempty"`
	// Cases are vectors that do not come from the catalogue; each unit's row is the ID of one.
	Cases []catalog.Vector `json:"cases,omitempty"`
	// Compute asks for the outputs too.
	Compute bool `json:"compute,omitempty"`
}

// FuzzSettings say how long Fuzz looks, and where.
type FuzzSettings struct {
	Seed       uint64        `json:"seed"`
	From       int           `json:"from"`        // first iteration of each target
	Iterations int           `json:"iterations"`  // of each target; 0: as many as Duration allows
	Duration   time.Duration `json:"duration_ns"` // of all targets together; 0: no limit
}

// Vectors puts the known answers of the selected algorithms to every library that offers
// their operations, and returns one verdict for each, in the catalogue's order. When ctx ends it
// returns those made so far and the context's cause.
func Vectors(ctx context.Context, cfg Config, algorithms []string) ([]sample.Verdict, error) {
	vectors := slices.DeleteFunc(catalog.Vectors(), func(v catalog.Vector) bool { return !slices.Contains(algorithms, v.Algorithm) })
	return verdicts(ctx, cfg, unitsOf(vectors), check{})
}

// Cases puts vectors of the caller's to every library that offers their operations, and returns one
// verdict for each. When ctx ends it returns those made so far and the context's cause.
func Cases(ctx context.Context, cfg Config, vectors []catalog.Vector) ([]sample.Verdict, error) {
	return verdicts(ctx, cfg, unitsOf(vectors), check{Cases: vectors})
}

// Compute puts one vector to every library, and returns besides the verdict what each of them gave.
func Compute(ctx context.Context, cfg Config, v catalog.Vector) (sample.Verdict, []verify.Output, error) {
	r := newRunOf(cfg, numbered(unitsOf([]catalog.Vector{v})))
	var outputs []verify.Output
	c := check{Cases: []catalog.Vector{v}, Compute: true}
	j := job{Check: &c, Units: r.units, Settings: cfg.Settings}
	var verdict sample.Verdict
	var dead []verify.Output
	err := r.do(ctx, j, func(e event) error {
		if e.Verdict != nil {
			verdict, outputs = *e.Verdict, e.Outputs
		}
		return nil
	}, nil, func(_ *sample.Unit, name string, d *isolate.Death) error {
		dead = append(dead, verify.Output{Provider: name, Status: sample.Crashed, Why: d.Text()})
		return nil
	})
	for _, o := range dead {
		verdict.Status = sample.Crashed
		verdict.Answers = append(verdict.Answers, sample.Answer{Provider: o.Provider, Status: o.Status, Why: o.Why})
	}
	return verdict, append(outputs, dead...), err
}

func unitsOf(vectors []catalog.Vector) []sample.Unit {
	var units []sample.Unit
	for _, v := range vectors {
		units = append(units, sample.Unit{
			Row: v.ID, Algorithm: v.Algorithm, Op: string(v.Op), Cases: []string{"vector/" + v.ID}, Bytes: len(v.Msg) * max(v.Repeat, 1),
		})
	}
	return units
}

// Interop repeats what the libraries exchange under each of the selected algorithms as often as runs says,
// with fresh keys, and returns one verdict for each. When ctx ends it returns those made
// so far and the context's cause.
func Interop(ctx context.Context, cfg Config, algorithms []string, runs int) ([]sample.Verdict, error) {
	var units []sample.Unit
	for _, id := range algorithms {
		units = append(units, sample.Unit{Row: id, Algorithm: id, Cases: []string{"interop/" + id}})
	}
	return verdicts(ctx, cfg, units, check{Runs: runs})
}

func verdicts(ctx context.Context, cfg Config, units []sample.Unit, c check) ([]sample.Verdict, error) {
	r := newRunOf(cfg, numbered(units))
	err := r.verdicts(ctx, job{Check: &c, Units: r.units, Settings: cfg.Settings})
	return r.verdictsMade(), err
}

func numbered(units []sample.Unit) []sample.Unit {
	for i := range units {
		units[i].ID = i
	}
	return units
}

// Fuzz looks for inputs about which the libraries disagree, in each of the operations that targets
// name, and returns a report for each of them, in their order; a library that dies in a target is a report of its own. As many
// workers as there are CPUs share the targets. When ctx ends it returns those made so far and the context's cause.
func Fuzz(ctx context.Context, cfg Config, targets []catalog.Case, s FuzzSettings) ([]verify.FuzzReport, error) {
	var units []sample.Unit
	for _, t := range targets {
		row := t.Algorithm.ID + "/op=" + string(t.Op)
		units = append(units, sample.Unit{Row: row, Algorithm: t.Algorithm.ID, Op: string(t.Op), Cases: []string{row}})
	}
	units = numbered(units)
	workers := min(runtime.GOMAXPROCS(0), len(units))
	if len(cfg.Worker) == 0 {
		workers = min(1, len(units))
	}
	shards := make([][]sample.Unit, workers)
	for i, u := range units {
		shards[i%workers] = append(shards[i%workers], u)
	}
	f := fuzzing{reports: make([][]verify.FuzzReport, len(units)), start: time.Now()}
	errs := make([]error, workers)
	var wait sync.WaitGroup
	for i, shard := range shards {
		wait.Go(func() { errs[i] = f.shard(ctx, cfg, shard, s) })
	}
	wait.Wait()
	return slices.Concat(f.reports...), errors.Join(errs...)
}

// A fuzzing is what the workers of a search have in common.
type fuzzing struct {
	mu       sync.Mutex
	reports  [][]verify.FuzzReport // by unit
	finished int
	start    time.Time
}

// keep files a report under its unit.
func (f *fuzzing) keep(units []sample.Unit, report verify.FuzzReport) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, u := range units {
		if u.Algorithm == report.Algorithm && u.Op == report.Op {
			f.reports[u.ID] = append(f.reports[u.ID], report)
		}
	}
}

// shard searches in the units of one worker.
func (f *fuzzing) shard(ctx context.Context, cfg Config, units []sample.Unit, s FuzzSettings) error {
	r := newRunOf(cfg, units)
	s.Duration = shareOf(s.Duration, len(units))
	var partial *verify.FuzzReport // of the target that is looked at
	err := r.do(ctx, job{Check: &check{Fuzz: &s}, Units: r.units, Seed: s.Seed, Time: s.Duration, Settings: cfg.Settings}, func(e event) error {
		switch {
		case e.Fuzz == nil:
		case e.Partial:
			partial = e.Fuzz
		default:
			if found := e.Fuzz.Failure; found != nil {
				crashedCounts(&found.Verdict)
			}
			partial = nil
			f.keep(units, *e.Fuzz)
		}
		return nil
	}, func(u *sample.Unit) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.finished++
		r.progress(Progress{Step: "fuzz", Row: u.Row, Share: float64(f.finished) / float64(len(f.reports)), Spent: time.Since(f.start)})
	}, func(u *sample.Unit, name string, d *isolate.Death) error {
		f.keep(units, verify.FuzzReport{
			Algorithm: u.Algorithm, Op: u.Op, Seed: s.Seed, Iterations: d.Place.Step - s.From + 1, Providers: []string{name},
			Failure: &verify.Failure{Iteration: d.Place.Step, Case: u.Row, Verdict: sample.Verdict{
				Case: u.Row, Status: sample.Crashed, Answers: []sample.Answer{{Provider: name, Status: sample.Crashed, Why: d.Text()}},
			}},
		})
		return nil
	})
	if partial != nil && ctx.Err() != nil {
		f.keep(units, *partial)
	}
	return err
}

// Wycheproof puts the files of Project Wycheproof's vectors to the libraries, and returns a result for each
// that has anything to do with the catalogue. A library that ends the process has crashed in the whole file. When ctx ends it
// returns those made so far and the context's cause.
func Wycheproof(ctx context.Context, cfg Config, paths []string) ([]wycheproof.Result, error) {
	var units []sample.Unit
	for _, path := range paths {
		units = append(units, sample.Unit{Row: path})
	}
	r := newRunOf(cfg, numbered(units))
	var results []wycheproof.Result
	crashes := make(map[string][]wycheproof.Library)
	start, finished := time.Now(), 0
	err := r.do(ctx, job{Check: &check{Wycheproof: true}, Units: r.units, Settings: cfg.Settings}, func(e event) error {
		if e.Wycheproof != nil {
			e.Wycheproof.Libraries = append(e.Wycheproof.Libraries, crashes[e.Wycheproof.File]...)
			results = append(results, *e.Wycheproof)
		}
		return nil
	}, func(u *sample.Unit) {
		finished++
		r.progress(Progress{Step: "verify", Row: filepath.Base(u.Row), Share: float64(finished) / float64(len(r.units)), Spent: time.Since(start)})
	}, func(u *sample.Unit, name string, d *isolate.Death) error {
		file := filepath.Base(u.Row)
		crashes[file] = append(crashes[file], wycheproof.Crashed(name, d.Place.Step, d.Text()))
		return nil
	})
	return results, err
}

// shareOf is each unit's part of the duration: as little as it may be where there is a limit, for 0 is none.
func shareOf(d time.Duration, units int) time.Duration {
	if d == 0 {
		return 0
	}
	return max(1, d/time.Duration(units))
}

// check does the job's check with each unit.
func (w *worker) check(ctx context.Context) error {
	for i := range w.Units {
		e, err := w.checkUnit(ctx, i)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return err
		}
		w.out.Leave()
		if err := w.out.Emit(e); err != nil {
			return err
		}
		if err := w.out.Done(i); err != nil {
			return err
		}
	}
	return nil
}

func (w *worker) checkUnit(ctx context.Context, i int) (event, error) {
	u := &w.Units[i]
	libraries, options := w.offered(u.ID), w.watched(i)
	if w.Check.Wycheproof {
		f, err := wycheproof.Read(u.Row)
		if err != nil {
			return event{}, err
		}
		r := wycheproof.Judge(ctx, libraries, f, options, func(test int) { w.step = test })
		w.step = 0
		if r.Tests == 0 {
			return event{}, nil
		}
		return event{Wycheproof: &r}, nil
	}
	if w.Check.Fuzz == nil && w.Check.Runs == 0 {
		all := w.Check.Cases
		if all == nil {
			all = catalog.Vectors()
		}
		at := slices.IndexFunc(all, func(v catalog.Vector) bool { return v.ID == u.Row })
		if at < 0 {
			return event{}, fmt.Errorf("compare: no vector named %q", u.Row)
		}
		ask := verify.Vector
		if w.Check.Cases != nil {
			ask = verify.Given
		}
		v := ask(ctx, libraries, all[at], options)
		e := event{Verdict: &v}
		if w.Check.Compute {
			outputs, err := verify.Compute(libraries, all[at], options)
			if err != nil {
				return event{}, err
			}
			e.Outputs = outputs
		}
		return e, nil
	}
	a, ok := catalog.Find(u.Algorithm)
	if !ok {
		return event{}, fmt.Errorf("compare: no algorithm named %q", u.Algorithm)
	}
	if w.Check.Fuzz == nil {
		v := verify.Interop(ctx, libraries, a, w.Check.Runs, options)
		return event{Verdict: &v}, nil
	}
	report := w.fuzz(ctx, libraries, a, catalog.Operation(u.Op), options)
	return event{Fuzz: &report}, nil
}

// watched are options that note which library is running.
func (w *worker) watched(unit int) verify.Options {
	return verify.Options{Before: func(p, _ string) { w.mark(unit, indexOf(w.providers, p)) }}
}

// tellEvery is how often a worker says how far it has come in a target.
const tellEvery = time.Second

// fuzz looks iteration by iteration, so that the marker knows which one a library did not survive.
func (w *worker) fuzz(ctx context.Context, libraries []provider.Provider, a catalog.Algorithm, op catalog.Operation, o verify.Options) verify.FuzzReport {
	s := *w.Check.Fuzz
	defer func() { w.step = 0 }()
	if s.Duration > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.Duration)
		defer cancel()
	}
	told := time.Now()
	sum := verify.FuzzReport{Algorithm: a.ID, Op: string(op), Seed: s.Seed}
	for i := s.From; (s.Iterations == 0 || i-s.From < s.Iterations) && (i == s.From || ctx.Err() == nil); i++ {
		w.step = i
		one := verify.Fuzz(ctx, libraries, a, op, verify.FuzzOptions{Options: o, Seed: s.Seed, From: i, Iterations: 1})
		sum.Providers = one.Providers
		sum.Iterations += one.Iterations
		sum.Checks += one.Checks
		if time.Since(told) > tellEvery {
			told = time.Now()
			w.out.Leave()
			if err := w.out.Emit(event{Fuzz: &sum, Partial: true}); err != nil {
				return sum // the parent is gone
			}
		}
		if one.Failure != nil || one.Iterations == 0 {
			sum.Failure = one.Failure
			break
		}
	}
	return sum
}
