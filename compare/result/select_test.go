package result

import (
	"testing"

	"cryptogap/compare/sample"
)

// A sample of 4 ms may hold a disturbance that touches no probe. Where the machine is noisy, such a row is flagged.
func TestLongSamplesOnANoisyMachine(t *testing.T) {
	const best = 100
	row := func(length int64, quiet int) *Row {
		var rounds []*sample.Round
		for i := range 400 {
			probe := int64(best)
			if i%10 >= quiet {
				probe = 2 * best
			}
			rounds = append(rounds, &sample.Round{
				Repetition: i / 10, Index: i % 10, Order: []int{0, 1}, N: []int64{1, 1}, NS: []int64{length, length / 2}, Inner: []int64{0, 0},
				Probes: []int64{probe, probe, probe},
			})
			if i/10%2 == 1 { // every second repetition is quiet throughout
				rounds[i].Probes = []int64{best, best, best}
			}
		}
		r := &Row{Unit: &sample.Unit{Lanes: []sample.Lane{{Provider: "a"}, {Provider: "b"}}}}
		r.selected(rounds, best, sample.Settings{Tolerance: 0.1, Quiet: 40, Repetitions: 16})
		return r
	}
	for _, x := range []struct {
		length int64
		quiet  int
		want   bool
	}{{4e6, 1, true}, {4e6, 9, false}, {1e6, 1, false}} {
		if r := row(x.length, x.quiet); r.Contended != x.want {
			t.Errorf("samples of %d ns, %d of %d quiet: contended %v, want %v", x.length, r.QuietSamples, r.Samples, r.Contended, x.want)
		}
	}
}
