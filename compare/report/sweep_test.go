package report

import (
	"math"
	"testing"

	"cryptogap/compare/stats"
)

func TestPhrase(t *testing.T) {
	r := func(from, to float64, v stats.Verdict) stats.Range {
		return stats.Range{From: from, To: to, Verdict: v}
	}
	const mib = 1 << 20
	for _, tc := range []struct {
		p    stats.Payoff
		want string
	}{
		{stats.Payoff{Kind: stats.PaysNever, Ranges: []stats.Range{r(16, mib, stats.Dearer)}}, "C never"},
		{stats.Payoff{Kind: stats.PaysAlways, Ranges: []stats.Range{r(16, mib, stats.Cheaper)}}, "C at every size"},
		{stats.Payoff{Kind: stats.PaysTied, Ranges: []stats.Range{r(16, mib, stats.Tie)}}, "a tie with C at every size"},
		{stats.Payoff{Kind: stats.PaysNever, Ranges: []stats.Range{r(16, 2048, stats.Dearer), r(2048, mib, stats.Tie)}}, "Go up to 2 KiB, then a tie with C"},
		{stats.Payoff{Kind: stats.PaysFrom, N: 2150, Ranges: []stats.Range{r(16, 2000, stats.Dearer), r(2000, 2300, stats.Tie), r(2300, mib, stats.Cheaper)}}, "Go up to 2.1 KiB, then C"},
		{stats.Payoff{Kind: stats.PaysMixed, N: math.NaN(), Ranges: []stats.Range{r(16, 64, stats.Cheaper), r(64, 1024, stats.Dearer), r(1024, 65536, stats.Tie), r(65536, mib, stats.Cheaper)}}, "C up to 64 B, then Go up to 1 KiB, then a tie with C up to 64 KiB, then C"},
		{stats.Payoff{Kind: stats.PaysNever, Ranges: []stats.Range{r(16, 60, stats.Dearer), r(60, 70, stats.Tie), r(70, mib, stats.Dearer)}}, "C never"},
		{stats.Payoff{Kind: stats.PaysUnknown}, "C not known"},
	} {
		if got := phrase(tc.p, "Go", "C"); got != tc.want {
			t.Errorf("%v: %q, want %q", tc.p.Ranges, got, tc.want)
		}
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
		{"off", "takes 20 % more at 256 B", stats.Fit(repetition(116, 164, 356*1.2, 1124, 4196, 16484))},
		{"nowhere", "no line: it would take", stats.Fit(repetition(116, 328, 356, 2248, 4196, 32968))},
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
