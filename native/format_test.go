package native_test

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestFormat holds the C code to .clang-format.
func TestFormat(t *testing.T) {
	program, err := exec.LookPath("clang-format")
	if err != nil {
		t.Skip(err)
	}
	args := []string{"--dry-run", "--Werror"}
	for _, pattern := range []string{"*.h", "../wolfbridge/*.[ch]"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("no %s: %v", pattern, err)
		}
		args = append(args, names...)
	}
	if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
