package result

import (
	"slices"

	"cryptogap/compare/sample"
	"cryptogap/compare/selection"
	"cryptogap/compare/stats"
)

// selected sets which of the row's samples count. Where too few do, the row is contended, and all of them are shown. It is contended,
// too, where long samples hold more than the probes beside them see.
func (r *Row) selected(rounds []*sample.Round, best float64, s sample.Settings) selection.Selection {
	r.Series = series(r.Unit)
	quiet := selection.Quiet(rounds, best, s.Tolerance)
	r.Rounds, r.Repetitions = len(rounds), len(selection.All(rounds).Repetitions)
	r.Samples, r.QuietSamples = quiet.Samples, quiet.Quiet
	var repetitions int
	r.Quiet, repetitions = r.fewest(quiet)
	if r.Contended = len(rounds) > 0 && (r.Quiet < s.Quiet || repetitions < min(2, s.Repetitions)); r.Contended {
		return selection.All(rounds)
	}
	r.Contended = len(rounds) > 0 && float64(r.QuietSamples) < stats.QuietDensity*float64(r.Samples) && long(rounds)
	return quiet
}

// longSample is the time, in nanoseconds, from which on a sample may hold a disturbance that touches no probe: where fewer samples
// than usual are quiet, simulated ratios of operations of 5 ms were off by up to 1.8 %.
const longSample = 2e6

// long reports whether the samples of a lane take longSample in the mean.
func long(rounds []*sample.Round) bool {
	for lane := range rounds[0].NS {
		var sum, n float64
		for _, r := range rounds {
			if r.N[lane] > 0 {
				sum, n = sum+float64(r.NS[lane]), n+1
			}
		}
		if n > 0 && sum/n >= longSample {
			return true
		}
	}
	return false
}

// fewest returns in how many rounds, and in how many repetitions, both sides of a ratio count, for the ratio that has the
// fewest. Where there is no ratio, it does so for the series that has the fewest.
func (r *Row) fewest(s selection.Selection) (rounds, repetitions int) {
	var needs [][]int
	for _, pair := range r.pairs() {
		if a, b := &r.Series[pair[0]], &r.Series[pair[1]]; !r.failed(a.Provider) && !r.failed(b.Provider) {
			needs = append(needs, slices.Concat(a.lanes, b.lanes))
		}
	}
	if needs == nil {
		for i := range r.Series {
			if !r.failed(r.Series[i].Provider) {
				needs = append(needs, r.Series[i].lanes)
			}
		}
	}
	for i, lanes := range needs {
		n, in := s.Both(lanes)
		if i == 0 || n < rounds {
			rounds = n
		}
		if i == 0 || in < repetitions {
			repetitions = in
		}
	}
	return rounds, repetitions
}
