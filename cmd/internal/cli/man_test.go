package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestManualPages asks for a page of each command that users see, with the lines of its help as they stand.
func TestManualPages(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "86400")
	folder := t.TempDir()
	var out, errs strings.Builder
	if code := Main([]string{"man", folder}, nil, Streams{Out: &out, Err: &errs}); code != exitOK || out.String()+errs.String() != "" {
		t.Fatalf("exit code %d, says %s%s", code, &out, &errs)
	}
	for _, name := range []string{"cryptogap", "cryptogap-run", "cryptogap-completion-bash"} {
		if _, err := os.Stat(filepath.Join(folder, name+".1")); err != nil {
			t.Error(err)
		}
	}
	page, err := os.ReadFile(filepath.Join(folder, "cryptogap-run.1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`.TH "CRYPTOGAP-RUN" "1" "Jan 1970"`, ".SH SYNOPSIS\n", "\\fB--quick\\fP", "\n  wolfcrypt  the rows of", "\\fBcryptogap(1)\\fP\n"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page of run has no %q", want)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "cryptogap-worker.1")); err == nil {
		t.Error("a hidden command has a page")
	}
}
