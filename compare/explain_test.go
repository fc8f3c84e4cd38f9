package compare

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// obedient is a fake that can be told which CPU features to do without, by a call or by its environment. It
// uses the first of tried, ignores the last, and has no code for any other.
type obedient struct {
	fake
	environ bool // it is told by its environment
	refuses bool // it answers no operation without what it uses
	errs    bool // it gives a wrong byte without what it uses
	without []string
}

// restrictable returns the obedient fake of the name, nil where there is none.
func restrictable(name string) *obedient {
	o := map[string]*obedient{
		"told":     {},
		"started":  {environ: true},
		"helpless": {refuses: true},
		"lopsided": {errs: true},
	}[name]
	if o != nil {
		o.name = name
	}
	return o
}

// tried are three features of this CPU that do not hang together, fewer where it has not so many.
func tried() []provider.Feature {
	here := provider.Here()
	var all []provider.Feature
	for i := len(here) - 1; i >= 0 && len(all) < 3; i-- { // each stands behind what it needs
		apart := func(f provider.Feature) bool { return !slices.Contains(provider.Dependents(here[i].Name), f.Name) }
		if !slices.ContainsFunc(all, func(f provider.Feature) bool { return !apart(f) }) {
			all = append(all, here[i])
		}
	}
	return all
}

func (o *obedient) Follows(feature string) bool { return feature != tried()[2].Name }

// withoutVariable tells a fake's process what to do without.
const withoutVariable = "CRYPTOGAP_TEST_WITHOUT"

func (o *obedient) Environ(without []string) []string {
	if !o.environ {
		return nil
	}
	return []string{withoutVariable + "=" + strings.Join(without, ",")}
}

func (o *obedient) Restrict(without []string) error {
	if !o.environ {
		o.without = without
	}
	return nil
}

// ever is how many times longer an operation takes without the feature in use: no noise hides it.
const ever = 500

func (o *obedient) Open(c catalog.Case, in catalog.Inputs, b provider.Boundary) (provider.Routine, error) {
	r, err := o.fake.Open(c, in, b)
	without := o.without
	if o.environ {
		without = strings.Split(os.Getenv(withoutVariable), ",")
	}
	if err != nil || !slices.Contains(without, tried()[0].Name) {
		return r, err
	}
	switch {
	case o.refuses:
		return nil, fmt.Errorf("fake: %w: not without it", provider.ErrRefused)
	case o.errs:
		r.(*fakeRoutine).fake = &fake{name: o.name, wrong: true}
		return r, nil
	}
	return &lengthy{r}, nil
}

// lengthy does every operation ever times.
type lengthy struct{ provider.Routine }

func (l *lengthy) Do(n int) (time.Duration, error) { return l.Routine.Do(n * ever) }

// explained finds out which of tried the providers use for SHA-256.
func explained(t *testing.T, names ...string) map[string][]result.Effect {
	t.Helper()
	features := tried()
	if len(features) < 3 {
		t.Skip("this CPU has too few features that do not hang together")
	}
	cfg := config(t, names...)
	cfg.Cases = Selection{Algorithms: []string{"sha256"}, Sizes: []int{64}}.Cases()
	cfg.Settings.Budget = 1 // the fewest repetitions, of the shortest time
	all, err := explain(context.Background(), cfg, features)
	if err != nil {
		t.Fatal(err)
	}
	effects := make(map[string][]result.Effect)
	for i, x := range all {
		if x.Row != "sha256/op=sum/size=64" || x.Algorithm != "sha256" || x.Op != "sum" || x.Provider != names[i] {
			t.Errorf("explanation %d is of %s by %s", i, x.Row, x.Provider)
		}
		if len(x.Effects) != len(features) {
			t.Fatalf("%s: %d effects, want one a feature", x.Provider, len(x.Effects))
		}
		for i, e := range x.Effects {
			if e.Feature != features[i].Name {
				t.Errorf("%s: effect %d is of %s, want %s", x.Provider, i, e.Feature, features[i].Name)
			}
		}
		effects[x.Provider] = x.Effects
	}
	if len(effects) != len(names) {
		t.Fatalf("%d explanations, want one a library", len(all))
	}
	return effects
}

