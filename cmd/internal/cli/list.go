package cli

import (
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/report"
)

func (a *app) list() *cobra.Command {
	var (
		sel selection
		out output
	)
	cmd := &cobra.Command{
		Use:   "list [suite|algorithm ...]",
		Short: "show which library offers which algorithm, and why one does not",
		Long: `list shows all algorithms of the catalogue, or those of the suites and names given, with their operations, which
library offers each, and why one does not.

` + suiteHelp(catalog.SuiteAll),
		Example: `  cryptogap list
  cryptogap list kdf
  cryptogap list --filter gcm -v`,
		RunE: func(cmd *cobra.Command, args []string) error {
			debug.SetGCPercent(-1) // a few MB, and then the end: collecting them would be a tenth of the time
			if err := a.startable(); err != nil {
				return err
			}
			providers, err := a.listed(sel.providers)
			if err != nil {
				return err
			}
			cases, err := sel.cases(a, args, catalog.SuiteAll)
			if err != nil {
				return err
			}
			if err := out.open(a, cmd); err != nil {
				return err
			}
			defer out.close()
			return out.write(a, func(w io.Writer) error {
				return report.Support(w, libraries(providers), support(cases, providers), out.kind(), out.options())
			})
		},
	}
	sel.register(cmd, a, false)
	out.register(cmd, "a line for each operation, with the code that answers it and what is inside it", report.Table, report.JSON, report.CSV, report.Markdown)
	return cmd
}

// support asks every provider for every operation of the cases.
func support(cases []catalog.Case, providers []provider.Provider) []report.SupportRow {
	var rows []report.SupportRow
	for _, c := range operations(cases) {
		a := c.Algorithm
		row := report.SupportRow{Algorithm: a.ID, Title: a.Title, Kind: a.Kind, Operation: string(c.Op), Suites: a.Suites, Work: catalog.Work(a.Kind, c.Op)}
		for _, p := range providers {
			answer := report.SupportProvider{Provider: p.Name()}
			implementation, err := p.Supports(a, c.Op)
			if err != nil {
				answer.Why = err.Error()
			} else {
				answer.Implementation = implementation
				if d, ok := p.(provider.Detailer); ok {
					answer.Details = d.Details(a, c.Op)
				}
			}
			row.Providers = append(row.Providers, answer)
		}
		rows = append(rows, row)
	}
	return rows
}
