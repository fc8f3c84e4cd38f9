package stats

// QuietTolerance is how far above the best a probe may lie in a quiet round.
const QuietTolerance = 0.05

// QuietReach is how far a round looks for quiet neighbours, in rounds, to
// either side; as many of those as one side holds must be quiet too.
//
// In simulations (rounds of 1.6 ms, seven probes of 20 µs each) a machine
// contended throughout, by bursts of 1 to 3 ms with holes of 0.5 to 1 ms, passes
// 1 to 5 % of its rounds by chance, up to 30 % of which are spoilt; a
// reach of 1 leaves 0.2 to 2 %, a reach of 2 at most 0.6 %: with the worst of these, four
// rounds or more in 60, 36 and 7 of 60 visits of 0.4 s for no reach, 1 and 2; with the others in 18 to 49, 0 to 2 and none. Of the rounds inside true quiet spells of 20 ms and more, reach 2
// keeps 97 to 99 %, of spells of 5 ms about 75 %; reach 3 costs a tenth more of the
// latter and finds nothing else.
const QuietReach = 2

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

// Quiet reports which rounds were undisturbed. rounds[i] holds the probe times
// before, within and after round i; rounds follow each other in time without a
// break (call it once a visit, not over a pause). tolerance is relative: 0.05 is 5 %.
//
// A round is calm when every one of its probes is at most best·(1+tolerance). It is
// quiet when it is calm and at least QuietReach of the up to 2·QuietReach
// rounds around it are calm too: a calm round alone in a contended spell is chance,
// its probes fell into holes its samples did not. Three calm rounds in a row are quiet;
// fewer never are, nor is any round with fewer than two calm ones among its neighbours at the edge of a visit.
// A round without probes, or with one that is no positive finite number, is not calm; with best NaN none is.
func Quiet(rounds [][]float64, best, tolerance float64) []bool {
	calm := make([]bool, len(rounds))
	for i, probes := range rounds {
		calm[i] = isCalm(probes, best*(1+tolerance))
	}
	quiet := make([]bool, len(rounds))
	for i := range rounds {
		if !calm[i] {
			continue
		}
		neighbours := -1 // the round itself
		for j := max(0, i-QuietReach); j <= min(len(rounds)-1, i+QuietReach); j++ {
			if calm[j] {
				neighbours++
			}
		}
		quiet[i] = neighbours >= QuietReach
	}
	return quiet
}

func isCalm(probes []float64, limit float64) bool {
	for _, p := range probes {
		if !(p > 0 && p <= limit) {
			return false
		}
	}
	return len(probes) > 0
}
