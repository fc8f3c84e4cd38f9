package stats

import (
	"math"
	"strings"
	"testing"
)

func TestCleanRowsHaveNoWarning(t *testing.T) {
	simulation(t)
	for name, m := range map[string]machine{
		"8 repetitions":       {repetitions: 8, rounds: 25, round: 0.01, placement: 0.002},
		"tight rounds":        {repetitions: 8, rounds: 25, round: 0.001, placement: 0.002},
		"3 repetitions":       {repetitions: 3, rounds: 25, round: 0.01, placement: 0.002},
		"wild rounds":         {repetitions: 8, rounds: 25, round: 0.05, placement: 0.002},
		"a few disturbed":     {repetitions: 8, rounds: 25, round: 0.005, placement: 0.002, contended: 0.05},
		"many short":          {repetitions: 20, rounds: 4, round: 0.01, placement: 0.002},
		"one long":            {repetitions: 1, rounds: 500, round: 0.01},
		"a repetition in ten": {repetitions: 8, rounds: 9, round: 0.02, placement: 0.002},
		"placement by far":    {repetitions: 10, rounds: 25, round: 0.0005, placement: 0.002},
	} {
		r := newRand(7)
		wrong := share(500, func() bool {
			w := Warnings(m.row(r, 1.04))
			return len(w) > 0
		})
		t.Logf("%s: %.1f %%", name, 100*wrong)
		if wrong >= 0.02 {
			t.Errorf("%s: %.1f %% of clean rows warned about, want under 2 %%", name, 100*wrong)
		}
	}
}

// repetitionsAt returns one repetition a value, dealt out to layouts in turn, with a spread of 0.1 %.
func repetitionsAt(layouts int, values ...float64) []Value {
	r := newRand(9)
	all := make([]Value, len(values))
	for i, x := range values {
		all[i] = Value{Index: i, Layout: i % layouts, Value: x * (1 + 0.001*r.NormFloat64())}
	}
	return all
}

func TestCampWarning(t *testing.T) {
	for name, c := range map[string]struct {
		of   []Value
		want string
	}{
		"three of eight":                   {repetitionsAt(8, 1, 1.03, 1, 1, 1.03, 1, 1.03, 1), ""},
		"three of sixteen":                 {repetitionsAt(8, 1, 1, 1, 1.03, 1, 1, 1, 1, 1.03, 1, 1, 1, 1, 1, 1.03, 1), "bimodal: 13 repetitions near 1, 3 near 1.03"},
		"in one layout":                    {repetitionsAt(1, 2, 2.1, 2, 2, 2.1, 2, 2.1, 2, 2.1), "bimodal: 5 repetitions near 2, 4 near 2.099"},
		"one went wrong":                   {repetitionsAt(8, 1, 1, 1, 1.03, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), ""},
		"a layout of its own":              {repetitionsAt(8, 1, 1, 1, 1.03, 1, 1, 1, 1, 1, 1, 1, 1.03, 1, 1, 1, 1), ""},
		"too near to matter":               {repetitionsAt(4, 1, 1, 1, 1.007, 1, 1, 1.007, 1, 1.007, 1, 1, 1), ""},
		"too few to tell":                  {repetitionsAt(2, 1, 1.03, 1.03, 1, 1.03, 1), ""},
		"spread as wide as their distance": {repetitionsAt(4, 1, 1.01, 1.02, 1.03, 1.04, 1.05, 1.08, 1.09, 1.1, 1.11), ""},
	} {
		w, ok := CampWarning(c.of)
		if ok != (c.want != "") || w.Text != c.want {
			t.Errorf("%s: %q, want %q", name, w.Text, c.want)
		}
	}
}

func TestModes(t *testing.T) {
	r := newRand(8)
	m := machine{repetitions: 8, rounds: 25, round: 0.005, placement: 0.001}
	var within, between int
	for range 100 {
		clusters := m.row(r, 1)
		for p := range clusters {
			for i := range clusters[p] {
				if r.Float64() < 0.39 {
					clusters[p][i] *= 1.12
				}
			}
		}
		for _, w := range Warnings(clusters) {
			if w.Kind == Modes && near(w.Effect, 0.058, 0.005) && !strings.Contains(w.Text, "repetitions") {
				within++
			}
		}
		clusters = m.row(r, 1)
		for _, p := range []int{1, 4, 5} {
			for i := range clusters[p] {
				clusters[p][i] *= 1.03
			}
		}
		for _, w := range Warnings(clusters) {
			if w.Kind == Modes && near(w.Effect, 0.015, 0.0025) && strings.Contains(w.Text, "(5 and 3 whole repetitions)") {
				between++
			}
		}
	}
	if within < 98 || between < 95 {
		t.Errorf("of 100 rows with two modes found %d within repetitions, %d between them", within, between)
	}
}

func TestModesSentence(t *testing.T) {
	var clusters [][]float64
	for p := range 5 {
		var rounds []float64
		for i := range 25 {
			x := 1 + 0.0001*float64((i+p)%5)
			if (i+p)%5 >= 3 {
				x += 0.12
			}
			rounds = append(rounds, x)
		}
		clusters = append(clusters, rounds)
	}
	w := Warnings(clusters)
	if len(w) != 1 || w[0].Text != "bimodal: 60 % near 1, 40 % near 1.12" {
		t.Errorf("got %v", w)
	}
}

func TestTrends(t *testing.T) {
	r := newRand(9)
	m := machine{repetitions: 8, rounds: 25, round: 0.005, placement: 0.001}
	var over, within int
	for range 100 {
		clusters := m.row(r, 1)
		for p := range clusters {
			for i := range clusters[p] {
				clusters[p][i] *= math.Pow(1.04, float64(p)/7)
			}
		}
		for _, w := range Warnings(clusters) {
			if w.Kind == Trend && near(w.Effect, 0.02, 0.005) && strings.Contains(w.Text, "first to the last of 8 repetitions") {
				over++
			}
		}
		clusters = m.row(r, 1)
		for p := range clusters {
			for i := range clusters[p] {
				clusters[p][i] *= math.Pow(0.92, float64(i)/24)
			}
		}
		for _, w := range Warnings(clusters) {
			if w.Kind == Trend && w.Effect > 0.015 && w.Effect < 0.04 && strings.Contains(w.Text, "trend: -") {
				within++
			}
		}
	}
	if over < 98 || within < 98 {
		t.Errorf("of 100 rows with a trend found %d over repetitions, %d within them", over, within)
	}
}

func TestWarningsOfNothing(t *testing.T) {
	for _, clusters := range [][][]float64{nil, {{}}, {{1}}, {{nan, 0}}, {{1, 2}, {1, 2}}} {
		if w := Warnings(clusters); len(w) != 0 {
			t.Errorf("%v: %v", clusters, w)
		}
	}
}

func TestKendallP(t *testing.T) {
	for _, test := range []struct {
		k, rises, falls int
		want            float64
	}{
		{2, 1, 0, 1},
		{3, 3, 0, 2.0 / 6},
		{4, 5, 1, 8.0 / 24}, // one order with no fall, three with one
		{5, 0, 10, 2.0 / 120},
		{5, 5, 5, 1},
	} {
		if got := kendallP(test.k, test.rises, test.falls); !near(got, test.want, 1e-12) {
			t.Errorf("kendallP(%d, %d, %d) = %v, want %v", test.k, test.rises, test.falls, got, test.want)
		}
	}
}
