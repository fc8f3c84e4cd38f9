package result

import (
	"math"
	"testing"

	"cryptogap/compare/sample"
)

func TestCgoCall(t *testing.T) {
	u, empty, sloped := unit(0, "hash", "go", "c", "c"), unit(1, "crossing", "go", "c", "c"), unit(2, "kdf", "c", "c", "c", "c")
	for _, u := range []*sample.Unit{&u, &empty} {
		u.Lanes[2].Boundary = sample.Batch
	}
	sloped.Costs = []int{4, 132}
	for i := range sloped.Lanes {
		sloped.Lanes[i].Boundary, sloped.Lanes[i].Cost = []sample.Boundary{sample.Call, sample.Call, sample.Batch, sample.Batch}[i], []int{4, 132}[i%2]
	}
	res := from(t, records(u, empty, sloped), rounds(0, 20000, 20000, 10000, 8000), rounds(1, 20000, 1, 2000, 20), rounds(2, 20000, 500, 15000, 400, 14000))
	row := &res.Rows[0]
	x, ok := row.CgoCall("c")
	if !ok || math.Abs(x.Share.Value-0.2) > 0.001 || !x.Share.Contains(x.Share.Value) || x.Share.Clusters != row.Repetitions {
		t.Errorf("share %+v, %v; want 0.2 of all repetitions", x.Share, ok)
	}
	if want := 0.2 * row.Find("c", sample.Call).Time.Value; math.Abs(x.NS.Value-want) > 0.01*want || !x.NS.Contains(x.NS.Value) {
		t.Errorf("%+v ns, want %v", x.NS, want)
	}
	if _, ok := row.CgoCall("go"); ok {
		t.Error("Go has a cgo call")
	}
	if _, ok := res.Rows[2].CgoCall("c"); ok {
		t.Error("an operation with costs has a cgo call")
	}
	call := res.Rows[1].Find("c", sample.Call).Time.Value
	if x, ok := res.EmptyCall("c"); !ok || math.Abs(x.NS.Value/call-0.99) > 0.001 {
		t.Errorf("the empty call's overhead is %+v, %v; want 99 %% of %v ns", x, ok, call)
	}
	if _, ok := res.EmptyCall("go"); ok {
		t.Error("Go's empty call has a cgo call")
	}
}

// TestCgoCallIsPaired lets the machine's speed change from repetition to repetition: both boundaries follow it, and their
// times are uncertain, while the share is not.
func TestCgoCallIsPaired(t *testing.T) {
	u := unit(0, "hash", "c", "c")
	u.Lanes[1].Boundary = sample.Batch
	all := rounds(0, 20000, 100000, 80000)
	for i := range all {
		r := all[i].Round
		for lane := range r.NS {
			r.NS[lane] += r.NS[lane] * int64(r.Repetition) / 10
		}
	}
	res := from(t, records(u), all)
	x, ok := res.Rows[0].CgoCall("c")
	call := res.Rows[0].Find("c", sample.Call).Time
	if half := (x.Share.Hi - x.Share.Lo) / 2; !ok || !(half < 0.001) || !(call.RelHalfWidth() > 0.05) {
		t.Errorf("share %+v, %v, of a call known to ±%.0f %%", x.Share, ok, 100*call.RelHalfWidth())
	}
	// What is known of the nanoseconds is no better than of the call.
	if x.NS.RelHalfWidth() < 0.9*call.RelHalfWidth() {
		t.Errorf("%+v ns, of a call of %+v", x.NS, call)
	}
}

func TestRekeyings(t *testing.T) {
	kept, opened, alone := unit(0, "mac", "go", "c"), unit(1, "mac", "go", "c"), unit(2, "mac", "go", "c")
	kept.Algorithm, kept.Op, kept.Bytes = "hmac", "mac", 64
	opened.Algorithm, opened.Op, opened.Standing, opened.Bytes = "hmac", "mac-rekey", "mac", 64
	alone.Algorithm, alone.Op, alone.Bytes = "hmac", "mac", 16
	res := from(t, records(kept, opened, alone), rounds(0, 20000, 20000, 10000), rounds(1, 20000, 30000, 14000), rounds(2, 20000, 1000, 1000))
	all := res.Rekeyings()
	if len(all) != 1 || len(all[0].Sides) != 2 || all[0].Bytes != 64 || all[0].Op != "mac" {
		t.Fatalf("rekeyings %+v", all)
	}
	if ns, _ := all[0].Sides[1].Extra(); math.Abs(ns-4000) > 2 {
		t.Errorf("extra %v, want 4000", ns)
	}
}
