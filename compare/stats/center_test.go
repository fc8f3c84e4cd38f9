package stats

import (
	"math"
	"reflect"
	"testing"
)

func TestCenterByHand(t *testing.T) {
	// Two repetitions at 1.00 and 1.02 without noise within. On the log scale the centre is their mean, their
	// median absolute deviation half their distance, so sigma 1.4826 · 1.196 times that, and the
	// standard error 1/√2 of sigma. t with one degree of freedom is 12.706.
	half := math.Log(1.02) / 2
	se := half * 1.4826022 * 1.196 / math.Sqrt2
	e := Center([]float64{1, 1.02})
	if want := math.Exp(half); !near(e.Value, want, 1e-9) {
		t.Errorf("value %v, want %v", e.Value, want)
	}
	if !near(e.SE, se, 1e-9) {
		t.Errorf("standard error %v, want %v", e.SE, se)
	}
	if want := math.Exp(half + 12.7062047*math.Sqrt2*se); !near(e.Hi, want, 1e-6) {
		t.Errorf("upper end %v, want %v", e.Hi, want)
	}
	if e.N != 2 || e.Clusters != 2 || e.Dropped != 0 || !e.Tie() || e.Provisional() {
		t.Errorf("got %+v", e)
	}
	if c := e.Confidence(0.5); !near(c.Hi, math.Exp(half+se), 1e-9) { // t(1) has its third quartile at 1
		t.Errorf("50 %% confidence up to %v, want %v", c.Hi, math.Exp(half+se))
	}
}

func TestCenterIsSymmetric(t *testing.T) {
	r := newRand(1)
	rounds := machine{repetitions: 5, rounds: 9, round: 0.01, placement: 0.002}.run(r, 1.1)
	inverse := make([]float64, len(rounds))
	for p, x := range rounds {
		inverse[p] = 1 / x
	}
	a, b := Center(rounds), Center(inverse)
	if !near(a.Value*b.Value, 1, 1e-9) || !near(a.Lo*b.Hi, 1, 1e-9) {
		t.Errorf("gap %+v, inverse %+v", a, b)
	}
	if !reflect.DeepEqual(a, Center(rounds)) {
		t.Error("a second call gave another answer")
	}
}

func TestCenterEdges(t *testing.T) {
	for _, test := range []struct {
		name     string
		values   []float64
		value    float64
		interval Interval
		n, k, d  int
		tie      bool
	}{
		{"nothing", nil, nan, Interval{nan, nan}, 0, 0, 0, true},
		{"no measurement", []float64{nan, inf, -inf, 0, -1}, nan, Interval{nan, nan}, 0, 0, 5, true},
		{"one", []float64{1.5}, 1.5, Interval{0, inf}, 1, 1, 0, true},
		{"one good one", []float64{nan, 0, 1.5}, 1.5, Interval{0, inf}, 1, 1, 2, true},
		{"no noise", []float64{2, 2, 2}, 2, Interval{2, 2}, 3, 3, 0, false},
		{"exactly one", []float64{1, 1}, 1, Interval{1, 1}, 2, 2, 0, true},
	} {
		e := Center(test.values)
		if !near(e.Value, test.value, 1e-12) || !near(e.Lo, test.interval.Lo, 1e-12) || !near(e.Hi, test.interval.Hi, 1e-12) ||
			e.N != test.n || e.Clusters != test.k || e.Dropped != test.d || e.Tie() != test.tie {
			t.Errorf("%s: got %+v", test.name, e)
		}
		if e.Valid() != (test.n > 0) || e.Bounded() != (test.n > 1) {
			t.Errorf("%s: valid %v, bounded %v", test.name, e.Valid(), e.Bounded())
		}
	}
}

func TestCenterFewDiffer(t *testing.T) {
	// Six repetitions agree to the last digit: the seventh must still widen the interval.
	values := []float64{1, 1, 1, 1, 1, 1, 1.07}
	if e := Center(values); e.Hi <= 1 || e.Value > 1.005 {
		t.Errorf("got %+v", e)
	}
	// Two camps far apart, neither the majority.
	if e := Center([]float64{1, 1, 2, 2}); e.Lo > 1 || e.Hi < 2 {
		t.Errorf("two camps: got %+v", e)
	}
}

