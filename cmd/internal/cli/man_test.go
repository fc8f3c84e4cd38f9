package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestManualPages writes the pages and looks for what roff would not show as it stands.
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
	for _, want := range []string{`.TH "CRYPTOGAP\-RUN" 1 "1970-01-02"`, ".SH SYNOPSIS\n", ".B \\-\\-quick\n", ".BR cryptogap (1)\n"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page of run has no %q", want)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "cryptogap-worker.1")); err == nil {
		t.Error("a hidden command has a page")
	}
	if got, want := roff("a-b\\\n.c\n'd"), "a\\-b\\e\n\\&.c\n\\&'d"; got != want {
		t.Errorf("roff gives %q, want %q", got, want)
	}
}
