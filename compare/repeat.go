package compare

import (
	"context"
	"math"
	"slices"
	"time"

	"cryptogap/compare/isolate"
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// measure makes repetitions over the units until every row is good enough or the
// budget is spent.
func (r *run) measure(ctx context.Context) error {
	start := time.Now()
	todo := r.open()
	each := r.repetitionTime()
	for repetition := 0; len(todo) > 0 && repetition < result.MostRepetitions(r.Settings); repetition++ {
		left := r.Settings.Budget - time.Since(start)
		if left <= 0 {
			break
		}
		// Towards the end of the budget a repetition is cut to what is left, so that every row has its turn.
		time1 := min(each, left/time.Duration(len(todo)))
		err := r.repeat(ctx, todo, repetition, time1, func(u *sample.Unit, done float64) {
			share := (float64(repetition) + done) / float64(r.Settings.Repetitions)
			share = max(min(share, 1), float64(time.Since(start))/float64(r.Settings.Budget))
			r.progress(Progress{Step: "measure", Row: u.Row, Share: min(share, 1), Spent: time.Since(start), Repetition: repetition})
		})
		if err != nil {
			return err
		}
		// All are asked, not those of the last repetition: by what is learnt of the machine, samples that seemed quiet may be so no longer.
		if todo, err = r.unfinished(r.open(), repetition+1); err != nil {
			return err
		}
	}
	return nil
}

// repeat makes one repetition over the units, in a worker of its own, each for so long. shown is told of each unit and of the share
// of them that are done.
func (r *run) repeat(ctx context.Context, units []sample.Unit, repetition int, each time.Duration, shown func(u *sample.Unit, done float64)) error {
	turn := r.turn(units, repetition, r.repetitionTime())
	rows := 0
	return r.do(ctx, job{
		Units: turn, Repetition: repetition, Layout: r.layout(repetition), Seed: r.Seed, Time: each, Settings: r.Settings,
		BestProbe: r.bestProbe(), Cycles: r.cycles, PerOp: r.perOp,
	}, r.keep, func(u *sample.Unit) {
		rows++
		shown(u, float64(rows)/float64(len(turn)))
	}, func(u *sample.Unit, name string, d *isolate.Death) error {
		return r.record(sample.Of(&sample.Failure{Unit: u.ID, Row: u.Row, Provider: name, Status: sample.Crashed, Why: d.Text()}))
	})
}

// Rows that exceed their time share slowFactor times are measured in every
// slowEvery-th repetition only, or the others would never have their turn.
const (
	slowFactor = 20
	slowEvery  = 4
)

// layout returns the layout of a repetition. Rows that are measured in every slowEvery-th repetition only come to all of
// them too.
func (r *run) layout(repetition int) int {
	if n := len(r.Layouts); n > 0 {
		return (repetition + repetition/n) % n
	}
	return 0
}

// turn returns the units that are measured in the repetition.
func (r *run) turn(todo []sample.Unit, repetition int, each time.Duration) []sample.Unit {
	if repetition%slowEvery == 0 {
		return todo
	}
	took := make(map[int]time.Duration)
	for _, rec := range r.records {
		if rec.Round != nil && rec.Round.Repetition%slowEvery == 0 {
			for _, ns := range rec.Round.NS {
				took[rec.Round.Unit] += time.Duration(ns)
			}
		}
	}
	turns := time.Duration((repetition + slowEvery - 1) / slowEvery)
	return slices.DeleteFunc(slices.Clone(todo), func(u sample.Unit) bool {
		return float64(took[u.ID]) > slowFactor*float64(each)*float64(turns)
	})
}

// keep records what a worker reports.
func (r *run) keep(e event) error {
	var last []int64
	for i := range e.Rounds {
		round := clipped(&e.Rounds[i], last)
		last = round.N
		r.learn(round)
		if err := r.record(sample.Of(round)); err != nil {
			return err
		}
	}
	if e.Allocations != nil {
		return r.record(sample.Of(e.Allocations))
	}
	if e.Collection != nil {
		return r.record(sample.Of(e.Collection))
	}
	if e.Failure != nil {
		r.skip(e.Failure.Unit, indexOf(r.Providers, e.Failure.Provider))
		return r.record(sample.Of(e.Failure))
	}
	return nil
}

// clipped returns a copy of the round that takes no more memory than it must: a run keeps tens of thousands. Most have
// as many operations as the round before them.
func clipped(round *sample.Round, n []int64) *sample.Round {
	c := *round
	c.Order = slices.Clone(c.Order)
	lists := []*[]int64{&c.NS, &c.Inner, &c.Cycles, &c.Ticks, &c.Switches, &c.Waited, &c.Probes}
	if slices.Equal(c.N, n) {
		c.N = n
	} else {
		lists = append(lists, &c.N)
	}
	length := 0
	for _, list := range lists {
		length += len(*list)
	}
	all := make([]int64, 0, length)
	for _, list := range lists {
		if from := len(all); len(*list) > 0 {
			all = append(all, *list...)
			*list = all[from:len(all):len(all)]
		}
	}
	return &c
}

// learn notes how fast the round's lanes were, so that the next repetition need not find out. A lane of several threads calibrates each time.
func (r *run) learn(round *sample.Round) {
	known := r.perOp[round.Unit]
	if known == nil {
		known = make([]float64, len(round.N))
		r.perOp[round.Unit] = known
	}
	for lane, l := range r.units[round.Unit].Lanes {
		if t := round.PerOp(lane); t > 0 && l.Threads == 0 && (known[lane] == 0 || t < known[lane]) {
			known[lane] = t
		}
	}
}

// open returns the units that have a lane left to time.
func (r *run) open() []sample.Unit {
	return slices.DeleteFunc(slices.Clone(r.units), func(u sample.Unit) bool {
		return !slices.ContainsFunc(u.Lanes, func(l sample.Lane) bool {
			return !slices.Contains(r.skips, skip{u.ID, indexOf(r.Providers, l.Provider)})
		})
	})
}

// repetitionTime is one repetition's share of the measuring time of a row.
func (r *run) repetitionTime() time.Duration {
	return r.Settings.Time * time.Duration(len(r.Providers)) / time.Duration(r.Settings.Repetitions)
}

// unfinished returns those of the units that need another repetition.
func (r *run) unfinished(units []sample.Unit, repetitions int) ([]sample.Unit, error) {
	if repetitions < r.Settings.Repetitions {
		return units, nil // no row is, see Finished
	}
	res, err := result.From(append([]sample.Record{sample.Of(&sample.Run{Units: r.units, Settings: r.Settings})}, r.records...))
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(units, func(u sample.Unit) bool { return res.Rows[u.ID].Finished(repetitions, r.Settings) }), nil
}

// bestProbe is the probe of an undisturbed machine as far as the run has seen it; 0: not yet.
func (r *run) bestProbe() float64 {
	var probes []float64
	for _, rec := range r.records {
		if rec.Round != nil {
			for _, p := range rec.Round.Probes {
				probes = append(probes, float64(p))
			}
		}
	}
	if best := stats.QuietBest(probes); !math.IsNaN(best) {
		return best
	}
	return 0
}
