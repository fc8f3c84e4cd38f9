package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"

	"cryptogap/cmd/internal/cli"
	"cryptogap/compare/sample"
	"cryptogap/compare/verify"
	"cryptogap/compare/wycheproof"
)

// main is cryptogap's, and with "faults" as the first argument looks which of the faults are found, and writes the table.
func main() {
	if len(os.Args) < 2 || os.Args[1] != "faults" {
		os.Exit(cli.Main(os.Args[1:], providers(), cli.Standard()))
	}
	flags := flag.NewFlagSet("faults", flag.ExitOnError)
	vectors := flags.String("wycheproof", "", "folder of Wycheproof's module")
	duration := flags.Duration("duration", time.Minute, "of fuzz all")
	only := flags.String("only", "", "algorithms of the faults to look for: a regular expression")
	_ = flags.Parse(os.Args[2:]) // exits
	missed, err := survey(*vectors, *duration, regexp.MustCompile(*only))
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(2)
	}
	if missed > 0 {
		fmt.Fprintf(os.Stderr, "faults: %d found by nothing\n", missed)
		os.Exit(1)
	}
}

// ask runs this program with the arguments and reads the JSON document that it prints.
func ask(into any, args ...string) error {
	out, err := exec.Command(os.Args[0], append(args, "--format", "json")...).Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) { // 1: something was found
		return fmt.Errorf("%q: %w", args, err)
	}
	return json.Unmarshal(out, into)
}

// A finding says by what a fault was found; "": it was not.
type finding struct{ verify, wycheproof, fuzz string }

func survey(vectors string, duration time.Duration, only *regexp.Regexp) (missed int, err error) {
	chosen := slices.DeleteFunc(slices.Clone(faults), func(f fault) bool { return !only.MatchString(f.algorithm) })
	found := make([]finding, len(chosen))
	var fuzzed struct{ Reports []verify.FuzzReport }
	args := []string{"fuzz", "all", "--duration", duration.String()}
	if only.String() != "" {
		args = append(args, "--filter", "^("+only.String()+")/")
	}
	if err := ask(&fuzzed, args...); err != nil {
		return 0, err
	}
	for i, f := range chosen {
		start := time.Now()
		var said struct{ Verdicts []sample.Verdict }
		if err := ask(&said, "verify", f.algorithm); err != nil {
			return 0, err
		}
		if slices.ContainsFunc(said.Verdicts, func(v sample.Verdict) bool { return blames(v, f) }) {
			found[i].verify = fmt.Sprintf("%.1f s", time.Since(start).Seconds())
		}
		for _, r := range fuzzed.Reports {
			for _, x := range r.Failures {
				if r.Algorithm == f.algorithm && x.Known == "" && found[i].fuzz == "" && blames(x.Verdict, f) {
					found[i].fuzz = fmt.Sprintf("input %d", x.Iteration+1)
				}
			}
		}
		if f.files != "" && vectors != "" {
			if found[i].wycheproof, err = byVectors(f, vectors); err != nil {
				return 0, err
			}
		}
		fmt.Fprintf(os.Stderr, "%-24s %-10s verify %-8s wycheproof %-14s fuzz %s\n", f.algorithm, f.library, or(found[i].verify), or(found[i].wycheproof), or(found[i].fuzz))
		if found[i] == (finding{}) {
			missed++
		}
	}
	table(chosen, found, duration)
	return missed, nil
}

// byVectors says how many of Wycheproof's tests find the fault.
func byVectors(f fault, dir string) (string, error) {
	var said struct{ Results []wycheproof.Result }
	if err := ask(&said, "verify", "--wycheproof", dir, "--filter", f.files); err != nil {
		return "", err
	}
	n := 0
	for _, r := range said.Results {
		for _, l := range r.Libraries {
			if l.Provider != f.library {
				continue
			}
			for _, d := range l.Disagreements {
				if d.Known == "" {
					n++
				}
			}
		}
	}
	switch n {
	case 0:
		return "", nil
	case 1:
		return "1 test", nil
	}
	return fmt.Sprintf("%d tests", n), nil
}

// blames says whether the verdict finds the fault's library wrong.
func blames(v sample.Verdict, f fault) bool {
	return slices.ContainsFunc(v.Answers, func(a sample.Answer) bool {
		return a.Provider == f.library && (a.Status == sample.Mismatch || a.Status == sample.Crashed)
	})
}

func or(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// table writes docs/faults.md.
func table(chosen []fault, found []finding, duration time.Duration) {
	var by [3]int
	for _, f := range found {
		for i, s := range []string{f.verify, f.wycheproof, f.fuzz} {
			if s != "" {
				by[i]++
			}
		}
	}
	fmt.Printf(`# Planted faults

Would these checks find a fault? %d faults are planted, each in one algorithm of one library, in a build of its own
(`+"`.ci/faults`"+`; the program itself has none of them). This page is what `+"`make faults`"+` writes; `+"`make test-faults`"+` fails
when a fault is found by nothing.

- **verify** is `+"`cryptogap verify ALGORITHM`"+`, with the time it took.
- **Wycheproof** is `+"`cryptogap verify --wycheproof`"+`, with how many of its tests fail that pass without the fault; – where it has
  no vectors of the algorithm too.
- **fuzz** is `+"`cryptogap fuzz all --duration %s`"+`, which looks at every operation of every algorithm, with the number of the
  input that showed the fault.

Found by verify: %d of %d. By Wycheproof: %d. By fuzz: %d.

| algorithm | library | planted fault | verify | Wycheproof | fuzz |
|---|---|---|---|---|---|
`, len(chosen), strings.TrimSuffix(duration.String(), "0s"), by[0], len(chosen), by[1], by[2])
	for i, f := range chosen {
		where := f.algorithm
		if f.ops != nil {
			var ops []string
			for _, op := range f.ops {
				ops = append(ops, string(op))
			}
			where += " " + strings.Join(ops, ", ")
		}
		fmt.Printf("| %s | %s | %s | %s | %s | %s |\n", where, f.library, f.what, or(found[i].verify), or(found[i].wycheproof), or(found[i].fuzz))
	}
}