// The spread the design saw, from a good machine to a bad one. Rounds are 0.3 to 1 %, placement 0.05 to 0.2 %.
var machines = []struct {
	name string
	machine
	inside float64 // share of second runs inside the first's interval, at least
}{
	{"specified, 4 repetitions", machine{repetitions: 4, rounds: 25, round: 0.01, placement: 0.002, contended: 0.2}, 0.93},
	{"specified, 6 repetitions", machine{repetitions: 6, rounds: 25, round: 0.01, placement: 0.002, contended: 0.2}, 0.93},
	{"specified, 8 repetitions", machine{repetitions: 8, rounds: 25, round: 0.01, placement: 0.002, contended: 0.2}, 0.93},
	{"specified, 10 repetitions", machine{repetitions: 10, rounds: 25, round: 0.01, placement: 0.002, contended: 0.2}, 0.93},
	{"quiet, placement rules", machine{repetitions: 8, rounds: 25, round: 0.003, placement: 0.002}, 0.93},
	{"quiet, rounds rule", machine{repetitions: 8, rounds: 25, round: 0.01, placement: 0.0005}, 0.93},
	{"contended, placement rules", machine{repetitions: 8, rounds: 25, round: 0.003, placement: 0.002, contended: 0.2}, 0.93},
	{"few rounds", machine{repetitions: 5, rounds: 4, round: 0.005, placement: 0.001, contended: 0.05}, 0.91},
	{"3 repetitions", machine{repetitions: 3, rounds: 25, round: 0.005, placement: 0.001, contended: 0.05}, 0.9},
	{"2 repetitions", machine{repetitions: 2, rounds: 40, round: 0.005, placement: 0.001, contended: 0.05}, 0.93},
	{"a repetition in ten 5 % off", machine{repetitions: 8, rounds: 25, round: 0.003, placement: 0.001, contended: 0.05, odd: 0.1, oddBy: 0.05}, 0.9},
}

func TestSecondRunInside(t *testing.T) {
	simulation(t)
	for i, m := range machines {
		r := newRand(uint64(i))
		inside := share(1000, func() bool {
			first, second := Center(m.run(r, 1.04)), Center(m.run(r, 1.04))
			return first.Contains(second.Value)
		})
		t.Logf("%s: %.1f %%", m.name, 100*inside)
		if inside < m.inside {
			t.Errorf("%s: second run inside the first's interval in %.1f %%, want %.0f %%", m.name, 100*inside, 100*m.inside)
		}
	}
}

func TestSameProviderTies(t *testing.T) {
	simulation(t)
	for i, m := range machines {
		r := newRand(100 + uint64(i))
		ties := share(1000, func() bool { return Center(m.run(r, 1)).Tie() })
		t.Logf("%s: %.1f %%", m.name, 100*ties)
		want := 0.95
		if m.repetitions == 3 { // 94.1 % of 20,000
			want = 0.92
		}
		if ties < want {
			t.Errorf("%s: %.1f %% ties, want %.0f %%", m.name, 100*ties, 100*want)
		}
	}
}

func TestPlantedDelayFound(t *testing.T) {
	simulation(t)
	for i, m := range machines {
		if m.repetitions < 5 { // t makes so few repetitions wide: seven times their error at three
			continue
		}
		r := newRand(200 + uint64(i))
		found := share(1000, func() bool { e := Center(m.run(r, 1.01)); return !e.Tie() && e.Value > 1 })
		t.Logf("%s: %.1f %%", m.name, 100*found)
		if found < 0.9 {
			t.Errorf("%s: 1 %% found in %.1f %%, want 90 %%", m.name, 100*found)
		}
	}
}

// A harness that measures until the interval is narrow enough stops on lucky intervals: the promise must survive that.
func TestSecondRunInsideAfterStopping(t *testing.T) {
	simulation(t)
	for _, target := range []float64{0.003, 0.006} {
		r := newRand(300)
		m := machine{repetitions: 12, rounds: 25, round: 0.005, placement: 0.001, contended: 0.05}
		run := func() Estimate {
			clusters := m.run(r, 1.04)
			for k := 4; k < len(clusters); k++ {
				if e := Center(clusters[:k]); e.RelHalfWidth() <= target {
					return e
				}
			}
			return Center(clusters)
		}
		inside := share(1000, func() bool { return run().Contains(run().Value) })
		t.Logf("±%v: %.1f %%", target, 100*inside)
		if inside < 0.9 {
			t.Errorf("target ±%v: inside in %.1f %%, want 90 %%", target, 100*inside)
		}
	}
}

func TestCenterIsScaleFree(t *testing.T) {
	r := newRand(4)
	m := machine{repetitions: 6, rounds: 11, round: 0.005, placement: 0.001}
	ratios := m.run(r, 1)
	times := make([]float64, len(ratios))
	for p, x := range ratios {
		times[p] = 830 * x
	}
	a, b := Center(ratios), Center(times)
	if !near(b.Value/a.Value, 830, 1e-6) || !near(a.RelHalfWidth(), b.RelHalfWidth(), 1e-9) {
		t.Errorf("ratios %+v, times %+v", a, b)
	}
}

func BenchmarkCenter(b *testing.B) {
	clusters := machine{repetitions: 10, rounds: 60, round: 0.01, placement: 0.002, contended: 0.2}.run(newRand(5), 1.04)
	b.ReportAllocs()
	for b.Loop() {
		Center(clusters)
	}
}

// Where all but one are beyond the bound, and that one has no weight, the error stays within reach of what was seen.
func TestErrorOfFewWithinTheBound(t *testing.T) {
	y := []float64{0.1, -0.1, 0.2, -0.2, 0.3, -0.3, 0}
	v := []float64{1e-9, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9, 1e6}
	if _, se := clusteredLocation(y, v, []int{0, 1, 2, 3, 4, 5, 6}); !(se < 1) {
		t.Errorf("the standard error of values within 0.3 is %v", se)
	}
}
