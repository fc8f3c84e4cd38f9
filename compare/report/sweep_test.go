package report

import (
	"math"
	"testing"

	"cryptogap/compare/stats"
)

func TestPayoffText(t *testing.T) {
	const mib = 1 << 20
	for _, tc := range []struct {
		p           stats.Payoff
		want, reach string
	}{
		{stats.Payoff{Kind: stats.PaysNever}, "never", ""},
		{stats.Payoff{Kind: stats.PaysAlways}, "always", ""},
		{stats.Payoff{Kind: stats.PaysTied}, "equal at all sizes", ""},
		{stats.Payoff{Kind: stats.PaysFrom, N: 2150, Interval: stats.Interval{Lo: 2000, Hi: 2300}}, "from 2.1 KiB", "2.0 KiB to 2.2 KiB"},
		{stats.Payoff{Kind: stats.PaysUntil, N: 64, Interval: stats.Interval{Lo: 64, Hi: 64}}, "up to 64 B", ""},
		{stats.Payoff{Kind: stats.PaysMixed, N: math.NaN()}, "depends on size: see the chart", ""},
		{stats.Payoff{Kind: stats.PaysUnknown}, "not known", ""},
	} {
		if got, reach := payoffText(tc.p), reachText(tc.p); got != tc.want || reach != tc.reach {
			t.Errorf("%s: %q (%s), want %q (%s)", tc.p.Kind, got, reach, tc.want, tc.reach)
		}
	}
	ranges := []stats.Range{{From: 16, To: 64, Verdict: stats.Faster}, {From: 64, To: 1024, Verdict: stats.Slower}, {From: 1024, To: mib, Verdict: stats.Tie}}
	if got, want := rangesText(ranges), "faster from 16 B to 64 B, slower from 64 B to 1 KiB, equal from 1 KiB to 1 MiB"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestLineText(t *testing.T) {
	repetition := func(ns ...float64) (points []stats.Point) {
		for i, x := range ns {
			points = append(points, stats.Point{N: float64(uint(16) << (2 * i)), T: []float64{x, x * 1.001, x * 0.999, x, x}})
		}
		return points
	}
	for _, tc := range []struct {
		name, want string
		line       stats.Line
	}{
		{"holds", "", stats.Fit(repetition(116, 164, 356, 1124, 4196))},
		{"off", "off the line: 20 % more at 256 B", stats.Fit(repetition(116, 164, 356*1.2, 1124, 4196, 16484))},
		{"nowhere", "no line: ", stats.Fit(repetition(116, 328, 356, 2248, 4196, 32968))},
	} {
		averages := averages(tc.line, 6)
		if tc.name == "nowhere" {
			averages = false
		}
		if got := lineText(tc.line, averages); got != tc.want && (tc.name != "nowhere" || len(got) < len(tc.want) || got[:len(tc.want)] != tc.want) {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestBytesText(t *testing.T) {
	for n, want := range map[float64]string{16: "16 B", 609.6: "610 B", 2150: "2.1 KiB", 1 << 20: "1 MiB", 300 << 10: "300 KiB"} {
		if got := bytesText(n); got != want {
			t.Errorf("%v: %q, want %q", n, got, want)
		}
	}
}
