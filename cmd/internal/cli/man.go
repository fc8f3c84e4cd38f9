package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// publicFile is for all to read.
const publicFile = 0o644

// man writes the manual pages that a package of the program carries, one for each command that users see. The environment's
// SOURCE_DATE_EPOCH dates them.
func (a *app) man() *cobra.Command {
	return &cobra.Command{
		Use: "man FOLDER", Args: cobra.ExactArgs(1), Hidden: true,
		Short: "write the manual pages into a folder",
		RunE: func(cmd *cobra.Command, args []string) error {
			if info, err := os.Stat(args[0]); err != nil || !info.IsDir() {
				return usagef("%s is no folder to write manual pages into", args[0])
			}
			date := ""
			if seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
				date = time.Unix(seconds, 0).UTC().Format(time.DateOnly)
			}
			return manPages(args[0], cmd.Root(), date)
		},
	}
}

// manPages writes the page of the command and of those below it.
func manPages(folder string, cmd *cobra.Command, date string) error {
	var page strings.Builder
	manPage(&page, cmd, date)
	if err := os.WriteFile(filepath.Join(folder, manName(cmd)+".1"), []byte(page.String()), publicFile); err != nil {
		return fmt.Errorf("write the manual pages: %w", err)
	}
	for _, sub := range cmd.Commands() {
		if !sub.IsAvailableCommand() {
			continue
		}
		if err := manPages(folder, sub, date); err != nil {
			return err
		}
	}
	return nil
}

func manName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manPage writes a page in roff with the macros of man(7).
func manPage(w io.Writer, cmd *cobra.Command, date string) {
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	line := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format+"\n", args...) }
	line(`.TH "%s" 1 "%s" "cryptogap %s"`, roff(strings.ToUpper(manName(cmd))), date, roff(Version()))
	line(".SH NAME\n%s %s %s", roff(manName(cmd)), `\-`, roff(cmd.Short))
	line(".SH SYNOPSIS\n.nf\n%s", roff(cmd.UseLine()))
	if cmd.HasAvailableSubCommands() {
		line("%s", roff(cmd.CommandPath()+" command ..."))
	}
	line(".fi")
	if cmd.Long != "" {
		line(".SH DESCRIPTION\n.nf\n%s\n.fi", roff(strings.TrimSpace(cmd.Long)))
	}
	if cmd.HasAvailableSubCommands() {
		line(".SH COMMANDS")
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() {
				line(".TP\n.B %s\n%s", roff(sub.CommandPath()), roff(sub.Short))
			}
		}
	}
	line(".SH OPTIONS")
	flags := func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		line(".TP\n.B %s\n%s", roff(strings.TrimSpace(name+" "+value)), roff(usage))
	}
	cmd.NonInheritedFlags().VisitAll(flags)
	cmd.InheritedFlags().VisitAll(flags)
	if cmd.HasExample() {
		line(".SH EXAMPLES\n.nf\n%s\n.fi", roff(cmd.Example))
	}
	if cmd.HasParent() {
		line(".SH SEE ALSO\n.BR %s (1)", roff(manName(cmd.Root())))
	}
}

// roff escapes what roff would take for its own.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
