package truth

import (
	"testing"

	"cryptogap/compare/result"
)

// TestGate sends simulated records through the whole gate: of equal builds, and of builds of which one row became slower. Each number
// of runs is small; "selftest gate" makes more.
func TestGate(t *testing.T) {
	if testing.Short() {
		t.Skip("simulated rates")
	}
	t.Parallel()
	s := some(t, []string{"quiet", "50 % quiet"}, []string{"steady", "placement 0.3 %", "operations of 20 ns", "layouts 0.5 %"})
	s.Runs = 8
	for _, planted := range []float64{0, 0.05} {
		rates, err := GateTrial{Simulation: s, Gate: result.Condition{Text: "slower>3%", Slower: true, Beyond: 0.03}, Planted: planted}.Rates(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rates {
			if r.False > 0 || planted > 0 && r.Found < r.Runs-1 || planted == 0 && r.Failed > 0 {
				t.Errorf("planted %g: %+v", planted, r)
			}
		}
	}
}

func TestGateSimulationNamesWhatThereIs(t *testing.T) {
	if s := GateSimulation(); len(s.Machines) != len(Machines()) || len(s.Kinds) != 7 {
		t.Errorf("%d machines, %d kinds: a name is not one of those that are simulated", len(s.Machines), len(s.Kinds))
	}
}

// TestGateOfAnyChange: a condition that any change meets finds one of 1 %, so the rates above are not those of a gate that is shut.
func TestGateOfAnyChange(t *testing.T) {
	if testing.Short() {
		t.Skip("simulated rates")
	}
	t.Parallel()
	s := some(t, []string{"quiet"}, []string{"steady"})
	s.Runs = 4
	g := GateTrial{Simulation: s, Gate: result.Condition{Text: "slower>0.5%", Slower: true, Beyond: 0.005}, Planted: 0.01}
	rates, err := g.Rates(t.Context())
	if err != nil || rates[0].Found != s.Runs {
		t.Errorf("%+v, %v: a change of 1 %% is not found", rates, err)
	}
	g.Gate.Slower = false
	if rates, err = g.Rates(t.Context()); err != nil || rates[0].Failed != 0 {
		t.Errorf("%+v, %v: what became slower is said to be faster", rates, err)
	}
}
