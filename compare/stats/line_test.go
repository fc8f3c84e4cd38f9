package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

var sweepSizes = []float64{16, 64, 256, 1024, 1350, 4096, 8192, 16384, 65536, 262144, 1 << 20}

// exact makes points without noise, in k repetitions.
func exact(k int, t func(n float64) float64) []Point {
	var points []Point
	for _, n := range sweepSizes {
		p := Point{N: n}
		for range k {
			p.T = append(p.T, t(n))
		}
		points = append(points, p)
	}
	return points
}

// noisy makes points whose repetitions each have a placement, by which call and byte costs vary, and whose medians err.
func noisy(r *rand.Rand, k int, placement, noise float64, t func(n float64) float64) []Point {
	points := make([]Point, len(sweepSizes))
	for range k {
		place := placement * r.NormFloat64()
		for i, n := range sweepSizes {
			points[i].N = n
			points[i].T = append(points[i].T, t(n)*math.Exp(place+noise*heavy(r)))
		}
	}
	return points
}

func TestFitExact(t *testing.T) {
	l := Fit(exact(3, func(n float64) float64 { return 90 + 0.5*n }))
	if !near(l.A.Value, 90, 1e-6) || !near(l.B.Value, 0.5, 1e-9) || !near(l.A.Lo, 90, 1e-6) || !near(l.At(100), 140, 1e-6) {
		t.Errorf("got %+v", l)
	}
	if !l.Holds() || l.Steps() != nil || l.Residual > 1e-9 || l.A.Clusters != 3 || l.A.N != 33 {
		t.Errorf("got %+v", l)
	}
}

func TestFitOrderAndBadValues(t *testing.T) {
	points := exact(3, func(n float64) float64 { return 90 + 0.5*n })
	points[0], points[7] = points[7], points[0]
	points[3].T = []float64{nan, -1, 0}
	points[4].T = points[4].T[:1]
	points = append(points, Point{N: nan, T: []float64{1}}, Point{N: -1, T: []float64{1}})
	l := Fit(points)
	if !near(l.A.Value, 90, 1e-6) || !near(l.B.Value, 0.5, 1e-9) || !l.Holds() || l.A.Dropped != 5 {
		t.Errorf("got %+v", l)
	}
	if points[0].N != sweepSizes[7] {
		t.Error("the input was reordered")
	}
}

func TestFitOneBadSize(t *testing.T) {
	points := exact(4, func(n float64) float64 { return 90 + 0.5*n })
	for p := range points[5].T {
		points[5].T[p] *= 1.4
	}
	l := Fit(points)
	if !near(l.A.Value, 90, 1e-3) || !near(l.B.Value, 0.5, 1e-5) || len(l.Segments) != 1 {
		t.Errorf("got %+v", l)
	}
	if len(l.Off) != 1 || l.Off[0].N != 4096 || !near(l.Off[0].Relative, 0.4, 1e-3) || l.Holds() {
		t.Errorf("off: %+v", l.Off)
	}
}

func TestFitTooLittle(t *testing.T) {
	line := func(n float64) float64 { return 1 + n }
	for name, points := range map[string][]Point{
		"nothing":       nil,
		"two sizes":     exact(3, line)[:2],
		"no repetition": exact(0, line),
		"equal size":    {{N: 5, T: []float64{1}}, {N: 5, T: []float64{2}}, {N: 5, T: []float64{3}}},
	} {
		l := Fit(points)
		if l.Valid() || l.Holds() || !math.IsNaN(l.A.Value) || l.Steps() != nil {
			t.Errorf("%s: %+v", name, l)
		}
		if p := BreakEven(l, l); p.Kind != PaysUnknown {
			t.Errorf("%s: break-even %+v", name, p)
		}
	}
	l := Fit(exact(1, line))
	if !l.Valid() || l.A.Bounded() || !l.A.Provisional() || !near(l.B.Value, 1, 1e-9) {
		t.Errorf("one repetition: %+v", l)
	}
}

func TestFitStep(t *testing.T) {
	// Another code path from 4 KiB up: slower to start, a third of the cost of a byte.
	step := func(n float64) float64 {
		if n >= 4096 {
			return 400 + 1.0*n
		}
		return 100 + 3.0*n
	}
	check := func(l Line) bool {
		s := l.Steps()
		return len(s) == 1 && s[0].Below == 1350 && s[0].Above == 4096 &&
			near(s[0].ByteBelow, 3, 0.1) && near(s[0].ByteAbove, 1, 0.05) &&
			near(s[0].Jump, 4496.0/12388-1, 0.05) && !l.Holds()
	}
	if l := Fit(exact(3, step)); !check(l) {
		t.Errorf("got %+v", l.Segments)
	}
	simulation(t)
	r := newRand(10)
	found := share(200, func() bool { return check(Fit(noisy(r, 8, 0.002, 0.005, step))) })
	wrong := share(500, func() bool {
		return !Fit(noisy(r, 8, 0.002, 0.01, func(n float64) float64 { return 100 + 0.5*n })).Holds()
	})
	t.Logf("step found in %.1f %%, seen where there is none in %.1f %%", 100*found, 100*wrong)
	if found < 0.97 || wrong > 0.02 {
		t.Errorf("step found in %.1f %%, seen where there is none in %.1f %%", 100*found, 100*wrong)
	}
}

func TestFitHashBlocks(t *testing.T) {
	// A hash pads to whole blocks: what a line over 64 B blocks misses is 16 B, not a step.
	l := Fit(exact(3, func(n float64) float64 { return 5 + 50*math.Floor((n+9+63)/64) }))
	if len(l.Segments) != 1 || !near(l.B.Value, 50.0/64, 0.01) {
		t.Errorf("got %+v", l)
	}
}

func TestFitSecondRunInside(t *testing.T) {
	simulation(t)
	r := newRand(11)
	for _, k := range []int{4, 8} {
		var a, b int
		const runs = 500
		for range runs {
			first := Fit(noisy(r, k, 0.002, 0.003, func(n float64) float64 { return 80 + 0.4*n }))
			second := Fit(noisy(r, k, 0.002, 0.003, func(n float64) float64 { return 80 + 0.4*n }))
			if first.A.Contains(second.A.Value) {
				a++
			}
			if first.B.Contains(second.B.Value) {
				b++
			}
		}
		t.Logf("%d repetitions: a %.1f %%, b %.1f %%", k, 100*float64(a)/runs, 100*float64(b)/runs)
		if a < runs*93/100 || b < runs*93/100 {
			t.Errorf("%d repetitions: second run inside in %d (a) and %d (b) of %d", k, a, b, runs)
		}
	}
}

func BenchmarkFit(b *testing.B) {
	points := noisy(newRand(12), 10, 0.002, 0.003, func(n float64) float64 { return 80 + 0.4*n })
	for b.Loop() {
		Fit(points)
	}
}
