package compare

import (
	"context"
	"fmt"
	"slices"
	"time"

	"cryptogap/compare/harness"
	"cryptogap/compare/isolate"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
	"cryptogap/compare/verify"
	"cryptogap/compare/wycheproof"
)

// A job is what a worker process is asked to do. Each repetition is a job, and so a process, of its own:
// where libraries, heaps and stacks lie in memory is drawn anew for each.
type job struct {
	// Libraries are the names of the run's providers. Everywhere else in a job, and in a place, a library is its index in this list.
	Libraries []string `json:"libraries"`

	Plan   bool   `json:"plan,omitempty"`  // say what can be measured of the units, and nothing more
	Start  bool   `json:"start,omitempty"` // start the libraries, and nothing more
	Verify bool   `json:"verify"`          // verify the units instead of timing them
	Check  *check `json:"check,omitempty"` // do this with the units instead
	// Sustained says to run the units the plain way instead.
	Sustained *SustainedSettings `json:"sustained,omitempty"`
	Units     []sample.Unit      `json:"units"`
	Skip      []skip             `json:"skip,omitempty"`

	Repetition int             `json:"repetition"`
	Layout     int             `json:"layout,omitempty"`
	Seed       uint64          `json:"seed"`
	Time       time.Duration   `json:"time_ns"` // for each unit
	Settings   sample.Settings `json:"settings"`
	Cycles     string          `json:"cycles,omitempty"`     // source of the cycles that are counted
	BestProbe  float64         `json:"best_probe,omitempty"` // of the run so far, in nanoseconds
	// PerOp is what an operation took at the least in the repetitions before: nanoseconds, by unit and lane; 0: not known.
	PerOp map[int][]float64 `json:"per_op,omitempty"`
}

// A skip takes a library out of a unit.
type skip struct {
	Unit    int `json:"unit"`    // its ID
	Library int `json:"library"` // its index
}

// An event is what a worker reports.
type event struct {
	Plan        *plan               `json:"plan,omitempty"`
	Verdict     *sample.Verdict     `json:"verdict,omitempty"`
	Fuzz        *verify.FuzzReport  `json:"fuzz,omitempty"`
	Partial     bool                `json:"partial,omitempty"` // of Fuzz: the target is not finished
	Wycheproof  *wycheproof.Result  `json:"wycheproof,omitempty"`
	Outputs     []verify.Output     `json:"outputs,omitempty"`
	Rounds      []sample.Round      `json:"rounds,omitempty"`
	Allocations *sample.Allocations `json:"allocations,omitempty"`
	Collection  *sample.Collection  `json:"collection,omitempty"`
	Failure     *sample.Failure     `json:"failure,omitempty"`
}

// Worker is the main function of a worker process: it does the job that
// standard input holds with those of the given providers that the job names. Its result is the process's exit code.
func Worker(all []provider.Provider) int {
	return isolate.Serve(func(ctx context.Context, j job, out *isolate.Worker[event]) error {
		var providers []provider.Provider
		for _, name := range j.Libraries {
			i := indexOf(all, name)
			if i < 0 {
				return fmt.Errorf("compare: the worker has no library named %q", name)
			}
			providers = append(providers, all[i])
		}
		if err := provider.Restrict(providers, j.Settings.Without); err != nil {
			return err
		}
		w := worker{job: j, providers: providers, out: out}
		for i, p := range providers { // one that does not start is known before any unit is tried
			if w.wanted(i) {
				out.Enter(isolate.Place{Unit: noUnit, Library: i})
				p.Info()
			}
		}
		out.Leave()
		return w.work(ctx)
	})
}

// noUnit is the place of a library that is started.
const noUnit = -1

func (w *worker) work(ctx context.Context) error {
	switch {
	case w.Plan:
		return w.plan(ctx)
	case w.Start:
		return w.start()
	case w.Check != nil:
		return w.check(ctx)
	case w.Sustained != nil:
		return w.sustained(ctx)
	case w.Verify:
		return w.verify(ctx)
	}
	return w.repetition(ctx)
}

type worker struct {
	job
	providers []provider.Provider
	out       *isolate.Worker[event]
	step      int // what the marker notes beside the unit

	ticks     *harness.Ticks
	collector *collector
}

func (w *worker) skipped(unit, library int) bool { return slices.Contains(w.Skip, skip{unit, library}) }

// wanted says whether the library takes part in any unit.
func (w *worker) wanted(library int) bool {
	if w.Start {
		return !w.skipped(noUnit, library)
	}
	return slices.ContainsFunc(w.Units, func(u sample.Unit) bool { return !w.skipped(u.ID, library) })
}

// start tells of each library that it could be started.
func (w *worker) start() error {
	for i := range w.providers {
		if err := w.out.Done(i); err != nil {
			return err
		}
	}
	return nil
}

func namesOf(providers []provider.Provider) []string {
	var names []string
	for _, p := range providers {
		names = append(names, p.Name())
	}
	return names
}

// indexOf returns which of the providers has the name; -1 where none has.
func indexOf(providers []provider.Provider, name string) int {
	return slices.IndexFunc(providers, func(p provider.Provider) bool { return p.Name() == name })
}

// offered returns the providers that take part in the unit.
func (w *worker) offered(unit int) []provider.Provider {
	var offered []provider.Provider
	for i, p := range w.providers {
		if !w.skipped(unit, i) {
			offered = append(offered, p)
		}
	}
	return offered
}

func (w *worker) verify(ctx context.Context) error {
	for i := range w.Units {
		u := &w.Units[i]
		cases, err := unitCases(u)
		if err != nil {
			return err
		}
		for _, c := range cases {
			v := verify.Case(ctx, w.offered(u.ID), c, w.watched(i))
			if ctx.Err() != nil {
				return ctx.Err()
			}
			w.out.Leave()
			if err := w.out.Emit(event{Verdict: &v}); err != nil {
				return err
			}
		}
		if err := w.out.Done(i); err != nil {
			return err
		}
	}
	return nil
}

// mark notes that the library's code runs.
func (w *worker) mark(unit, library int) {
	w.out.Enter(isolate.Place{Unit: unit, Library: library, Step: w.step})
}
