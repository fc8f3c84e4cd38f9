package stats

import (
	"math"
)

// A single repetition shows nothing of the spread between repetitions. Its interval takes
// this standard deviation for it (relative; between-repetition spread of a gap was
// 0.05 to 0.2 % where it could be seen), and counts one round in
// assumedDependence, since neighbouring rounds share their weather.
const (
	assumedPlacement  = 0.003
	assumedDependence = 4
)

// Gap returns the time ratio of two providers: clusters[p] holds the paired ratios
// a/b of the rounds of repetition p, all positive. Value is the robust centre of the
// repetitions' medians, on the logarithmic scale, so that the ratio of b to a is exactly its inverse.
//
// With one repetition the estimate is Provisional; with one round its interval is unbounded.
func Gap(clusters [][]float64) Estimate { return center(clusters) }

// Center returns a provider's own time per operation, robustly, from clusters
// of times in any one unit. It is what Gap is, for times: all positive, relative errors.
func Center(clusters [][]float64) Estimate { return center(clusters) }

func center(clusters [][]float64) Estimate {
	logs, n, dropped := logClusters(clusters)
	e := Estimate{N: n, Clusters: len(logs), Dropped: dropped, log: true}
	y, v := repetitionMedians(logs)
	switch len(y) {
	case 0:
		nan := math.NaN()
		e.Value, e.SE, e.Interval = nan, nan, Interval{nan, nan}
		return e
	case 1:
		e.Value = math.Exp(y[0])
		if n == 1 {
			e.SE = math.Inf(1)
			e.Interval = Interval{0, math.Inf(1)}
			return e
		}
		e.SE = math.Sqrt(assumedDependence*v[0] + assumedPlacement*assumedPlacement)
		e.df = float64(n - 1)
	default:
		c, se := location(y, v)
		e.Value, e.SE, e.df = math.Exp(c), se, float64(len(y)-1)
	}
	return e.predicted()
}

// logClusters returns the logarithms of all positive finite values, repetitions left
// empty being left out, and how many values were kept and dropped.
func logClusters(clusters [][]float64) (logs [][]float64, kept, dropped int) {
	for _, rounds := range clusters {
		repetition := make([]float64, 0, len(rounds))
		for _, x := range rounds {
			if x > 0 && finite(x) {
				repetition = append(repetition, math.Log(x))
			}
		}
		kept += len(repetition)
		dropped += len(rounds) - len(repetition)
		if len(repetition) > 0 {
			logs = append(logs, repetition)
		}
	}
	return logs, kept, dropped
}

// repetitionMedians returns each repetition's median and the variance its rounds give it. The spread of rounds is
// pooled over the repetitions: one repetition's own is too noisy to weight it by.
func repetitionMedians(repetitions [][]float64) (medians, variances []float64) {
	var deviations []float64
	for _, rounds := range repetitions {
		m := Median(rounds)
		medians = append(medians, m)
		n := float64(len(rounds))
		if n < 2 {
			continue
		}
		unbias := math.Sqrt(n / (n - 1))
		for _, x := range rounds {
			deviations = append(deviations, math.Abs(x-m)*unbias)
		}
	}
	sigma := 0.0
	if len(deviations) > 0 {
		sigma = madToSigma * Median(deviations)
	}
	for _, rounds := range repetitions {
		n := float64(len(rounds))
		variance := sigma * sigma / n
		if n > 2 { // a median of many errs π/2 as much as their mean
			variance *= math.Pi / 2
		}
		variances = append(variances, variance)
	}
	return medians, variances
}
