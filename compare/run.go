package compare

import (
	"context"
	"errors"
	"slices"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/harness"
	"cryptogap/compare/isolate"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// A Config says what a run measures, and what is called as it goes on.
type Config struct {
	Providers []provider.Provider // in the order of the report's columns
	Cases     []catalog.Case      // see Selection.Cases
	Settings  sample.Settings     // see DefaultSettings
	Seed      uint64
	Tool      string   // name and version of the program, for the records
	Args      []string // its arguments, for the records

	// Worker is the command line that ends in Worker with these
	// providers among others, for a run that survives a library's abort and draws memory anew in each repetition. Nil: all
	// is done in this process.
	Worker []string
	// Layouts are worker binaries of the same build in which the linker put the functions elsewhere. Repetitions run in
	// them in turn, so that what depends on the addresses of code is seen. Empty: all repetitions run in Worker.
	Layouts []Layout
	// Record is called with each record as it is made. An error ends the
	// run. May be nil.
	Record func(sample.Record) error
	// Progress is called when a step is finished. May be nil.
	Progress func(Progress)
	// Printed is called with what a library printed in a row, for the first time in each row. May be nil.
	Printed func(row, provider, text string)
}

// A Layout is a worker binary with its own link layout.
type Layout struct {
	Name    string   // for the records: the linker's seed
	Command []string // as Config.Worker
}

// Progress says how far a run is.
type Progress struct {
	Step       string        // "verify" or "measure"
	Row        string        // the row just finished
	Share      float64       // of the step, 0 to 1, by rows or by the time budget, whichever is further
	Spent      time.Duration // since the step began
	Repetition int
}

// DefaultSettings are those of a run that asks for nothing else. Their Budget is 0: [Budget] of its rows.
func DefaultSettings() sample.Settings {
	return sample.Settings{
		Time:        150 * time.Millisecond,
		Sample:      180 * time.Microsecond,
		Repetitions: 16,
		Quiet:       40,
		Tolerance:   stats.QuietTolerance,
	}
}

// QuickSettings make a run of a few seconds: every row in few repetitions, with
// wider intervals.
func QuickSettings() sample.Settings {
	s := DefaultSettings()
	s.Time, s.Repetitions, s.Quiet = 40*time.Millisecond, 8, 18
	return s
}

// Absolute makes the settings those of a run whose times are compared with those of another process.
func Absolute(s sample.Settings) sample.Settings {
	s.Absolute, s.Tolerance = true, max(s.Tolerance, stats.AbsoluteTolerance)
	return s
}

// Budget is the measuring time of a run of so many rows where nothing else is asked for: eight times what is measured of
// a row for one library, for on a noisy machine most of it is spent waiting and measuring rows again; and 10 s at the least.
func Budget(s sample.Settings, rows int) time.Duration {
	return max(10*time.Second, 8*time.Duration(rows)*s.Time)
}

// Run verifies every case, times those whose outputs agree, and returns the
// records: see doc.go for the steps. When ctx ends it stops soon and returns the
// records so far, whose end says that it was interrupted.
func Run(ctx context.Context, cfg Config) ([]sample.Record, error) {
	r := newRun(cfg)
	started := time.Now()
	environment := sample.ReadEnvironment()
	environment.SetTicks(harness.FindTicks(ctx, tickSearch).Found())
	environment.SetThreads(cfg.Settings.Threads)
	if cfg.Settings.Cycles {
		c := harness.Cycles()
		environment.Cycles = &c
		if c.Source != sample.CyclesNone {
			r.cycles = c.Source
		}
	}
	err := r.record(sample.Of(&sample.Run{
		Schema: sample.Schema, Tool: cfg.Tool, Started: started.UTC(), Args: cfg.Args, Seed: cfg.Seed, Settings: r.Settings,
		Environment: environment, Libraries: r.libraries(), Units: r.units, Layouts: r.layoutNames(),
	}))
	if err == nil {
		err = r.verify(ctx)
	}
	if err == nil {
		err = r.measure(ctx)
	}
	end := sample.End{Elapsed: time.Since(started), Interrupted: err != nil}
	if err != nil && ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		err = nil
	}
	if err != nil {
		end.Error = err.Error()
	}
	if kept := r.record(sample.Of(&end)); err == nil {
		err = kept
	}
	return r.records, err
}

// Verify verifies every case and returns one verdict for each. When ctx ends
// it returns those made so far and the context's cause.
func Verify(ctx context.Context, cfg Config) ([]sample.Verdict, error) {
	r := newRun(cfg)
	err := r.verify(ctx)
	return r.verdictsMade(), err
}

// verdictsMade returns the last verdict of each case: a unit is verified anew after a crash in it.
func (r *run) verdictsMade() []sample.Verdict {
	var made []sample.Verdict
	for _, rec := range r.records {
		if rec.Verdict == nil {
			continue
		}
		v := *rec.Verdict
		v.Details = append(slices.Clone(v.Details), r.printedIn(v.Case)...)
		made = slices.DeleteFunc(made, func(v sample.Verdict) bool { return v.Case == rec.Verdict.Case })
		made = append(made, v)
	}
	return made
}

