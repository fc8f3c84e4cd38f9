package result

import (
	"math"
	"testing"

	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// swept makes a run of an operation at sizes, where a call costs the
// providers a and a byte b, in nanoseconds.
func swept(t *testing.T, sizes []int, a, b [2]float64, edit func(size int, probe *int64, ns []int64)) *Result {
	t.Helper()
	var units []sample.Unit
	var parts [][]sample.Record
	for i, n := range sizes {
		u := unit(i, "hash", "go", "c")
		u.Algorithm, u.Op, u.Bytes = "sha256", "sum", n
		units = append(units, u)
		probe := int64(20000)
		ns := []int64{int64(1000 * (a[0] + b[0]*float64(n))), int64(1000 * (a[1] + b[1]*float64(n)))}
		if edit != nil {
			edit(n, &probe, ns)
		}
		parts = append(parts, rounds(i, probe, ns...))
	}
	return from(t, append([][]sample.Record{records(units...)}, parts...)...)
}

var powers = []int{16, 64, 256, 1024, 4096, 16384}

func TestSweeps(t *testing.T) {
	res := swept(t, powers, [2]float64{100, 400}, [2]float64{2, 1.5}, nil)
	sweeps := res.Sweeps()
	if len(sweeps) != 1 {
		t.Fatalf("%d sweeps, want 1", len(sweeps))
	}
	s := sweeps[0]
	if s.Algorithm != "sha256" || s.Op != "sum" || len(s.Sizes) != len(powers) || s.Marked != 0 || len(s.Lines) != 2 || len(s.Payoffs) != 1 {
		t.Fatalf("sweep %+v", s)
	}
	for i, want := range [][2]float64{{100_000, 2000}, {400_000, 1500}} {
		l := s.Lines[i]
		if math.Abs(l.A.Value/want[0]-1) > 0.01 || math.Abs(l.B.Value/want[1]-1) > 0.01 || !l.Holds() {
			t.Errorf("%s: %v + %v·n, want %v", l.Provider, l.A.Value, l.B.Value, want)
		}
	}
	if p := s.Payoffs[0]; p.Base != "go" || p.Other != "c" || p.Kind != stats.PaysFrom || math.Abs(p.N/600-1) > 0.02 {
		t.Errorf("payoff %+v, want from 600", p)
	}
}

func TestSweepsLeaveMarkedRowsOut(t *testing.T) {
	res := swept(t, powers, [2]float64{100, 400}, [2]float64{2, 1.5}, func(size int, probe *int64, ns []int64) {
		if size == 256 {
			*probe, ns[0] = 30000, ns[0]*3
		}
	})
	s := res.Sweeps()
	if len(s) != 1 || s[0].Marked != 1 || !s[0].Lines[0].Holds() {
		t.Errorf("sweeps %+v", s)
	}
}

func TestASweepOfMarkedRowsHasNoLine(t *testing.T) {
	res := swept(t, powers, [2]float64{100, 400}, [2]float64{2, 1.5}, func(size int, probe *int64, _ []int64) {
		if size > 16 {
			*probe = 30000
		}
	})
	if s := res.Sweeps(); len(s) != 1 || len(s[0].Lines) != 0 || s[0].Marked != len(powers)-1 {
		t.Errorf("sweeps %+v", s)
	}
}

func TestFewSizesAreNoSweep(t *testing.T) {
	if s := swept(t, powers[:3], [2]float64{1, 1}, [2]float64{1, 1}, nil).Sweeps(); len(s) != 0 {
		t.Errorf("sweeps of three sizes: %+v", s)
	}
}
