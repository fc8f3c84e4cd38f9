package truth

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// some returns a small simulation of the named machines and kinds.
func some(t *testing.T, machines, kinds []string) Simulation {
	t.Helper()
	s := DefaultSimulation()
	s.Runs = 6
	s.Machines = slices.DeleteFunc(s.Machines, func(m Machine) bool { return !slices.Contains(machines, m.Name) })
	s.Kinds = slices.DeleteFunc(s.Kinds, func(k Kind) bool { return !slices.Contains(kinds, k.Name) })
	if len(s.Machines) != len(machines) || len(s.Kinds) != len(kinds) {
		t.Fatalf("%d machines, %d kinds of those named", len(s.Machines), len(s.Kinds))
	}
	return s
}

func simulate(t *testing.T, s Simulation) []Class {
	t.Helper()
	if testing.Short() {
		t.Skip("simulated rates")
	}
	classes, err := s.Simulate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return classes
}

func TestTheChainTellsTheTruth(t *testing.T) {
	t.Parallel()
	s := some(t, []string{"quiet", "ticks 250 Hz, 20 µs", "80 % quiet"},
		[]string{"steady", "equal", "operations of 20 ns", "operations of 50 µs", "both fill the core"})
	for _, c := range simulate(t, s) {
		if !c.Judged() {
			t.Errorf("%s, %s: %d of %d runs are flagged", c.Machine, c.Kind, c.Flagged, c.Runs)
			continue
		}
		if c.Biased() || c.Coverage < 0.8 {
			t.Errorf("%s, %s: bias %.3f %% (standard error %.3f), coverage %.0f %%", c.Machine, c.Kind, 100*c.Bias, 100*c.BiasError, 100*c.Coverage)
		}
	}
}

// TestAWrongTruthIsFound: a bias of 0.5 % is seen, whatever makes it.
func TestAWrongTruthIsFound(t *testing.T) {
	t.Parallel()
	s := some(t, []string{"quiet"}, []string{"steady"})
	s.Kinds[0].A.Sample = func(*rand.Rand) float64 { return 1.005 } // its mean is not 1, so the ratio is not the one stated
	if c := simulate(t, s)[0]; !c.Biased() || math.Abs(c.Bias-0.005) > 0.001 {
		t.Errorf("bias %v, standard error %v", c.Bias, c.BiasError)
	}
}

