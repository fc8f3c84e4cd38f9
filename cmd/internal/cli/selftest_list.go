package cli

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/spf13/cobra"

	"cryptogap/compare/stats"
)

const (
	listTime = 50.0 // ms that list should take
	listRuns = 21
)

// listing measures the subcommand list, in processes of its own.
func (t *trial) listing(cmd *cobra.Command, _ []string) error {
	executable, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program, to start it: %w", err)
	}
	var times []float64
	for range listRuns {
		run := exec.CommandContext(cmd.Context(), executable, "list")
		run.Stdout, run.Stderr = io.Discard, t.Err
		start := time.Now()
		if err := run.Run(); err != nil {
			if cmd.Context().Err() != nil {
				return errInterrupted
			}
			return fmt.Errorf("run cryptogap list: %w", err)
		}
		times = append(times, float64(time.Since(start))/float64(time.Millisecond))
	}
	note := fmt.Sprintf("%d processes; the fastest %s, the slowest %s", listRuns, number(stats.Quantile(times, 0), "ms"), number(stats.Quantile(times, 1), "ms"))
	return t.print("List: how long cryptogap list takes, from start to end", []string{note}, []goal{
		{what: "median", value: stats.Median(times), limit: listTime, unit: "ms"},
	})
}
