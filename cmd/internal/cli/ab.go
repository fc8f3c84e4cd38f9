package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cryptogap/compare"
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/report"
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// falseAlarm is the probability that --fail-if fails anywhere in a table of equal builds.
const falseAlarm = 0.01

// abSide is what the command line says of one build.
type abSide struct {
	name string // old or new
	path string
	env  []string
	cpu  cpu
}

func (a *app) ab() *cobra.Command {
	var (
		sel     selection
		times   timing
		out     output
		sides   [2]abSide
		records string
		failIf  []string
	)
	cmd := &cobra.Command{
		Use:   "ab OLD [NEW]",
		Short: "compare two builds in one run: before and after",
		Long: `ab measures two binaries of cryptogap in one run. Repetitions alternate between them in random order and in
the same link layouts, over the rows that both have. Outputs are compared within each build and between
the two. For each row and library the result is the time ratio new/old.

A library that is the same code in both builds is a control: its ratio is the run's own error. The change
of another library is taken relative to the control's in the same repetition.

With one binary, --new-env or --new-cpu says what differs.

--fail-if 'slower>3%' ends ab with exit code 1 if a row became slower and the slowdown may be 3 % or more (the end of its
95 % interval). The chance of any false alarm in the whole table is at most 1 %: the number of comparisons is
taken into account, and a suspect is measured again before it counts.`,
		Example: `  LIBGCRYPT_VERSION=1.11.0 make build OUT=bin/cryptogap-before
  make build
  cryptogap ab bin/cryptogap-before bin/cryptogap kdf
  cryptogap ab bin/cryptogap --new-env GODEBUG=fips140=on
  cryptogap ab bin/cryptogap --new-cpu no-aes aes-256-gcm`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("ab takes one or two binaries of cryptogap, and what to measure")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			conditions, err := parseConditions(failIf)
			if err != nil {
				return err
			}
			sides[0].path, sides[1].path = args[0], args[0]
			rest := args[1:]
			if len(rest) > 0 && isBinary(rest[0]) {
				sides[1].path, rest = rest[0], rest[1:]
			}
			cfg, err := a.abConfig(cmd, &sel, &times, rest, &sides)
			if err != nil {
				return err
			}
			if err := out.open(a, cmd); err != nil {
				return err
			}
			defer out.close()
			b := a.bar()
			cfg.Progress = b.show
			closeRecords, err := a.abRecords(records, &cfg)
			if err != nil {
				return err
			}
			comparisons := 0
			cfg.Suspects = func(old, new *result.Result) []string {
				d := result.Paired(old, new, 0)
				comparisons = gated(&d)
				var rows []string
				for _, f := range failures(&d, conditions, 1) { // any that may fail, before their number is taken into account
					rows = append(rows, f.change.Unit.Row)
				}
				return rows
			}
			if len(conditions) == 0 {
				cfg.Suspects = nil
			}
			ab, err := compare.AB(cmd.Context(), cfg)
			b.done()
			if closed := closeRecords(); err == nil {
				err = closed
			}
			if errors.Is(err, compare.ErrHarness) {
				return usagef("%s", strings.TrimPrefix(err.Error(), "compare: "))
			}
			if err != nil {
				return err
			}
			return a.abShow(&out, &ab, conditions, comparisons)
		},
	}
	sel.register(cmd, a, true)
	times.register(cmd)
	out.register(cmd, "the loop in C too", report.DiffFormats()...)
	f := cmd.Flags()
	for i, name := range []string{"old", "new"} {
		sides[i].name = name
		f.StringArrayVar(&sides[i].env, name+"-env", nil, "a variable for the workers of the "+name+" build: NAME=VALUE; may be given several times")
		f.StringVar(&sides[i].cpu.restriction, name+"-cpu", provider.AllFeatures, "CPU features that the libraries of the "+name+" build may use, as run --cpu takes them")
	}
	f.StringVar(&records, "records", "", "write the raw records to files that begin with this: …-old.jsonl and …-new.jsonl")
	f.StringArrayVar(&failIf, "fail-if", nil, "exit with 1 where a row changed beyond this: 'slower>3%' or 'faster>3%'; may be given twice")
	return cmd
}

