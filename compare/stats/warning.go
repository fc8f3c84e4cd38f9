package stats

import (
	"fmt"
	"math"
)

// Material is the smallest relative effect a Warning is given for: what moves a figure by less than 1 % is noise.
const Material = 0.01

// WarningKind says what is wrong with a row's samples.
type WarningKind string

const (
	// Modes: the rounds gather at two different values.
	Modes WarningKind = "modes"
	// Trend: the repetitions, or the rounds within each, move steadily in one direction.
	Trend WarningKind = "trend"
)

// Warning is something seen in the samples that makes a row's figures unstable. Text is
// a phrase without a full stop; Effect is how far a figure may be off for it, relative: 0.12 is
// 12 %. It lies between the modes, or what a trend begins and ends with, so that is half of what these are apart.
type Warning struct {
	Kind   WarningKind
	Text   string
	Effect float64
}

// Warnings returns what makes the samples of a row unstable: that they are bimodal, or a
// trend over the repetitions or within them, with an Effect of at least 1 % (Material). clusters[p]
// holds the rounds of repetition p, in time order. Nothing is returned for samples too few to tell.
// On clean samples (heavy-tailed noise of up to 1 % in a round, 0.2 %
// between repetitions) fewer than 2 rows of 100 are warned about.
func Warnings(clusters [][]float64) []Warning {
	logs := logarithms(clusters)
	var warnings []Warning
	if w, ok := modes(logs); ok {
		warnings = append(warnings, w)
	}
	if w, ok := trendOverRepetitions(logs); ok {
		warnings = append(warnings, w)
	}
	if w, ok := trendWithinRepetitions(logs); ok {
		warnings = append(warnings, w)
	}
	return warnings
}

// logarithms returns those of all positive finite values; repetitions left empty are left out.
func logarithms(clusters [][]float64) (logs [][]float64) {
	for _, rounds := range clusters {
		repetition := make([]float64, 0, len(rounds))
		for _, x := range rounds {
			if x > 0 && finite(x) {
				repetition = append(repetition, math.Log(x))
			}
		}
		if len(repetition) > 0 {
			logs = append(logs, repetition)
		}
	}
	return logs
}

// shown writes a ratio or a time from its logarithm, to the digits that matter beside a 1 % effect.
func shown(log float64) string {
	x := math.Exp(log)
	if x >= 1000 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.4g", x)
}
