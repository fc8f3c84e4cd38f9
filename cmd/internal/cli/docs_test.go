package cli

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"testing"
)

var update = flag.Bool("update", false, "write the counts of tests into docs/robustness.md")

// inDocs compares what a test tried and what went wrong in it with its line in docs/robustness.md.
func inDocs(t *testing.T, tried, wrong int) {
	t.Helper()
	const path = "../../../docs/robustness.md"
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) { // the image is built without docs
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile("(?m)^(\\|.*`" + t.Name() + "`.*\\| )([0-9]+) \\| ([0-9]+) \\|$")
	found := line.FindSubmatch(text)
	if found == nil {
		t.Fatalf("docs/robustness.md has no line of %s", t.Name())
	}
	want := fmt.Sprintf("%d | %d |", tried, wrong)
	if got := fmt.Sprintf("%s | %s |", found[2], found[3]); got == want {
		return
	} else if !*update {
		t.Errorf("docs/robustness.md says %q of %s, want %q; go test -update writes it", got, t.Name(), want)
		return
	}
	text = line.ReplaceAll(text, []byte("${1}"+want))
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}
