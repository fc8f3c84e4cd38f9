package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"cryptogap/compare"
	"cryptogap/compare/catalog"
	"cryptogap/compare/report"
	"cryptogap/compare/sample"
)

func (a *app) info() *cobra.Command {
	var (
		out output
		cpu cpu
	)
	cmd := &cobra.Command{
		Use:   "info",
		Short: "show versions, build options, CPU features, and what makes a comparison unfair",
		Example: `  cryptogap info
  cryptogap info -v                     with the code that answers each algorithm
  cryptogap info --format json`,
		Args: takes(0, 0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.startable(); err != nil {
				return err
			}
			if _, err := cpu.restrict(a); err != nil {
				return err
			}
			if err := out.open(a, cmd); err != nil {
				return err
			}
			defer out.close()
			return out.write(a, func(w io.Writer) error {
				libs := libraries(a.providers)
				if err := report.Libraries(w, sample.ReadEnvironment(), libs, out.kind(), out.options()); err != nil {
					return err
				}
				if !out.verbose || out.kind() == report.JSON { // list's JSON names the code
					return nil
				}
				if _, err := fmt.Fprintln(w); err != nil {
					return err
				}
				everything := compare.Selection{Suites: []string{catalog.SuiteAll}}
				return report.Support(w, libs, support(everything.Cases(), a.providers), out.kind(), out.options())
			})
		},
	}
	cpu.register(cmd)
	out.register(cmd, "also the code that answers each algorithm", report.Table, report.JSON)
	return cmd
}
