package compare

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/harness"
	"cryptogap/compare/isolate"
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

//go:embed worker.go measurement.go collect.go repeat.go plan.go ab.go
var workerSource embed.FS

// version identifies how a worker measures. Two builds are compared only if they measure alike.
var version = func() string { return harness.Version() + harness.Hash(workerSource) }

// A Build is one side of a comparison of builds.
type Build struct {
	Name    string // for messages
	Label   string // for the records
	Worker  []string
	Layouts []Layout
	Environ []string // added to the environment of its workers
	Without []string // CPU features that its libraries do without
	// Delay is the share by which DelayIn, a row and a provider as Settings.DelayIn has them, is made slower to see whether that is found.
	Delay   float64
	DelayIn string
	// Record is called with each of its records as it is made. May be nil.
	Record func(sample.Record) error
}

// An ABConfig says what is measured of several builds, the old one first. Of Config, Worker, Layouts, Record and
// Settings.Without come from the builds.
type ABConfig struct {
	Config
	Builds []Build // two or more
	// Gate says which rows are measured again before they count, when the repetitions asked for are made. May be nil.
	Gate *result.Gate
}

// An ABRun is what AB measured.
type ABRun struct {
	Records [][]sample.Record // one run a build
	// Again is the number of the first repetition that was made for suspects alone; 0: there were none.
	Again int
}

// ErrHarness says that two builds do not measure alike.
var ErrHarness = errors.New("the builds measure in different ways")

// AB measures builds in one run: repetitions alternate between them in random order, in the same link layouts. Of two builds only the
// rows are measured that both have; of more, those that any has. Outputs are compared within each build and between
// all. It returns the records of each, a run of its own. When ctx ends it returns what there is; the ends of the records say that it
// was interrupted.
func AB(ctx context.Context, cfg ABConfig) (ab ABRun, err error) {
	started := time.Now()
	runs, plans := make([]*run, len(cfg.Builds)), make([]*plan, len(cfg.Builds))
	ab.Records = make([][]sample.Record, len(cfg.Builds))
	for i := range runs {
		runs[i] = cfg.side(i)
		if plans[i], err = runs[i].plan(ctx); err != nil {
			return ab, fmt.Errorf("compare: %s: %w", cfg.Builds[i].Name, err)
		}
		if plans[i].Version != plans[0].Version {
			return ab, fmt.Errorf("compare: %w: build %s and %s from the same version of cryptogap", ErrHarness, cfg.Builds[0].Name, cfg.Builds[i].Name)
		}
	}
	if len(plans) == 2 {
		common(plans[0], plans[1])
	}
	for i, r := range runs {
		r.units = numbered(plans[i].Units)
		if r.Settings.Budget == 0 {
			r.Settings.Budget = Budget(r.Settings, len(r.units))
		}
		err = errors.Join(err, r.record(sample.Of(&sample.Run{
			Schema: sample.Schema, Tool: cfg.Tool, Started: started.UTC(), Args: cfg.Args, Seed: cfg.Seed, Settings: r.Settings, Build: cfg.Builds[i].Label,
			Environment: plans[i].Environment, Environ: cfg.Builds[i].Environ, Libraries: plans[i].Libraries, Units: r.units, Layouts: r.layoutNames(),
		})))
	}
	for _, r := range runs {
		if err == nil {
			err = r.verify(ctx)
		}
	}
	if err == nil {
		err = agree(runs)
	}
	if err == nil {
		err = cfg.alternate(ctx, runs, &ab)
	}
	interrupted := ctx.Err() != nil && errors.Is(err, context.Cause(ctx))
	if interrupted {
		err = nil
	}
	for i, r := range runs {
		if err == nil {
			err = r.record(sample.Of(&sample.End{Elapsed: time.Since(started), Interrupted: interrupted}))
		}
		ab.Records[i] = r.records
	}
	return ab, err
}

