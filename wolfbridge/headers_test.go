//go:build cgo && !nowolf

package wolfbridge

import (
	"fmt"
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
	var all []string
	for _, m := range include.FindAllStringSubmatch(read(t, name), -1) {
		all = append(all, m[1])
	}
	return all
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func sources(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("no %s: %v", pattern, err)
	}
	return names
}

// copySources copies what matches the pattern to dir.
func copySources(t *testing.T, dir, pattern string) {
	t.Helper()
	for _, name := range sources(t, pattern) {
		write(t, dir, name, read(t, name))
	}
}

// TestMacros asks that ON sees each macro of the library as #ifdef does: one that is defined as anything but nothing or 1 it would
// miss.
func TestMacros(t *testing.T) {
	compile := compiler(t)
	dir := t.TempDir()
	copySources(t, dir, "*.h")
	var b strings.Builder
	b.WriteString("#include \"rows.h\"\n")
	asked := regexp.MustCompile(`\b(?:ON|OFF|AES|AES_BOTH_WAYS)\((\w+)\)`)
	for _, name := range append(sources(t, "*.c"), sources(t, "*.h")...) {
		for _, m := range asked.FindAllStringSubmatch(read(t, name), -1) {
			fmt.Fprintf(&b, "#if defined(%[1]s) != ON(%[1]s)\n#error %[1]s\n#endif\n", m[1])
		}
	}
	if strings.Count(b.String(), "#error") < 50 {
		t.Fatalf("few macros are asked for:\n%s", b.String())
	}
	write(t, dir, "macros.c", b.String())
	compile(t, dir)
}

// TestWarnings compiles the shims with the warnings they are to be clean
// under as errors: as they are, and as if the library had nothing.
func TestWarnings(t *testing.T) {
	compile := compiler(t)
	t.Run("as it is", func(t *testing.T) { compile(t, ".") })
	t.Run("nothing", func(t *testing.T) {
		dir := t.TempDir()
		copySources(t, dir, "*.h")
		copySources(t, dir, "*.c")
		features := read(t, "cgw_features.h")
		nothing := regexp.MustCompile(`(?m)^(#define (?:ON|OFF)\(x\)) .*`).ReplaceAllString(features, "$1 0")
		if nothing == features {
			t.Fatal("cgw_features.h defines no ON and OFF")
		}
		write(t, dir, "cgw_features.h", nothing)
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
		for _, name := range sources(t, filepath.Join(dir, "*.c")) {
			cmd := exec.Command(cc[0], append(args, filepath.Base(name))...)
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
