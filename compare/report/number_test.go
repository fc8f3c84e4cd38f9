package report

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"cryptogap/compare/stats"
)

func TestFigure(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		value, half float64
		want        string
	}{
		{1234.5, 30, "1230"},
		{1234.5, 3, "1234"}, // half to even
		{1234.5, 0.3, "1234"},
		{123.45, 0.3, "123.5"},
		{12.345, 0.003, "12.35"},
		{12.345, 0.3, "12.3"},
		{12.345, 0.13, "12.35"},
		{0.012345, 0.0001, "0.01235"},
		{98765, 1, "98765"},
		{98765, 4000, "99000"},
		{98765, 14000, "99000"},
		{480, 700, "500"},
		{0.36, 3, "0.4"},
		{5, 0, "5.000"},
		{1.4, inf, "1.4"},
		{1234, inf, "1200"},
		{0.0123, nan, "0.012"},
		{nan, 1, ""},
		{inf, 1, ""},
		{0, 0.1, "0.00"},
		{0.4, 0, "0.4000"},
	} {
		if got := figure(c.value, c.value-c.half, c.value+c.half); got != c.want {
			t.Errorf("%v ± %v is %q, want %q", c.value, c.half, got, c.want)
		}
	}
}

func TestRatio(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		value, lo, hi float64
		want          string
	}{
		{1.25, 1.249, 1.251, "1.2500 ±0.0010"},
		{1.25, 1.247, 1.253, "1.250 ±0.003"},
		{0.8727, 0.85, 0.9, "0.87 ±0.03"},
		{24.31, 20, 28, "24 ±4"},
		{0.36, 0, 6, "0.4 ±3.0"},
		{1.25, 0, inf, "1.2 ±∞"},
		{1.00004, 1.00002, 1.00006, "1.00004 ±0.00002"},
		{1, 1, 1, "1.0000 ±0.0000"},
		{1.2, 0.2, 2.2, "1.2 ±1.0"},
	} {
		v, half := ratio(stats.Estimate{Value: c.value, Interval: stats.Interval{Lo: c.lo, Hi: c.hi}})
		if got := v + " ±" + half; got != c.want {
			t.Errorf("%v in [%v, %v] is %q, want %q", c.value, c.lo, c.hi, got, c.want)
		}
	}
}

func TestThreeDigits(t *testing.T) {
	for x, want := range map[float64]string{1: "1.00", 0.9997: "1.00", 0.9443: "0.944", 12.34: "12.3", 0.0221: "0.0221", 1234: "1234"} {
		if got := threeDigits(x); got != want {
			t.Errorf("%v is %q, want %q", x, got, want)
		}
	}
}

func FuzzFigure(f *testing.F) {
	f.Add(1234.5, 0.3)
	f.Add(0.0, 0.0)
	f.Add(1e300, 1e-300)
	f.Add(5e-324, math.Inf(1))
	f.Fuzz(func(t *testing.T, value, half float64) {
		if math.Abs(value) > 1e15 {
			return // no time and no rate is
		}
		half = math.Abs(half)
		got := figure(value, value-half, value+half)
		if strings.ContainsAny(got, ",eE") {
			t.Fatalf("%v ± %v is %q", value, half, got)
		}
		if got == "" {
			return
		}
		back, err := strconv.ParseFloat(got, 64)
		if err != nil {
			t.Fatalf("%v ± %v is %q", value, half, got)
		}
		if away := math.Abs(back - value); away > max(half, math.Abs(value)*0.06) && away > math.Abs(value)/2 {
			t.Fatalf("%v ± %v is %q, which is %v away", value, half, got, away)
		}
	})
}

// An interval that knows nothing ends anywhere, and an axis still ends.
func TestAxisOfAnyNumbers(t *testing.T) {
	for _, values := range [][]float64{
		{1, 5e-324}, {1, math.MaxFloat64}, {5e-324, math.MaxFloat64}, {1e-300, 1e300}, {math.Inf(1), 0}, {math.NaN()}, {2e-12, 9e11},
	} {
		a := newAxis(190, 26, values...)
		if len(a.ticks) == 0 || len(a.ticks) > 30 || !(a.lo > 0) || math.IsInf(a.hi, 0) {
			t.Errorf("%v: from %v to %v with %d ticks", values, a.lo, a.hi, len(a.ticks))
		}
	}
}
