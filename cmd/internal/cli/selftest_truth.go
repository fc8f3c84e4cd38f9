package cli

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"cryptogap/compare"
	"cryptogap/compare/stats"
	"cryptogap/compare/truth"
)

// truth makes the subcommand that compares figures with a known truth.
func (a *app) truth() *cobra.Command {
	t := &trial{app: a}
	s := truth.DefaultSimulation()
	var simulated, chains, sustained bool
	turns := 6
	cmd := &cobra.Command{
		Use:   "truth [suite|algorithm ...]",
		Short: "compare figures with a truth that is known by construction",
		Long: `truth tests the accuracy of the figures, which repeating a run cannot: an error that is the same each time repeats well.

--simulated  makes records of machines and operations whose time ratio is known, and judges them as a run does. Each cell is a
             kind of row on a machine, over many simulated runs. It takes no measurement: a busy machine does not matter.
--real       measures chains of n and m steps, each of which needs the result of the step before: their time ratio is n/m.
--sustained  measures rows, then runs them the plain way: turns of 10 ms of each library in strict alternation, everything
             included, in every link layout. Only on a quiet machine is that the truth.

Without a flag: all of them.`,
		Example: `  cryptogap selftest truth --simulated --runs 40
  cryptogap selftest truth --real
  cryptogap selftest truth --sustained hashes`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if s.Runs < 2 {
				return usagef("--runs %d: it must be at least 2", s.Runs)
			}
			if turns < 1 {
				return usagef("--turns %d: it must be at least 1", turns)
			}
			p, err := t.plan(cmd, args)
			if err != nil {
				return err
			}
			all := !simulated && !chains && !sustained
			if simulated || all {
				if cmd.Flags().Changed("seed") {
					s.Seed = p.seed
				}
				if err := t.simulated(cmd, s); err != nil {
					return err
				}
			}
			if chains || all {
				if err := t.real(cmd, p); err != nil {
					return err
				}
			}
			if sustained || all {
				return t.sustained(cmd, p, turns)
			}
			return nil
		},
	}
	t.sel.register(cmd, a, true)
	t.times.register(cmd)
	f := cmd.Flags()
	f.BoolVar(&simulated, "simulated", false, "judge simulated records")
	f.BoolVar(&chains, "real", false, "measure chains of known length")
	f.BoolVar(&sustained, "sustained", false, "compare with sustained work")
	f.IntVar(&turns, "turns", turns, "turns of each library in a layout, for --sustained")
	f.IntVar(&s.Runs, "runs", 20, "simulated runs of each machine")
	cmd.AddCommand(&cobra.Command{
		Use: "worker", Hidden: true, Args: cobra.NoArgs,
		Short: "do the job that standard input holds (--real starts it)",
		Run:   func(*cobra.Command, []string) { os.Exit(compare.Worker(truth.RealProviders())) },
	})
	return cmd
}

