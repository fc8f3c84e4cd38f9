package stats

// QuietTolerance is how far from the best a probe may lie at a quiet moment. Probes of an Intel core were within 2 % of it alone, and
// 25 to 70 % above it with a neighbour; between were 2 of 100.
const QuietTolerance = 0.05

// AbsoluteTolerance is it for probes that depend on the clock speed.
const AbsoluteTolerance = 0.1

// QuietDensity is the share of quiet samples in a repetition from which they count. Noisy spells last for tens of milliseconds and
// longer, and what looks quiet in them is not: where fewer were, the ratio of a repetition was off by 1 to 8 % in the median, by 15 to 40 % in
// a repetition of ten; where more were, by 0.3 %, as with all of them quiet.
const QuietDensity = 0.6

// quietBest is the quantile taken as the best: clocks boost for a moment, so the minimum would be out of reach afterwards.
const quietBest = 0.02

// QuietBest returns the probe time of an undisturbed machine: a robust best of
// all probes a run has seen, its 2nd percentile. Probes that are not positive
// or not finite are ignored; without any it is NaN.
func QuietBest(probes []float64) float64 {
	valid := make([]float64, 0, len(probes))
	for _, p := range probes {
		if p > 0 && finite(p) {
			valid = append(valid, p)
		}
	}
	return Quantile(valid, quietBest)
}

// Calm reports whether a probe is within the tolerance of best. One far below it had its clock told wrongly.
func Calm(probe, best, tolerance float64) bool {
	return probe > 0 && probe >= best*(1-tolerance) && probe <= best*(1+tolerance)
}

// Quiet reports which of the samples that follow each other in a round were undisturbed. before[i]
// and after[i] are the probe times on either side of sample i; where before[i] is not after[i-1],
// a quiet moment was waited for in between. tolerance is relative: 0.05 is 5 %.
//
// A sample is calm when both of its probes are. It is quiet when the next probe
// on either side is calm too, as far as the round has one and no wait lies between: a calm sample alone in a
// noisy spell is chance, its probes fell into holes that it did not. A probe that is no positive finite number is not
// calm; with best NaN none is.
//
// In simulations (samples of 0.25 ms, probes of 20 µs, bursts of 0.5 to 2 ms with holes of 0.2 to 0.5 ms) 75 to 85 % of the clean
// samples are kept where a fifth of the time is quiet, and 0.2 to 3 % of those kept are disturbed; on a machine noisy throughout,
// where a tenth of the samples repetition, lying in holes, 4 to 7 % of them are: TestQuietInSimulatedWeather.
func Quiet(before, after []float64, best, tolerance float64) []bool {
	calm := func(p float64) bool { return Calm(p, best, tolerance) }
	quiet := make([]bool, min(len(before), len(after)))
	for i := range quiet {
		quiet[i] = calm(before[i]) && calm(after[i]) &&
			(i == 0 || before[i] != after[i-1] || calm(before[i-1])) &&
			(i == len(quiet)-1 || before[i+1] != after[i] || calm(after[i+1]))
	}
	return quiet
}
