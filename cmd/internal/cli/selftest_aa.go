package cli

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"cryptogap/compare/stats"
)

// What an A/A run should come to.
const (
	aaTies = 0.95  // share of ties
	aaGap  = 0.001 // median |ratio − 1|
)

// What a run with a planted delay should come to.
const (
	powerDelay = 0.01 // share of its time by which one of two is slower
	powerFound = 0.90 // share of ratios that show which
)

// aa measures every library against itself.
func (t *trial) aa(cmd *cobra.Command, args []string) error {
	gaps, notes, err := t.itself(cmd, args, 0)
	if err != nil {
		return err
	}
	ties := 0
	var off []float64
	for _, g := range gaps {
		if g.gap.Ratio.Tie() {
			ties++
		}
		off = append(off, math.Abs(g.gap.Ratio.Value-1))
	}
	return t.print("A/A: every library against itself, over unflagged rows", notes, []goal{
		{what: "ratios that are equal", value: float64(ties) / float64(len(gaps)), limit: aaTies, atLeast: true, unit: unitShare},
		{what: "median |ratio − 1|", value: stats.Median(off), limit: aaGap, unit: unitShare},
	})
}

// power measures every library against itself, slowed down.
func (t *trial) power(cmd *cobra.Command, args []string) error {
	gaps, notes, err := t.itself(cmd, args, powerDelay)
	if err != nil {
		return err
	}
	found := 0
	var delays []float64
	for _, g := range gaps {
		if !g.gap.Ratio.Tie() && g.gap.Ratio.Value < 1 {
			found++
		}
		delays = append(delays, 1/g.gap.Ratio.Value-1)
	}
	notes = append(notes, fmt.Sprintf("median of the delays as measured: %s", number(stats.Median(delays), unitShare)))
	return t.print(fmt.Sprintf("Power: every library against itself with a delay of %s, over unflagged rows", number(powerDelay, unitShare)), notes, []goal{
		{what: "ratios that show the delay", value: float64(found) / float64(len(gaps)), limit: powerFound, atLeast: true, unit: unitShare},
	})
}

// itself measures every library against itself, with a delay planted into one of the two, and returns the gaps of
// the rows that carry no warning.
func (t *trial) itself(cmd *cobra.Command, args []string, delay float64) (gaps []namedGap, notes []string, err error) {
	p, err := t.plan(cmd, args)
	if err != nil {
		return nil, nil, err
	}
	p.settings.AA, p.settings.Delay = true, delay
	_, res, err := t.measured(cmd.Context(), p)
	if err != nil {
		return nil, nil, err
	}
	return unmarked(callGaps(res)), []string{condition(res)}, nil
}
