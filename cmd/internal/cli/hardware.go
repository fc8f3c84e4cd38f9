package cli

import (
	"context"
	"io"

	"cryptogap/compare"
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/report"
	"cryptogap/compare/sample"
)

// explainHW finds out which CPU features the libraries use for the cases, and prints it.
func (a *app) explainHW(
	ctx context.Context, out *output, providers []provider.Provider, cases []catalog.Case, s sample.Settings, seed uint64,
) error {
	if s.AA || len(s.Threads) > 0 || len(s.Without) > 0 {
		return usagef("--explain-hw is an experiment of its own: it goes without --aa, --threads and --cpu")
	}
	if err := oneOf("format", out.format, []string{string(report.Table), string(report.JSON)}); err != nil {
		return err
	}
	cfg, done, err := a.config(providers)
	if err != nil {
		return err
	}
	cfg.Cases, cfg.Settings, cfg.Seed = cases, s, seed
	all, err := compare.Explain(ctx, cfg)
	done()
	if err := broken(ctx, err); err != nil {
		return err
	}
	return out.write(a, func(w io.Writer) error {
		return report.Hardware(w, sample.ReadEnvironment(), libraries(providers), all, out.kind(), out.options())
	})
}
