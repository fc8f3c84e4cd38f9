package cli

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// A trial is one measurement of what this project promises of itself, with
// its flags.
type trial struct {
	*app
	sel   selection
	times timing
}

// selftest has a subcommand for each promise. None of them fails because a promise
// is not kept: a noisy machine is no fault of the program.
func (a *app) selftest() *cobra.Command {
	var measurement bool
	all := []*cobra.Command{
		a.trial("aa [suite|algorithm ...]", "measure every library against itself: every row should be equal", true, (*trial).aa),
		a.trial("power [suite|algorithm ...]", "measure every library against itself with a delay planted: the difference should be found", true, (*trial).power),
		a.trial("repeat [suite|algorithm ... | FILE FILE]", "measure twice, in two processes, or take two files of records: how well does the second repeat the first", true, (*trial).repeat),
		a.trial("cgo", "measure a small message at the call boundary against its parts, and what Go allocates", false, (*trial).cgo),
		a.gateTest(),
		a.truth(),
	}
	cmd := &cobra.Command{
		Use:   "selftest",
		Short: "measure what this program promises of itself",
		Long: `selftest measures what this program promises of itself, and prints each figure beside its goal. A goal that is
missed is no error: most of them say how quiet the machine was.`,
		Example: `  cryptogap selftest aa --budget 2m
  cryptogap selftest repeat first.jsonl second.jsonl
  cryptogap selftest --measurement      all of them, one after the other`,
		Args: unknownSubcommand,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !measurement {
				return cmd.Help()
			}
			for _, c := range all {
				c.SetContext(cmd.Context())
				if err := c.RunE(c, nil); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&measurement, "measurement", false, "do all of them")
	cmd.AddCommand(all...)
	return cmd
}

// trial makes a subcommand of selftest; rows says whether it takes rows to measure.
func (a *app) trial(use, short string, rows bool, do func(*trial, *cobra.Command, []string) error) *cobra.Command {
	t := &trial{app: a}
	cmd := &cobra.Command{
		Use: use, Short: short,
		RunE: func(cmd *cobra.Command, args []string) error { return do(t, cmd, args) },
	}
	t.times.register(cmd)
	if rows {
		t.sel.register(cmd, a, true)
	} else {
		cmd.Args = takes(0, 0, "no argument")
	}
	return cmd
}

// A plan is what a trial measures with.
type plan struct {
	providers []provider.Provider
	cases     []catalog.Case
	settings  sample.Settings
	seed      uint64
}

// plan reads the flags and arguments.
func (t *trial) plan(cmd *cobra.Command, args []string) (plan, error) {
	var p plan
	var err error
	if p.providers, err = t.chosen(t.sel.providers); err != nil {
		return p, err
	}
	if p.cases, err = t.sel.cases(t.app, args, catalog.DefaultSuites()...); err != nil {
		return p, err
	}
	if p.settings, p.seed, err = t.times.settings(cmd); err != nil {
		return p, err
	}
	p.settings.Suites = t.sel.suites
	return p, checkTiming(p.cases)
}

// measured runs the plan and returns its records and its result. A run that was interrupted
// says nothing of a promise.
func (t *trial) measured(ctx context.Context, p plan) ([]sample.Record, *result.Result, error) {
	records, err := t.measure(ctx, p.providers, p.cases, p.settings, p.seed, t.times.layouts, nil)
	if err != nil {
		return nil, nil, err
	}
	res, err := result.From(records)
	if err != nil {
		return nil, nil, err
	}
	if res.End != nil && res.End.Interrupted {
		return nil, nil, errInterrupted
	}
	return records, res, nil
}

// A goal is a figure that should be at most, or at least, another.
type goal struct {
	what    string
	value   float64
	limit   float64
	atLeast bool
	unit    string // unitShare, unitRatio, unitCount, or any other
}

// Units that are written in a way of their own.
const (
	unitShare = "%"
	unitRatio = ""
	unitCount = "#"
)

// met says whether the goal is reached; a figure that is not there reaches none.
func (g goal) met() bool {
	if g.atLeast {
		return g.value >= g.limit
	}
	return g.value <= g.limit
}

// String writes what was measured, the goal, and whether it is met.
func (g goal) String() string {
	sign, met := "at most", "missed"
	if g.atLeast {
		sign = "at least"
	}
	if g.met() {
		met = "met"
	}
	return fmt.Sprintf("  %-58s %10s   goal: %s %s   %s", g.what, g.number(g.value), sign, g.number(g.limit), met)
}

func (g goal) number(x float64) string { return number(x, g.unit) }

// number writes a figure in a unit.
func number(x float64, unit string) string {
	switch {
	case math.IsNaN(x):
		return "unknown"
	case unit == unitShare:
		return fmt.Sprintf("%.3g %%", 100*x)
	case unit == unitRatio:
		return fmt.Sprintf("%.3f", x)
	case unit == unitCount:
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.4g %s", x, unit)
}

// print writes a heading, what else is to be said, and the goals.
func (t *trial) print(heading string, notes []string, goals []goal) error {
	lines := []string{heading}
	for _, n := range notes {
		lines = append(lines, "  "+n)
	}
	for _, g := range goals {
		lines = append(lines, g.String())
	}
	for _, l := range lines {
		if _, err := fmt.Fprintln(t.Out, l); err != nil {
			return err
		}
	}
	return nil
}

// condition says how quiet the machine was, and how many rows that cost.
func condition(res *result.Result) string {
	timed := 0
	for _, row := range res.Rows {
		if row.Rounds > 0 {
			timed++
		}
	}
	return fmt.Sprintf("%d rows timed, %d of them flagged (%s), %s of the samples quiet",
		timed, res.Marked(), number(float64(res.Marked())/float64(timed), unitShare), number(res.QuietShare(), unitShare))
}

// A namedGap is a gap at the call boundary and whose it is.
type namedGap struct {
	row, base, other string
	marked           bool
	gap              result.Gap
}

// callGaps returns the gaps of both at the call boundary, but for the empty call's: that of Go and
// that of a cgo call are not the same work.
func callGaps(res *result.Result) []namedGap {
	var all []namedGap
	for i := range res.Rows {
		row := &res.Rows[i]
		if row.Unit.Kind == catalog.KindCrossing {
			continue
		}
		for _, g := range row.Gaps {
			b, o := row.Series[g.Base], row.Series[g.Other]
			if b.Boundary == o.Boundary {
				all = append(all, namedGap{row.Unit.Row, b.Provider, o.Provider, row.Marked(), g})
			}
		}
	}
	return all
}

// unmarked returns the gaps of rows that carry no warning.
func unmarked(gaps []namedGap) []namedGap {
	return slices.DeleteFunc(slices.Clone(gaps), func(g namedGap) bool { return g.marked })
}
