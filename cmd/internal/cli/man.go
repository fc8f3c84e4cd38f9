package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// man writes the manual pages that a package of the program carries, one for each command that users see. The environment's
// SOURCE_DATE_EPOCH dates them.
func (a *app) man() *cobra.Command {
	return &cobra.Command{
		Use: "man FOLDER", Args: takes(1, 1, "one folder"), Hidden: true,
		Short: "write the manual pages into a folder",
		RunE: func(cmd *cobra.Command, args []string) error {
			if info, err := os.Stat(args[0]); err != nil || !info.IsDir() {
				return usagef("%s is no folder to write manual pages into", args[0])
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			verbatim(root)
			if err := doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "cryptogap " + Version()}, args[0]); err != nil {
				return fmt.Errorf("write the manual pages: %w", err)
			}
			return nil
		},
	}
}

// verbatim keeps the lines of each help text as they are: the pages are made of Markdown, which the help texts are not.
func verbatim(cmd *cobra.Command) {
	if cmd.Long != "" {
		cmd.Long = "```\n" + cmd.Long + "\n```"
	}
	for _, sub := range cmd.Commands() {
		verbatim(sub)
	}
}
