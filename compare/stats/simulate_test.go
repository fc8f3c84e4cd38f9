package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// machine describes the noise of a simulated row. Shares and deviations are relative.
type machine struct {
	repetitions, rounds int
	round               float64 // sd of a round, Student t with 3 degrees of freedom
	placement           float64 // sd between repetitions
	contended           float64 // share of rounds in contended spells (mean length 5 rounds)
	odd, oddBy          float64 // share of repetitions gone wrong, and by how much
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// heavy returns Student's t with 3 degrees of freedom, scaled to a standard deviation of 1.
func heavy(r *rand.Rand) float64 {
	var chi float64
	for range 3 {
		z := r.NormFloat64()
		chi += z * z
	}
	return r.NormFloat64() / math.Sqrt(chi)
}

// row simulates the ratios of one row in one run.
func (m machine) row(r *rand.Rand, gap float64) [][]float64 {
	clusters := make([][]float64, m.repetitions)
	for p := range clusters {
		level := math.Log(gap) + m.placement*r.NormFloat64()
		if r.Float64() < m.odd {
			level += m.oddBy
		}
		spell := r.Float64() < m.contended
		for range m.rounds {
			if r.Float64() < 0.2 {
				spell = r.Float64() < m.contended
			}
			x := level + m.round*heavy(r)
			if spell { // either side of the pair loses 1.4 to 1.9 times
				loss := math.Log(1.4 + 0.5*r.Float64())
				if r.IntN(2) == 0 {
					loss = -loss
				}
				x += loss
			}
			clusters[p] = append(clusters[p], math.Exp(x))
		}
	}
	return clusters
}

// run simulates what each repetition of a run says of the row: the median of its rounds.
func (m machine) run(r *rand.Rand, gap float64) []float64 {
	var medians []float64
	for _, rounds := range m.row(r, gap) {
		medians = append(medians, Median(rounds))
	}
	return medians
}

// share returns in how many of n trials f was true.
func share(n int, f func() bool) float64 {
	var hits int
	for range n {
		if f() {
			hits++
		}
	}
	return float64(hits) / float64(n)
}

// simulation marks a test of rates over many simulated rows: -short, for the race detector and the sanitizers, leaves it out.
func simulation(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("simulated rates")
	}
}

func near(got, want, tolerance float64) bool {
	return math.Abs(got-want) <= tolerance || math.IsNaN(got) && math.IsNaN(want) || got == want
}
