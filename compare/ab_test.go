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
	cfg.Settings.Budget = 2 * time.Minute                     // the race detector makes workers slow
	for i := range cfg.Builds {
		cfg.Builds[i] = Build{Name: "this", Worker: cfg.Worker}
	}
	cfg.Builds[1].Environ = []string{slowVariable + "=also"}
	again := 0
	cfg.Suspects = func(old, new *result.Result) []string {
		again++
		return []string{"sha256/op=sum/size=64"}
	}
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
	if again != 1 || ab.Again < 6 {
		t.Errorf("suspects were asked for %d times, and measured again from repetition %d", again, ab.Again)
	}
	d := result.Paired(results[0], results[1], 0)
	if d.Controls != nil {
		t.Errorf("%v are controls of builds whose environment differs", d.Controls)
	}
	found := 0
	for _, c := range d.Changes {
		switch ratio := c.Time.Ratio; {
		case c.Provider == "also" && (ratio < 1.5 || ratio > 2.7 || !c.Time.Significant()):
			t.Errorf("%s of %s: %+v, want twice the time", c.Unit.Row, c.Provider, c.Time)
		case c.Provider == "steady" && (ratio < 0.7 || ratio > 1.4):
			t.Errorf("%s of %s: %+v, want no change", c.Unit.Row, c.Provider, c.Time)
		}
		found++
	}
	if found != 4 {
		t.Errorf("%d changes, want 4: two rows of two libraries", found)
	}
	only := result.Paired(results[0], results[1], ab.Again)
	for _, c := range only.Changes {
		if repeated := c.Time.Test != ""; c.Unit.Row == "sha224/op=sum/size=64" && repeated && c.Time.Significant() {
			t.Errorf("%s was not measured again, and changed by %+v", c.Unit.Row, c.Time)
		}
	}
}

func TestABRefusesAnotherHarness(t *testing.T) {
	cfg := ABConfig{Config: config(t, "steady")}
	for i := range cfg.Builds {
		cfg.Builds[i] = Build{Name: "this", Worker: cfg.Worker}
	}
	cfg.Builds[1].Environ = []string{versionVariable + "=other"}
	if _, err := AB(context.Background(), cfg); !errors.Is(err, ErrHarness) {
		t.Errorf("%v, want %v", err, ErrHarness)
	}
}

// versionVariable replaces what a worker of these tests says of its version.
const versionVariable = "CRYPTOGAP_TEST_VERSION"
