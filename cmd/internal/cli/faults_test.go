package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"cryptogap/cmd/internal/faulty"
)

// A faultRun is a command with a library that misbehaves, and what must come of it.
type faultRun struct {
	library string
	command []string
	code    int
	says    []string // regular expressions of lines in what the command prints
}

// timed is a short run.
var timed = []string{"--sizes", "64", "--time=2ms", "--budget=100ms", "--repetitions=1"}

// faultRuns are all commands with all faults. A library that ends its process costs its own cell: the row names it, the others go on.
func faultRuns(programs string) []faultRun {
	verify, fuzz := []string{"verify", "sha224", "sha256", "--sizes", "64"}, []string{"fuzz", "sha224", "sha256", "--iterations", "2"}
	run := slices.Concat([]string{"run", "sha224", "sha256"}, timed)
	audit := []string{"audit", "sha224", "sha256", "--time=2ms", "--times=1", "--programs", programs}
	ends, goesOn := []string{"aborts", "panics", "exits", "leaks", "forks", "killed"}, []string{"prints", "writes"}
	if faulty.Available {
		for _, what := range cFaults() {
			switch what {
			case "print":
				goesOn = append(goesOn, "c-"+what)
			case "hang", "spin": // TestHangs
			default:
				ends = append(ends, "c-"+what)
			}
		}
	}
	var all []faultRun
	for _, l := range ends {
		if strings.HasPrefix(l, "c-") { // it is missing, and that is no failure
			start := l + "-start"
			all = append(all,
				faultRun{start, []string{"list", "sha224", "--format", "json"}, exitOK, []string{`it does not start: `}},
				faultRun{start, []string{"info"}, exitOK, []string{`it does not start: `}},
				faultRun{start, verify, exitOK, []string{`sha256/op=sum/size=64 +equal`}},
			)
		}
		late := l + "late"
		if strings.HasPrefix(l, "c-") {
			late = l + "-late"
		}
		all = append(all,
			faultRun{l, verify, exitFailure, []string{`sha256/op=sum/size=64 +crashed`, `sha224/op=sum/size=64 +equal`, title(l)}},
			faultRun{l, fuzz, exitFailure, []string{`FOUND: crashed`, `sha224 sum.*nothing found`, l + ` +crashed`}},
			faultRun{l, run, exitFailure, []string{`sha256.*crashed`, `sha224.*equal`, `(?i)- ` + l + `: `}},
			faultRun{late, run, exitFailure, []string{`sha256.*crashed`, `sha224.*equal`, `(?i)- ` + late + `: `}},
		)
		if strings.HasPrefix(l, "c-") {
			all = append(all, faultRun{l, audit, exitFailure, []string{`sha256.*` + title(l) + ` .*` + l + ` crashed`, `sha224/op=sum/size=16384 +` + title(l) + ` .* of `}})
		}
	}
	for _, l := range goesOn {
		all = append(all,
			faultRun{l, verify, exitOK, []string{`sha256/op=sum/size=64 +equal`}},
			faultRun{l, fuzz, exitOK, []string{`sha256 sum.*nothing found`}},
			faultRun{l, run, exitOK, []string{`sha256.*equal`}},
		)
		for i := len(all) - 3; i < len(all); i++ {
			all[i].says = append(all[i].says, l+` printed`)
		}
	}
	if faulty.Available {
		all = append(all, faultRun{"c-print", audit, exitOK, []string{`c-print printed`, `sha256/op=sum/size=16384 +C-print .* of `}})
	}
	// The library's own program misbehaves.
	for program, why := range map[string]string{
		"fails": "exit status 3: out of luck", "dies": "signal: aborted", "loops": "printed more than 1024 KiB", "silent": "no figure of sha256", "nonsense": "invalid syntax",
	} {
		code := exitFailure
		all = append(all, faultRun{"also", append(slices.Clone(audit[:len(audit)-1]), filepath.Join(programs, program)), code, []string{`sha256.*` + why}})
	}
	all = append(all, faultRun{"also", append(slices.Clone(audit[:len(audit)-1]), filepath.Join(programs, "child")), exitOK, []string{`sha256`}})
	return all
}

