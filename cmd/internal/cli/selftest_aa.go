package cli

import (
	"math"

	"github.com/spf13/cobra"

	"cryptogap/compare/stats"
)

// What an A/A run should come to.
const (
	aaTies = 0.95  // share of ties
	aaGap  = 0.001 // median |gap − 1|
)

// aa measures every library against itself.
func (t *trial) aa(cmd *cobra.Command, args []string) error {
	p, err := t.plan(cmd, args)
	if err != nil {
		return err
	}
	p.settings.AA = true
	_, res, err := t.measured(cmd.Context(), p)
	if err != nil {
		return err
	}
	ties := 0
	var off []float64
	gaps := unmarked(callGaps(res))
	for _, g := range gaps {
		if g.gap.Ratio.Tie() {
			ties++
		}
		off = append(off, math.Abs(g.gap.Ratio.Value-1))
	}
	return t.print("A/A: every library against itself, over unmarked rows", []string{condition(res)}, []goal{
		{what: "gaps that are ties", value: float64(ties) / float64(len(gaps)), limit: aaTies, atLeast: true, unit: unitShare},
		{what: "median |gap − 1|", value: stats.Median(off), limit: aaGap, unit: unitShare},
	})
}