// side is the run of one build.
func (cfg *ABConfig) side(i int) *run {
	c, b := cfg.Config, cfg.Builds[i]
	c.Worker, c.Layouts, c.Record = b.Worker, b.Layouts, b.Record
	c.Settings = Absolute(c.Settings)
	c.Settings.Without, c.Settings.Delay, c.Settings.DelayIn = b.Without, b.Delay, b.DelayIn
	r := newRun(c)
	r.extra = b.Environ
	return r
}

// A plan is what a build can measure of the units of a job.
type plan struct {
	Version     string             `json:"version"`
	Environment sample.Environment `json:"environment"`
	Libraries   []sample.Library   `json:"libraries"`
	Units       []sample.Unit      `json:"units"`
}

// plan asks the build's worker.
func (r *run) plan(ctx context.Context) (*plan, error) {
	var p *plan
	err := isolate.Task[job, event]{
		Command: r.Worker, Environ: r.environ(), Job: job{Libraries: namesOf(r.Providers), Plan: true, Units: r.units, Settings: r.Settings}, Units: 1,
		Memory: workerMemory(0), Stall: isolate.DefaultStall,
		Handle: func(e event) error {
			p = e.Plan
			return nil
		},
		Done: func(int) error { return nil },
	}.Run(ctx)
	if err != nil {
		return nil, err
	}
	if p == nil {
		return nil, errors.New("its worker said nothing of what it can measure: is it cryptogap of this version?")
	}
	return p, nil
}

// plan answers it.
func (w *worker) plan(ctx context.Context) error {
	var cases []catalog.Case
	for i := range w.Units {
		of, err := unitCases(&w.Units[i])
		if err != nil {
			return err
		}
		cases = append(cases, of...)
	}
	r := run{Config: Config{Providers: w.providers, Settings: w.Settings}}
	p := plan{Version: version(), Environment: sample.ReadEnvironment(), Libraries: r.libraries(), Units: Units(cases, w.providers, w.Settings)}
	p.Environment.SetTicks(harness.FindTicks(ctx, tickSearch).Found())
	if err := w.out.Emit(event{Plan: &p}); err != nil {
		return err
	}
	return w.out.Done(0)
}

// common leaves in both plans the units that both have, with the lanes that both have.
func common(a, b *plan) {
	inBoth := func(a, b []sample.Unit) []sample.Unit {
		var units []sample.Unit
		for _, u := range a {
			i := slices.IndexFunc(b, func(v sample.Unit) bool { return v.Row == u.Row })
			if i < 0 {
				continue
			}
			u.Lanes = slices.DeleteFunc(slices.Clone(u.Lanes), func(l sample.Lane) bool {
				return !slices.ContainsFunc(b[i].Lanes, func(m sample.Lane) bool {
					m.Implementation = l.Implementation
					return m == l
				})
			})
			units = append(units, u)
		}
		return units
	}
	units := inBoth(a.Units, b.Units)
	a.Units, b.Units = units, inBoth(b.Units, units)
}

