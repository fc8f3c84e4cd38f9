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

// abSide is what the command line says of one build.
type abSide struct {
	name string // old or new, as its flags begin
	path string
	env  []string
	cpu  cpu
}

func (a *app) ab() *cobra.Command {
	var (
		sel     selection
		times   timing
		out     output
		sides   [2]abSide // flags of the first binary, and of the others
		records string
		failIf  []string
	)
	cmd := &cobra.Command{
		Use:   "ab OLD [NEW ...]",
		Short: "compare builds in one run: before and after",
		Long: `ab measures binaries of cryptogap in one run. Repetitions alternate between them in random order and in
the same link layouts, over the rows that both have. Outputs are compared within each build and between
them. For each row and library the result is the time ratio new/old.

A library that is the same code in both builds is a control: its ratio is the run's own error. The change
of another library is taken relative to the control's in the same repetition.

With one binary, --new-env or --new-cpu says what differs. With more than two, all are compared with the
first; the table has a column for each, over the rows that any has, and says why one lacks a row.

--fail-if 'slower>3%' ends ab with exit code 1 if a row became slower and the slowdown may be 3 % or more (the end of its
95 % interval). The chance of any false alarm in the whole table is at most 1 %: the number of comparisons is
taken into account, and a suspect is measured again before it counts.

Exit codes: 0 all well; 1 --fail-if failed, outputs differ, or a library crashed; 2 wrong usage, such as binaries of different
versions of cryptogap; 130 interrupted. --format markdown is made for a comment in a pull request.`,
		Example: `  LIBGCRYPT_VERSION=1.11.0 make build OUT=bin/cryptogap-before
  make build
  cryptogap ab bin/cryptogap-before bin/cryptogap kdf
  cryptogap ab bin/cryptogap --new-env GODEBUG=fips140=on
  cryptogap ab bin/cryptogap --new-cpu no-aes aes-256-gcm
  cryptogap ab bin/cryptogap-1.10 bin/cryptogap-1.11 bin/cryptogap-1.12 kdf`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("ab takes one binary of cryptogap or more, and what to measure")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			conditions, err := parseConditions(failIf)
			if err != nil {
				return err
			}
			builds := []abSide{sides[0]}
			builds[0].path = args[0]
			rest := args[1:]
			for len(rest) > 0 && isBinary(rest[0]) {
				builds = append(builds, sides[1])
				builds[len(builds)-1].path = rest[0]
				rest = rest[1:]
			}
			if len(builds) == 1 {
				builds = append(builds, sides[1])
				builds[1].path = args[0]
			}
			cfg, err := a.abConfig(cmd, &sel, &times, rest, builds)
			if err != nil {
				return err
			}
			if err := out.open(a, cmd); err != nil {
				return err
			}
			defer out.close()
			b := a.bar()
			cfg.Progress = b.show
			closeRecords, err := abRecords(records, &cfg)
			if err != nil {
				return err
			}
			gate := result.Gate{Conditions: conditions}
			if len(conditions) > 0 {
				cfg.Gate = &gate
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
			return a.abShow(&out, &ab, &gate)
		},
	}
	sel.register(cmd, a, true)
	times.register(cmd)
	out.register(cmd, "unchanged rows too, controls, and the loop in C", report.DiffFormats()...)
	f := cmd.Flags()
	for i, name := range []string{"old", "new"} {
		sides[i].name = name
		whose := []string{"the first build", "the other builds"}[i]
		f.StringArrayVar(&sides[i].env, name+"-env", nil, "a variable for the workers of "+whose+": NAME=VALUE; may be given several times")
		f.StringVar(&sides[i].cpu.restriction, name+"-cpu", provider.AllFeatures, "CPU features that the libraries of "+whose+" may use, as run --cpu takes them")
	}
	f.StringVar(&records, "records", "", "write the raw records to files that begin with this: …-old.jsonl and …-new.jsonl, or …-1.jsonl, …-2.jsonl and so on for more than two binaries; diff reads them")
	f.StringArrayVar(&failIf, "fail-if", nil, "exit with 1 where a row changed beyond this: 'slower>3%' or 'faster>3%'; may be given twice")
	return cmd
}

// isBinary says whether the argument names a file that can be executed.
func isBinary(arg string) bool {
	info, err := os.Stat(arg)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

func noBinary(path string) error {
	return usagef("%s is no binary of cryptogap: build one with make build OUT=%s", path, path)
}

// abConfig makes the run's configuration from the command line.
func (a *app) abConfig(cmd *cobra.Command, sel *selection, times *timing, args []string, sides []abSide) (cfg compare.ABConfig, err error) {
	providers, err := a.chosen(sel.providers)
	if err != nil {
		return cfg, err
	}
	cases, err := sel.cases(a, args, catalog.DefaultSuites()...)
	if err != nil {
		if len(args) > 0 && strings.ContainsRune(args[0], filepath.Separator) {
			return cfg, noBinary(args[0])
		}
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
		b, err := a.build(cmd.Context(), &sides[i], times.layouts)
		if err != nil {
			return cfg, err
		}
		cfg.Builds = append(cfg.Builds, b)
	}
	cfg.Worker = cfg.Builds[0].Worker
	return cfg, nil
}

// build finds the workers of one side.
func (a *app) build(ctx context.Context, side *abSide, layouts string) (b compare.Build, err error) {
	if !isBinary(side.path) {
		return b, noBinary(side.path)
	}
	path, err := filepath.Abs(side.path)
	if err != nil {
		return b, fmt.Errorf("find %s: %w", side.path, err)
	}
	b = compare.Build{Name: side.path, Label: filepath.Base(side.path), Environ: side.env, Worker: []string{path, "worker"}}
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

// abRecords opens the files of the builds' records.
func abRecords(prefix string, cfg *compare.ABConfig) (closeAll func() error, err error) {
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
	for i := range cfg.Builds {
		name := []string{"-old.jsonl", "-new.jsonl"}[min(i, 1)]
		if len(cfg.Builds) > 2 {
			name = fmt.Sprintf("-%d.jsonl", i+1)
		}
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
func (a *app) abShow(out *output, ab *compare.ABRun, gate *result.Gate) error {
	var results []*result.Result
	worst, interrupted := sample.Match, false
	for _, records := range ab.Records {
		res, err := result.From(records)
		if err != nil {
			return err
		}
		results = append(results, res)
		interrupted = interrupted || res.End != nil && res.End.Interrupted
		if w := res.Worst(); w != sample.Match {
			worst = w
		}
	}
	if err := out.write(a, func(w io.Writer) error { return report.Builds(w, results, out.kind(), out.options()) }); err != nil {
		return err
	}
	switch {
	case interrupted:
		return errInterrupted
	case worst != sample.Match:
		return errFailed
	}
	if n, of := gate.Unjudged(results); n > 0 && len(gate.Conditions) > 0 {
		a.say("cryptogap: --fail-if did not judge %d of %d comparisons: the machine was too noisy for paired repetitions", n, of)
	}
	return a.failed(gate.Failures(results, ab.Again), len(results) > 2)
}
