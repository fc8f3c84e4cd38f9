package truth

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"cryptogap/compare"
	"cryptogap/compare/provider"
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// A Simulation says what is simulated.
type Simulation struct {
	Machines []Machine
	Kinds    []Kind
	Runs     int // of each machine
	Layouts  int // link layouts of a run; each run has others
	Seed     uint64
	Settings sample.Settings
	// Each is called when a run is finished. May be nil.
	Each func(done, of int)
}

// DefaultSimulation is all machines and kinds, with the settings of a default run.
func DefaultSimulation() Simulation {
	return Simulation{Machines: Machines(), Kinds: Kinds(), Runs: 40, Layouts: 8, Seed: 1, Settings: compare.DefaultSettings()}
}

// A figure is what one run says of a row.
type figure struct {
	value, lo, hi float64
	flagged       bool
}

// Simulate makes the runs and returns one class for each machine and kind, machine by machine. When ctx ends it returns the
// context's cause.
func (s Simulation) Simulate(ctx context.Context) ([]Class, error) {
	figures := make([][][]figure, len(s.Machines)) // by machine, run and kind
	for m := range s.Machines {
		figures[m] = make([][]figure, s.Runs)
	}
	err := s.each(ctx, func(machine, run int) error {
		f, err := s.run(s.Machines[machine], run)
		figures[machine][run] = f
		return err
	})
	if err != nil {
		return nil, err
	}
	var classes []Class
	for m := range s.Machines {
		for k := range s.Kinds {
			var of []figure
			for _, run := range figures[m] {
				of = append(of, run[k])
			}
			classes = append(classes, classify(s.Machines[m].Name, s.Kinds[k], of))
		}
	}
	return classes, nil
}

// each does all runs of all machines, as many at once as there are CPUs.
func (s Simulation) each(ctx context.Context, do func(machine, run int) error) error {
	var (
		mu             sync.Mutex
		wg             sync.WaitGroup
		next, finished int
		failed         error
	)
	jobs := len(s.Machines) * s.Runs
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				mu.Lock()
				if next == jobs || failed != nil || ctx.Err() != nil {
					mu.Unlock()
					return
				}
				job := next
				next++
				mu.Unlock()
				err := do(job/s.Runs, job%s.Runs)
				mu.Lock()
				if finished++; err != nil {
					failed = err
				}
				if s.Each != nil {
					s.Each(finished, jobs)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if failed == nil && ctx.Err() != nil {
		failed = context.Cause(ctx)
	}
	return failed
}

// run simulates one run of all kinds on the machine, as package compare makes it: repetition by repetition, until each row is
// finished or the budget is spent.
func (s Simulation) run(m Machine, index int) ([]figure, error) {
	name := fnv.New64a()
	_, _ = fmt.Fprintf(name, "%s/%d", m.Name, index)
	rng := rand.New(rand.NewPCG(s.Seed, name.Sum64()))
	c := newCore(m, rng)
	b := bench{core: c, rng: rng, settings: s.Settings, quiet: probeWork * (1 + s.Settings.Tolerance)}
	layouts := make([][][2]float64, s.Layouts) // by layout and kind: the factor of each lane
	for l := range layouts {
		for _, k := range s.Kinds {
			layouts[l] = append(layouts[l], [2]float64{k.A.Layout.draw(rng), k.B.Layout.draw(rng)})
		}
	}
	run := &sample.Run{Schema: sample.Schema, Settings: s.Settings, Units: units(s.Kinds)}
	for l := range s.Layouts {
		run.Layouts = append(run.Layouts, fmt.Sprint(l+1))
	}
	each := 2 * float64(s.Settings.Time) / float64(s.Settings.Repetitions)
	budget := float64(compare.Budget(s.Settings, len(s.Kinds)))
	rows := make([][]sample.Record, len(s.Kinds))
	figures := make([]figure, len(s.Kinds))
	todo := make([]int, len(s.Kinds))
	for i := range todo {
		todo[i] = i
	}
	for rep := 0; len(todo) > 0 && rep < result.MostRepetitions(s.Settings); rep++ {
		left := budget - c.now
		if left <= 0 {
			break
		}
		layout := (rep + rep/s.Layouts) % s.Layouts
		c.work(aRepetition, 0)
		b.findTicks()
		for _, t := range rng.Perm(len(todo)) {
			k := todo[t]
			b.lanes = [2]Lane{s.Kinds[k].A, s.Kinds[k].B}
			for i, l := range b.lanes {
				b.perOp[i] = l.PerOp * l.Place.draw(rng) * layouts[layout][k][i]
			}
			for _, r := range b.repetition(k, rep, layout, min(each, left/float64(len(todo)))) {
				rows[k] = append(rows[k], sample.Of(r))
			}
		}
		if rep+1 < s.Settings.Repetitions && c.now < budget {
			continue
		}
		// Of a row that is finished nothing changes any more.
		records := []sample.Record{sample.Of(run)}
		for _, k := range todo {
			records = append(records, rows[k]...)
		}
		res, err := result.From(records)
		if err != nil {
			return nil, err
		}
		for _, k := range todo {
			figures[k] = figureOf(&res.Rows[k])
		}
		todo = slices.DeleteFunc(todo, func(k int) bool { return res.Rows[k].Finished(rep+1, s.Settings) })
	}
	return figures, nil
}

func figureOf(row *result.Row) figure {
	g := row.Between("a", "b", provider.Call)
	if g == nil {
		return figure{flagged: true}
	}
	return figure{g.Ratio.Value, g.Ratio.Lo, g.Ratio.Hi, row.Marked()}
}

func units(kinds []Kind) []sample.Unit {
	var all []sample.Unit
	for i, k := range kinds {
		u := sample.Unit{ID: i, Row: k.Name, Kind: "hash", Unit: "ns/op"}
		for _, name := range []string{"a", "b"} {
			u.Lanes = append(u.Lanes, sample.Lane{Provider: name, Boundary: provider.Call})
		}
		all = append(all, u)
	}
	return all
}
