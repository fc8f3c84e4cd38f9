package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// layouts makes repetitions of n layouts, two each, whose ratio is truth times a layout's own factor.
func layouts(r *rand.Rand, n int, truth, layout, repetition, round float64) (a, b []Repetition) {
	own := make([]float64, n)
	for i := range own {
		own[i] = math.Exp(layout * r.NormFloat64())
	}
	for p := range 2 * n {
		here := truth * own[p%n] * math.Exp(repetition*r.NormFloat64())
		x, y := Repetition{Layout: p % n}, Repetition{Layout: p % n}
		for range 40 {
			x.Values = append(x.Values, 100*here*math.Exp(round*r.NormFloat64()))
			y.Values = append(y.Values, 100*math.Exp(round*r.NormFloat64()))
		}
		a, b = append(a, x), append(b, y)
	}
	return a, b
}

func TestRatioCoversOtherLayouts(t *testing.T) {
	simulation(t)
	for _, x := range []struct{ layout, repetition, round float64 }{
		{0, 0.001, 0.003}, {0.01, 0.001, 0.003}, {0.05, 0.002, 0.003}, {0.003, 0.003, 0.02},
	} {
		r := newRand(31)
		const runs = 600
		inside, truths, bias := 0.0, 0.0, 0.0
		for range runs {
			first, _ := Ratio(layouts(r, 8, 1.3, x.layout, x.repetition, x.round))
			second, _ := Ratio(layouts(r, 8, 1.3, x.layout, x.repetition, x.round))
			if first.Contains(second.Value) {
				inside++
			}
			if first.Contains(1.3) {
				truths++
			}
			bias += math.Log(first.Value/1.3) / runs
		}
		if inside < 0.945*runs || truths < 0.97*runs || math.Abs(bias) > max(0.001, x.layout/4) {
			t.Errorf("%+v: a second run is inside in %.1f %%, the truth in %.1f %%, bias %.3f %%", x, 100*inside/runs, 100*truths/runs, 100*bias)
		}
	}
}

// TestRatioPaysOwnSlowOperations: one operation in ten of the first side takes twice as long. The ratio is that of the means.
func TestRatioPaysOwnSlowOperations(t *testing.T) {
	r := newRand(32)
	a, b := layouts(r, 8, 1, 0, 0.0005, 0.002)
	for _, rep := range a {
		for i := range rep.Values {
			if r.Float64() < 0.1 {
				rep.Values[i] *= 2
			}
		}
	}
	e, _ := Ratio(a, b)
	if math.Abs(e.Value-1.1) > 0.02 || !e.Contains(1.1) {
		t.Errorf("%+v, want 1.1", e)
	}
}

// TestRatioSurvivesADisturbance: a single sample that took a hundred times as long moves nothing.
func TestRatioSurvivesADisturbance(t *testing.T) {
	r := newRand(33)
	a, b := layouts(r, 8, 1.2, 0, 0.0005, 0.002)
	a[3].Values[7] *= 100
	b[9].Values[1] *= 50
	if e, _ := Ratio(a, b); math.Abs(e.Value/1.2-1) > 0.001 || e.RelHalfWidth() > 0.004 {
		t.Errorf("%+v, want 1.2", e)
	}
}

func TestRatioEdges(t *testing.T) {
	if e, v := Ratio(nil, nil); e.Valid() || v != nil {
		t.Errorf("nothing: %+v", e)
	}
	one := []Repetition{{Values: []float64{2}}}
	if e, _ := Ratio(one, []Repetition{{Values: []float64{1}}}); e.Value != 2 || e.Bounded() {
		t.Errorf("one round: %+v", e)
	}
	if e, _ := Ratio(one, []Repetition{{Values: []float64{math.NaN()}}}); e.Valid() || e.Dropped != 1 {
		t.Errorf("a round without the other side: %+v", e)
	}
	if e, _ := Mean([]Repetition{{Values: []float64{5, 5}}, {Values: []float64{5, -1}}}); e.Value != 5 || e.N != 3 || e.Dropped != 1 {
		t.Errorf("equal values: %+v", e)
	}
}

func TestByLayout(t *testing.T) {
	r := newRand(34)
	depends := func(layout float64) (n int) {
		for range 200 {
			_, values := Ratio(layouts(r, 8, 1, layout, 0.002, 0.002))
			if ByLayout(values).Depends {
				n++
			}
		}
		return n
	}
	if none, some := depends(0), depends(0.03); none > 2 || some < 190 {
		t.Errorf("%d of 200 rows without a dependence are called dependent, and %d of those with one", none, some)
	}
	values := []Value{{Layout: 2, Value: 1.1}, {Layout: 0, Value: 0.8}, {Layout: 2, Value: 1.1}, {Layout: 0, Value: 0.8}}
	if l := ByLayout(values); !l.Depends || len(l.Values) != 2 || !near(l.Lo, 0.8, 1e-9) || !near(l.Hi, 1.1, 1e-9) || l.Values[0].Repetitions != 2 {
		t.Errorf("%+v", l)
	}
}

// TestRatioPaysRareSlowOperations: one operation in a hundred of the second side takes twice as long, so that most repetitions have
// none. Those must not decide: they would give 1 %. What is left of it is the price of a robust centre.
func TestRatioPaysRareSlowOperations(t *testing.T) {
	simulation(t)
	r := newRand(35)
	const runs, truth = 200, 1 / 1.01
	var bias float64
	for range runs {
		a, b := layouts(r, 8, 1, 0, 0.0005, 0.002)
		for _, rep := range b {
			for i := range rep.Values {
				if r.Float64() < 0.01 {
					rep.Values[i] *= 2
				}
			}
		}
		e, _ := Ratio(a, b)
		bias += math.Log(e.Value/truth) / runs
	}
	if math.Abs(bias) > 0.005 {
		t.Errorf("bias %.2f %%", 100*bias)
	}
}
