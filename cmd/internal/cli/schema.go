package cli

import (
	"github.com/spf13/cobra"

	"cryptogap/compare/report"
)

func (a *app) schema() *cobra.Command {
	return &cobra.Command{
		Use: "schema", Args: takes(0, 0, "no argument"),
		Short: "print the JSON Schema of --format json",
		Long: `schema prints the JSON Schema (draft 2020-12) of what run and report write with --format json. Its $defs have
the documents of list (support), info (libraries), verify (verdicts), diff and advise (advice).`,
		Example: `  cryptogap schema > cryptogap.schema.json`,
		RunE: func(*cobra.Command, []string) error {
			_, err := a.Out.Write(report.Schema())
			return err
		},
	}
}