func TestExplainFindsWhatIsInUse(t *testing.T) {
	effects := explained(t, "told", "started", "steady")
	for _, name := range []string{"told", "started"} {
		used, idle, unheard := effects[name][0], effects[name][1], effects[name][2]
		if !used.Used || used.Ignored || !(used.Slower.Value > ever/10) || used.Slower.Clusters != fewest {
			t.Errorf("%s: what it uses is %+v; want a factor near %d, of %d repetitions", name, used, ever, fewest)
		}
		if idle.Ignored || !(idle.Slower.Value < ever/10) || idle.Slower.Clusters != fewest {
			t.Errorf("%s: what it does not use is %+v; want a factor near 1, of %d repetitions", name, idle, fewest)
		}
		if !unheard.Ignored || unheard.Used || unheard.Slower.Valid() {
			t.Errorf("%s: what it ignores is %+v; want nothing measured", name, unheard)
		}
	}
	for _, e := range effects["steady"] { // it cannot be told anything
		if !e.Ignored || e.Used || e.Slower.Valid() {
			t.Errorf("a library without switches: %+v; want nothing measured", e)
		}
	}
}

func TestExplainGoesOnWithoutALibraryThatRefuses(t *testing.T) {
	effects := explained(t, "told", "helpless")
	if e := effects["helpless"][0]; e.Ignored || e.Used || e.Slower.Valid() {
		t.Errorf("without what it needs it was measured: %+v", e)
	}
	if e := effects["told"][0]; !e.Used {
		t.Errorf("the other library's effect is lost: %+v", e)
	}
}

func TestExplainEnds(t *testing.T) {
	features := tried()
	ctx := context.Background()
	cfg := config(t, "told", "steady")
	if _, err := explain(ctx, cfg, nil); err == nil || !strings.Contains(err.Error(), "none of the features") {
		t.Errorf("a CPU without features: %v", err)
	}
	cfg.Worker = nil
	if _, err := explain(ctx, cfg, features); !errors.Is(err, errInProcess) {
		t.Errorf("without workers: %v, want %v", err, errInProcess)
	}
	if _, err := explain(ctx, config(t, "steady", "wrong"), features); err == nil || !strings.Contains(err.Error(), "no row") {
		t.Errorf("outputs that differ: %v", err)
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := explain(gone, config(t, "told", "steady"), features); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
}

// TestEffect judges made-up times: none of them is measured.
func TestEffect(t *testing.T) {
	features := tried()
	if len(features) < 3 {
		t.Skip("this CPU has too few features that do not hang together")
	}
	told := restrictable("told")
	l := lane{0, "told"}
	for name, tc := range map[string]struct {
		with, without []float64 // by repetition; 0: not measured
		valid, used   bool
	}{
		"twice as long":            {[]float64{10, 11, 10}, []float64{20, 22, 20.1}, true, true},
		"half as long":             {[]float64{20, 22, 20.1}, []float64{10, 11, 10}, true, true},
		"no change":                {[]float64{10, 11, 12}, []float64{10.001, 10.999, 12}, true, false},
		"a change below 2 %":       {[]float64{10, 11, 10}, []float64{10.15, 11.165, 10.151}, true, false},
		"a change within noise":    {[]float64{10, 10, 10}, []float64{10, 13, 16}, true, false},
		"one repetition of three":  {[]float64{10, 0, 10}, []float64{20, 20, 0}, false, false},
		"two repetitions of three": {[]float64{10, 10, 0}, []float64{20, 20.1, 0}, true, true},
		"never measured":           {[]float64{10, 10, 10}, []float64{0, 0, 0}, false, false},
	} {
		e := explainer{run: &run{Config: Config{Settings: sample.Settings{Repetitions: len(tc.with)}}}, features: features, times: make(map[trial]map[lane]float64)}
		for repetition := range tc.with {
			e.times[trial{repetition, -1}] = map[lane]float64{l: tc.with[repetition]}
			e.times[trial{repetition, 0}] = map[lane]float64{l: tc.without[repetition]}
		}
		got := e.effect(l, told, 0, features[0].Name)
		if got.Slower.Valid() != tc.valid || got.Used != tc.used || got.Ignored {
			t.Errorf("%s: %+v; want measured %v, used %v", name, got, tc.valid, tc.used)
		}
		if want := tc.without[0] / tc.with[0]; tc.used && math.Abs(got.Slower.Value/want-1) > 0.05 {
			t.Errorf("%s: %v times as long, want %v", name, got.Slower.Value, want)
		}
		if ignored := e.effect(l, told, 0, features[2].Name); !ignored.Ignored || ignored.Slower.Valid() {
			t.Errorf("%s: what the library ignores: %+v", name, ignored)
		}
	}
}
