package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tool is a program in cryptogap's place: it prints its arguments under a heading, and help.
const tool = `#!/bin/sh
if [ "$2" = --help ]; then echo "      --format string"; exit 0; fi
printf '## In short\n\n%s\n\n## Rest\n' "$*"
`

func TestPages(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	const page = "# Page\n\n<!-- output section=\"In short\": report FILE --format markdown -->\n<!-- end -->\n\nafter\n"
	write("tool", tool)
	write("docs/deep/page.md", page)
	if err := run("tool", true); err == nil || !strings.Contains(err.Error(), "docs/deep/page.md: not current") {
		t.Errorf("a page that was never made is current: %v", err)
	}
	if err := run("tool", false); err != nil {
		t.Fatal(err)
	}
	made, err := os.ReadFile("docs/deep/page.md")
	if err != nil {
		t.Fatal(err)
	}
	const want = "-->\n\nreport FILE --format markdown\n\n<!-- end -->\n\nafter\n"
	if !strings.HasSuffix(string(made), want) {
		t.Errorf("the page is %q", made)
	}
	if err := run("tool", true); err != nil {
		t.Errorf("a page that was just made: %v", err)
	}
	for _, x := range []struct{ text, want string }{
		{"[x](gone.md)\n", "link to gone.md"},
		{"    bin/cryptogap run --formatt json # --other\n", "cryptogap run has no flag --formatt"},
		{"<!-- output: report FILE -->\n", `no "<!-- end -->" follows`},
		{strings.Replace(page, "In short", "In long", 1), `no heading starts with "In long"`},
		{"<!-- output: merge gone-*.json -->\n<!-- end -->\n", "no file matches gone-*.json"},
	} {
		write("README.md", x.text)
		if err := run("tool", false); err == nil || !strings.Contains(err.Error(), x.want) || strings.Contains(err.Error(), "--other") {
			t.Errorf("%q: %v, want %q", x.text, err, x.want)
		}
	}
}