// printedIn says what libraries printed in the unit that begins with the case.
func (r *run) printedIn(name string) (all []string) {
	for _, rec := range r.records {
		if p := rec.Printed; p != nil && r.units[p.Unit].Cases[0] == name {
			all = append(all, p.String())
		}
	}
	return all
}

type run struct {
	Config
	units   []sample.Unit
	skips   []skip
	records []sample.Record
	cycles  string            // the source of cycles that are counted
	perOp   map[int][]float64 // by unit and lane: nanoseconds, of the fastest sample; 0: none
	extra   []string          // added to the workers' environment
	printed map[skip]bool     // who has printed in which unit
}

func newRun(cfg Config) *run { return newRunOf(cfg, Units(cfg.Cases, cfg.Providers, cfg.Settings)) }

func newRunOf(cfg Config, units []sample.Unit) *run {
	r := &run{Config: cfg, units: units, printed: make(map[skip]bool), perOp: make(map[int][]float64)}
	for library, p := range r.Providers {
		for i := range units {
			if _, ok := p.(missing); ok {
				r.skip(units[i].ID, library)
			}
		}
	}
	if r.Settings.Budget == 0 {
		r.Settings.Budget = Budget(r.Settings, len(r.units))
	}
	return r
}

func (r *run) libraries() []sample.Library {
	var libs []sample.Library
	for _, p := range r.Providers {
		info := p.Info()
		if ignored := provider.IgnoredText(p, r.Settings.Without); ignored != "" {
			info.Warnings = append(slices.Clone(info.Warnings), ignored)
		}
		libs = append(libs, info)
	}
	return libs
}

func (r *run) record(rec sample.Record) error {
	r.records = append(r.records, rec)
	if r.Record == nil {
		return nil
	}
	return r.Record(rec)
}

func (r *run) progress(p Progress) {
	if r.Progress != nil {
		r.Progress(p)
	}
}

// skip takes the library out of the unit from now on.
func (r *run) skip(unit, library int) { r.skips = append(r.skips, skip{unit, library}) }

// verify compares outputs, and takes out of each unit whoever did not give the
// right one. A mismatch takes everyone out: such a row is not timed.
func (r *run) verify(ctx context.Context) error {
	return r.verdicts(ctx, job{Verify: true, Units: r.units, Settings: r.Settings, Seed: r.Seed})
}

// verdicts does a job whose events are verdicts, and records them.
func (r *run) verdicts(ctx context.Context, j job) error {
	return r.spread(ctx, j.Units, func(ctx context.Context, s *run, units []sample.Unit) error {
		j := j
		j.Units = units
		return s.verdictsOf(ctx, j)
	})
}

// verdictsOf does the job in one worker at a time.
func (r *run) verdictsOf(ctx context.Context, j job) error {
	start := time.Now()
	crashes := make(map[string][]sample.Answer) // by case: who crashed in it
	rows := 0
	unitOf := make(map[string]*sample.Unit)
	for i := range r.units {
		for _, c := range r.units[i].Cases {
			unitOf[c] = &r.units[i]
		}
	}
	handle := func(e event) error {
		if e.Verdict == nil {
			return nil
		}
		v := *e.Verdict
		v.Answers = r.inOrder(slices.Concat(v.Answers, crashes[v.Case], r.absent()))
		crashedCounts(&v)
		u := unitOf[v.Case]
		for _, a := range v.Answers {
			if v.Status == sample.Mismatch || (a.Status != sample.Match && a.Status != sample.Unchecked) {
				r.skip(u.ID, indexOf(r.Providers, a.Provider))
			}
		}
		return r.record(sample.Of(&v))
	}
	// A unit is verified anew after a crash in it, so only its last verdicts count; those of the
	// cases before the crash were complete.
	return r.do(ctx, j, handle, func(u *sample.Unit) {
		rows++
		r.progress(Progress{Step: "verify", Row: u.Row, Share: float64(rows) / float64(len(r.units)), Spent: time.Since(start)})
	}, func(u *sample.Unit, name string, d *isolate.Death) error {
		for _, c := range u.Cases {
			crashes[c] = append(crashes[c], sample.Answer{Provider: name, Status: sample.Crashed, Why: d.Text()})
		}
		return nil
	})
}

// absent are the answers of libraries that do not start, which no worker is asked for.
func (r *run) absent() []sample.Answer {
	var all []sample.Answer
	for _, p := range r.Providers {
		if m, ok := p.(missing); ok {
			all = append(all, sample.Answer{Provider: m.Name(), Status: sample.Absent, Why: m.why})
		}
	}
	return all
}

// crashedCounts makes a verdict crashed where a library crashed and there is no mismatch.
func crashedCounts(v *sample.Verdict) {
	if v.Status != sample.Mismatch && slices.ContainsFunc(v.Answers, func(a sample.Answer) bool { return a.Status == sample.Crashed }) {
		v.Status = sample.Crashed
	}
}

// inOrder sorts answers as the providers stand.
func (r *run) inOrder(answers []sample.Answer) []sample.Answer {
	slices.SortStableFunc(answers, func(a, b sample.Answer) int {
		return indexOf(r.Providers, a.Provider) - indexOf(r.Providers, b.Provider)
	})
	return answers
}

func (r *run) layoutNames() []string {
	var names []string
	for _, l := range r.Layouts {
		names = append(names, l.Name)
	}
	return names
}
