package result

import (
	"math/rand/v2"
	"strings"
	"testing"

	"cryptogap/compare/sample"
)

// recorded makes a run of two providers in which the second takes factor times
// as long as the first, on a machine that is slower by speed.
func recorded(t *testing.T, row string, factor, speed float64, seed uint64, edit func(*sample.Run)) *Result {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	run := &sample.Run{
		Schema: sample.Schema, Settings: sample.Settings{Quiet: 3, Repetitions: 8, Tolerance: 0.05},
		Environment: sample.Environment{CPU: "test", Go: "go1.26", GOARCH: "amd64"},
		Libraries:   []sample.Library{{Name: "go", Title: "Go"}, {Name: "c", Title: "C", Version: "1.0"}},
		Units: []sample.Unit{{Row: row, Algorithm: "md5", Op: "sum", Bytes: 64, Cases: []string{row}, Lanes: []sample.Lane{
			{Provider: "go", Boundary: sample.Call}, {Provider: "c", Boundary: sample.Call},
		}}},
	}
	if edit != nil {
		edit(run)
	}
	records := []sample.Record{sample.Of(run)}
	for repetition := range 8 {
		placement := 1 + 0.001*rng.NormFloat64()
		for i := range 10 {
			base := 100_000 * speed
			records = append(records, sample.Of(&sample.Round{
				Repetition: repetition, Index: i, Order: []int{0, 1}, N: []int64{100, 100}, Inner: []int64{0, 0},
				NS:     []int64{int64(base * (1 + 0.002*rng.NormFloat64())), int64(base * factor * placement * (1 + 0.002*rng.NormFloat64()))},
				Probes: []int64{1000, 1000, 1000},
			}))
		}
	}
	res, err := From(records)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestCompareFindsAChangeThroughTheMachinesOwn(t *testing.T) {
	old := recorded(t, "a", 1.0, 1.0, 1, nil)
	slower := recorded(t, "a", 1.05, 1.2, 2, nil) // the machine became a fifth slower, the library 5 %
	d := Compare([]*Result{old}, []*Result{slower})
	if len(d.Changes) != 2 {
		t.Fatalf("%d changes, want one for each provider", len(d.Changes))
	}
	c := d.Changes[1]
	if c.Provider != "c" || c.Gap == nil || !c.Gap.Significant() || c.Gap.Ratio < 1.04 || c.Gap.Ratio > 1.06 {
		t.Errorf("the library's change is %+v, want 1.05 and significant", c.Gap)
	}
	if c.Time.Ratio < 1.2 {
		t.Errorf("its time changed by %v, want the machine's part too", c.Time.Ratio)
	}
}

func TestCompareOfEqualRunsIsNoChange(t *testing.T) {
	d := Compare([]*Result{recorded(t, "a", 1.0, 1.0, 3, nil)}, []*Result{recorded(t, "a", 1.0, 1.0, 4, nil)})
	if c := d.Changes[1]; c.Gap.Significant() && (c.Gap.Ratio > 1.005 || c.Gap.Ratio < 0.995) {
		t.Errorf("two equal runs differ: %+v", c.Gap)
	}
	if len(d.Differences)+len(d.Foreign)+len(d.OnlyOld)+len(d.OnlyNew) != 0 {
		t.Errorf("differences made up: %+v", d)
	}
}

func TestCompareSaysWhatElseDiffers(t *testing.T) {
	old := recorded(t, "a", 1, 1, 5, nil)
	other := recorded(t, "b", 1, 1, 6, func(r *sample.Run) {
		r.Environment.CPU, r.Environment.Go = "another", "go1.27"
		r.Libraries[1].Version = "2.0"
	})
	d := Compare([]*Result{old}, []*Result{other})
	if len(d.Foreign) != 1 || !strings.Contains(d.Foreign[0].Name, "CPU") {
		t.Errorf("foreign: %+v", d.Foreign)
	}
	var all string
	for _, x := range d.Differences {
		all += x.String() + "\n"
	}
	for _, want := range []string{"the Go version differs: go1.26 against go1.27", "C's version differs: 1.0 against 2.0"} {
		if !strings.Contains(all, want) {
			t.Errorf("nothing says that %s differs: %s", want, all)
		}
	}
	if strings.Join(d.OnlyOld, ",") != "a" || strings.Join(d.OnlyNew, ",") != "b" || len(d.Changes) != 0 {
		t.Errorf("rows only here %v, only there %v, changes %d", d.OnlyOld, d.OnlyNew, len(d.Changes))
	}
}
