package cli

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"cryptogap/compare/truth"
)

// truth makes the subcommand that compares figures with a known truth.
func (a *app) truth() *cobra.Command {
	s := truth.DefaultSimulation()
	var simulated bool
	cmd := &cobra.Command{
		Use: "truth", Args: cobra.NoArgs,
		Short: "compare figures with a truth that is known by construction",
		Long: `truth tests the accuracy of the figures, which repeating a run cannot: an error that is the same each time repeats well.

--simulated  makes records of machines and operations whose time ratio is known, and judges them as a run does. Each cell is a
             kind of row on a machine, over many simulated runs. It takes no measurement: a busy machine does not matter.`,
		Example: `  cryptogap selftest truth --simulated --runs 40`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if s.Runs < 2 {
				return usagef("--runs %d: it must be at least 2", s.Runs)
			}
			t := trial{app: a}
			return t.simulated(cmd, s)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&simulated, "simulated", false, "judge simulated records (default)")
	f.IntVar(&s.Runs, "runs", 20, "simulated runs of each machine")
	f.Uint64Var(&s.Seed, "seed", s.Seed, "seed of the simulation")
	return cmd
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
		if cmd.Context().Err() != nil {
			return errInterrupted
		}
		return err
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
