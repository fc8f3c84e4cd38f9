package truth

import (
	"math"
	"testing"
	"time"

	"cryptogap/compare"
)

// TestChainsDoEveryStep: a chain of n and then m steps ends where one of n+m does, and nowhere else.
func TestChainsDoEveryStep(t *testing.T) {
	ring := newRing()
	for work, do := range map[Work]func(int, uint64) uint64{
		Arithmetic: arithmetic, Allocation: allocate,
		Memory: func(n int, x uint64) uint64 { return chase(ring, n, x) },
	} {
		whole := do(1001, 0)
		if parts := do(401, do(600, 0)); parts != whole {
			t.Errorf("%s: 600 and 401 steps end at %d, 1001 at %d", work, parts, whole)
		}
		if short := do(1000, 0); short == whole {
			t.Errorf("%s: 1000 steps end where 1001 do", work)
		}
	}
	lines := 0
	for at := chase(ring, 1, 0); lines == 0 || at != ring0(ring); at = chase(ring, 1, at) {
		if lines++; lines > ringBytes/64 {
			t.Fatal("the ring does not close")
		}
	}
	if lines != ringBytes/64 {
		t.Errorf("the ring has %d lines, want %d", lines, ringBytes/64)
	}
}

func ring0(ring []uint32) uint64 { return uint64(ring[0]) }

func TestChainsHaveTheirRatios(t *testing.T) {
	seen := make(map[float64]bool)
	for _, c := range Chains() {
		seen[c.Ratio()] = true
	}
	for _, want := range []float64{1, 1.001, 1.01, 1.1, 2, 20, 200} {
		if !seen[want] {
			t.Errorf("no chain has the ratio %v", want)
		}
	}
}

// TestChainsAreMeasured looks at no figure: this machine may be busy.
func TestChainsAreMeasured(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	cfg := compare.Config{Settings: compare.QuickSettings(), Seed: 1}
	cfg.Settings.Time, cfg.Settings.Repetitions, cfg.Settings.Budget = time.Millisecond, 1, time.Second
	all, res, err := Real(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != len(Chains()) || len(res.Rows) != len(all) {
		t.Fatalf("%d chains of %d, %d rows", len(all), len(Chains()), len(res.Rows))
	}
	for _, m := range all {
		if math.IsNaN(m.Ratio) {
			t.Errorf("%+v", m)
		}
	}
}

func TestTrueAndTied(t *testing.T) {
	c := Chain{Arithmetic, 11, 10}
	for _, x := range []struct {
		m          Measured
		right, tie bool
	}{
		{Measured{Chain: c, Ratio: 1.1005, Lo: 1.1003, Hi: 1.1007}, true, false},
		{Measured{Chain: c, Ratio: 1.2, Lo: 1.19, Hi: 1.21}, false, false},
		{Measured{Chain: c, Ratio: 1.2, Lo: 0.9, Hi: 1.5}, true, true},
		{Measured{Chain: c, Ratio: math.NaN(), Lo: math.NaN(), Hi: math.NaN()}, false, true},
	} {
		if x.m.True() != x.right || x.m.Tied() != x.tie {
			t.Errorf("%+v: true %v, tied %v", x.m, x.m.True(), x.m.Tied())
		}
	}
}
