//go:build cgo && !nowolf

package wolfbridge

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSizes sees that the check of the sizes would see headers of another
// build, whose types are smaller.
func TestSizes(t *testing.T) {
	if wrong := larger(0); wrong != "" {
		t.Errorf("the library's %s is larger than the headers say", wrong)
	}
	if larger(64) == "" {
		t.Error("types 64 bytes smaller go unnoticed")
	}
}

var include = regexp.MustCompile(`(?m)^\s*#\s*include\s+(\S+)`)

// TestOptionsFirst holds every translation unit to the library's own options
// first: without them its types have other sizes.
func TestOptionsFirst(t *testing.T) {
	const options = "<wolfssl/options.h>"
	for _, name := range sources(t, "*.c") {
		if all := includes(t, name); len(all) == 0 || all[0] != options {
			t.Errorf("%s: the first header is not %s", name, options)
		}
	}
	for _, name := range append(sources(t, "*.h"), sources(t, "*.go")...) {
		for i, header := range includes(t, name) {
			if strings.HasPrefix(header, "<wolfssl/") && (i == 0) != (header == options) {
				t.Errorf("%s: %s stands before or without %s", name, header, options)
				break
			}
		}
	}
}

func includes(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, m := range include.FindAllStringSubmatch(string(text), -1) {
		all = append(all, m[1])
	}
	return all
}

func sources(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("no %s: %v", pattern, err)
	}
	return names
}

// TestWarnings compiles the shims with the warnings they are to be clean
// under as errors: as they are, and as if the library had nothing.
func TestWarnings(t *testing.T) {
	compile := compiler(t)
	t.Run("as it is", func(t *testing.T) { compile(t, ".") })
	t.Run("nothing", func(t *testing.T) {
		dir := t.TempDir()
		have := regexp.MustCompile(`(#define CGW_HAVE_\w+) 1`)
		for _, name := range append(sources(t, "*.c"), sources(t, "*.h")...) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if name == "cgw_features.h" {
				text = have.ReplaceAll(text, []byte("$1 0"))
			}
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		compile(t, dir)
	})
}

// compiler returns a function that compiles the shims in a folder.
func compiler(t *testing.T) func(t *testing.T, dir string) {
	t.Helper()
	cc := strings.Fields(run(t, "go", "env", "CC"))
	flags := strings.Fields(run(t, "pkg-config", "--cflags", "wolfssl"))
	shared, err := filepath.Abs("../native")
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range flags {
		if path, ok := strings.CutPrefix(f, "-I"); ok {
			flags[i] = "-isystem" + path // the library's own warnings are not ours
		}
	}
	args := append(append(cc[1:], flags...), "-I"+shared, "-fsyntax-only", "-O2", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror")
	return func(t *testing.T, dir string) {
		for _, name := range sources(t, "*.c") {
			cmd := exec.Command(cc[0], append(args, name)...)
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", name, err, out)
			}
		}
	}
}

// run returns what a program prints, and skips the test where it is not to be
// had.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		t.Skipf("%s: %v", name, err)
	}
	return strings.TrimSpace(string(out))
}
