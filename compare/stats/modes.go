package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

const (
	modeRounds = 20    // fewer rounds show no shape
	modeShare  = 0.2   // a smaller camp moves a median by less than a third of a standard deviation
	modeP      = 0.001 // the split is chosen by the data, so a strict level
)

// modes looks for two values the rounds gather at. The sorted logarithms are
// split where the sum of absolute deviations from the two parts' medians is least, and the
// split is believed when there is a valley: three windows of equal width,
// around either median and halfway between them, are counted. One peak
// alone, however skewed or heavy its tails, has at least as much in
// the middle window as in the emptier of the outer ones; the binomial test says whether the
// shortfall is chance, and the middle must be at most half as full.
func modes(repetitions [][]float64) (Warning, bool) {
	sorted := slices.Concat(repetitions...)
	n := len(sorted)
	if n < modeRounds {
		return Warning{}, false
	}
	slices.Sort(sorted)
	least := int(math.Ceil(modeShare * float64(n)))
	cut := bestSplit(sorted, least)
	if cut == least || cut == n-least {
		return Warning{}, false // it would be smaller still: a tail
	}
	low, high := Median(sorted[:cut]), Median(sorted[cut:])
	distance := high - low
	if distance/2 < math.Log1p(Material) {
		return Warning{}, false
	}
	quarter := distance / 4
	peak := min(countWithin(sorted, low, quarter), countWithin(sorted, high, quarter))
	valley := countWithin(sorted, (low+high)/2, quarter)
	if 2*valley > peak {
		return Warning{}, false
	}
	chance := distuv.Binomial{N: float64(peak + valley), P: 0.5}.CDF(float64(valley))
	if chance > modeP {
		return Warning{}, false
	}

	below := float64(cut) / float64(n)
	where := ""
	lowRepetitions, highRepetitions, mixed := camps(repetitions, (low+high)/2)
	if mixed == 0 {
		where = fmt.Sprintf(" (%d and %d whole repetitions)", lowRepetitions, highRepetitions)
	}
	return Warning{
		Kind: Modes,
		Text: fmt.Sprintf("bimodal: %.0f %% near %s, %.0f %% near %s%s",
			100*below, shown(low), 100*(1-below), shown(high), where),
		Effect: math.Expm1(distance / 2),
	}, true
}

// fewestInCamp is how many repetitions make a camp: one alone went wrong.
const fewestInCamp = 2

// campsApart is how wide the space between two camps is, at least, as a multiple of the wider camp. Of fewestForCamps normal values 1 %
// have such a space by chance, of 16 none in 40,000.
const (
	campsApart     = 2
	fewestForCamps = 8
)

// CampWarning looks for two values that whole repetitions gather at, each in one process: how memory was placed, as a rule. It
// believes in them where the widest space between neighbouring repetitions is twice as wide as either camp, and at least 1 % (Material).
// Camps of whole layouts are none: that is what Layouts tells.
func CampWarning(repetitions []Value) (Warning, bool) {
	sorted := slices.SortedFunc(slices.Values(repetitions), func(a, b Value) int { return cmp.Compare(a.Value, b.Value) })
	n := len(sorted)
	if n < fewestForCamps {
		return Warning{}, false
	}
	at := func(i int) float64 { return math.Log(sorted[i].Value) }
	cut, space := 0, 0.0
	for c := fewestInCamp; c <= n-fewestInCamp; c++ {
		if g := at(c) - at(c-1); g > space {
			cut, space = c, g
		}
	}
	if space < math.Log1p(Material) || space < campsApart*max(at(cut-1)-at(0), at(n-1)-at(cut)) {
		return Warning{}, false
	}
	low, high := sorted[:cut], sorted[cut:]
	onBoth := func(x Value) bool {
		return slices.ContainsFunc(high, func(y Value) bool { return x.Layout == y.Layout })
	}
	if !slices.ContainsFunc(low, onBoth) {
		return Warning{}, false
	}
	below, above := at(cut/2), at(cut+(n-cut)/2)
	return Warning{
		Kind:   Modes,
		Text:   fmt.Sprintf("bimodal: %d repetitions near %s, %d near %s", len(low), shown(below), len(high), shown(above)),
		Effect: math.Expm1((above - below) / 2),
	}, true
}

// bestSplit returns the index c in [least, len-least] for which the absolute deviations of sorted[:c]
// and sorted[c:] from their own medians have the smallest sum.
func bestSplit(sorted []float64, least int) int {
	prefix := make([]float64, len(sorted)+1)
	for i, x := range sorted {
		prefix[i+1] = prefix[i] + x
	}
	// For sorted values the deviations from the median are the upper half's sum less the lower half's.
	deviation := func(from, to int) float64 {
		half := (to - from) / 2
		return (prefix[to] - prefix[to-half]) - (prefix[from+half] - prefix[from])
	}
	best, cut := math.Inf(1), least
	for c := least; c <= len(sorted)-least; c++ {
		if d := deviation(0, c) + deviation(c, len(sorted)); d < best {
			best, cut = d, c
		}
	}
	return cut
}

// countWithin counts the sorted values x with |x − centre| ≤ reach.
func countWithin(sorted []float64, centre, reach float64) int {
	from, _ := slices.BinarySearch(sorted, centre-reach)
	to, _ := slices.BinarySearch(sorted, math.Nextafter(centre+reach, math.Inf(1)))
	return to - from
}

// camps counts the repetitions that lie below and above the border, and those with more than a tenth of their rounds on either side.
func camps(repetitions [][]float64, border float64) (below, above, mixed int) {
	for _, rounds := range repetitions {
		var low int
		for _, x := range rounds {
			if x < border {
				low++
			}
		}
		switch share := float64(low) / float64(len(rounds)); {
		case share >= 0.9:
			below++
		case share <= 0.1:
			above++
		default:
			mixed++
		}
	}
	return below, above, mixed
}
