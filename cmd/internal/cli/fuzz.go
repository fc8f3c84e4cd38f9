package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cryptogap/compare"
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/report"
	"cryptogap/compare/verify"
)

// fuzzing is how long fuzz looks where nothing else is said.
const fuzzing = 10 * time.Second

func (a *app) fuzz() *cobra.Command {
	var (
		sel  selection
		out  output
		cpu  cpu
		set  compare.FuzzSettings
		save string
	)
	cmd := &cobra.Command{
		Use:   "fuzz [suite|algorithm ...]",
		Short: "look for inputs about which the libraries disagree",
		Long: `fuzz puts random inputs to every library that offers an operation, for each selected operation in turn. It tells each finding
once, with the first input that showed it, made small. Findings of an operation are the same where the same libraries are
wrong in the same way; after ` + strconv.Itoa(verify.MostFindings) + ` of them the operation is left. The same seed draws the same inputs. The exit code is 1 where anything was found
that is not listed as a known disagreement (compare/verify/known.jsonl).

` + suiteHelp(catalog.DefaultSuites()...),
		Example: `  cryptogap fuzz hkdf-sha256 --duration 1m
  cryptogap fuzz all --filter '^aes-.*gcm' --duration 10m --format json
  cryptogap fuzz aes-256-gcm --cpu no-avx2
  cryptogap fuzz ed25519 --seed 7 --from 4711 --iterations 1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := saneFuzz(cmd, &set); err != nil {
				return err
			}
			cases, err := sel.cases(a, args, catalog.DefaultSuites()...)
			if err != nil {
				return err
			}
			cfg, done, err := a.begin(cmd, sel.providers, &cpu, &out)
			if err != nil {
				return err
			}
			defer out.close()
			reports, err := compare.Fuzz(cmd.Context(), cfg, operations(cases), set)
			done()
			err = broken(cmd.Context(), err)
			shown := out.write(a, func(w io.Writer) error {
				if out.kind() == report.JSON {
					return fuzzJSON(w, reports, cfg.Settings.Without)
				}
				return fuzzText(w, reports, cpu.restriction)
			})
			if save != "" {
				if err := saveCases(save, findings(reports, cpu.restriction)); err != nil {
					return err
				}
			}
			return first(shown, err, failed(slices.ContainsFunc(reports, func(r verify.FuzzReport) bool { return len(unlisted(r)) > 0 })))
		},
	}
	sel.register(cmd, a, false)
	cpu.register(cmd)
	out.register(cmd, "", report.Table, report.JSON)
	f := cmd.Flags()
	f.Uint64Var(&set.Seed, "seed", 1, "seed of the inputs")
	f.DurationVar(&set.Duration, "duration", fuzzing, "how long to look, all operations together")
	f.IntVar(&set.Iterations, "iterations", 0, "inputs for each operation, however long that takes")
	f.IntVar(&set.From, "from", 0, "number of the first input")
	f.StringVar(&save, "save", "", "write what was found to this file, for verify --cases")
	return cmd
}

// mostInputs bounds the numbers of inputs, so that sums of them do not overflow.
const mostInputs = 1 << 40

func saneFuzz(cmd *cobra.Command, s *compare.FuzzSettings) error {
	f := cmd.Flags()
	switch {
	case s.Duration <= 0:
		return usagef("--duration %v: it must be above 0", s.Duration)
	case s.Duration > longestTime:
		return usagef("--duration %v: it can be %v at most", s.Duration, longestTime)
	case s.Iterations > mostInputs || s.From > mostInputs:
		return usagef("--iterations and --from can be %d at most", mostInputs)
	case f.Changed("iterations") && s.Iterations < 1:
		return usagef("--iterations %d: it must be at least 1", s.Iterations)
	case s.From < 0:
		return usagef("--from %d is below 0", s.From)
	case f.Changed("iterations") && !f.Changed("duration"):
		s.Duration = 0 // no limit
	}
	return nil
}

// findings returns what was found as vectors, with the command that repeats it.
func findings(reports []verify.FuzzReport, restriction string) []catalog.Vector {
	var all []catalog.Vector
	for _, r := range reports {
		for i, f := range r.Failures {
			if f.Vector == nil {
				continue
			}
			v := *f.Vector
			v.ID = fmt.Sprintf("%s-%d-%d", v.ID, r.Seed, f.Iteration)
			if slices.ContainsFunc(r.Failures[:i], func(x verify.Failure) bool { return x.Iteration == f.Iteration }) {
				v.ID += fmt.Sprintf("-%d", i) // one input with two findings, each made small
			}
			v.Note = f.Who + ": " + f.What
			v.Source = again(r, f, restriction)
			all = append(all, v)
		}
	}
	return all
}

// unlisted returns the findings that are not listed as known disagreements.
func unlisted(r verify.FuzzReport) []verify.Failure {
	return slices.DeleteFunc(slices.Clone(r.Failures), func(f verify.Failure) bool { return f.Known != "" })
}

// again is the command that repeats what was found.
func again(r verify.FuzzReport, f verify.Failure, restriction string) string {
	cpu := ""
	if restriction != provider.AllFeatures {
		cpu = " --cpu " + restriction
	}
	return fmt.Sprintf("cryptogap fuzz %s --filter 'op=%s(/|$)' --seed %d --from %d --iterations 1%s", r.Algorithm, r.Op, r.Seed, f.Iteration, cpu)
}

// fuzzJSONSchema is the version of fuzz's JSON document.
const fuzzJSONSchema = 2

func fuzzJSON(w io.Writer, reports []verify.FuzzReport, without []string) error {
	if reports == nil {
		reports = []verify.FuzzReport{}
	}
	if without == nil {
		without = []string{}
	}
	return writeJSON(w, map[string]any{"schema": fuzzJSONSchema, "without": without, "reports": reports})
}

// fuzzText writes a line for each operation, then what was found.
func fuzzText(w io.Writer, reports []verify.FuzzReport, restriction string) error {
	width := 0
	for _, r := range reports {
		width = max(width, len(r.Algorithm)+len(r.Op)+1)
	}
	var b strings.Builder
	iterations, found, known := 0, 0, 0
	for _, r := range reports {
		result := "nothing found"
		new := unlisted(r)
		found += len(new)
		known += len(r.Failures) - len(new)
		switch {
		case len(new) > 0:
			result = "FOUND: " + ways(new)
		case len(r.Failures) > 0:
			result = "known: " + ways(r.Failures)
		case r.Classes == 0:
			result = "nothing to draw"
		case r.Iterations == 0:
			result = "too little time for one input"
		}
		iterations += r.Iterations
		fmt.Fprintf(&b, "%-*s  %8d inputs  %9d checks  %-24s  %s\n", width, r.Algorithm+" "+r.Op, r.Iterations, r.Checks, strings.Join(r.Providers, " "), result)
	}
	for _, r := range reports {
		for _, f := range unlisted(r) {
			failureText(&b, r, f, restriction)
		}
	}
	if known > 0 {
		b.WriteString("\nKnown disagreements\n")
	}
	for _, r := range reports {
		for _, f := range r.Failures {
			if f.Known != "" {
				fmt.Fprintf(&b, "  %s %s, %s, %s: %s\n", r.Algorithm, r.Op, f.Who, inputs(f), f.Known)
			}
		}
	}
	fmt.Fprintf(&b, "\n%s, %s, %d found, %d known.\n", count(len(reports), "operation"), count(iterations, "input"), found, known)
	_, err := io.WriteString(w, b.String())
	return err
}

// inputs says which input showed the finding first, and how many more did.
func inputs(f verify.Failure) string {
	text := fmt.Sprintf("input %d", f.Iteration)
	if f.Times > 1 {
		text += fmt.Sprintf(" and %d more", f.Times-1)
	}
	if f.After > 0 {
		text += fmt.Sprintf(", after %.1f s of this operation", f.After.Seconds())
	}
	return text
}

// ways says in which ways libraries were wrong.
func ways(all []verify.Failure) string {
	var words []string
	for _, f := range all {
		words = append(words, f.What+" ("+f.Who+")")
	}
	return strings.Join(words, "; ")
}

// count writes a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// failureText writes what was found, and how to see it again.
func failureText(b *strings.Builder, r verify.FuzzReport, f verify.Failure, restriction string) {
	fmt.Fprintf(b, "\n%s %s, %s\n  %s: %s\n", strings.ToUpper(string(f.Verdict.Status)), f.Case, inputs(f), f.Who, f.What)
	for _, a := range f.Verdict.Answers {
		text := string(a.Status)
		if a.Why != "" {
			text += ": " + a.Why
		}
		fmt.Fprintf(b, "  %-10s %s\n", a.Provider, text)
	}
	for _, d := range f.Verdict.Details {
		fmt.Fprintf(b, "  %s\n", d)
	}
	for _, name := range slices.Sorted(maps.Keys(f.Inputs)) {
		fmt.Fprintf(b, "  %-10s %s\n", name, f.Inputs[name])
	}
	if f.Cost > 0 {
		fmt.Fprintf(b, "  %-10s %d\n  %-10s %d\n", "cost", f.Cost, "length", f.Length)
	}
	if len(f.Inputs) > 0 && !f.Minimised {
		fmt.Fprintf(b, "  it failed once and not again\n")
	}
	if f.Vector != nil {
		if line, err := json.Marshal(f.Vector); err == nil {
			fmt.Fprintf(b, "  as a line for verify --cases: %s\n", line)
		}
	}
	fmt.Fprintf(b, "  again: %s\n", again(r, f, restriction))
}
