package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"cryptogap/compare"
	"cryptogap/compare/catalog"
	"cryptogap/compare/report"
	"cryptogap/compare/sample"
)

func (a *app) verify() *cobra.Command {
	var (
		sel   selection
		out   output
		cpu   cpu
		check checks
	)
	cmd := &cobra.Command{
		Use:   "verify [suite|algorithm ...]",
		Short: "compare outputs between the libraries and with known answers, and time nothing",
		Long: `verify compares what the libraries give for every selected row: with each other, with known answers,
on a first and on later calls, and at lengths around the measured one. Random outputs are handed to the
other libraries. The exit code is 1 where outputs differ or a library crashed.

With --vectors it puts the known answers of the selected algorithms (by default: of all) to the libraries
instead, also the odd ones that no row is made of; with --runs it repeats what the libraries exchange, with
fresh keys.

With --cases it puts the vectors of a file to the libraries, one JSON value a line in the format of
docs/vectors.md, as fuzz and compute write it; - is standard input.

With --wycheproof it puts the vectors of Project Wycheproof to the libraries: make wycheproof fetches them. The
exit code is 1 where a library disagrees and that is not listed as known, and where a listed disagreement no longer
happens.

` + suiteHelp(catalog.DefaultSuites()...),
		Example: `  cryptogap verify
  cryptogap verify --vectors
  cryptogap verify x25519 ecdh-p256 --runs 2000
  cryptogap verify sha256 --sizes 0,1,63,64,65 --format json
  cryptogap verify --cases found.jsonl
  cryptogap verify --wycheproof ~/wycheproof --filter x25519 -v`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := check.sane(cmd, args, &sel, &out); err != nil {
				return err
			}
			if check.wycheproof != "" {
				return a.putVectors(cmd, check.wycheproof, &sel, &cpu, &out)
			}
			var vectors []catalog.Vector
			if check.cases != "" {
				var err error
				if vectors, err = readCases(check.cases); err != nil {
					return err
				}
			}
			cases, err := sel.cases(a, args, check.suites()...)
			if err != nil {
				return err
			}
			if check.vectors && !known(algorithmsOf(cases)) {
				return usagef("--vectors: there is no known answer for any of the selected algorithms")
			}
			cfg, done, err := a.begin(cmd, sel.providers, &cpu, &out)
			if err != nil {
				return err
			}
			defer out.close()
			var verdicts []sample.Verdict
			if vectors != nil {
				verdicts, err = compare.Cases(cmd.Context(), cfg, vectors)
			} else {
				verdicts, err = check.do(cmd.Context(), cfg, cases)
			}
			done()
			if err := broken(cmd.Context(), err); err != nil && len(verdicts) == 0 {
				return err
			}
			shown := out.write(a, func(w io.Writer) error {
				return report.Verdicts(w, libraries(cfg.Providers), verdicts, out.kind(), out.options())
			})
			return first(shown, broken(cmd.Context(), err), failed(slices.ContainsFunc(verdicts, wrong)))
		},
	}
	sel.register(cmd, a, true)
	cpu.register(cmd)
	out.register(cmd, "more about each case", report.Table, report.JSON, report.Markdown)
	f := cmd.Flags()
	f.StringVar(&check.cases, "cases", "", "put the vectors of this file to the libraries instead; -: standard input")
	f.StringVar(&check.wycheproof, "wycheproof", "", "put the vectors of Project Wycheproof to the libraries instead, from this folder of its module")
	f.BoolVar(&check.vectors, "vectors", false, "put the known answers to the libraries instead")
	f.IntVar(&check.runs, "runs", 0, "repeat what the libraries exchange so many times, with fresh keys, instead")
	return cmd
}

// checks says which of the verifications is meant: without a field the one that precedes a run.
type checks struct {
	vectors    bool
	runs       int
	wycheproof string // folder
	cases      string // file of vectors
}

func (c checks) sane(cmd *cobra.Command, args []string, sel *selection, out *output) error {
	switch {
	case c.cases != "" && (c.vectors || c.runs > 0 || c.wycheproof != "" || len(sel.sizes) > 0 || len(args) > 0 || sel.filter != ""):
		return usagef("--cases takes all lines of its file, and neither algorithms nor --filter, --sizes, --vectors, --runs and --wycheproof")
	case c.wycheproof != "" && (c.vectors || c.runs > 0 || len(sel.sizes) > 0 || len(args) > 0):
		return usagef("--wycheproof takes all files of its folder, and neither algorithms nor --vectors, --runs and --sizes: --filter selects files")
	case c.wycheproof == "" && out.kind() == report.Markdown:
		return usagef("--format markdown is for --wycheproof alone")
	case cmd.Flags().Changed("runs") && c.runs < 1:
		return usagef("--runs %d: it must be at least 1", c.runs)
	case c.vectors && c.runs > 0:
		return usagef("--vectors and --runs are two different checks: choose one")
	case (c.vectors || c.runs > 0) && len(sel.sizes) > 0:
		return usagef("--sizes says nothing to --vectors and --runs, which have sizes of their own")
	}
	return nil
}

// suites are those that are meant where none is named.
func (c checks) suites() []string {
	if c.vectors {
		return []string{catalog.SuiteAll}
	}
	return catalog.DefaultSuites()
}

func (c checks) do(ctx context.Context, cfg compare.Config, cases []catalog.Case) ([]sample.Verdict, error) {
	switch {
	case c.vectors:
		return compare.Vectors(ctx, cfg, algorithmsOf(cases))
	case c.runs > 0:
		return compare.Interop(ctx, cfg, algorithmsOf(cases), c.runs)
	}
	cfg.Cases = cases
	return compare.Verify(ctx, cfg)
}

// readCases reads a file of vectors.
func readCases(path string) ([]catalog.Vector, error) {
	var in io.Reader = os.Stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, usagef("--cases: %w", err)
		}
		defer func() { _ = f.Close() }()
		in = f
	}
	vectors, err := catalog.ReadVectors(in)
	switch {
	case err != nil:
		return nil, usagef("--cases %s: %w", path, err)
	case len(vectors) == 0:
		return nil, usagef("--cases %s: there is no line in it", path)
	}
	return vectors, nil
}

// known says whether there is a known answer for any of the algorithms.
func known(algorithms []string) bool {
	return slices.ContainsFunc(catalog.Vectors(), func(v catalog.Vector) bool { return slices.Contains(algorithms, v.Algorithm) })
}

// wrong says whether the verdict ends the program with exit 1.
func wrong(v sample.Verdict) bool { return v.Status == sample.Mismatch || v.Status == sample.Crashed }

// failed is the error of a program whose output says what is wrong.
func failed(bad bool) error {
	if bad {
		return errFailed
	}
	return nil
}

// broken is err, or errInterrupted where it says that ctx ended.
func broken(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return errInterrupted
	}
	return err
}

// first returns the first of the errors that is one.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
