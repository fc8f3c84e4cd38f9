package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestQuietBest(t *testing.T) {
	probes := []float64{nan, 0, -3, inf}
	for i := range 101 { // 20.0 to 21.0
		probes = append(probes, 20+float64(i)/100)
	}
	if got := QuietBest(probes); !near(got, 20.02, 1e-9) {
		t.Errorf("got %v, want 20.02", got)
	}
	if got := QuietBest([]float64{0, nan}); !math.IsNaN(got) {
		t.Errorf("no probes: got %v", got)
	}
}

func TestQuiet(t *testing.T) {
	times := map[byte]float64{'1': 20, '0': 22.5, 'x': nan, 'z': 0, '-': -1}
	for _, test := range []struct{ before, after, quiet string }{
		{"", "", ""},
		{"1", "1", "1"},
		{"1", "0", "0"},
		{"0", "1", "0"},
		{"x", "1", "0"},
		{"1", "z", "0"},
		{"-", "1", "0"},
		{"111", "111", "111"},
		{"111", "110", "100"}, // the second sample's next probe but one is not calm
		{"011", "111", "001"}, // nor is the one before the first
		{"0111", "1110", "0000"},
		{"01111", "11110", "00100"},
		{"11111", "11011", "10011"}, // a quiet moment was waited for behind the third
		{"11011", "10111", "00001"}, // the wait ended without one
	} {
		read := func(text string) (all []float64) {
			for _, c := range []byte(text) {
				all = append(all, times[c])
			}
			return all
		}
		got := ""
		for _, q := range Quiet(read(test.before), read(test.after), 20, QuietTolerance) {
			got += map[bool]string{true: "1", false: "0"}[q]
		}
		if got != test.quiet {
			t.Errorf("before %s, after %s: quiet %s, want %s", test.before, test.after, got, test.quiet)
		}
	}
	if Quiet([]float64{20}, []float64{20}, nan, QuietTolerance)[0] {
		t.Error("quiet without a best")
	}
}

func TestCalm(t *testing.T) {
	for probe, want := range map[float64]bool{20: true, 19.1: true, 20.9: true, 18.9: false, 21.1: false, 0: false, -20: false, nan: false} {
		if Calm(probe, 20, QuietTolerance) != want {
			t.Errorf("a probe of %v beside 20: calm is %v", probe, !want)
		}
	}
}

// weather is a machine's neighbour: quiet spells, and contended spells made of bursts with holes. Times in ms.
type weather struct{ quiet, share, burst, hole float64 }

// busy simulates n ticks of 10 µs.
func (w weather) busy(r *rand.Rand, n int) []bool {
	ticks := func(mean float64) int { return 1 + int(100*mean*r.ExpFloat64()) }
	busy := make([]bool, 0, n)
	for len(busy) < n {
		if w.share > 0 {
			busy = append(busy, make([]bool, ticks(w.quiet))...)
		}
		end := len(busy) + ticks(w.quiet*(1-w.share)/max(w.share, 0.02))
		for len(busy) < end {
			for range ticks(w.burst) {
				busy = append(busy, true)
			}
			busy = append(busy, make([]bool, ticks(w.hole))...)
		}
	}
	return busy[:n]
}

// repetition cuts 0.4 s into rounds of six samples of 0.25 ms with probes of 20 µs around
// them, and tells which samples were disturbed. Rounds begin at once.
func (w weather) repetition(r *rand.Rand) (rounds [][]float64, disturbed [][]bool) {
	const probe, sample, samples = 2, 25, 6
	busy := w.busy(r, 40000)
	during := func(at, n int) bool { return slices.Contains(busy[at:at+n], true) }
	for at := 0; at+samples*(probe+sample)+probe <= len(busy); {
		var probes []float64
		var bad []bool
		for s := 0; s <= samples; s++ {
			t := 20.0
			if during(at, probe) {
				t = 30
			}
			probes = append(probes, t)
			at += probe
			if s < samples {
				bad = append(bad, during(at, sample))
				at += sample
			}
		}
		at -= probe // the last probe is the next round's first
		rounds, disturbed = append(rounds, probes), append(disturbed, bad)
	}
	return rounds, disturbed
}

func TestQuietInSimulatedWeather(t *testing.T) {
	simulation(t)
	for name, test := range map[string]struct {
		weather
		leastKept float64 // of the clean samples
		mostBad   float64 // of those kept
	}{
		"spells of 5 ms":   {weather{quiet: 5, share: 0.2, burst: 2, hole: 0.2}, 0.7, 0.01},
		"spells of 20 ms":  {weather{quiet: 20, share: 0.2, burst: 1, hole: 0.5}, 0.7, 0.03},
		"spells of 50 ms":  {weather{quiet: 50, share: 0.15, burst: 0.5, hole: 0.2}, 0.7, 0.05},
		"one long spell":   {weather{quiet: 20, share: 0, burst: 1, hole: 0.5}, 0.3, 0.1},
		"with wider holes": {weather{quiet: 20, share: 0, burst: 2, hole: 0.5}, 0.3, 0.1},
	} {
		r := newRand(6)
		var all, clean, good, bad float64
		for range 30 {
			rounds, disturbed := test.repetition(r)
			for i, probes := range rounds {
				for s, quiet := range Quiet(probes[:len(probes)-1], probes[1:], 20, QuietTolerance) {
					all++
					if !disturbed[i][s] {
						clean++
					}
					switch {
					case quiet && disturbed[i][s]:
						bad++
					case quiet:
						good++
					}
				}
			}
		}
		t.Logf("%s: %.0f samples, %.1f %% clean; kept %.1f %% of those; %.1f %% of the kept are disturbed", name, all, 100*clean/all, 100*good/clean, 100*bad/(good+bad))
		if good < test.leastKept*clean || bad > test.mostBad*(good+bad) {
			t.Errorf("%s: kept %.1f %% of the clean samples, and %.1f %% of the kept are disturbed", name, 100*good/clean, 100*bad/(good+bad))
		}
	}
}
