package stats

import (
	"math"
	"math/rand/v2"
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
	for _, test := range []struct{ calm, quiet string }{
		{"", ""},
		{"1", "0"},
		{"11", "00"},
		{"111", "111"},
		{"1110", "1110"},
		{"00100", "00000"},
		{"001100", "000000"},
		{"011100", "011100"},
		{"1010100", "0010000"}, // the outer two have one neighbour each within reach
		{"0110110", "0010100"},
		{"1101100100", "0101000000"},
		{"1111111111", "1111111111"},
	} {
		rounds := make([][]float64, len(test.calm))
		for i, c := range test.calm {
			rounds[i] = []float64{20, 20.9, 20}
			if c == '0' {
				rounds[i][i%3] = 21.5
			}
		}
		got := ""
		for _, q := range Quiet(rounds, 20, QuietTolerance) {
			got += map[bool]string{true: "1", false: "0"}[q]
		}
		if got != test.quiet {
			t.Errorf("calm %s: quiet %s, want %s", test.calm, got, test.quiet)
		}
	}
}

func TestQuietWithoutProbes(t *testing.T) {
	calm := []float64{20}
	for name, bad := range map[string][]float64{"none": nil, "NaN": {20, nan}, "zero": {0}, "negative": {-1}} {
		for i, q := range Quiet([][]float64{calm, calm, calm, bad, calm, calm, calm}, 20, 0.05) {
			if q != (i != 3) {
				t.Errorf("%s: round %d quiet = %v", name, i, q)
			}
		}
	}
	for _, q := range Quiet([][]float64{calm, calm, calm}, nan, 0.05) {
		if q {
			t.Error("quiet without a best")
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

// visit cuts 0.4 s into rounds of six samples of 0.25 ms with probes of 20 µs around
// them, and tells which rounds had a sample spoilt.
func (w weather) visit(r *rand.Rand) (rounds [][]float64, spoilt []bool) {
	const probe, sample, samples = 2, 25, 6
	busy := w.busy(r, 40000)
	during := func(at, n int) bool {
		for _, b := range busy[at : at+n] {
			if b {
				return true
			}
		}
		return false
	}
	for at := 0; at+samples*(probe+sample)+probe <= len(busy); {
		var probes []float64
		bad := false
		for s := 0; s <= samples; s++ {
			t := 20.0
			if during(at, probe) {
				t = 30
			}
			probes = append(probes, t)
			at += probe
			if s < samples {
				bad = bad || during(at, sample)
				at += sample
			}
		}
		at -= probe // the last probe is the next round's first
		rounds, spoilt = append(rounds, probes), append(spoilt, bad)
	}
	return rounds, spoilt
}

func TestQuietBeatsPlain(t *testing.T) {
	simulation(t)
	for name, test := range map[string]struct {
		weather
		leastKept float64 // of the clean rounds the plain rule finds
	}{
		"spells of 5 ms":   {weather{quiet: 5, share: 0.2, burst: 2, hole: 0.2}, 0.7},
		"spells of 20 ms":  {weather{quiet: 20, share: 0.2, burst: 1, hole: 0.5}, 0.9},
		"spells of 50 ms":  {weather{quiet: 50, share: 0.15, burst: 0.5, hole: 0.2}, 0.9},
		"one long spell":   {weather{quiet: 20, share: 0, burst: 1, hole: 0.5}, 0},
		"with wider holes": {weather{quiet: 20, share: 0, burst: 2, hole: 0.5}, 0},
	} {
		r := newRand(6)
		var plainBad, plainGood, bad, good, falseVisits int
		for range 30 {
			rounds, spoilt := test.visit(r)
			var kept int
			for i, quiet := range Quiet(rounds, 20, QuietTolerance) {
				calm := isCalm(rounds[i], 21)
				switch {
				case calm && spoilt[i]:
					plainBad++
				case calm:
					plainGood++
				}
				switch {
				case quiet && spoilt[i]:
					bad++
				case quiet:
					good++
				}
				if quiet {
					kept++
				}
			}
			if kept >= 5 {
				falseVisits++
			}
		}
		t.Logf("%s: plain %d good %d bad, quiet %d good %d bad", name, plainGood, plainBad, good, bad)
		if test.share == 0 {
			if falseVisits > 0 {
				t.Errorf("%s: %d of 30 contended visits look measured", name, falseVisits)
			}
			continue
		}
		if float64(good) < test.leastKept*float64(plainGood) {
			t.Errorf("%s: kept %d clean rounds of %d", name, good, plainGood)
		}
		if bad*plainGood > plainBad*good {
			t.Errorf("%s: spoilt rounds %d of %d, plain rule %d of %d", name, bad, bad+good, plainBad, plainBad+plainGood)
		}
	}
}
