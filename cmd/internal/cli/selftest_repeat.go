package cli

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"cryptogap/compare/catalog"
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// How well a second run should repeat a first, over rows without a warning.
const (
	repeatMedian = 0.002 // median change of a gap
	repeatP95    = 0.01  // its 95th percentile
	repeatInside = 0.90  // share of gaps inside the first run's interval
	repeatSharp  = 0.02  // relative half width of the interval of a gap that is well known
)

// repeat compares two runs, which it makes in two processes, or whose records are given.
func (t *trial) repeat(cmd *cobra.Command, args []string) error {
	files := args
	if !slices.ContainsFunc(args, isFile) {
		var err error
		if files, err = t.twoRuns(cmd, args); err != nil {
			return err
		}
	} else if len(args) != 2 {
		return usagef("selftest repeat takes two files of records, not %d", len(args))
	}
	var results [2]*result.Result
	for i, name := range files {
		records, err := readRecords(name, false)
		if err != nil {
			return err
		}
		if results[i], err = result.From(records); err != nil {
			return err
		}
	}
	return t.printRepeat(results[0], results[1])
}

// isFile says whether the argument is a file of records and no suite or algorithm.
func isFile(arg string) bool {
	_, isAlgorithm := catalog.Find(arg)
	return !isAlgorithm && !slices.Contains(suiteNames(), arg) && filepath.Ext(arg) != ""
}

// twoRuns runs the program twice, and returns the files with the records.
func (t *trial) twoRuns(cmd *cobra.Command, args []string) ([]string, error) {
	p, err := t.plan(cmd, args) // so that what is wrong with it is said once and at once
	if err != nil {
		return nil, err
	}
	executable, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program, to run it twice: %w", err)
	}
	var files []string
	for range 2 {
		file, err := cachedPath()
		if err != nil {
			return nil, fmt.Errorf("keep the records: %w", err)
		}
		files = append(files, file)
		run := append([]string{"run", "--records", file}, t.runArgs(p)...)
		if err := t.child(cmd.Context(), executable, append(run, args...)); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// runArgs are the plan's flags for a run of its own. Each run draws its own seed.
func (t *trial) runArgs(p plan) []string {
	args := []string{"--time", p.settings.Time.String(), "--repetitions", strconv.Itoa(p.settings.Repetitions)}
	if p.settings.Budget > 0 {
		args = append(args, "--budget", p.settings.Budget.String())
	}
	if t.times.quick {
		args = append(args, "--quick")
	}
	if t.times.layouts != "" {
		args = append(args, "--layouts", t.times.layouts)
	}
	if t.sel.filter != "" {
		args = append(args, "--filter", t.sel.filter)
	}
	for _, p := range t.sel.providers {
		args = append(args, "--providers", p)
	}
	for _, s := range t.sel.sizes {
		args = append(args, "--sizes", s)
	}
	return args
}

// endTime is how long a run has to end by itself after it was interrupted.
const endTime = 10 * time.Second

// child runs the program, its talk going where this one's goes.
func (t *trial) child(ctx context.Context, executable string, args []string) error {
	run := exec.CommandContext(ctx, executable, args...)
	run.Stderr = t.Err
	run.Cancel = func() error { return run.Process.Signal(syscall.SIGTERM) }
	run.WaitDelay = endTime
	err := run.Run()
	if ctx.Err() != nil {
		return errInterrupted
	}
	if err != nil && run.ProcessState != nil && run.ProcessState.ExitCode() == exitFailure {
		return nil // outputs that differ: the other rows were measured
	}
	return err
}

func (t *trial) printRepeat(a, b *result.Result) error {
	var one, two, sharpOne, sharpTwo []stats.Estimate
	second := callGaps(b)
	for _, g := range callGaps(a) {
		i := slices.IndexFunc(second, func(x namedGap) bool { return x.row == g.row && x.base == g.base && x.other == g.other })
		if i >= 0 && !g.marked && !second[i].marked {
			one, two = append(one, g.gap.Ratio), append(two, second[i].gap.Ratio)
			if max(g.gap.Ratio.RelHalfWidth(), second[i].gap.Ratio.RelHalfWidth()) <= repeatSharp {
				sharpOne, sharpTwo = append(sharpOne, g.gap.Ratio), append(sharpTwo, second[i].gap.Ratio)
			}
		}
	}
	r, sharp := stats.Repeat(one, two), stats.Repeat(sharpOne, sharpTwo)
	notes := []string{
		"first run:  " + condition(a),
		"second run: " + condition(b),
		fmt.Sprintf("%d ratios of rows unflagged in both; the largest change of one: %s", r.Rows, number(r.Max, unitShare)),
		fmt.Sprintf("of these, %d have an interval of %s or narrower: median change %s, 95th percentile %s",
			sharp.Rows, number(repeatSharp, unitShare), number(sharp.Median, unitShare), number(sharp.P95, unitShare)),
	}
	if apart := differ(a.Run, b.Run); apart != "" {
		notes = append(notes, "the two runs differ in "+apart)
	}
	return t.print("Repeat: the ratios of a second run against those of a first", notes, []goal{
		{what: "median change of a ratio", value: r.Median, limit: repeatMedian, unit: unitShare},
		{what: "95th percentile of the changes", value: r.P95, limit: repeatP95, unit: unitShare},
		{what: "second ratios inside the first run's interval", value: r.Inside, limit: repeatInside, atLeast: true, unit: unitShare},
	})
}

// differ names what two runs should have in common and do not.
func differ(a, b *sample.Run) string {
	switch {
	case a.Environment.CPU != b.Environment.CPU:
		return "CPU"
	case a.Environment.Go != b.Environment.Go:
		return "Go version"
	case !slices.EqualFunc(a.Libraries, b.Libraries, func(x, y sample.Library) bool { return x.Name == y.Name && x.Version == y.Version }):
		return "library versions"
	}
	return ""
}
