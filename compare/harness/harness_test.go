package harness

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// fake takes perOp by the library's clock, so that no test hangs on the
// machine's.
type fake struct {
	perOp time.Duration
	calls []int
	fail  int // Do fails from this call on; 0: never
}

var errFake = errors.New("the library said no")

func (f *fake) Do(n int) (time.Duration, error) {
	f.calls = append(f.calls, n)
	if f.fail > 0 && len(f.calls) >= f.fail {
		return 0, errFake
	}
	return time.Duration(n) * f.perOp, nil
}

func (f *fake) Output() []byte { panic("the harness reads no output") }
func (f *fake) Close() error   { panic("the harness closes nothing") }

func options(rounds int) Options {
	return Options{Unit: 3, Repetition: 2, Start: time.Now(), Time: time.Minute, Rounds: rounds, Rand: rand.New(rand.NewPCG(1, 2))}
}

func TestMeasureSamplesEveryLaneOnceARound(t *testing.T) {
	lanes := []Lane{
		{Routine: &fake{perOp: 10}, Sample: 1000},
		{},
		{Routine: &fake{perOp: 400}, Sample: 1000},
		{Routine: &fake{perOp: 5000}, Sample: 1000},
	}
	var before []int
	o := options(50)
	o.Before = func(lane int) { before = append(before, lane) }
	rounds, err := Measure(context.Background(), lanes, o)
	if err != nil || len(rounds) != 50 {
		t.Fatalf("%d rounds, error %v", len(rounds), err)
	}
	if got := before[:3]; !slices.Equal(got, []int{0, 2, 3}) {
		t.Errorf("calibrated lanes %v, want 0 2 3", got)
	}
	orders := make(map[string]bool)
	for i, r := range rounds {
		if r.Unit != 3 || r.Repetition != 2 || r.Index != i || len(r.Probes) != 4 {
			t.Fatalf("round %d is labelled %+v", i, r)
		}
		if !slices.Equal(before[3+3*i:6+3*i], r.Order) {
			t.Fatalf("round %d says order %v, was %v", i, r.Order, before[3+3*i:6+3*i])
		}
		sorted := slices.Sorted(slices.Values(r.Order))
		if !slices.Equal(sorted, []int{0, 2, 3}) {
			t.Fatalf("round %d samples lanes %v", i, r.Order)
		}
		if r.N[1] != 0 || !slices.Equal(r.N, []int64{100, 0, 2, 1}) {
			t.Fatalf("round %d has %v operations, want 100 0 2 1", i, r.N)
		}
		if r.Inner[0] != 1000 || r.Inner[2] != 800 || r.Inner[3] != 5000 {
			t.Fatalf("round %d has inner times %v", i, r.Inner)
		}
		for _, p := range r.Probes {
			if p <= 0 {
				t.Fatalf("round %d has probes %v", i, r.Probes)
			}
		}
		orders[string([]byte{byte(r.Order[0]), byte(r.Order[1])})] = true
	}
	if len(orders) != 6 {
		t.Errorf("50 rounds had %d of the 6 orders", len(orders))
	}
}

func TestMeasureIsRepeatable(t *testing.T) {
	order := func() (all []int) {
		rounds, err := Measure(context.Background(), []Lane{{Routine: &fake{perOp: 10}, Sample: 100}, {Routine: &fake{perOp: 10}, Sample: 100}}, options(20))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rounds {
			all = append(all, r.Order...)
		}
		return all
	}
	if a, b := order(), order(); !slices.Equal(a, b) {
		t.Errorf("one seed gave two orders:\n%v\n%v", a, b)
	}
}

func TestMeasureNamesTheLaneThatFails(t *testing.T) {
	good, bad := &fake{perOp: 1000}, &fake{perOp: 1000, fail: 11}
	rounds, err := Measure(context.Background(), []Lane{{Routine: good, Sample: 1000}, {Routine: bad, Sample: 1000}}, options(50))
	var lane *LaneError
	if !errors.As(err, &lane) || lane.Lane != 1 || !errors.Is(err, errFake) {
		t.Fatalf("error %v, want lane 1 and the library's words", err)
	}
	if len(rounds) != 3 { // three calls calibrate, one settles, and each round has one that warms up
		t.Errorf("%d whole rounds came back, want 3", len(rounds))
	}
}

// slowStart takes longer in its first calls, as code does that is in no cache.
type slowStart struct {
	fake
	first time.Duration
}

func (s *slowStart) Do(n int) (time.Duration, error) {
	took, err := s.fake.Do(n)
	if len(s.calls) < 2 {
		took += s.first
	}
	return took, err
}

func TestCalibrationForgetsASlowStart(t *testing.T) {
	s := &slowStart{fake: fake{perOp: 10}, first: 900}
	perOp, err := calibrate(Lane{Routine: s, Sample: 1000})
	if perOp != 10 || err != nil {
		t.Errorf("an operation takes %v ns, error %v; want 10", perOp, err)
	}
}

func TestCalibrationForgetsALongInterruption(t *testing.T) {
	s := &stopped{fake: fake{perOp: 10}, at: 32, by: 8000}
	if perOp, err := calibrate(Lane{Routine: s, Sample: 1000}); perOp != 10 || err != nil {
		t.Errorf("an operation takes %v ns, error %v; want 10", perOp, err)
	}
}

// stopped takes longer the first time that it does so many operations.
type stopped struct {
	fake
	at int
	by time.Duration
}

func (s *stopped) Do(n int) (time.Duration, error) {
	took, err := s.fake.Do(n)
	if n == s.at {
		took, s.by = took+s.by, 0
	}
	return took, err
}

