package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"cryptogap/compare"
	"cryptogap/compare/result"
	"cryptogap/compare/truth"
)

// What a gate of 3 % should come to.
const (
	gateLimit  = 0.03
	gateAlarms = 0.01     // share of runs of equal builds in which it fails
	gateFound  = 29. / 30 // share of runs in which it finds a slowdown of 5 %
	gateSmall  = 27. / 30 // and one of 3 %
)

// gatePlants are the slowdowns that are tried; 0: equal builds.
func gatePlants() []float64 { return []float64{0, 0.05, 0.03} }

// gateTest makes the subcommand that says how often the gate of ab fails, and how often it should have.
func (a *app) gateTest() *cobra.Command {
	t := &trial{app: a}
	var real bool
	runs := 30
	cmd := &cobra.Command{
		Use:   "gate [suite|algorithm ...]",
		Short: "how often ab --fail-if 'slower>3%' fails: with equal builds, and with a slowdown of one row",
		Long: `gate puts runs of two equal builds to ab --fail-if 'slower>3%', and runs in which one row of one library is 5 % and 3 %
slower in the second. By default the records are simulated, on machines that are quiet and noisy; with --real they are
measured: this binary against itself, with a delay planted into the first row of the last library.`,
		Example: `  cryptogap selftest gate --runs 100
  cryptogap selftest gate --real --runs 5 sha256 hmac-sha256`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if runs < 1 {
				return usagef("--runs %d: it must be at least 1", runs)
			}
			if real {
				p, err := t.plan(cmd, args)
				if err != nil {
					return err
				}
				return t.realGate(cmd, p, runs)
			}
			return t.simulatedGate(cmd, runs)
		},
	}
	t.sel.register(cmd, a, true)
	t.times.register(cmd)
	cmd.Flags().BoolVar(&real, "real", false, "measure, and do not simulate")
	cmd.Flags().IntVar(&runs, "runs", runs, "runs of each kind, on each machine where they are simulated")
	return cmd
}

func gateCondition() result.Condition {
	return result.Condition{Text: "slower>3%", Slower: true, Beyond: gateLimit}
}

// gateGoals are those of runs with the given slowdown.
func gateGoals(planted float64, runs, failed, found, others int) []goal {
	share := func(n int) float64 { return float64(n) / float64(runs) }
	if planted == 0 {
		return []goal{{what: fmt.Sprintf("equal builds: runs that fail (%d of %d)", failed, runs), value: share(failed), limit: gateAlarms, unit: unitShare}}
	}
	limit := gateSmall
	if planted > gateLimit {
		limit = gateFound
	}
	what := number(planted, unitShare) + " slower"
	return []goal{
		{what: fmt.Sprintf("%s: runs in which it is found (%d of %d)", what, found, runs), value: share(found), limit: limit, atLeast: true, unit: unitShare},
		{what: fmt.Sprintf("%s: runs in which another row is named (%d)", what, others), value: share(others), limit: gateAlarms, unit: unitShare},
	}
}

func (t *trial) simulatedGate(cmd *cobra.Command, runs int) error {
	s := truth.GateSimulation()
	s.Runs = runs
	var goals []goal
	for _, planted := range gatePlants() {
		rates, err := truth.GateTrial{Simulation: s, Gate: gateCondition(), Planted: planted}.Rates(cmd.Context())
		if err != nil {
			return interruptedOr(cmd, err)
		}
		t.say("selftest: %d runs simulated with a slowdown of %s", runs*len(rates), number(planted, unitShare))
		for _, r := range rates {
			for _, g := range gateGoals(planted, r.Runs, r.Failed, r.Found, r.False) {
				g.what = r.Machine + ": " + g.what
				goals = append(goals, g)
			}
		}
	}
	return t.print("Gate: simulated runs of two builds", []string{fmt.Sprintf("%d rows, two libraries; the first row's second library is slower", len(s.Kinds))}, goals)
}

func (t *trial) realGate(cmd *cobra.Command, p plan, runs int) error {
	var goals []goal
	var notes []string
	samples, quiet, unjudged, comparisons := 0, 0, 0, 0
	for _, planted := range gatePlants() {
		failed, found, others := 0, 0, 0
		for run := range runs {
			failures, results, where, err := t.gated(cmd.Context(), p, planted, uint64(run))
			if err != nil {
				return err
			}
			for _, res := range results {
				samples, quiet = samples+res.Samples, quiet+res.QuietSamples
			}
			n, of := (&result.Gate{}).Unjudged(results)
			unjudged, comparisons = unjudged+n, comparisons+of
			named, other := false, false
			for _, f := range failures {
				if at := f.Change.Unit.Row + " " + f.Change.Provider; planted != 0 && at == where {
					named = true
				} else {
					other = true
					notes = append(notes, fmt.Sprintf("slowdown of %s: run %d names %s", number(planted, unitShare), run+1, at))
				}
			}
			for n, counts := range map[*int]bool{&failed: len(failures) > 0, &found: named, &others: other} {
				if counts {
					*n++
				}
			}
		}
		goals = append(goals, gateGoals(planted, runs, failed, found, others)...)
	}
	notes = append([]string{fmt.Sprintf("%s of the samples quiet; %d of %d comparisons not judged for want of paired repetitions",
		number(float64(quiet)/float64(max(1, samples)), unitShare), unjudged, comparisons)}, notes...)
	return t.print("Gate: this binary against itself", notes, goals)
}

// gated measures this binary against itself, with a delay planted into the first row of the last library, which where names.
func (t *trial) gated(ctx context.Context, p plan, planted float64, run uint64) (failures []result.Failure, results []*result.Result, where string, err error) {
	cfg, done, err := t.config(p.providers)
	if err != nil {
		return nil, nil, "", err
	}
	defer done()
	cfg.Cases, cfg.Settings, cfg.Seed = p.cases, p.settings, p.seed+run
	units := compare.Units(p.cases, p.providers, p.settings)
	lanes := units[0].Lanes
	where = units[0].Row + " " + lanes[len(lanes)-1].Provider
	gate := &result.Gate{Conditions: []result.Condition{gateCondition()}}
	b := compare.Build{Name: "this binary", Label: "this", Worker: cfg.Worker}
	if b.Layouts, err = t.layouts(cfg.Worker, t.times.layouts); err != nil {
		return nil, nil, "", err
	}
	slower := b
	if planted != 0 {
		slower.Delay, slower.DelayIn = planted, where
	}
	ab, err := compare.AB(ctx, compare.ABConfig{Config: cfg, Builds: []compare.Build{b, slower}, Gate: gate})
	if err != nil {
		return nil, nil, "", err
	}
	for _, records := range ab.Records {
		res, err := result.From(records)
		if err != nil {
			return nil, nil, "", err
		}
		if res.End != nil && res.End.Interrupted {
			return nil, nil, "", errInterrupted
		}
		results = append(results, res)
	}
	return gate.Failures(results, ab.Again), results, where, nil
}
