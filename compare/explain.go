package compare

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"cryptogap/compare/provider"
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// mattering is the least change that counts as one: the placement of code and data in a
// new process alone makes more than none.
const mattering = 0.02

// fewest repetitions are made whatever the budget.
const fewest = 3

// least is the shortest time for a row in one repetition.
const least = 2 * time.Millisecond

// Explain takes one CPU feature after the other away from the libraries and times the rows with and without
// it: in each of Settings.Repetitions, a worker with all features and one for each that is missing, in random order.
// Rows whose outputs do not agree are left out. All of it takes about Settings.Budget.
func Explain(ctx context.Context, cfg Config) ([]result.Explanation, error) {
	return explain(ctx, cfg, provider.Here())
}

func explain(ctx context.Context, cfg Config, features []provider.Feature) ([]result.Explanation, error) {
	if len(cfg.Worker) == 0 {
		return nil, errInProcess
	}
	r := newRun(cfg)
	for i := range r.units { // what Go has: the call boundary
		r.units[i].Lanes = slices.DeleteFunc(r.units[i].Lanes, func(l sample.Lane) bool { return l.Boundary != string(provider.Call) })
	}
	if err := r.verify(ctx); err != nil {
		return nil, err
	}
	if len(features) == 0 {
		return nil, errors.New("compare: this CPU has none of the features that libraries can be told to do without")
	}
	e := explainer{run: r, features: features, units: r.open(), times: make(map[trial]map[lane]float64), start: time.Now()}
	if len(e.units) == 0 {
		return nil, errors.New("compare: there is no row whose outputs agree")
	}
	for repetition := range r.Settings.Repetitions {
		if repetition >= fewest && time.Since(e.start) > r.Settings.Budget {
			break // starting workers takes its time too
		}
		if err := e.repetition(ctx, repetition); err != nil {
			return nil, err
		}
	}
	return e.explanations(), nil
}

type explainer struct {
	*run
	features []provider.Feature
	units    []sample.Unit
	times    map[trial]map[lane]float64
	start    time.Time
}

// A trial is one worker's: feature -1 is none taken away.
type trial struct{ repetition, feature int }

// A lane of the result: a provider in a unit.
type lane struct {
	unit     int
	provider string
}

// repetition tries all features and each one's absence once.
func (e *explainer) repetition(ctx context.Context, repetition int) error {
	rng := rand.New(rand.NewPCG(e.Seed, uint64(repetition)))
	order := rng.Perm(len(e.features) + 1)
	for done, i := range order {
		t := trial{repetition, i - 1}
		trials := (e.Settings.Repetitions-repetition)*len(order) - done
		left := e.Settings.Budget - time.Since(e.start)
		each := max(least, min(e.repetitionTime(), left/time.Duration(trials*len(e.units))))
		if err := e.try(ctx, t, each); err != nil {
			return err
		}
		share := float64(repetition*len(order)+done+1) / float64(e.Settings.Repetitions*len(order))
		e.progress(Progress{Step: "measure", Row: "CPU features", Share: share, Spent: time.Since(e.start), Repetition: repetition})
	}
	return nil
}

// try times the units in a worker without the trial's feature.
func (e *explainer) try(ctx context.Context, t trial, each time.Duration) error {
	s := e.Settings
	if t.feature >= 0 {
		s.Without = provider.Dependents(e.features[t.feature].Name)
	}
	records := []sample.Record{sample.Of(&sample.Run{Units: e.run.units, Settings: s})}
	keep := func(ev event) error {
		for i := range ev.Rounds {
			records = append(records, sample.Of(&ev.Rounds[i]))
		}
		if ev.Failure != nil {
			e.skip(ev.Failure.Unit, ev.Failure.Provider)
		}
		return nil
	}
	j := job{Units: e.units, Repetition: t.repetition + 1, Seed: e.Seed, Time: each, Settings: s} // repetition 0 would count allocations
	if err := e.do(ctx, j, keep, func(*sample.Unit, string, *crash) error { return nil }); err != nil {
		return err
	}
	res, err := result.From(records)
	if err != nil {
		return err
	}
	e.times[t] = make(map[lane]float64)
	for i := range res.Rows {
		for _, sr := range res.Rows[i].Series {
			if x := sr.Time.Value; x > 0 && !math.IsInf(x, 0) {
				e.times[t][lane{res.Rows[i].Unit.ID, sr.Provider}] = x
			}
		}
	}
	return nil
}

func (e *explainer) explanations() []result.Explanation {
	var all []result.Explanation
	for _, u := range e.units {
		for _, p := range e.Providers {
			if !slices.ContainsFunc(u.Lanes, func(l sample.Lane) bool { return l.Provider == p.Name() }) {
				continue
			}
			x := result.Explanation{Row: u.Row, Algorithm: u.Algorithm, Op: u.Op, Provider: p.Name()}
			for i, f := range e.features {
				x.Effects = append(x.Effects, e.effect(lane{u.ID, p.Name()}, p, i, f.Name))
			}
			all = append(all, x)
		}
	}
	return all
}

// effect pairs the trials of each repetition.
func (e *explainer) effect(l lane, p provider.Provider, feature int, name string) result.Effect {
	f := result.Effect{Feature: name, Slower: stats.Estimate{Value: math.NaN()}}
	if f.Ignored = len(provider.Ignores(p, []string{name})) > 0; f.Ignored {
		return f
	}
	var repetitions [][]float64
	for repetition := range e.Settings.Repetitions {
		with, without := e.times[trial{repetition, -1}][l], e.times[trial{repetition, feature}][l]
		if with > 0 && without > 0 {
			repetitions = append(repetitions, []float64{without / with})
		}
	}
	if len(repetitions) < min(2, e.Settings.Repetitions) {
		return f
	}
	f.Slower = stats.Gap(repetitions)
	f.Used = !f.Slower.Tie() && math.Abs(math.Log(f.Slower.Value)) > math.Log1p(mattering)
	return f
}
