package cli

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"cryptogap/compare"
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/report"
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

func (a *app) run() *cobra.Command {
	var (
		sel     selection
		times   timing
		out     output
		cpu     cpu
		aa      bool
		cycles  bool
		allocs  bool
		explain explaining
		records string
	)
	cmd := &cobra.Command{
		Use:   "run [suite|algorithm ...]",
		Short: "compare outputs, then measure, and print the figures side by side",
		Long: `run compares the outputs of every selected row between the libraries and with known answers, then
times the rows whose outputs agree, and prints the figures with the time ratios of the libraries.

Ctrl-C ends a run early: what was measured is printed, and the exit code is 130. A second Ctrl-C ends
it at once. The exit code is 1 where outputs differ or a library crashed.

` + suiteHelp(catalog.DefaultSuites()...),
		Example: `  cryptogap run
  cryptogap run wolfcrypt --format markdown
  cryptogap run sha256 aes-256-gcm --sizes 64,1KiB,16KiB
  cryptogap run --filter '^hmac-' --providers go,libgcrypt
  cryptogap run --sweep sha256          from which message size a C library is faster
  cryptogap run --threads 1,2 sha256    what cgo costs as threads grow
  cryptogap run --quick --format gobench | benchstat -col /lib -filter /boundary:call -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			without, err := cpu.restrict(a)
			if err != nil {
				return err
			}
			providers, err := a.chosen(sel.providers)
			if err != nil {
				return err
			}
			byDefault := explain.prepare(&sel)
			cases, err := sel.cases(a, args, byDefault...)
			if err != nil {
				return err
			}
			if cases, err = explain.cases(cases); err != nil {
				return err
			}
			s, seed, err := times.settings(cmd)
			if err != nil {
				return err
			}
			if err := checkTiming(cases); err != nil {
				return err
			}
			s.Suites, s.AA, s.Without, s.Cycles = sel.suites, aa, without, cycles
			if err := explain.settings(cmd, &s); err != nil {
				return err
			}
			out.allocs = allocs
			if same(records, out.path) {
				return usagef("--records and --output both name %s: the one would replace the other", records)
			}
			if records == standard && (out.path == "" || out.path == standard) {
				return usagef("--records - and the report would both go to standard output: name a file with --output")
			}
			if err := out.open(a, cmd); err != nil {
				return err
			}
			defer out.close()
			rec, err := a.openRecords(records)
			if err != nil {
				return err
			}
			defer rec.close()
			all, err := a.measure(cmd.Context(), providers, cases, s, seed, times.layouts, rec.write)
			if len(all) == 0 {
				return err
			}
			// What was measured is shown however the run ended.
			kept := rec.finish(a)
			res, shown := result.From(all)
			if shown == nil {
				shown = a.show(&out, res)
			}
			return first(err, kept, shown)
		},
	}
	sel.register(cmd, a, true)
	explain.register(cmd)
	times.register(cmd)
	cpu.register(cmd)
	out.register(cmd, "more columns and lines: the batch boundary, what the cgo call takes, allocations, implementations, all build options", allFormats()...)
	f := cmd.Flags()
	f.BoolVar(&allocs, "allocs", false, "what every operation allocates in Go, and what collecting it takes (-v shows it too; for public keys it is always shown)")
	f.BoolVar(&cycles, "cycles", false, "count cycles too, where the machine allows it; else ticks of its reference clock")
	f.BoolVar(&aa, "aa", false, "measure every library against itself: every row should be equal")
	f.StringVar(&records, "records", "", "write the raw records here, as JSON Lines; - is standard output (default: a file in the user's cache; the last 10 are kept)")
	return cmd
}

// measure runs the cases in worker processes, with a progress bar, and
// returns the records, however far they go.
func (a *app) measure(
	ctx context.Context, providers []provider.Provider, cases []catalog.Case, s sample.Settings, seed uint64, layouts string, record func(sample.Record) error,
) ([]sample.Record, error) {
	cfg, done, err := a.config(providers)
	if err != nil {
		return nil, err
	}
	defer done()
	if cfg.Layouts, err = a.layouts(cfg.Worker, layouts); err != nil {
		return nil, err
	}
	cfg.Cases, cfg.Settings, cfg.Seed, cfg.Record = cases, s, seed, record
	return compare.Run(ctx, cfg)
}

// config is a run by worker processes that shows its progress until done is called.
func (a *app) config(providers []provider.Provider) (cfg compare.Config, done func(), err error) {
	worker, err := workerCommand()
	if err != nil {
		return cfg, nil, err
	}
	b := a.bar()
	return compare.Config{
		Providers: providers, Tool: "cryptogap " + Version(), Args: a.args, Worker: worker, Progress: b.show,
		Printed: func(row, library, text string) {
			a.say("cryptogap: %s printed in %s: %q", library, row, strings.TrimSpace(text))
		},
	}, b.done, nil
}

// begin makes ready what verify, fuzz and compute have in common: the libraries without the CPU features that the flag leaves out, the
// output, and a run by worker processes.
func (a *app) begin(cmd *cobra.Command, names []string, cpu *cpu, out *output) (cfg compare.Config, done func(), err error) {
	without, err := cpu.restrict(a)
	if err != nil {
		return cfg, nil, err
	}
	providers, err := a.chosen(names)
	if err != nil {
		return cfg, nil, err
	}
	if err := out.open(a, cmd); err != nil {
		return cfg, nil, err
	}
	if cfg, done, err = a.config(providers); err != nil {
		out.close()
		return cfg, nil, err
	}
	cfg.Settings.Without = without
	cpu.sayIgnored(a, providers, without)
	return cfg, done, nil
}

// show prints the result of records; its error says how the run ended.
func (a *app) show(out *output, res *result.Result) error {
	if err := out.write(a, func(w io.Writer) error { return report.Write(w, res, out.kind(), out.options()) }); err != nil {
		return err
	}
	switch worst := res.Worst(); {
	case res.End != nil && res.End.Interrupted:
		return errInterrupted
	case worst != sample.Match:
		return errFailed
	}
	return nil
}