// real measures the chains and prints how far the ratios are from the truth.
func (t *trial) real(cmd *cobra.Command, p plan) error {
	cfg, done, err := t.config(truth.RealProviders())
	if err != nil {
		return err
	}
	defer done()
	cfg.Worker = []string{cfg.Worker[0], "selftest", "truth", "worker"}
	cfg.Settings, cfg.Seed = p.settings, p.seed
	cfg.Settings.Suites = nil
	all, res, err := truth.Real(cmd.Context(), cfg)
	done()
	if err != nil {
		return interruptedOr(cmd, err)
	}
	line := func(format string, args ...any) { _, err = fmt.Fprintf(t.Out, format+"\n", args...) }
	line("%-11s %9s %9s %10s %9s %12s %8s %8s", "work", "steps", "against", "ns", "truth", "ratio", "±%", "off %")
	right, kept, found, thousandths, ties, equal := 0, 0, 0, 0, 0, 0
	var off []float64
	for _, m := range all {
		word := ""
		switch {
		case m.Flagged:
			word = "flagged"
		case !m.True():
			word = "wrong"
		}
		line("%-11s %9d %9d %10.4g %9.4g %12.5f %8.3f %+8.3f %s",
			m.Work, m.A, m.B, m.Time, m.Chain.Ratio(), m.Ratio, 100*(m.Hi-m.Lo)/2/m.Ratio, 100*m.Off(), word)
		if m.Flagged {
			continue
		}
		kept++
		off = append(off, math.Abs(m.Off()))
		if m.True() {
			right++
		}
		switch {
		case m.A == m.B:
			if equal++; m.Tied() {
				ties++
			}
		case m.Chain.Ratio() < 1.005:
			if thousandths++; !m.Tied() {
				found++
			}
		}
	}
	line("")
	if err != nil {
		return err
	}
	share := func(n, of int) float64 { return float64(n) / float64(of) }
	return t.print("Truth: chains of known length", []string{condition(res), "largest error of a row without a flag: " + number(stats.Quantile(off, 1), unitShare)}, []goal{
		{what: "ratios within 0.1 % of the truth or with it inside", value: share(right, kept), limit: 1, atLeast: true, unit: unitShare},
		{what: "ratios of 1.001 that are no tie", value: share(found, thousandths), limit: 1, atLeast: true, unit: unitShare},
		{what: "ratios of 1 that are a tie", value: share(ties, equal), limit: truth.CoverageGoal, atLeast: true, unit: unitShare},
	})
}

// sustained prints the ratios of the table beside those of sustained work, the largest difference first.
func (t *trial) sustained(cmd *cobra.Command, p plan, turns int) error {
	cfg, done, err := t.config(p.providers)
	if err != nil {
		return err
	}
	defer done()
	if cfg.Layouts, err = t.layouts(cfg.Worker, t.times.layouts); err != nil {
		return err
	}
	cfg.Cases, cfg.Settings, cfg.Seed = p.cases, p.settings, p.seed
	all, res, err := truth.Sustain(cmd.Context(), cfg, compare.SustainedSettings{Turn: 10 * time.Millisecond, Turns: turns})
	done()
	if err != nil {
		return interruptedOr(cmd, err)
	}
	slices.SortFunc(all, func(a, b truth.Sustained) int { return cmp.Compare(math.Abs(b.Off()), math.Abs(a.Off())) })
	line := func(format string, args ...any) { _, err = fmt.Fprintf(t.Out, format+"\n", args...) }
	line("%-46s %-18s %9s %7s %9s %7s %7s", "row", "ratio", "table", "±%", "plain", "error%", "off %")
	var off []float64
	inside := 0
	for _, s := range all {
		word := ""
		if s.Flagged {
			word = " flagged"
		} else {
			off = append(off, math.Abs(s.Off()))
			if s.Lo <= s.Plain && s.Plain <= s.Hi {
				inside++
			}
		}
		line("%-46s %-18s %9.4g %7.2f %9.4g %7.2f %+7.2f%s",
			s.Row, s.Base+"/"+s.Other, s.Table, 100*(s.Hi-s.Lo)/2/s.Table, s.Plain, 100*s.Error, 100*s.Off(), word)
	}
	line("")
	if err != nil {
		return err
	}
	return t.print("Truth: sustained work", []string{
		condition(res), fmt.Sprintf("%d ratios in %d link layouts; %s of the plain ones without a flag are inside the table's interval",
			len(all), max(1, len(cfg.Layouts)), number(float64(inside)/float64(len(off)), unitShare)),
	}, []goal{
		{what: "median difference from sustained work", value: stats.Median(off), limit: truth.SustainedMedian, unit: unitShare},
		{what: "largest difference of a row without a flag", value: stats.Quantile(off, 1), limit: truth.SustainedWorst, unit: unitShare},
	})
}

// interruptedOr returns err, or that the command was interrupted.
func interruptedOr(cmd *cobra.Command, err error) error {
	if cmd.Context().Err() != nil {
		return errInterrupted
	}
	return err
}

