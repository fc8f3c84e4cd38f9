package cli

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// The method fits on one screen.
func TestHelpMeasuring(t *testing.T) {
	t.Parallel()
	var out, errs strings.Builder
	if code := Main([]string{"help", "measuring"}, nil, Streams{Out: &out, Err: &errs}); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &errs)
	}
	lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
	if len(lines) < 10 || len(lines) > 24 {
		t.Errorf("%d lines, want at most 24", len(lines))
	}
	for _, l := range lines {
		if n := utf8.RuneCountInString(l); n > 80 {
			t.Errorf("%d columns: %s", n, l)
		}
	}
}
