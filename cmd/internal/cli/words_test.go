package cli

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestHelpHasNoBannedWord reads every help text against the list that the reports are held to.
func TestHelpHasNoBannedWord(t *testing.T) {
	list, err := os.ReadFile("../../../compare/report/testdata/banned.txt")
	if err != nil {
		t.Fatal(err)
	}
	banned := regexp.MustCompile(`(?i)\b(` + strings.Join(strings.Fields(strings.ReplaceAll(string(list), " ", `\s`)), "|") + `)\b`)
	var out bytes.Buffer
	root := (&app{Streams: Streams{Out: &out, Err: &out}}).root()
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		out.Reset()
		if err := cmd.Help(); err != nil {
			t.Fatal(err)
		}
		for _, l := range strings.Split(out.String(), "\n") {
			if found := banned.FindString(l); found != "" {
				t.Errorf("%s: %q in %q", cmd.CommandPath(), found, l)
			}
		}
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(root)
}