// agree compares the outputs that builds gave: what any gives for a case must be the same as what the first gives that has it.
func agree(runs []*run) error {
	type given struct {
		by      int
		verdict sample.Verdict
	}
	first := make(map[string]given)
	for i, r := range runs {
		for _, v := range r.verdictsMade() {
			before, ok := first[v.Case]
			switch {
			case v.Status != sample.Match && v.Status != sample.Unchecked, r.drawn(v.Case):
			case !ok:
				first[v.Case] = given{i, v}
			case v.Digest != before.verdict.Digest:
				text := fmt.Sprintf("the output of build %d begins with %s, that of build %d with %s", before.by+1, before.verdict.Digest, i+1, v.Digest)
				if err := errors.Join(runs[before.by].differs(before.verdict, text), r.differs(v, text)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// drawn says whether the case's output comes from what was drawn at random in the same verification: the secret of a ciphertext.
func (r *run) drawn(name string) bool {
	return slices.ContainsFunc(r.units, func(u sample.Unit) bool { return u.Op == string(catalog.OpDecap) && slices.Contains(u.Cases, name) })
}

// differs takes the unit of a case out, whose output is not that of another build.
func (r *run) differs(v sample.Verdict, text string) error {
	v.Status = sample.Mismatch
	v.Details = append(slices.Clone(v.Details), text)
	for i := range r.units {
		if slices.Contains(r.units[i].Cases, v.Case) {
			for library := range r.Providers {
				r.skip(r.units[i].ID, library)
			}
		}
	}
	return r.record(sample.Of(&v))
}

// AgainRepetitions is how many repetitions are made at a time of the rows that are measured again, and MostAgain how many at the most.
const AgainRepetitions, MostAgain = 8, 64

// alternate makes the repetitions of all runs.
func (cfg *ABConfig) alternate(ctx context.Context, runs []*run, ab *ABRun) error {
	rng := rand.New(rand.NewPCG(cfg.Seed, 0xab))
	start := time.Now()
	var budget time.Duration
	turns := make([][]sample.Unit, len(runs))
	for i, r := range runs {
		turns[i] = r.open()
		budget += r.Settings.Budget
	}
	left := func() bool {
		return slices.ContainsFunc(turns, func(units []sample.Unit) bool { return len(units) > 0 })
	}
	repeat := func(repetition int, each time.Duration, progress float64) error {
		for _, i := range rng.Perm(len(runs)) {
			shown := func(u *sample.Unit, share float64) {
				whole := max(progress, float64(time.Since(start))/float64(budget))
				runs[i].progress(Progress{Step: "measure", Row: u.Row, Share: min(1, whole), Spent: time.Since(start), Repetition: repetition})
			}
			if err := runs[i].repeat(ctx, turns[i], repetition, each, shown); err != nil {
				return err
			}
		}
		return nil
	}
	wanted := runs[0].Settings.Repetitions
	repetition := 0
	for ; left() && repetition < result.MostRepetitions(runs[0].Settings) && time.Since(start) < budget; repetition++ {
		// As in measure, the last repetition is cut to what is left of the budget.
		units := 0
		for _, turn := range turns {
			units += len(turn)
		}
		each := min(runs[0].repetitionTime(), (budget-time.Since(start))/time.Duration(units))
		if err := repeat(repetition, each, float64(repetition)/float64(wanted)); err != nil {
			return err
		}
		var rows []string
		for _, r := range runs {
			units, err := r.unfinished(r.open(), repetition+1)
			if err != nil {
				return err
			}
			for _, u := range units {
				rows = append(rows, u.Row)
			}
		}
		// A row that one side needs again is measured on all: repetitions are paired.
		for i, r := range runs {
			turns[i] = ofRows(r.open(), rows)
		}
	}
	if cfg.Gate == nil {
		return nil
	}
	results, err := resultsOf(runs)
	if err != nil {
		return err
	}
	rows := cfg.Gate.Suspects(results)
	if len(rows) == 0 {
		return nil
	}
	ab.Again = repetition
	for len(rows) > 0 && repetition-ab.Again < MostAgain {
		for i, r := range runs {
			turns[i] = ofRows(r.open(), rows)
		}
		for range AgainRepetitions {
			if err := repeat(repetition, runs[0].repetitionTime(), 1); err != nil {
				return err
			}
			repetition++
		}
		if results, err = resultsOf(runs); err != nil {
			return err
		}
		rows = cfg.Gate.Undecided(results, ab.Again)
	}
	return nil
}

func resultsOf(runs []*run) ([]*result.Result, error) {
	var all []*result.Result
	for _, r := range runs {
		res, err := result.From(r.records)
		if err != nil {
			return nil, err
		}
		all = append(all, res)
	}
	return all, nil
}

func ofRows(units []sample.Unit, rows []string) []sample.Unit {
	return slices.DeleteFunc(units, func(u sample.Unit) bool { return !slices.Contains(rows, u.Row) })
}
