package cli

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cryptogap/compare"
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// What a cgo call should cost.
const (
	cgoRatio  = 1.15 // call / (batch + one empty call), of cgoAlgorithm at cgoSize
	cgoAllocs = 0    // allocations an operation of a symmetric kind
)

const (
	cgoAlgorithm = "sha256"
	cgoSize      = 64
)

// cgo measures what a call of a bridge costs beside its parts, and what its operations allocate.
func (t *trial) cgo(cmd *cobra.Command, _ []string) error {
	bridges := throughCgo(t.providers)
	if len(bridges) == 0 {
		return usagef("no library in this build is called through cgo (there are: %s)", strings.Join(t.names(), ", "))
	}
	var err error
	p := plan{providers: bridges}
	if p.settings, p.seed, err = t.times.settings(cmd); err != nil {
		return err
	}
	p.cases = compare.Selection{Algorithms: []string{string(catalog.KindCrossing), cgoAlgorithm}, Sizes: []int{cgoSize}}.Cases()
	_, res, err := t.measured(cmd.Context(), p)
	if err != nil {
		return err
	}
	// What operations allocate is counted once, in the first repetition, and takes no more time than that.
	p.cases = slices.DeleteFunc(compare.Selection{Suites: []string{catalog.SuiteAll}}.Cases(), func(c catalog.Case) bool { return !symmetric(c.Algorithm.Kind) })
	p.settings.Repetitions, p.settings.Quiet, p.settings.Time = 1, 1, 1
	records, _, err := t.measured(cmd.Context(), p)
	if err != nil {
		return err
	}
	goals := cgoGoals(res, bridges)
	notes := []string{condition(res)}
	for _, b := range bridges {
		allocated := allocations(records, b.Name())
		goals = append(goals, goal{what: b.Name() + ": allocations of an operation, at the most", value: allocated.most, limit: cgoAllocs, unit: unitCount})
		if len(allocated.rows) > 0 {
			notes = append(notes, fmt.Sprintf("%s allocates in %s", b.Name(), strings.Join(allocated.rows, ", ")))
		}
		if allocated.slow > 0 {
			notes = append(notes, fmt.Sprintf("%s: %s too slow to be counted", b.Name(), count(allocated.slow, "row")))
		}
	}
	return t.print(fmt.Sprintf("Cgo call: %s of %d bytes at the call boundary / (at the batch boundary + one empty call)", cgoAlgorithm, cgoSize), notes, goals)
}

// throughCgo returns the providers whose loop can run on the library's side.
func throughCgo(providers []provider.Provider) []provider.Provider {
	return slices.DeleteFunc(slices.Clone(providers), func(p provider.Provider) bool {
		return p.Info().Missing != "" || !slices.Contains(p.Boundaries(), provider.Batch)
	})
}

// symmetric says whether a kind's operations are to allocate nothing.
func symmetric(k catalog.Kind) bool { return !k.PublicKey() }

// cgoGoals takes a call's two parts from what is paired in rounds: its time at the batch boundary, and the empty call.
func cgoGoals(res *result.Result, bridges []provider.Provider) []goal {
	var goals []goal
	for _, b := range bridges {
		call, empty, batch := math.NaN(), math.NaN(), math.NaN()
		for i := range res.Rows {
			row := &res.Rows[i]
			s := row.Find(b.Name(), provider.Call)
			switch x, ok := row.CgoCall(b.Name()); {
			case s == nil:
			case row.Unit.EmptyCall():
				empty = s.Time.Value
			case ok:
				call, batch = s.Time.Value, s.Time.Value-x.NS.Value
			}
		}
		goals = append(goals, goal{
			what:  fmt.Sprintf("%s: %.1f ns / (%.1f ns + %.1f ns)", b.Name(), call, batch, empty),
			value: call / (batch + empty), limit: cgoRatio,
		})
	}
	return goals
}

// allocated is what the operations of a provider allocate.
type allocated struct {
	most float64  // allocations of an operation; NaN: nothing was counted
	rows []string // those that do
	slow int      // rows of which too few operations were counted
}

// enoughOps is how many operations must be counted before what the runtime itself allocates meanwhile is less
// than one an operation.
const enoughOps = 10

// allocations sums up what the records say of the provider.
func allocations(records []sample.Record, name string) allocated {
	b := allocated{most: math.NaN()}
	for _, r := range records {
		if r.Allocations == nil {
			continue
		}
		unit := records[0].Run.Units[r.Allocations.Unit]
		if unit.Lanes[r.Allocations.Lane].Provider != name {
			continue
		}
		if r.Allocations.Ops < enoughOps {
			b.slow++
			continue
		}
		n := math.Floor(r.Allocations.Allocs)
		if math.IsNaN(b.most) || n > b.most {
			b.most = n
		}
		if n > 0 && !slices.Contains(b.rows, unit.Row) {
			b.rows = append(b.rows, unit.Row)
		}
	}
	return b
}