// simulated prints what the simulation says.
func (t *trial) simulated(cmd *cobra.Command, s truth.Simulation) error {
	s.Each = func(done, of int) {
		if done%10 == 0 || done == of {
			t.say("selftest: %d of %d runs simulated", done, of)
		}
	}
	classes, err := s.Simulate(cmd.Context())
	if err != nil {
		return interruptedOr(cmd, err)
	}
	if err := printClasses(t.Out, s, classes); err != nil {
		return err
	}
	judged, biased, uncovered := 0, 0, 0
	var worst, covered, flagged []float64
	for _, c := range classes {
		flagged = append(flagged, float64(c.Flagged)/float64(c.Runs))
		if !c.Judged() {
			continue
		}
		judged++
		worst, covered = append(worst, max(0, math.Abs(c.Bias)-2*c.BiasError)), append(covered, c.Coverage)
		if c.Biased() {
			biased++
		}
		if c.Uncovered() {
			uncovered++
		}
	}
	share := func(n int) float64 { return 1 - float64(n)/float64(judged) }
	notes := []string{
		fmt.Sprintf("%d runs of %d machines with %d rows; %d of %d classes have %d runs or more without a flag",
			s.Runs, len(s.Machines), len(s.Kinds), judged, len(classes), truth.LeastRuns),
		fmt.Sprintf("%s of all rows are flagged", number(mean(flagged), unitShare)),
	}
	return t.print("Truth: simulated records", notes, []goal{
		{what: fmt.Sprintf("classes with a bias of at most %s", number(truth.BiasGoal, unitShare)), value: share(biased), limit: 1, atLeast: true, unit: unitShare},
		{what: "largest bias, less what chance explains", value: slices.Max(append(worst, 0)), limit: truth.BiasGoal, unit: unitShare},
		{what: "second ratios inside the first run's interval", value: mean(covered), limit: truth.CoverageGoal, atLeast: true, unit: unitShare},
		{what: fmt.Sprintf("classes with %s inside, but for chance", number(truth.CoverageGoal, unitShare)), value: share(uncovered), limit: 1, atLeast: true, unit: unitShare},
	})
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, x := range values {
		sum += x
	}
	return sum / float64(len(values))
}

// printClasses writes three tables, with a line for each kind and a column for each machine.
func printClasses(w io.Writer, s truth.Simulation, classes []truth.Class) error {
	var err error
	line := func(format string, args ...any) {
		if err == nil {
			_, err = fmt.Fprintf(w, format+"\n", args...)
		}
	}
	line("Machines:")
	for m, machine := range s.Machines {
		line("  %d  %s", m+1, machine.Name)
	}
	for _, table := range []struct {
		head string
		cell func(truth.Class) string
	}{
		{"Bias of the ratio in % (* beyond the goal; - flagged)", func(c truth.Class) string { return cell(c, "%+.2f", 100*c.Bias, c.Biased()) }},
		{"Second ratios inside the first interval, in % (* below the goal)", func(c truth.Class) string { return cell(c, "%.0f", 100*c.Coverage, c.Uncovered()) }},
		{"Half width of the interval, in %", func(c truth.Class) string { return cell(c, "%.2f", 100*c.Half, false) }},
		{"Rows flagged, in %", func(c truth.Class) string { return fmt.Sprintf("%.0f ", 100*float64(c.Flagged)/float64(c.Runs)) }},
	} {
		text := fmt.Sprintf("%-28s", "")
		for m := range s.Machines {
			text += fmt.Sprintf("%8d ", m+1)
		}
		line("\n%s\n%s", table.head, text)
		for k, kind := range s.Kinds {
			text := fmt.Sprintf("%-28s", kind.Name)
			for m := range s.Machines {
				text += fmt.Sprintf("%9s", table.cell(classes[m*len(s.Kinds)+k]))
			}
			line("%s", text)
		}
	}
	line("")
	return err
}

func cell(c truth.Class, format string, x float64, missed bool) string {
	switch {
	case !c.Judged():
		return "- "
	case missed:
		return fmt.Sprintf(format, x) + "*"
	}
	return fmt.Sprintf(format, x) + " "
}
