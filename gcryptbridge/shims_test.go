//go:build cgo && !nogcrypt

package gcryptbridge

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestShims asks that the C compiles without a warning. cgo shows warnings
// only when something else is wrong.
func TestShims(t *testing.T) {
	cc := os.Getenv("CC")
	if cc == "" {
		cc = "gcc"
	}
	cflags, err := exec.Command("pkg-config", "--cflags", "libgcrypt").Output()
	if err != nil {
		t.Skip("pkg-config: ", err)
	}
	if _, err := exec.LookPath(cc); err != nil {
		t.Skip(err)
	}
	files, err := filepath.Glob("*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no C files: %v", err)
	}
	for _, f := range files {
		args := []string{"-std=gnu11", "-O2", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Wstrict-prototypes", "-Wmissing-prototypes",
			"-Werror", "-I.", "-I../native", "-c", f, "-o", os.DevNull}
		if out, err := exec.Command(cc, append(args, strings.Fields(string(cflags))...)...).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", f, err, out)
		}
	}
}
