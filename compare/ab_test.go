package compare

import (
	"context"
	"errors"
	"testing"
	"time"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// TestABFindsWhatChanged: the new build does one library's operations twice. The other library is not touched.
func TestABFindsWhatChanged(t *testing.T) {
	cfg := ABConfig{Config: config(t, "steady", "also")}
	cfg.Settings.Repetitions, cfg.Settings.Tolerance = 6, 1e6 // a busy machine is no reason to leave repetitions out
	cfg.Settings.Budget = 10 * time.Second                    // enough for these under the race detector
	for range 2 {
		cfg.Builds = append(cfg.Builds, Build{Name: "this", Worker: cfg.Worker})
	}
	cfg.Builds[1].Environ = []string{slowVariable + "=also"}
	cfg.Gate = &result.Gate{Conditions: []result.Condition{{Text: "slower>30%", Slower: true, Beyond: 0.3}}}
	ab, err := AB(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	var results [2]*result.Result
	for i := range results {
		if results[i], err = result.From(ab.Records[i]); err != nil {
			t.Fatal(err)
		}
		if end := results[i].End; end == nil || end.Interrupted || results[i].Worst() != sample.Match {
			t.Errorf("build %d ended with %+v, %v", i, end, results[i].Worst())
		}
	}
	if ab.Again < 6 {
		t.Errorf("suspects were measured again from repetition %d", ab.Again)
	}
	rows := make(map[string]bool)
	for _, f := range cfg.Gate.Failures(results[:], ab.Again) {
		if f.Change.Provider != "also" {
			t.Errorf("the gate names %s of %s", f.Change.Unit.Row, f.Change.Provider)
		}
		rows[f.Change.Unit.Row] = true
	}
	if len(rows) == 0 { // both where nothing else is running
		t.Error("the gate names no row")
	}
	d := result.Paired(results[0], results[1], 0)
	if d.Controls != nil {
		t.Errorf("%v are controls of builds whose environment differs", d.Controls)
	}
	found := 0
	for _, c := range d.Changes {
		switch ratio := c.Time.Ratio; {
		case c.Provider == "also" && (ratio < 1.4 || ratio > 3):
			t.Errorf("%s of %s: %+v, want twice the time", c.Unit.Row, c.Provider, c.Time)
		case c.Provider == "steady" && (ratio < 0.7 || ratio > 1.4):
			t.Errorf("%s of %s: %+v, want no change", c.Unit.Row, c.Provider, c.Time)
		}
		found++
	}
	if found != 4 {
		t.Errorf("%d changes, want 4: two rows of two libraries", found)
	}
}

// TestABOfThreeBuilds: the last does one library's operations twice, and the first does not have its rows at all.
func TestABOfThreeBuilds(t *testing.T) {
	cfg := ABConfig{Config: config(t, "steady", "also")}
	cfg.Settings.Repetitions, cfg.Settings.Tolerance = 4, 1e6
	cfg.Settings.Budget = 4 * time.Second
	for _, environ := range [][]string{{missingVariable + "=also"}, nil, {slowVariable + "=also"}} {
		cfg.Builds = append(cfg.Builds, Build{Name: "this", Label: "this", Worker: cfg.Worker, Environ: environ})
	}
	ab, err := AB(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	var builds []*result.Result
	for _, records := range ab.Records {
		res, err := result.From(records)
		if err != nil {
			t.Fatal(err)
		}
		builds = append(builds, res)
	}
	l := result.Line(builds, 0)
	found := 0
	for _, r := range l.Rows {
		switch {
		case r.Provider == "also" && (r.Base != 1 || r.Cells[0].Why == ""):
			t.Errorf("%s of also is compared with build %d; of the first: %q", r.Unit.Row, r.Base, r.Cells[0].Why)
		case r.Provider == "also" && (r.Cells[2].Change == nil || r.Cells[2].Change.Time.Ratio < 1.5):
			t.Errorf("%s of also: %+v, want twice the time", r.Unit.Row, r.Cells[2].Change)
		case r.Provider == "steady" && (r.Base != 0 || r.Cells[1].Change == nil || r.Cells[2].Change == nil):
			t.Errorf("%s of steady is not compared: %+v", r.Unit.Row, r.Cells)
		}
		found++
	}
	if found != 4 {
		t.Errorf("%d rows, want two of two libraries", found)
	}
}

// TestAgree: an output that another build does not give is a mismatch in both; the secret of a ciphertext, drawn at random, is not.
func TestAgree(t *testing.T) {
	var runs []*run
	for _, digest := range []string{"aa", "aa", "bb"} {
		r := newRunOf(Config{Providers: fakes("steady")}, []sample.Unit{
			{ID: 0, Op: "sum", Cases: []string{"a"}, Lanes: []sample.Lane{{Provider: "steady"}}},
			{ID: 1, Op: "decap", Cases: []string{"b"}, Lanes: []sample.Lane{{Provider: "steady"}}},
		})
		for _, name := range []string{"a", "b"} {
			if err := r.record(sample.Of(&sample.Verdict{Case: name, Status: sample.Match, Digest: digest})); err != nil {
				t.Fatal(err)
			}
		}
		runs = append(runs, r)
	}
	if err := agree(runs); err != nil {
		t.Fatal(err)
	}
	for i, want := range []sample.Status{sample.Mismatch, sample.Match, sample.Mismatch} {
		made := runs[i].verdictsMade()
		for _, v := range made {
			if v.Case == "a" && v.Status != want || v.Case == "b" && v.Status != sample.Match {
				t.Errorf("build %d: %s of %s", i, v.Status, v.Case)
			}
		}
		if open := runs[i].open(); len(open) != len(made)-map[bool]int{true: 1}[want == sample.Mismatch] {
			t.Errorf("build %d has %d units left to time", i, len(open))
		}
	}
}

func TestABRefusesAnotherHarness(t *testing.T) {
	cfg := ABConfig{Config: config(t, "steady")}
	for range 2 {
		cfg.Builds = append(cfg.Builds, Build{Name: "this", Worker: cfg.Worker})
	}
	cfg.Builds[1].Environ = []string{versionVariable + "=other"}
	if _, err := AB(context.Background(), cfg); !errors.Is(err, ErrHarness) {
		t.Errorf("%v, want %v", err, ErrHarness)
	}
}

// versionVariable replaces what a worker of these tests says of its version.
const versionVariable = "CRYPTOGAP_TEST_VERSION"