func title(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// writePrograms writes the benchmark programs of all fakes, and those of also that misbehave into folders of their own.
func writePrograms(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	const figures = "echo sha224 2.5; echo sha256 1.5\n"
	scripts := map[string]string{
		"fails/bench-also": "echo out of luck >&2; exit 3\n", "dies/bench-also": "kill -ABRT $$\n", "loops/bench-also": "while echo nananana; do :; done\n",
		"silent/bench-also": "true\n", "nonsense/bench-also": "echo sha224 fast; echo sha256 fast\n", "child/bench-also": "sleep 30 &\n" + figures,
	}
	for _, f := range withC(fakes()) {
		scripts["bench-"+f.name] = figures
	}
	for name, text := range scripts {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), privateFolder); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestFaults runs every command with every fault: the exit code is right, the culprit is named, the other rows are there, and the
// program itself stays small. Every eighth is tried, but for the slow check.
func TestFaults(t *testing.T) {
	t.Parallel()
	all := faultRuns(writePrograms(t))
	long, every := os.Getenv(longVariable) != "", 8
	switch {
	case long:
		every = 1
	case testing.Short():
		every = 16
	}
	var wrong atomic.Int32
	t.Run("all", func(t *testing.T) {
		for i, r := range all {
			if i%every != 0 {
				continue
			}
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				if bad := r.try(t.TempDir()); bad != "" {
					wrong.Add(1)
					t.Errorf("LIBRARIES=go,also,%s cryptogap %s: %s", r.library, strings.Join(r.command, " "), bad)
				}
			})
		}
	})
	if long && faulty.Available {
		inDocs(t, len(all), int(wrong.Load()))
	}
}

// try runs the command and returns what is wrong.
func (r faultRun) try(dir string) string {
	cmd := exec.Command("cryptogap", r.command...)
	cmd.Env = append(os.Environ(), "LIBRARIES=go,also,"+r.library, "XDG_CACHE_HOME="+dir)
	if r.library == "also" {
		cmd.Env = append(cmd.Env, "LIBRARIES=go,also")
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		return err.Error()
	}
	peak := make(chan int)
	go func() { peak <- peakMemory(cmd.Process.Pid) }()
	err := cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err.Error()
	}
	bad := ""
	if code := cmd.ProcessState.ExitCode(); code != r.code {
		bad += fmt.Sprintf("exit code %d, want %d\n", code, r.code)
	}
	for _, want := range r.says {
		if !regexp.MustCompile(want).Match(out.Bytes()) {
			bad += fmt.Sprintf("nothing like %s\n", want)
		}
	}
	if bytes.Contains(out.Bytes(), []byte("goroutine ")) {
		bad += "a trace\n"
	}
	if held := <-peak; held > maxParent {
		bad += fmt.Sprintf("the program held %d KiB\n", held)
	}
	if bad != "" {
		bad += out.String()
	}
	return bad
}

// peakMemory looks at a process until it has ended, and returns the most that it held itself, in KiB.
func peakMemory(pid int) int {
	peak := 0
	line := regexp.MustCompile(`VmHWM:\s+([0-9]+) kB`)
	for {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		found := line.FindSubmatch(status)
		if err != nil || found == nil { // it has ended
			return peak
		}
		kib, _ := strconv.Atoi(string(found[1]))
		peak = max(peak, kib)
		time.Sleep(20 * time.Millisecond)
	}
}

// TestHangs has libraries hang in every command, in sleep and at work. It takes the two minutes after which a worker without progress
// hangs, so only make test-robust does it.
func TestHangs(t *testing.T) {
	if os.Getenv(longVariable) == "" || !faulty.Available {
		t.Skip("takes minutes")
	}
	t.Parallel()
	programs := writePrograms(t)
	var all []faultRun
	for _, l := range []string{"c-hang", "c-spin"} {
		for _, r := range faultRuns(programs) {
			if r.library == "c-abort" && (l == "c-hang" || r.command[0] == "verify") { // two minutes of work are enough once
				for i := range r.says {
					r.says[i] = strings.ReplaceAll(r.says[i], "-abort", "-"+l[2:])
				}
				r.library, r.says = l, append(r.says, "it hangs: no progress in 2m")
				all = append(all, r)
			}
		}
	}
	var wrong atomic.Int32
	t.Run("all", func(t *testing.T) {
		for i, r := range all {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				if bad := r.try(t.TempDir()); bad != "" {
					wrong.Add(1)
					t.Errorf("LIBRARIES=go,also,%s cryptogap %s: %s", r.library, strings.Join(r.command, " "), bad)
				}
			})
		}
	})
	inDocs(t, len(all), int(wrong.Load()))
}
