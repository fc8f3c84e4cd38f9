package compare

import (
	"context"
	"reflect"
	"testing"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/sample"
	"cryptogap/compare/verify"
)

// TestShares gives an operation whose inputs still show new things more time than one whose inputs do not, and each some.
func TestShares(t *testing.T) {
	f := fuzzing{reports: make([]*verify.FuzzReport, 3), settings: FuzzSettings{Duration: time.Minute, From: 5}}
	units := []sample.Unit{{ID: 0}, {ID: 1}, {ID: 2}}
	first := f.shares(units, time.Minute)
	if first[0].Time != 20*time.Second || !reflect.DeepEqual(first[0], first[2]) || first[1].From != 5 || first[1].Least != 1500*time.Millisecond {
		t.Errorf("first shares %+v", first)
	}
	f.reports[0] = &verify.FuzzReport{Iterations: 10_000, Classes: 300}
	f.reports[1] = &verify.FuzzReport{Iterations: 2, Classes: 9, Fresh: 1}
	f.reports[2] = &verify.FuzzReport{Iterations: 100, Classes: 50, Fresh: 0.5}
	next := f.shares(units, time.Minute)
	if next[0].From != 10_005 || next[0].Least != 0 {
		t.Errorf("goes on at %+v", next[0])
	}
	if sum := next[0].Time + next[1].Time + next[2].Time; sum < 59*time.Second || sum > time.Minute {
		t.Errorf("shares of %v", sum)
	}
	if near := func(a, b time.Duration) bool { return (a - b).Abs() < time.Microsecond }; !near(next[1].Time, 2*next[2].Time) || !near(next[0].Time, next[1].Time/20) {
		t.Errorf("shares %+v", next)
	}
	f.reports[1].Failures = make([]verify.Failure, verify.MostFindings)
	f.reports[2].Classes = 0 // nothing was drawn
	if left := f.unfinished(units); len(left) != 1 || left[0].ID != 0 {
		t.Errorf("left %+v", left)
	}
}

// TestFuzzRounds searches long enough for several rounds, each of which goes on where the one before stopped.
func TestFuzzRounds(t *testing.T) {
	sha256, _ := catalog.Find("sha256")
	md5, _ := catalog.Find("md5")
	targets := []catalog.Case{{Algorithm: sha256, Op: catalog.OpSum}, {Algorithm: md5, Op: catalog.OpSum}}
	start := time.Now()
	reports, err := Fuzz(context.Background(), config(t, "steady", "also"), targets, FuzzSettings{Seed: 3, Duration: shortest})
	if err != nil || len(reports) == 0 {
		t.Fatalf("%v, %v", reports, err)
	}
	if took := time.Since(start); took < shortest/2 || took > 10*shortest {
		t.Errorf("took %v", took)
	}
	for _, r := range reports {
		if len(r.Providers) == 0 {
			continue
		}
		if len(r.Failures) > 0 || r.Iterations < 100 || r.Spent < shortest/4 || r.Classes < 50 {
			t.Errorf("%+v", r)
		}
	}
}