func TestMeasureDoesNotAskAgainWhatIsKnown(t *testing.T) {
	f := &fake{perOp: 10}
	if _, err := Measure(context.Background(), []Lane{{Routine: f, Sample: 1000, PerOp: 10}}, options(2)); err != nil {
		t.Fatal(err)
	}
	if want := []int{int(settling) / 10, 12, 100, 12, 100}; !slices.Equal(f.calls, want) {
		t.Errorf("calls of %v operations, want %v", f.calls, want)
	}
}

func TestMeasureMendsSamplesThatAreTooShort(t *testing.T) {
	f := &fake{perOp: 10}
	rounds, err := Measure(context.Background(), []Lane{{Routine: f, Sample: 1000, PerOp: 40}}, options(3))
	if err != nil {
		t.Fatal(err)
	}
	var n []int64
	for _, r := range rounds {
		n = append(n, r.N[0])
	}
	if want := []int64{25, 100, 100}; !slices.Equal(n, want) {
		t.Errorf("rounds of %v operations, want %v", n, want)
	}
}

// TestWarmUpIsTheSameForAllLanes: one lane of short operations has those of long ones warmed up too.
func TestWarmUpIsTheSameForAllLanes(t *testing.T) {
	for _, x := range []struct {
		each []float64
		live []int
		want bool
	}{
		{[]float64{100, 4e6}, []int{0, 1}, true},
		{[]float64{100, 9e6}, []int{0, 1}, true},
		{[]float64{100, 9e6}, []int{1}, false}, // the first is not timed
		{[]float64{6e6, 9e6}, []int{0, 1}, false},
	} {
		if got := warmUp(x.each, x.live); got != x.want {
			t.Errorf("operations of %v ns, lanes %v: warm-up %v", x.each, x.live, got)
		}
	}
}

func TestTeamsDoTheSampleSideBySide(t *testing.T) {
	leader := &fake{perOp: 100}
	members := []*fake{{perOp: 100}, {perOp: 100}, {perOp: 100}}
	lane := Lane{Routine: leader, Sample: 1000}
	for _, m := range members {
		lane.Team = append(lane.Team, m)
	}
	rounds, err := Measure(context.Background(), []Lane{lane}, options(7))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range members {
		if !slices.Equal(m.calls, slices.Repeat([]int{1, 10}, 7)) {
			t.Errorf("a member did %v, want one operation and then 10 in each of 7 rounds", m.calls)
		}
	}
	if rounds[0].N[0] != 30 || rounds[0].Inner[0] != 0 {
		t.Errorf("a round of three threads counts %d operations and inner time %d", rounds[0].N[0], rounds[0].Inner[0])
	}
	members[1].fail = 15
	if _, err := Measure(context.Background(), []Lane{lane}, options(7)); !errors.Is(err, errFake) {
		t.Errorf("a member's error is lost: %v", err)
	}
}

func TestMeasureRefusesARoutineThatTakesNoTime(t *testing.T) {
	_, err := Measure(context.Background(), []Lane{{Routine: &fake{perOp: 0}, Sample: time.Hour}}, options(1))
	if !errors.Is(err, ErrTooShort) {
		t.Errorf("error %v, want ErrTooShort", err)
	}
}

func TestMeasureStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := options(0)
	n := 0
	o.Before = func(int) {
		if n++; n == 10 {
			cancel()
		}
	}
	rounds, err := Measure(ctx, []Lane{{Routine: &fake{perOp: 1000}, Sample: 1000}}, o)
	if !errors.Is(err, context.Canceled) || len(rounds) != 9 {
		t.Errorf("%d rounds, error %v; want the 9 so far and the context's error", len(rounds), err)
	}
}

func TestMeasureMakesARoundHoweverShortItsTime(t *testing.T) {
	o := options(0)
	o.Time = 0
	rounds, err := Measure(context.Background(), []Lane{{Routine: &fake{perOp: time.Second}, Sample: 1000}}, o)
	if err != nil || len(rounds) != 1 {
		t.Errorf("%d rounds, error %v; want 1", len(rounds), err)
	}
}

func TestMeasureToSlowOperationsGoesOn(t *testing.T) {
	o := options(0)
	o.Time, o.Longest, o.Fewest = 0, time.Minute, 7
	if rounds, err := Measure(context.Background(), []Lane{{Routine: &fake{perOp: time.Second}, Sample: 1000}}, o); err != nil || len(rounds) != 7 {
		t.Errorf("%d rounds, error %v; want 7", len(rounds), err)
	}
	o.Longest = 0
	if rounds, _ := Measure(context.Background(), []Lane{{Routine: &fake{perOp: time.Second}, Sample: 1000}}, o); len(rounds) != 1 {
		t.Errorf("%d rounds in no time, want 1", len(rounds))
	}
}

func TestDoesNotAllocateWhileTiming(t *testing.T) {
	if n := testing.AllocsPerRun(10, func() { probe() }); n != 0 {
		t.Errorf("the probe allocates %v times", n)
	}
}

func BenchmarkProbe(b *testing.B) {
	for b.Loop() {
		probe()
	}
}

func TestMeasureSettlesInAFirstRound(t *testing.T) {
	for settle, want := range map[time.Duration]int{time.Minute: 2 + 1, time.Nanosecond: 2} {
		f := &fake{perOp: 1000}
		o := options(2)
		o.Settle = settle
		rounds, err := Measure(context.Background(), []Lane{{Routine: f, Sample: 5000, PerOp: 1000}}, o)
		if err != nil || len(rounds) != 2 || rounds[0].Index != 0 {
			t.Fatalf("%d rounds, error %v", len(rounds), err)
		}
		if done := (len(f.calls) - 1) / 2; done != want { // a call before, and each round has one that warms up
			t.Errorf("with %v: %d rounds were made for 2, want %d", settle, done, want)
		}
	}
}
