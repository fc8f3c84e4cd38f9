package compare

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"cryptogap/compare/isolate"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

// errInProcess: a library that is in use can no longer be told.
var errInProcess = errors.New("compare: to do without CPU features takes a worker process")

// maxTries is how often a job is repeated in a row that ended for a reason outside of the libraries.
const maxTries = 3

// do does the job until all its units are done: a worker that a library ended is followed
// by another, which goes on without that library in the unit. crashed is told of each. A worker that
// was ended from outside, or before it came to a library, is repeated.
func (r *run) do(
	ctx context.Context, j job, handle func(event) error, done func(*sample.Unit), crashed func(u *sample.Unit, name string, d *isolate.Death) error,
) error {
	if len(r.Worker) == 0 && len(j.Settings.Without) > 0 {
		return errInProcess
	}
	for tries := 0; len(j.Units) > 0; {
		j.Libraries, j.Skip = namesOf(r.Providers), r.skips
		finished := make(map[int]bool)
		err := r.attempt(ctx, j, handle, func(unit int) {
			finished[unit] = true
			if done != nil {
				done(&j.Units[unit])
			}
		})
		var d *isolate.Death
		if !errors.As(err, &d) {
			return err
		}
		if len(finished) > 0 {
			tries = 0
		}
		tries++
		units, library := r.culprit(j.Units, d)
		switch {
		case tries < maxTries && (len(units) == 0 || d.Outside): // once more
		case len(units) == 0:
			return fmt.Errorf("compare: a worker ended %d times, and no library was running: %s", tries, d.Text())
		default:
			tries = 0
			for _, u := range units {
				r.skip(u.ID, library)
				if err := crashed(u, r.Providers[library].Name(), d); err != nil {
					return err
				}
			}
		}
		var left []sample.Unit
		for i, u := range j.Units {
			if !finished[i] {
				left = append(left, u)
			}
		}
		j.Units = left
	}
	return nil
}

// environ is added to the workers' environment.
func (r *run) environ() []string {
	return slices.Concat(provider.RestrictedEnviron(r.Providers, r.Settings.Without), r.extra)
}

// attempt does the job in one worker, or in this process where there are none.
func (r *run) attempt(ctx context.Context, j job, handle func(event) error, done func(unit int)) error {
	task := isolate.Task[job, event]{
		Command: r.Worker, Environ: r.environ(),
		Job: j, Units: len(j.Units), Memory: workerMemory(longestMessage(j.Units)), Stall: stall(j),
		Handle:  handle,
		Done:    func(unit int) error { done(unit); return nil },
		Printed: func(at isolate.Place, text string) error { return r.keepPrinted(j.Units, at, text) },
	}
	if len(r.Worker) == 0 {
		return isolate.Here(ctx, task, func(ctx context.Context, j job, w *isolate.Worker[event]) error {
			return (&worker{job: j, providers: r.Providers, out: w}).work(ctx)
		})
	}
	if len(r.Layouts) > 0 {
		task.Command = r.Layouts[j.Layout].Command
	}
	return task.Run(ctx)
}

// culprit returns the library that the worker died in, and the units that it is to be taken out of: the one it was in, or all
// of them where it did not start. None where it was no library's doing, or it is out already.
func (r *run) culprit(units []sample.Unit, d *isolate.Death) (in []*sample.Unit, library int) {
	library = d.Place.Library
	if !d.InLibrary || library < 0 || library >= len(r.Providers) {
		return nil, library
	}
	for i := range units {
		here := d.Place.Unit == i || d.Place.Unit == noUnit
		if here && !slices.Contains(r.skips, skip{units[i].ID, library}) {
			in = append(in, &units[i])
		}
	}
	return in, library
}

// maxShown is how many bytes of what a library prints in a row are kept.
const maxShown = 1 << 10

// keepPrinted keeps what a library printed in a unit for the first time.
func (r *run) keepPrinted(units []sample.Unit, at isolate.Place, text string) error {
	if at.Unit < 0 || at.Unit >= len(units) || at.Library < 0 || at.Library >= len(r.Providers) {
		return nil
	}
	u, name := &units[at.Unit], r.Providers[at.Library].Name()
	if r.printed[skip{u.ID, at.Library}] {
		return nil
	}
	r.printed[skip{u.ID, at.Library}] = true
	if len(text) > maxShown {
		text = text[:maxShown] + "…"
	}
	if r.Printed != nil {
		r.Printed(u.Row, name, text)
	}
	return r.record(sample.Of(&sample.Printed{Unit: u.ID, Row: u.Row, Provider: name, Text: text}))
}

// slowest is the rate of work below which a library counts as hanging, in bytes a second.
const slowest = 1 << 20

// stall is how long the job may go without progress: an operation on its longest message takes its time, and
// a measurement waits for the machine to be quiet.
func stall(j job) time.Duration {
	d := isolate.DefaultStall + time.Duration(longestMessage(j.Units)/slowest)*time.Second
	return d + min(j.Time, math.MaxInt64-d)
}

// longestMessage returns the longest message of the units, in bytes.
func longestMessage(units []sample.Unit) int {
	bytes := 0
	for i := range units {
		bytes = max(bytes, units[i].Bytes)
	}
	return bytes
}
