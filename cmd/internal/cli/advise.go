package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cryptogap/compare/advise"
	"cryptogap/compare/report"
	"cryptogap/compare/result"
)

func (a *app) advise() *cobra.Command {
	var (
		times     timing
		out       output
		providers []string
		mix, from string
		records   string
	)
	cmd := &cobra.Command{
		Use:   "advise [workload]",
		Short: "say what a workload costs with each library, and whether another one is worth it",
		Long: `advise says what a mix of operations costs with each library, in core-seconds per million operations and per GiB, which
library is the fastest for each operation, and whether another library than the first is more than 5 % faster for the whole. The
cgo call and Go's garbage collection are in all times.

It measures what it needs, or takes a run's records (--from). A mix is written algorithm:operation:number=share, the number being the
message size in bytes, for PBKDF2 the iteration count. Shares are of the number of operations. A library that lacks an operation of the
mix has no figures.

Workloads, whose numbers and their sources stand in the output and in docs/workloads.md:
` + workloadHelp(),
		Example: `  cryptogap advise tls-server
  cryptogap advise --mix 'aes-256-gcm:seal:1350=80%,sha256:sum:64=20%'
  cryptogap advise --mix 'sha256:sum:16384=100%' --from monday.jsonl --format markdown`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) > 1:
				return usagef("advise takes one workload, and there are %d", len(args))
			case len(args) == 1 && mix != "":
				return usagef("advise takes a workload or --mix, not both")
			case records != "" && from != "":
				return usagef("--from takes records and measures nothing, so there is nothing for --records")
			case len(args) == 0 && mix == "":
				return usagef("advise takes a workload or --mix (workloads: %s)", strings.Join(workloadNames(), ", "))
			}
			return nil
		},
		ValidArgsFunction: cobra.FixedCompletions(workloadNames(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := workload(args, mix)
			if err != nil {
				return err
			}
			var res *result.Result
			if from != "" {
				if res, err = readResult(from, false); err != nil {
					return err
				}
			}
			s, seed, err := times.settings(cmd)
			if err != nil {
				return err
			}
			chosen, err := a.chosen(providers)
			if err != nil {
				return err
			}
			if err := out.open(a, cmd); err != nil {
				return err
			}
			defer out.close()
			if res == nil {
				rec, err := a.openRecords(records)
				if err != nil {
					return err
				}
				defer rec.close()
				all, err := a.measure(cmd.Context(), chosen, w.Cases(), s, seed, times.layouts, rec.write)
				if err := first(err, rec.finish(a)); err != nil {
					return err
				}
				if res, err = result.From(all); err != nil {
					return err
				}
				if res.End != nil && res.End.Interrupted {
					return errInterrupted // half a mix has no cost
				}
			}
			advice, err := advise.For(w, res)
			if err != nil {
				return usagef("%w", err)
			}
			return out.write(a, func(w io.Writer) error { return report.Advise(w, advice, out.kind(), out.options()) })
		},
	}
	times.register(cmd)
	out.register(cmd, "all build options", report.AdviseFormats()...)
	f := cmd.Flags()
	f.StringVar(&mix, "mix", "", "the operations and their shares, such as 'aes-256-gcm:seal:1350=80%,sha256:sum:64=20%'")
	f.StringVar(&from, "from", "", "take the records of a run, and measure nothing")
	f.StringVar(&records, "records", "", "write the raw records here, as JSON Lines (default: a file in the user's cache; the last 10 are kept)")
	f.StringSliceVarP(&providers, "providers", "p", nil, "only these libraries, the first being what the others are compared with (default "+strings.Join(a.names(), ",")+")")
	complete(cmd, "providers", a.names())
	return cmd
}

// workload is the named one, or the user's own mix.
func workload(args []string, mix string) (advise.Workload, error) {
	if len(args) == 0 {
		items, err := advise.Parse(mix)
		if err != nil {
			return advise.Workload{}, usagef("--mix: %w", err)
		}
		return advise.Workload{Items: items}, nil
	}
	i := slices.Index(workloadNames(), args[0])
	if i < 0 {
		return advise.Workload{}, unknown("workload", args[0], workloadNames())
	}
	return advise.Workloads()[i], nil
}

func workloadNames() []string {
	var names []string
	for _, w := range advise.Workloads() {
		names = append(names, w.Name)
	}
	return names
}

func workloadHelp() string {
	var b strings.Builder
	for _, w := range advise.Workloads() {
		fmt.Fprintf(&b, "  %-18s  %s\n", w.Name, w.About)
	}
	return strings.TrimRight(b.String(), "\n")
}
