package truth

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"cryptogap/compare"
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// A GateTrial simulates runs of two builds and puts them to a gate, as the command ab does.
type GateTrial struct {
	Simulation
	Gate    result.Condition
	Planted float64 // the share by which library b is slower in the first row of the new build; 0: the builds are equal
}

// GateSimulation is what a gate is tried on unless something else is asked for: all machines, and rows with each kind of spread.
func GateSimulation() Simulation {
	s := DefaultSimulation()
	s.Runs = 30
	kinds := []string{"steady", "both fill the core", "operations of 20 ns", "spread 3 % and 0.1 %", "skewed, 3 %", "placement 0.3 %", "layouts 0.5 %"}
	s.Kinds = slices.DeleteFunc(s.Kinds, func(k Kind) bool { return !slices.Contains(kinds, k.Name) })
	return s
}

// A GateRate is what a gate did on one machine.
type GateRate struct {
	Machine             string
	Runs, Failed, Found int // runs, those in which the gate failed, and those in which it named the row and library that are slower
	False               int // runs in which it named another one
}

// Rates simulates the runs, and returns one rate for each machine. When ctx ends it returns the context's cause.
func (g GateTrial) Rates(ctx context.Context) ([]GateRate, error) {
	named := make([][]result.Failure, len(g.Machines)*g.Runs)
	err := g.each(ctx, func(machine, run int) error {
		failures, err := g.run(g.Machines[machine], run)
		named[machine*g.Runs+run] = failures
		return err
	})
	if err != nil {
		return nil, err
	}
	var rates []GateRate
	for m := range g.Machines {
		r := GateRate{Machine: g.Machines[m].Name, Runs: g.Runs}
		for _, failures := range named[m*g.Runs : (m+1)*g.Runs] {
			planted := func(f result.Failure) bool {
				return g.Planted != 0 && f.Change.Unit.Row == g.Kinds[0].Name && f.Change.Provider == "b"
			}
			if len(failures) > 0 {
				r.Failed++
			}
			if slices.ContainsFunc(failures, planted) {
				r.Found++
			}
			if slices.ContainsFunc(failures, func(f result.Failure) bool { return !planted(f) }) {
				r.False++
			}
		}
		rates = append(rates, r)
	}
	return rates, nil
}

// run simulates one run of both builds, repetition by repetition in random order, and returns what the gate says.
func (g GateTrial) run(m Machine, index int) ([]result.Failure, error) {
	g.Settings = compare.Absolute(g.Settings)
	name := fnv.New64a()
	_, _ = fmt.Fprintf(name, "gate/%s/%d/%g", m.Name, index, g.Planted)
	rng := rand.New(rand.NewPCG(g.Seed, name.Sum64()))
	c := newCore(m, rng)
	b := bench{core: c, rng: rng, settings: g.Settings, quiet: probeWork * (1 + g.Settings.Tolerance)}
	layouts := make([][][2]float64, g.Layouts) // by layout and kind: the factor of each lane, the same in both builds
	for l := range layouts {
		for _, k := range g.Kinds {
			layouts[l] = append(layouts[l], [2]float64{k.A.Layout.draw(rng), k.B.Layout.draw(rng)})
		}
	}
	var heads [2]sample.Record
	var rows [2][][]sample.Record // by build and kind
	for i := range heads {
		run := &sample.Run{Schema: sample.Schema, Settings: g.Settings, Units: units(g.Kinds), Libraries: []sample.Library{
			{Name: "a", Version: "1"}, {Name: "b", Version: fmt.Sprint(i)}, // a is a control
		}}
		for l := range g.Layouts {
			run.Layouts = append(run.Layouts, fmt.Sprint(l+1))
		}
		heads[i], rows[i] = sample.Of(run), make([][]sample.Record, len(g.Kinds))
	}
	each := 2 * float64(g.Settings.Time) / float64(g.Settings.Repetitions)
	repeat := func(kinds []int, rep int) {
		layout := (rep + rep/g.Layouts) % g.Layouts
		for _, side := range rng.Perm(2) {
			c.work(aRepetition, 0)
			b.findTicks()
			for _, t := range rng.Perm(len(kinds)) {
				k := kinds[t]
				b.lanes = [2]Lane{g.Kinds[k].A, g.Kinds[k].B}
				if side == 1 && k == 0 {
					b.lanes[1].PerOp *= 1 + g.Planted
				}
				for i, l := range b.lanes {
					b.perOp[i] = l.PerOp * l.Place.draw(rng) * layouts[layout][k][i]
				}
				for _, r := range b.repetition(k, rep, layout, each) {
					rows[side][k] = append(rows[side][k], sample.Of(r))
				}
			}
		}
	}
	results := func(kinds []int) ([]*result.Result, error) {
		var both []*result.Result
		for side, head := range heads {
			records := []sample.Record{head}
			for _, k := range kinds {
				records = append(records, rows[side][k]...)
			}
			res, err := result.From(records)
			if err != nil {
				return nil, err
			}
			both = append(both, res)
		}
		return both, nil
	}
	all := make([]int, len(g.Kinds))
	for i := range all {
		all[i] = i
	}
	budget := 2 * float64(compare.Budget(g.Settings, len(g.Kinds)))
	rep := 0
	for todo := all; len(todo) > 0 && rep < result.MostRepetitions(g.Settings) && c.now < budget; {
		repeat(todo, rep)
		if rep++; rep < g.Settings.Repetitions {
			continue
		}
		both, err := results(todo) // of a row that is finished nothing changes any more
		if err != nil {
			return nil, err
		}
		todo = slices.DeleteFunc(slices.Clone(todo), func(k int) bool {
			return both[0].Rows[k].Finished(rep, g.Settings) && both[1].Rows[k].Finished(rep, g.Settings)
		})
	}
	both, err := results(all)
	if err != nil {
		return nil, err
	}
	gate := result.Gate{Conditions: []result.Condition{g.Gate}}
	again := rep
	for suspects := gate.Suspects(both); len(suspects) > 0 && rep-again < compare.MostAgain; suspects = gate.Undecided(both, again) {
		todo := slices.DeleteFunc(slices.Clone(all), func(k int) bool { return !slices.Contains(suspects, g.Kinds[k].Name) })
		for range compare.AgainRepetitions {
			repeat(todo, rep)
			rep++
		}
		if both, err = results(all); err != nil {
			return nil, err
		}
	}
	return gate.Failures(both, again), nil
}
