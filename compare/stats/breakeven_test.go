package stats

import (
	"slices"
	"testing"
)

func lineOf(a, b float64) func(float64) float64 {
	return func(n float64) float64 { return a + b*n }
}

func TestBreakEvenExact(t *testing.T) {
	for _, test := range []struct {
		name   string
		x, y   func(float64) float64
		kind   PayoffKind
		n      float64
		ranges []Verdict
	}{
		{"crossing", lineOf(20, 1), lineOf(120, 0.9), PaysFrom, 1000, []Verdict{Slower, Faster}},
		{"the other way", lineOf(120, 0.9), lineOf(20, 1), PaysUntil, 1000, []Verdict{Faster, Slower}},
		{"always", lineOf(50, 1), lineOf(40, 0.9), PaysAlways, nan, []Verdict{Faster}},
		{"never", lineOf(40, 0.9), lineOf(50, 1), PaysNever, nan, []Verdict{Slower}},
		{"beyond what was measured", lineOf(20, 1), lineOf(4e6, 0.9), PaysNever, nan, []Verdict{Slower}},
		{"below what was measured", lineOf(20, 1), lineOf(20.5, 0.9), PaysAlways, nan, []Verdict{Faster}},
		{"the same", lineOf(20, 1), lineOf(20, 1), PaysTied, nan, []Verdict{Tie}},
	} {
		p := BreakEven(Fit(exact(3, test.x)), Fit(exact(3, test.y)))
		if p.Kind != test.kind || !near(p.N, test.n, 1) || !p.Fitted {
			t.Errorf("%s: %+v", test.name, p)
		}
		if test.kind == PaysFrom || test.kind == PaysUntil {
			if !p.Contains(test.n) || p.Hi/p.Lo > 1.1 {
				t.Errorf("%s: interval %+v", test.name, p.Interval)
			}
		}
		var verdicts []Verdict
		for _, r := range p.Ranges {
			verdicts = append(verdicts, r.Verdict)
		}
		if !slices.Equal(verdicts, test.ranges) {
			t.Errorf("%s: ranges %+v", test.name, p.Ranges)
		}
	}
}

func TestBreakEvenWithoutLine(t *testing.T) {
	// y changes its path at 4 KiB and is cheaper from there, though no line through all of it says so.
	x := Fit(exact(3, lineOf(50, 2)))
	y := Fit(exact(3, func(n float64) float64 {
		if n >= 4096 {
			return 100 + n
		}
		return 60 + 2.5*n
	}))
	p := BreakEven(x, y)
	if p.Fitted || p.Kind != PaysFrom || p.N < 1350 || p.N > 4096 {
		t.Errorf("got %+v", p)
	}
}

func TestBreakEvenThenTie(t *testing.T) {
	simulation(t)
	// x is ahead by its cheap call; per byte they are the same up to noise.
	r := newRand(13)
	never := share(50, func() bool {
		p := BreakEven(
			Fit(noisy(r, 8, 0.002, 0.004, lineOf(20, 1))),
			Fit(noisy(r, 8, 0.002, 0.004, lineOf(70, 1))))
		last := p.Ranges[len(p.Ranges)-1]
		return p.Kind == PaysNever && p.Ranges[0].Verdict == Slower && last.Verdict == Tie && last.From > 1000
	})
	t.Logf("%.0f %%", 100*never)
	if never < 0.9 {
		t.Errorf("Go ahead, then a tie: seen in %.0f %%", 100*never)
	}
}

func TestBreakEvenSecondRunInside(t *testing.T) {
	simulation(t)
	r := newRand(14)
	run := func() Payoff {
		return BreakEven(
			Fit(noisy(r, 8, 0.002, 0.004, lineOf(20, 1))),
			Fit(noisy(r, 8, 0.002, 0.004, lineOf(120, 0.9))))
	}
	var inside, holds, width float64
	const runs = 120
	for range runs {
		first, second := run(), run()
		if first.Kind != PaysFrom {
			continue
		}
		if first.Contains(second.N) {
			inside++
		}
		if first.Contains(1000) {
			holds++
		}
		width += first.Hi / first.Lo / runs
	}
	t.Logf("second run inside %.1f %%, truth inside %.1f %%, ends a factor %.2f apart", 100*inside/runs, 100*holds/runs, width)
	if inside < 0.9*runs || holds < 0.95*runs || width > 1.3 {
		t.Errorf("second run inside %.1f %%, truth inside %.1f %%, ends a factor %.2f apart", 100*inside/runs, 100*holds/runs, width)
	}
}

func TestKind(t *testing.T) {
	for pattern, want := range map[string]PayoffKind{
		"0": PaysTied, "+": PaysAlways, "-": PaysNever,
		"-+": PaysFrom, "-0+": PaysFrom, "0+": PaysFrom, "0-0+": PaysFrom,
		"+-": PaysUntil, "+0-": PaysUntil, "+0": PaysUntil,
		"-0": PaysNever, "0-": PaysNever, "-0-": PaysNever, "+0+": PaysAlways,
		"0+0": PaysMixed, "-+-": PaysMixed, "+-+": PaysMixed, "-+0": PaysMixed, "0+-": PaysMixed,
	} {
		var all []Range
		for _, c := range pattern {
			all = append(all, Range{Verdict: map[rune]Verdict{'0': Tie, '+': Faster, '-': Slower}[c]})
		}
		if got := kind(all); got != want {
			t.Errorf("%s: %s, want %s", pattern, got, want)
		}
	}
}

func BenchmarkBreakEven(b *testing.B) {
	r := newRand(15)
	x := Fit(noisy(r, 10, 0.002, 0.004, lineOf(20, 1)))
	y := Fit(noisy(r, 10, 0.002, 0.004, lineOf(120, 0.9)))
	for b.Loop() {
		BreakEven(x, y)
	}
}
