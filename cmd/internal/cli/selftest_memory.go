package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"cryptogap/compare/report"
)

// memoryLimit is what a run should hold at the most, in MiB.
const memoryLimit = 100.0

// memory measures the most that a run holds: this process, which measures and reports as
// run does, and the largest of its workers.
func (t *trial) memory(cmd *cobra.Command, args []string) error {
	p, err := t.plan(cmd, args)
	if err != nil {
		return err
	}
	_, res, err := t.measured(cmd.Context(), p)
	if err != nil {
		return err
	}
	for _, f := range allFormats() {
		if err := report.Write(io.Discard, res, f, report.Options{Verbose: true}); err != nil {
			return err
		}
	}
	parent, err := peak(unix.RUSAGE_SELF)
	if err != nil {
		return err
	}
	worker, err := peak(unix.RUSAGE_CHILDREN)
	if err != nil {
		return err
	}
	return t.print("Memory: the most that a run holds", []string{condition(res)}, []goal{
		{what: "this process", value: parent, limit: memoryLimit, unit: "MiB"},
		{what: "the largest worker", value: worker, limit: memoryLimit, unit: "MiB"},
	})
}

// peak is the largest resident set so far, in MiB.
func peak(who int) (float64, error) {
	var u unix.Rusage
	if err := unix.Getrusage(who, &u); err != nil {
		return 0, fmt.Errorf("ask for the memory used: %w", err)
	}
	return float64(u.Maxrss) / 1024, nil // Linux counts in KiB
}
