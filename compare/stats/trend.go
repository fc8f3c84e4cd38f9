package stats

import (
	"fmt"
	"math"
)

const (
	trendRepetitions = 6 // fewer cannot be in order by less than trendP of chance: five are in 2 of 120 cases
	trendP           = 0.01
	driftRounds      = 9 // rounds a repetition needs for its thirds to have a median each
	driftRepetitions = 3
	driftLevel       = 0.998
)

// trendOverRepetitions applies the Mann–Kendall test to the repetitions' medians, and takes the size of the trend from Theil and Sen's slope.
func trendOverRepetitions(repetitions [][]float64) (Warning, bool) {
	k := len(repetitions)
	if k < trendRepetitions {
		return Warning{}, false
	}
	medians := make([]float64, k)
	for p, rounds := range repetitions {
		medians[p] = Median(rounds)
	}
	rises, falls := 0, 0
	var slopes []float64
	for i := range medians {
		for j := i + 1; j < k; j++ {
			d := medians[j] - medians[i]
			slopes = append(slopes, d/float64(j-i))
			switch {
			case d > 0:
				rises++
			case d < 0:
				falls++
			}
		}
	}
	change := Median(slopes) * float64(k-1)
	if math.Abs(change)/2 < math.Log1p(Material) || kendallP(k, rises, falls) > trendP {
		return Warning{}, false
	}
	return Warning{
		Kind:   Trend,
		Text:   fmt.Sprintf("trend: %+.1f %% from the first to the last of %d repetitions", 100*math.Expm1(change), k),
		Effect: math.Expm1(math.Abs(change) / 2),
	}, true
}

// trendWithinRepetitions compares the last third of each repetition with its first: warming up, throttling.
func trendWithinRepetitions(repetitions [][]float64) (Warning, bool) {
	var drifts []float64
	for _, rounds := range repetitions {
		if n := len(rounds); n >= driftRounds {
			drifts = append(drifts, Median(rounds[n-n/3:])-Median(rounds[:n/3]))
		}
	}
	k := len(drifts)
	if k < driftRepetitions {
		return Warning{}, false
	}
	drift, se := location(drifts, nil)
	if math.Abs(drift)/2 < math.Log1p(Material) || math.Abs(drift) < studentQuantile(driftLevel, float64(k-1))*se {
		return Warning{}, false
	}
	return Warning{
		Kind:   Trend,
		Text:   fmt.Sprintf("trend: %+.1f %% from the first to the last third of each repetition", 100*math.Expm1(drift)),
		Effect: math.Expm1(math.Abs(drift) / 2),
	}, true
}

// kendallP returns the two-sided probability that k values in random order have
// as uneven a count of rising and falling pairs as this.
func kendallP(k, rises, falls int) float64 {
	// chance[f] is the probability that the first m values have f falling pairs: the m-th
	// stands before 0 to m-1 of the others, each with probability 1/m.
	pairs := k * (k - 1) / 2
	chance := make([]float64, pairs+1)
	chance[0] = 1
	for m := 2; m <= k; m++ {
		next := make([]float64, pairs+1)
		for f, c := range chance {
			for added := 0; added < m && f+added <= pairs; added++ {
				next[f+added] += c / float64(m)
			}
		}
		chance = next
	}
	uneven := rises - falls
	if uneven < 0 {
		uneven = -uneven
	}
	var tail float64
	for f, c := range chance {
		if pairs-2*f >= uneven {
			tail += c
		}
	}
	return min(1, 2*tail)
}