func TestSimulateIsSeededAndStops(t *testing.T) {
	t.Parallel()
	s := some(t, []string{"50 % quiet, ticks"}, []string{"steady"})
	s.Runs = 1
	first, err := s.run(s.Machines[0], 0)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := s.run(s.Machines[0], 0); err != nil || second[0] != first[0] {
		t.Errorf("error %v, %v and %v", err, first[0], second[0])
	}
	if other, err := s.run(s.Machines[0], 1); err != nil || other[0].value == first[0].value {
		t.Errorf("error %v, another run says %v too", err, first[0].value)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Simulate(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestSpreadsAreCentred: the ratio stated is the true one only if no spread moves the mean, or the centre of what is drawn less often.
func TestSpreadsAreCentred(t *testing.T) {
	const draws = 400_000
	for _, k := range Kinds() {
		for _, l := range []Lane{k.A, k.B} {
			for what, s := range map[string]spread{"samples": l.Sample, "repetitions": l.Place, "layouts": l.Layout} {
				rng := rand.New(rand.NewPCG(1, 2))
				var sum, squares, logs float64
				for range draws {
					x := s.draw(rng)
					sum, squares, logs = sum+x, squares+x*x, logs+math.Log(x)
				}
				mean := sum / draws
				allowed := 4*math.Sqrt((squares/draws-mean*mean)/draws) + 1e-12
				if math.Abs(mean-1) > allowed && (what == "samples" || math.Abs(logs/draws) > allowed) {
					t.Errorf("%s, %s: mean %v, centre %v", k.Name, what, mean, math.Exp(logs/draws))
				}
			}
		}
	}
}

func TestTheNeighbourTakesItsShare(t *testing.T) {
	for _, m := range Machines() {
		c := newCore(m, rand.New(rand.NewPCG(3, 4)))
		quiet, all := 0.0, 0.0
		for range 20_000 {
			work := millisecond / 2
			before := c.spell == 0
			took := c.timed(work, 0)
			if before && c.spell == 0 {
				quiet += took
			} else if before != (c.spell == 0) {
				quiet += took / 2
			}
			all += took
		}
		if math.Abs(quiet/all-m.Quiet) > 0.05 {
			t.Errorf("%s: quiet for %.2f of the time", m.Name, quiet/all)
		}
	}
}

// TestWorkLastsAsItShould: without ticks and neighbour as long as it is, a tick makes it longer, a neighbour slows only what fills
// the core.
func TestWorkLastsAsItShould(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	if took := newCore(Machine{Quiet: 1}, rng).timed(millisecond, 1); math.Abs(took-millisecond) > 1 {
		t.Errorf("1 ms takes %v", took)
	}
	tick := Tick{millisecond, 50 * microsecond}
	if took := newCore(Machine{Quiet: 1, Tick: tick}, rng).timed(950*millisecond, 1) / millisecond; math.Abs(took-1003) > 2 {
		t.Errorf("950 ms take %v ms with ticks, want 1000 and the jitter", took)
	}
	neighbour := newCore(Machine{Quiet: 0.2}, rng)
	if took := neighbour.timed(100*millisecond, 0); math.Abs(took-100*millisecond) > 1 {
		t.Errorf("100 ms that wait for latencies take %v", took)
	}
	if took := neighbour.timed(1000*millisecond, 1); took < 1200*millisecond || took > 1800*millisecond {
		t.Errorf("1 s that fills the core takes %v", took)
	}
}

func TestTicksAreRecordedAsDue(t *testing.T) {
	s := DefaultSimulation().Settings
	m := Machine{Quiet: 1, Tick: Tick{4 * millisecond, 50 * microsecond}}
	for _, x := range []struct {
		perOp float64
		kept  bool // ticks out of the samples
	}{{1000, true}, {6e6, false}} {
		rng := rand.New(rand.NewPCG(7, 8))
		l := Lane{PerOp: x.perOp}
		b := bench{core: newCore(m, rng), rng: rng, settings: s, lanes: [2]Lane{l, l}, perOp: [2]float64{x.perOp, x.perOp}, lasts: m.Tick.Lasts, quiet: 14 * microsecond}
		rounds := b.repetition(0, 0, 0, 20*millisecond)
		for _, r := range rounds {
			for i := range 2 {
				work := float64(r.N[i]) * x.perOp
				ticks := (float64(r.NS[i]) - work) / m.Tick.Lasts
				if x.kept && (math.Abs(ticks) > 0.01 || r.Ticks != nil) {
					t.Fatalf("a sample of %v has %.1f ticks, %v noted", work, ticks, r.Ticks)
				}
				if !x.kept && math.Abs(ticks-float64(r.Ticks[i])/m.Tick.Lasts) > 0.5 {
					t.Fatalf("a sample of %v has %.1f ticks, %v noted", work, ticks, r.Ticks[i])
				}
			}
		}
	}
}

func TestClassify(t *testing.T) {
	k := Kind{A: Lane{PerOp: 2}, B: Lane{PerOp: 1}}
	c := classify("m", k, []figure{{2, 1.9, 2.1, false}, {2.02, 1.92, 2.12, false}, {2.04, 2.03, 2.05, false}, {9, 9, 9, true}})
	if c.Runs != 4 || c.Flagged != 1 || math.Abs(c.Bias-0.01) > 1e-12 || math.Abs(c.Coverage-4.0/6) > 1e-12 || c.Tied != 0 || c.Judged() {
		t.Errorf("%+v", c)
	}
}
