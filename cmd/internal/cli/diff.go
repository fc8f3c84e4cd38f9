package cli

import (
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"cryptogap/compare/report"
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

func (a *app) diff() *cobra.Command {
	var (
		out            output
		partial, force bool
		failIf         []string
		filter         string
	)
	cmd := &cobra.Command{
		Use:   "diff OLD NEW [OLD NEW ...]",
		Short: "compare two runs: before and after",
		Long: `diff matches the rows of two runs by name, and says which changed, with the times before and after. Where a
library was measured beside the first one (Go), the change of its time relative to that one's in the same rounds
stands beside it, which leaves out what the machine did between the two runs. More pairs of files are taken as more
repetitions of the same two runs: old, new, old, new. What was set or built in another way is said first.

The files are records, as run --records writes them. Of runs on different CPUs, time ratios are compared and not times.
Records of one ab run (ab --records) are compared as ab does, from their paired repetitions, however many builds there are.

--fail-if 'slower>3%' ends diff with exit code 1 where a row became slower by more than that, 'faster>3%' where one became
faster. What counts is the change relative to the first library, and for that library itself the change of its time. Noisy and
unstable rows do not count, and the number of comparisons is taken into account. Two separate runs still differ by more than their
intervals say where the machine changed between them, and nothing is measured again: ab is the gate to rely on.

Exit codes: 0 all well; 1 --fail-if failed; 2 wrong usage, or a file that cannot be read.`,
		Example: `  LIBGCRYPT_VERSION=1.11.0 make build && bin/cryptogap run kdf --records old.jsonl
  LIBGCRYPT_VERSION=1.12.4 make build && bin/cryptogap run kdf --records new.jsonl
  cryptogap diff old.jsonl new.jsonl
  cryptogap diff old.jsonl new.jsonl --fail-if 'slower>3%'`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usagef("diff takes files in pairs, old before new, and there are %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			conditions, err := parseConditions(failIf)
			if err != nil {
				return err
			}
			re, err := compileFilter(filter)
			if err != nil {
				return err
			}
			var all, old, new []*result.Result
			for i, path := range args {
				res, err := readResult(path, partial)
				if err != nil {
					return err
				}
				if res, err = matching(res, path, re); err != nil {
					return err
				}
				all = append(all, res)
				if i%2 == 0 {
					old = append(old, res)
				} else {
					new = append(new, res)
				}
			}
			paired := oneRun(all)
			if !paired && len(args)%2 != 0 {
				return usagef("diff takes files in pairs, old before new, and there are %d", len(args))
			}
			out.inputs = args
			if err := out.open(a, cmd); err != nil {
				return err
			}
			defer out.close()
			if paired {
				gate := result.Gate{Conditions: conditions}
				gate.Suspects(all)
				if err := out.write(a, func(w io.Writer) error { return report.Builds(w, all, out.kind(), out.options()) }); err != nil {
					return err
				}
				return a.failed(gate.Failures(all, 0), len(all) > 2)
			}
			d := result.Compare(old, new)
			d.RatiosOnly = len(d.Foreign) > 0 && !force
			if err := out.write(a, func(w io.Writer) error { return report.Diff(w, d, out.kind(), out.options()) }); err != nil {
				return err
			}
			return a.judge(d, conditions)
		},
	}
	out.register(cmd, "unchanged rows too, and the loop in C", report.DiffFormats()...)
	f := cmd.Flags()
	f.StringVarP(&filter, "filter", "f", "", filterUsage)
	f.BoolVar(&partial, "partial", false, "take a file that is cut off or damaged for what can be read of it")
	f.BoolVar(&force, "force", false, "compare times of different CPUs too")
	f.StringArrayVar(&failIf, "fail-if", nil, "exit with 1 where a row changed beyond this: 'slower>3%' or 'faster>3%'; may be given twice")
	return cmd
}

// readResult is readRecords and what they make.
func readResult(path string, partial bool) (*result.Result, error) {
	records, err := readRecords(path, partial)
	if err != nil {
		return nil, err
	}
	return result.From(records)
}

var conditionSyntax = regexp.MustCompile(`^\s*(slower|faster)\s*>\s*(\d+(?:\.\d+)?)\s*%\s*$`)

func parseConditions(texts []string) ([]result.Condition, error) {
	var conditions []result.Condition
	for _, text := range texts {
		m := conditionSyntax.FindStringSubmatch(text)
		if m == nil {
			return nil, usagef("--fail-if %q is no condition: write 'slower>3%%' or 'faster>2.5%%'", text)
		}
		percent, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			return nil, usagef("--fail-if %q: %s is too large a number", text, m[2])
		}
		conditions = append(conditions, result.Condition{Text: text, Slower: m[1] == "slower", Beyond: percent / 100})
	}
	return conditions, nil
}

// oneRun says whether these are the builds of one ab run.
func oneRun(all []*result.Result) bool {
	first := all[0].Run
	for _, r := range all {
		if r.Run.Build == "" || !r.Run.Started.Equal(first.Started) || r.Run.Seed != first.Seed {
			return false
		}
	}
	return true
}

// met says whether the change is one that the condition forbids, at a level that so many comparisons ask for.
func met(c result.Condition, x *result.Change, comparisons int) bool {
	best := x.Best()
	switch {
	case x.Boundary != sample.Call || x.Marked || !(best.P/2 <= result.FalseAlarm/float64(comparisons)) || best.Contains(1):
		return false
	case c.Slower:
		return best.Ratio-1 > c.Beyond
	}
	return 1-best.Ratio > c.Beyond
}

// judge says which changes meet a condition; its error ends the program with exit code 1.
func (a *app) judge(d result.Diff, conditions []result.Condition) error {
	d.Changes = slices.DeleteFunc(d.Changes, func(x result.Change) bool { return x.Boundary != sample.Call || d.RatiosOnly && x.Gap == nil })
	var err error
	for _, c := range conditions {
		for i := range d.Changes {
			if x := &d.Changes[i]; met(c, x, len(d.Changes)) {
				a.say("%s: %s of %s%s: %s, %s", c.Text, x.Unit.Row, x.Provider, inThreads(x.Threads), report.ChangeText(x.Best()), moved(&d, x))
				err = errFailed
			}
		}
	}
	return err
}

// moved says whose time it was that changed.
func moved(d *result.Diff, x *result.Change) string {
	if x.Gap == nil {
		return "its time"
	}
	first := d.Old.Run.Libraries[0].Name
	text := "relative to " + first
	for i := range d.Changes {
		b := &d.Changes[i]
		if b.Provider != first || b.Unit.Row != x.Unit.Row || b.Threads != x.Threads || d.RatiosOnly {
			continue
		}
		text += fmt.Sprintf("; its time: %s, %s's: %s", report.ChangeText(x.Time), first, report.ChangeText(b.Time))
		if math.Abs(math.Log(b.Time.Ratio)) > math.Abs(math.Log(x.Time.Ratio)) {
			text += ": it is " + first + " that moved more"
		}
	}
	return text
}

// failed says what failed a gate; its error ends the program with exit code 1.
func (a *app) failed(all []result.Failure, several bool) error {
	var err error
	for _, f := range all {
		of := ""
		if several {
			of = fmt.Sprintf(" in build %d", f.Build+1)
		}
		a.say("%s: %s of %s%s%s: %s", f.Text, f.Change.Unit.Row, f.Change.Provider, inThreads(f.Change.Threads), of, report.ChangeText(f.Change.Best()))
		err = errFailed
	}
	return err
}

func inThreads(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" in %d threads", n)
}
