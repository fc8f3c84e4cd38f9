package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"cryptogap": main, "denied": denied})
}

// TestScripts runs the program with the libraries that are in this build. No
// script looks at a figure.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": status},
		Condition:           has,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_CACHE_HOME", e.WorkDir+"/cache")
			return nil
		},
	})
}

// has is true for the name of a library that is in this build, and for seccomp where the system has filters of system calls.
func has(name string) (bool, error) {
	if name == "seccomp" {
		return exec.Command("denied", "true").Run() == nil, nil
	}
	var names []string
	for _, p := range providers() {
		if p.Name() == name {
			return p.Info().Missing == "", nil
		}
		names = append(names, p.Name())
	}
	return false, fmt.Errorf("no library is called %q, there are %v", name, names)
}

// status runs a command and asks for its exit code: status 2 cryptogap run nonsense.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status code command [argument ...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// TestBenchstat puts the Go benchmark format to benchstat, which leaves out
// what it does not understand without a word: as many rows must come out as went in.
func TestBenchstat(t *testing.T) {
	if testing.Short() {
		t.Skip("builds benchstat")
	}
	t.Parallel()
	dir := t.TempDir()
	benchstat := filepath.Join(dir, "benchstat")
	if out, err := exec.Command("go", "build", "-o", benchstat, "golang.org/x/perf/cmd/benchstat").CombinedOutput(); err != nil {
		t.Fatalf("build benchstat: %v\n%s", err, out)
	}
	file := filepath.Join(dir, "run.txt")
	run := exec.Command("cryptogap", "run", "sha256", "md5", "pbkdf2-hmac-sha256", "x25519", "crossing", "--sizes", "64,1KiB",
		"--time", "50ms", "--budget", "1s", "--repetitions", "2", "--format", "gobench", "-o", file)
	run.Env = append(os.Environ(), "XDG_CACHE_HOME="+dir)
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("cryptogap run: %v\n%s", err, out)
	}
	want := []string{"Crossing/op=call", "Md5/op=sum/size=1024", "Md5/op=sum/size=64", "Pbkdf2-hmac-sha256/op=derive", "Pbkdf2-hmac-sha256/op=derive-rekey", "Sha256/op=sum/size=1024", "Sha256/op=sum/size=64", "X25519/op=agree", "X25519/op=keygen"}
	// Six values or more of each name: benchstat has no interval of fewer, and says so.
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	values := make(map[string]int)
	for line := range strings.Lines(string(text)) {
		if name, _, found := strings.Cut(line, "\t"); found && strings.HasPrefix(name, "Benchmark") {
			values[name]++
		}
	}
	for name, n := range values {
		if n < 6 {
			t.Errorf("%s has %d values, want 6 or more", name, n)
		}
	}
	if got := benchstatRows(t, benchstat, file); !slices.Equal(got, want) {
		t.Errorf("benchstat shows the rows %q, want %q", got, want)
	}
}

// benchstatRows are the rows of the tables that benchstat makes, each once.
func benchstatRows(t *testing.T, benchstat, file string) []string {
	t.Helper()
	var complaints strings.Builder
	cmd := exec.Command(benchstat, "-format", "csv", "-col", "/lib", "-filter", "/boundary:call", file)
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("benchstat: %v\n%s", err, &complaints)
	}
	var rows []string
	for line := range strings.Lines(string(out)) {
		if name, _, found := strings.Cut(line, "/boundary=call,"); found {
			rows = append(rows, name)
		}
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}
