package cli

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"

	"cryptogap/compare"
)

// A bar shows progress on a terminal, and nothing elsewhere.
type bar struct{ *progressbar.ProgressBar }

const (
	barSteps = 1000 // that it can be filled in
	barWidth = 30   // columns
	barPause = 100 * time.Millisecond
)

func (a *app) bar() bar {
	if !a.ErrTerminal {
		return bar{}
	}
	return bar{progressbar.NewOptions(barSteps,
		progressbar.OptionSetWriter(a.Err), progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(barWidth),
		progressbar.OptionThrottle(barPause), progressbar.OptionSetPredictTime(false), progressbar.OptionSetElapsedTime(true))}
}

// show moves the bar.
func (b bar) show(p compare.Progress) {
	if b.ProgressBar == nil {
		return
	}
	step := p.Step
	if step == "measure" {
		step = fmt.Sprintf("measure, repetition %d", p.Repetition+1)
	}
	b.Describe(fmt.Sprintf("%-18s %-40.40s", step, p.Row))
	_ = b.Set(int(p.Share * (barSteps - 1)))
}

// done removes the bar.
func (b bar) done() {
	if b.ProgressBar != nil {
		_ = b.Finish()
	}
}
