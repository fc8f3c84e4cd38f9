package stats

import (
	"math"
	"testing"
)

func TestCompareByHand(t *testing.T) {
	// Four repetitions against four, entirely apart: the two-sided p of U = 0 is 2/C(8,4) = 2/70.
	old := []float64{100, 101, 102, 103}
	new := []float64{80, 81, 82, 83}
	c := Compare(old, new)
	if c.Test != MannWhitney || !near(c.P, 2.0/70, 1e-9) || !near(c.Ratio, 0.803, 0.001) || !c.Significant() {
		t.Errorf("got %+v", c)
	}
	if !c.Contains(c.Ratio) || c.Hi > 0.85 || c.Lo < 0.75 {
		t.Errorf("interval %+v", c.Interval)
	}
	back := Compare(new, old)
	if !near(back.Ratio*c.Ratio, 1, 1e-9) || !near(back.Lo*c.Hi, 1, 1e-9) || back.P != c.P {
		t.Errorf("forth %+v, back %+v", c, back)
	}
}

func TestCompareEdges(t *testing.T) {
	three := []float64{100, 101, 102}
	for _, test := range []struct {
		name        string
		old, new    []float64
		ratio, p    float64
		significant bool
	}{
		{"nothing", nil, nil, nan, 1, false},
		{"no new", three, nil, nan, 1, false},
		{"no old", []float64{nan, 0}, three, nan, 1, false},
		{"the same", three, three, 1, 1, false},
		{"one round each", []float64{1}, []float64{2}, 2, 1, false},
		{"exact and equal", []float64{5, 5}, []float64{5, 5}, 1, 1, false},
		{"exact and different", []float64{5, 5}, []float64{6, 6}, 1.2, 0, true},
		{"all repetitions equal", []float64{5, 5, 5, 5}, []float64{5, 5, 5, 5}, 1, 1, false},
	} {
		c := Compare(test.old, test.new)
		if !near(c.Ratio, test.ratio, 1e-9) || !near(c.P, test.p, 1e-9) || c.Significant() != test.significant {
			t.Errorf("%s: %+v", test.name, c)
		}
	}
	if c := Compare(three, []float64{90, 91, 92}); c.Test != WelchT || !c.Significant() {
		t.Errorf("three repetitions each, 10 %% apart: %+v", c)
	}
}

func TestCompareRates(t *testing.T) {
	simulation(t)
	for _, m := range []machine{
		{repetitions: 3, rounds: 25, round: 0.005, placement: 0.002},
		{repetitions: 8, rounds: 25, round: 0.005, placement: 0.002, contended: 0.05},
	} {
		r := newRand(16)
		wrong := share(1000, func() bool { return Compare(m.run(r, 1), m.run(r, 1)).Significant() })
		found := share(500, func() bool { return Compare(m.run(r, 1), m.run(r, 1.02)).Significant() })
		holds := share(500, func() bool { return Compare(m.run(r, 1), m.run(r, 1.02)).Contains(1.02) })
		t.Logf("%d repetitions: nothing called a change %.1f %%, 2 %% found %.1f %%, interval holds the truth %.1f %%", m.repetitions, 100*wrong, 100*found, 100*holds)
		if wrong > 0.05 || found < 0.9 || holds < 0.94 {
			t.Errorf("%d repetitions: nothing called a change %.1f %%, 2 %% found %.1f %%, interval holds the truth %.1f %%", m.repetitions, 100*wrong, 100*found, 100*holds)
		}
	}
}

func TestRepeat(t *testing.T) {
	e := func(v, lo, hi float64) Estimate { return Estimate{Value: v, Interval: Interval{lo, hi}} }
	first := []Estimate{e(1, 0.9, 1.1), e(2, 1.99, 2.01), e(4, 3, 5), e(nan, nan, nan), e(1, 1, 1)}
	second := []Estimate{e(1.01, 1, 1), e(2.04, 1, 3), e(3.8, 1, 9), e(1, 1, 1)}
	r := Repeat(first, second)
	if r.Rows != 3 || !near(r.Median, 0.02, 1e-9) || !near(r.P95, 0.047, 1e-9) || !near(r.Max, 0.05, 1e-9) || !near(r.Inside, 2.0/3, 1e-9) {
		t.Errorf("got %+v", r)
	}
	if r := Repeat(nil, second); r.Rows != 0 || !math.IsNaN(r.Median) || !math.IsNaN(r.Inside) {
		t.Errorf("no rows: %+v", r)
	}
}
