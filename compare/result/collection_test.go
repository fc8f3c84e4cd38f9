package result

import (
	"testing"

	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// Collections that were measured beside a neighbour say anything. The quiet ones count, where three repetitions have some.
func TestQuietCollectionsCount(t *testing.T) {
	measured := func(quiet int) []*sample.Collection {
		var all []*sample.Collection
		for rep := range 8 {
			for k := range 4 {
				c := &sample.Collection{Repetition: rep, Layout: rep % 2, With: 1050, Without: 1000, Probe: 100}
				if rep >= quiet {
					c.With, c.Probe = 1500+float64(50*k), 140
				}
				c.With += float64(rep % 3)
				all = append(all, c)
			}
		}
		return all
	}
	for quiet, want := range map[int][2]float64{8: {1.05, 1.053}, 3: {1.05, 1.053}, 2: {1.3, 1.6}, 0: {1.5, 1.7}} {
		row := &Row{Series: []Series{{lanes: []int{0}}}}
		row.collected(measured(quiet), 110)
		if f := row.Series[0].Collected.Value; f < want[0] || f > want[1] {
			t.Errorf("with %d quiet repetitions the factor is %.4f, want %v", quiet, f, want)
		}
	}
}

// An uncertain collection makes a ratio noisy, however well the samples repeat.
func TestNoiseOfCollectionsIsTheRatios(t *testing.T) {
	sharp := stats.Estimate{Value: 2, SE: 0.001, Noise: 0.003}
	wide := stats.Estimate{Value: 1.1, SE: 0.1, Noise: 0.3, Interval: stats.Interval{Lo: 0.7, Hi: 1.5}}
	row := &Row{Gaps: []Gap{{Ratio: sharp}, {Ratio: sharp.Times(wide)}}}
	if n := row.Noise(); n < 0.3 || n > 0.301 {
		t.Errorf("noise %v, want that of both", n)
	}
}
