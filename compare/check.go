package compare

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/isolate"
	"cryptogap/compare/sample"
	"cryptogap/compare/verify"
	"cryptogap/compare/wycheproof"
)

// A check is what a worker does with its units in place of verifying or timing them: one
// known answer, one interoperability test or one search for disagreement a unit.
type check struct {
	Runs int           `json:"runs,omitempty"` // interoperability: how often
	Fuzz *FuzzSettings `json:"fuzz,omitempty"`
	// Shares are the parts of the search, by the units' IDs.
	Shares map[int]share `json:"shares,omitempty"`
	// Wycheproof means that each unit's row is the path of a file of vectors.
	Wycheproof bool `json:"wycheproof,omitempty"`
	// Cases are vectors that do not come from the catalogue; each unit's row is the ID of one.
	Cases []catalog.Vector `json:"cases,omitempty"`
	// Compute asks for the outputs too.
	Compute bool `json:"compute,omitempty"`
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

// Wycheproof puts the files of Project Wycheproof's vectors to the libraries, and returns a result for each
// that has anything to do with the catalogue. A library that ends the process has crashed in the whole file. When ctx ends it
// returns those made so far and the context's cause.
func Wycheproof(ctx context.Context, cfg Config, paths []string) ([]wycheproof.Result, error) {
	var units []sample.Unit
	for _, path := range paths {
		units = append(units, sample.Unit{Row: path})
	}
	r := newRunOf(cfg, numbered(units))
	start := time.Now()
	results := make([]*wycheproof.Result, len(units))
	err := r.spread(ctx, r.units, func(ctx context.Context, s *run, units []sample.Unit) error {
		finished := 0
		crashes := make(map[string][]wycheproof.Library)
		return s.do(ctx, job{Check: &check{Wycheproof: true}, Units: units, Settings: cfg.Settings}, func(e event) error {
			if e.Wycheproof != nil {
				e.Wycheproof.Libraries = append(e.Wycheproof.Libraries, crashes[e.Wycheproof.File]...)
				at := slices.IndexFunc(r.units, func(u sample.Unit) bool { return filepath.Base(u.Row) == e.Wycheproof.File })
				results[at] = e.Wycheproof
			}
			return nil
		}, func(u *sample.Unit) {
			finished++
			s.progress(Progress{Step: "verify", Row: filepath.Base(u.Row), Share: float64(finished) / float64(len(r.units)), Spent: time.Since(start)})
		}, func(u *sample.Unit, name string, d *isolate.Death) error {
			file := filepath.Base(u.Row)
			crashes[file] = append(crashes[file], wycheproof.Crashed(name, d.Place.Step, d.Text()))
			return nil
		})
	})
	var all []wycheproof.Result
	for _, result := range results {
		if result != nil {
			all = append(all, *result)
		}
	}
	return all, err
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
	report := w.fuzz(ctx, u, libraries, a, options)
	return event{Fuzz: &report}, nil
}

// watched are options that note which library is running.
func (w *worker) watched(unit int) verify.Options {
	return verify.Options{Before: func(p string) { w.mark(unit, indexOf(w.providers, p)) }}
}
