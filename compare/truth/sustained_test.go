package truth

import (
	"math"
	"testing"
	"time"

	"cryptogap/compare"
	"cryptogap/compare/sample"
)

func TestPlainRatio(t *testing.T) {
	one := sample.Unit{Lanes: []sample.Lane{{Provider: "a"}, {Provider: "b"}}}
	times := [][]compare.SustainedTime{
		{{Layout: 0, Ops: 10, NS: 200}, {Layout: 1, Ops: 10, NS: 800}},
		{{Layout: 0, Ops: 5, NS: 50}, {Layout: 1, Ops: 5, NS: 50}},
	}
	// Ratios of 2 and 8: their centre on the logarithmic scale is 4, and each is a factor of 2 away from it.
	if ratio, err := plain(one, times, "a", "b"); math.Abs(ratio-4) > 1e-12 || math.Abs(err-math.Ln2) > 1e-12 {
		t.Errorf("ratio %v, standard error %v", ratio, err)
	}
	if ratio, _ := plain(one, [][]compare.SustainedTime{times[0], nil}, "a", "b"); !math.IsNaN(ratio) {
		t.Errorf("ratio %v to a lane without a time", ratio)
	}
	slope := sample.Unit{Lanes: []sample.Lane{{Provider: "a", Cost: 10}, {Provider: "a", Cost: 20}, {Provider: "b", Cost: 10}, {Provider: "b", Cost: 20}}}
	at := func(ns int64) []compare.SustainedTime { return []compare.SustainedTime{{Ops: 1, NS: ns}} }
	if ratio, _ := plain(slope, [][]compare.SustainedTime{at(100), at(400), at(100), at(200)}, "a", "b"); math.Abs(ratio-3) > 1e-12 {
		t.Errorf("ratio %v of slopes 30 and 10", ratio)
	}
}

func TestSustainComparesTwoWays(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	cfg := compare.Config{
		Providers: RealProviders(), Cases: compare.Selection{Algorithms: []string{ChainAlgorithm}, Sizes: []int{3}}.Cases(),
		Settings: compare.QuickSettings(), Seed: 1,
	}
	cfg.Settings.Repetitions, cfg.Settings.Budget = 2, time.Second
	truth := Chains()[2].Ratio()
	// On a busy machine a turn may be stopped for as long as it lasts: of five tries one is near the truth.
	var s Sustained
	for range 5 {
		all, res, err := Sustain(t.Context(), cfg, compare.SustainedSettings{Turn: time.Millisecond, Turns: 3})
		if err != nil || len(all) != 1 || len(res.Rows) != 1 {
			t.Fatalf("error %v, %+v", err, all)
		}
		if s = all[0]; s.Plain > 1.5 && s.Plain < 3 {
			break
		}
	}
	if truth != 2 || s.Plain < 1.5 || s.Plain > 3 || math.IsNaN(s.Off()) || !math.IsNaN(s.Error) {
		t.Errorf("truth %v, %+v", truth, s)
	}
}