// isBinary says whether the argument names a file that can be executed.
func isBinary(arg string) bool {
	info, err := os.Stat(arg)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// abConfig makes the run's configuration from the command line.
func (a *app) abConfig(cmd *cobra.Command, sel *selection, times *timing, args []string, sides *[2]abSide) (cfg compare.ABConfig, err error) {
	providers, err := a.chosen(sel.providers)
	if err != nil {
		return cfg, err
	}
	cases, err := sel.cases(a, args, catalog.DefaultSuites()...)
	if err != nil {
		return cfg, err
	}
	s, seed, err := times.settings(cmd)
	if err != nil {
		return cfg, err
	}
	if err := checkTiming(cases); err != nil {
		return cfg, err
	}
	s.Suites = sel.suites
	for i := range sides {
		for _, v := range sides[i].env {
			if name, _, ok := strings.Cut(v, "="); !ok || name == "" {
				return cfg, usagef("--%s-env takes NAME=VALUE, and not %q", sides[i].name, v)
			}
		}
	}
	cfg.Config = compare.Config{Providers: providers, Cases: cases, Settings: s, Seed: seed, Tool: "cryptogap " + Version(), Args: a.args}
	for i := range sides {
		if cfg.Builds[i], err = a.build(cmd.Context(), &sides[i], times.layouts); err != nil {
			return cfg, err
		}
	}
	cfg.Worker = cfg.Builds[0].Worker
	return cfg, nil
}

// build finds the workers of one side.
func (a *app) build(ctx context.Context, side *abSide, layouts string) (b compare.Build, err error) {
	if !isBinary(side.path) {
		return b, usagef("%s is no binary of cryptogap: build one with make build OUT=%s", side.path, side.path)
	}
	path, err := filepath.Abs(side.path)
	if err != nil {
		return b, fmt.Errorf("find %s: %w", side.path, err)
	}
	b = compare.Build{Name: side.path, Environ: side.env, Worker: []string{path, "worker"}}
	if b.Without, err = side.cpu.without("--" + side.name + "-cpu"); err != nil {
		return b, err
	}
	stamp, err := stampOf(ctx, path)
	if err != nil {
		return b, usagef("%s is no binary of cryptogap of this version: %v", side.path, err)
	}
	b.Layouts, err = layoutsOf(b.Worker, stamp, layouts)
	return b, err
}

// stampOf asks a binary for its stamp.
func stampOf(ctx context.Context, path string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, path, "stamp").Output()
	return strings.TrimSpace(string(out)), err
}

// stamp prints what a binary and its workers of other link layouts have in common; ab asks for it.
func (a *app) stamp() *cobra.Command {
	return &cobra.Command{
		Use: "stamp", Hidden: true, Args: cobra.NoArgs, Short: "print the stamp of this build",
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(a.Out, a.Stamp)
			return err
		},
	}
}

// abRecords opens the files of both sides' records.
func (a *app) abRecords(prefix string, cfg *compare.ABConfig) (closeAll func() error, err error) {
	var files []*os.File
	closeAll = func() error {
		var all error
		for _, f := range files {
			all = errors.Join(all, f.Close())
		}
		return all
	}
	if prefix == "" {
		return closeAll, nil
	}
	for i, name := range []string{"-old.jsonl", "-new.jsonl"} {
		f, err := os.OpenFile(prefix+name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return closeAll, usagef("--records %s: %v", prefix, err)
		}
		files = append(files, f)
		cfg.Builds[i].Record = sample.NewWriter(f).Write
	}
	return closeAll, nil
}

// abShow prints the comparison; its error says how the run ended.
func (a *app) abShow(out *output, ab *compare.ABRun, conditions []threshold, comparisons int) error {
	var results [2]*result.Result
	for i, records := range ab.Records {
		var err error
		if results[i], err = result.From(records); err != nil {
			return err
		}
	}
	d := result.Paired(results[0], results[1], 0)
	if err := out.write(a, func(w io.Writer) error { return report.Diff(w, d, out.kind(), out.options()) }); err != nil {
		return err
	}
	switch {
	case results[0].End != nil && results[0].End.Interrupted:
		return errInterrupted
	case results[0].Worst() != sample.Match || results[1].Worst() != sample.Match:
		return errFailed
	}
	again := d
	if ab.Again > 0 {
		again = result.Paired(results[0], results[1], ab.Again)
	}
	var err error
	for _, f := range failures(&d, conditions, comparisons) {
		if !confirmed(&again, f) {
			continue
		}
		a.say("%s: %s of %s: %s", f.condition.text, f.change.Unit.Row, f.change.Provider, report.ChangeText(f.change.Best()))
		err = errFailed
	}
	return err
}

// A failure is a change that a condition forbids.
type failure struct {
	condition threshold
	change    *result.Change
}

// gated counts the comparisons that --fail-if looks at.
func gated(d *result.Diff) int {
	n := 0
	for i := range d.Changes {
		if d.Changes[i].Boundary == "call" {
			n++
		}
	}
	return max(1, n)
}

// failures returns the changes that fail a condition, of so many comparisons.
func failures(d *result.Diff, conditions []threshold, comparisons int) []failure {
	var all []failure
	for _, c := range conditions {
		for i := range d.Changes {
			x := &d.Changes[i]
			if x.Boundary == "call" && x.Best().Fails(c.slower, c.beyond, falseAlarm/float64(comparisons)) {
				all = append(all, failure{c, x})
			}
		}
	}
	return all
}

// confirmed says whether what was measured again fails the same condition by itself.
func confirmed(again *result.Diff, f failure) bool {
	for _, g := range failures(again, []threshold{f.condition}, 1) {
		if g.change.Unit.Row == f.change.Unit.Row && g.change.Provider == f.change.Provider && g.change.Threads == f.change.Threads {
			return true
		}
	}
	return false
}
