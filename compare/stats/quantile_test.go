package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

var nan, inf = math.NaN(), math.Inf(1)

func TestQuantile(t *testing.T) {
	for _, test := range []struct {
		xs   []float64
		q    float64
		want float64
	}{
		{nil, 0.5, nan},
		{[]float64{7}, 0.5, 7},
		{[]float64{7}, 1, 7},
		{[]float64{3, 1, 2}, 0.5, 2},
		{[]float64{4, 1, 3, 2}, 0.5, 2.5},
		{[]float64{4, 1, 3, 2}, 0, 1},
		{[]float64{4, 1, 3, 2}, 1, 4},
		{[]float64{4, 1, 3, 2}, 0.25, 1.75}, // R: quantile(1:4, .25)
		{[]float64{10, 20, 30, 40, 50}, 0.9, 46},
		{[]float64{1, nan, 2}, 0.5, nan},
		{[]float64{1, inf}, 0, 1},
		{[]float64{1, 2}, -0.1, nan},
		{[]float64{1, 2}, 1.1, nan},
		{[]float64{1, 2}, nan, nan},
	} {
		if got := Quantile(test.xs, test.q); !near(got, test.want, 1e-12) {
			t.Errorf("Quantile(%v, %v) = %v, want %v", test.xs, test.q, got, test.want)
		}
	}
}

// TestQuantileOfMany compares the selection with sorting, on lists that are long, equal, in order and in waves.
func TestQuantileOfMany(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{31, 32, 33, 64, 1000, 1001} {
		for name, at := range map[string]func(i int) float64{
			"random": func(int) float64 { return r.NormFloat64() },
			"few":    func(int) float64 { return float64(r.IntN(3)) },
			"equal":  func(int) float64 { return 4 },
			"rising": func(i int) float64 { return float64(i) },
			"waves":  func(i int) float64 { return float64(i % 7 * (n - i)) },
		} {
			xs := make([]float64, n)
			for i := range xs {
				xs[i] = at(i)
			}
			sorted := slices.Sorted(slices.Values(xs))
			for i, want := range sorted {
				if got := Quantile(xs, float64(i)/float64(n-1)); !near(got, want, 1e-9) {
					t.Errorf("%s: the %d-th of %d is %v, want %v", name, i, n, got, want)
				}
			}
		}
	}
}

func TestMedianKeepsItsInput(t *testing.T) {
	xs := []float64{3, 1, 2}
	if got := Median(xs); got != 2 {
		t.Errorf("Median = %v, want 2", got)
	}
	MAD(xs)
	if !slices.Equal(xs, []float64{3, 1, 2}) {
		t.Errorf("input became %v", xs)
	}
}

func TestMAD(t *testing.T) {
	// Median 3; deviations 2 1 0 1 97; their median 1.
	if got := MAD([]float64{1, 2, 3, 4, 100}); !near(got, madToSigma, 1e-12) {
		t.Errorf("MAD = %v, want %v", got, madToSigma)
	}
	if got := MAD(nil); !math.IsNaN(got) {
		t.Errorf("MAD(nil) = %v, want NaN", got)
	}
	if got := MAD([]float64{5}); got != 0 {
		t.Errorf("MAD of one value = %v, want 0", got)
	}
}
