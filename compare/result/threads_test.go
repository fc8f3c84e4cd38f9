package result

import (
	"math"
	"testing"

	"cryptogap/compare/sample"
)

func TestThreadsAreComparedWithTheSameNumber(t *testing.T) {
	u := unit(0, "hash", "go", "go", "c", "c")
	for i := range u.Lanes {
		u.Lanes[i].Threads = 1 + i%2
	}
	res := from(t, records(u), rounds(0, 20000, 20000, 10000, 30000, 20000))
	row := &res.Rows[0]
	if len(row.Series) != 4 || len(row.Gaps) != 2 {
		t.Fatalf("%d series, %d gaps, want 4 and 2", len(row.Series), len(row.Gaps))
	}
	for i, want := range []float64{2.0 / 3, 0.5} {
		g := row.Gaps[i]
		if a, b := row.Series[g.Base], row.Series[g.Other]; a.Threads != b.Threads || math.Abs(g.Ratio.Value-want) > 0.001 {
			t.Errorf("%d threads against %d: %v, want %v", a.Threads, b.Threads, g.Ratio.Value, want)
		}
	}
	if len(row.Scalings) != 2 {
		t.Fatalf("scalings %+v", row.Scalings)
	}
	for i, want := range []float64{2, 1.5} {
		if s := row.Scalings[i]; row.Series[s.Other].Threads != 2 || math.Abs(s.Factor.Value-want) > 0.001 {
			t.Errorf("scaling %+v, want %v", s, want)
		}
	}
	if got := res.Summary(); got[0].Rows != 1 {
		t.Errorf("the summary counts a row %d times", got[0].Rows)
	}
}

func TestAllocations(t *testing.T) {
	u := unit(0, "kdf", "go", "go")
	u.Costs = []int{4, 132}
	u.Lanes[0].Cost, u.Lanes[1].Cost = 4, 132
	res := from(t, records(u), []sample.Record{
		sample.Of(&sample.Allocations{Lane: 0, Ops: 10, Allocs: 1}), sample.Of(&sample.Allocations{Lane: 1, Ops: 10, Allocs: 7, Bytes: 640}),
		sample.Of(&sample.Allocations{Lane: 9}),
	})
	if b := res.Rows[0].Series[0].Allocations; b == nil || b.Allocs != 7 {
		t.Errorf("allocations %+v, want the higher cost's", b)
	}
	if _, err := From(append(records(u), sample.Of(&sample.Allocations{Unit: 3}))); err == nil {
		t.Error("an allocation count of a unit that is not there passes")
	}
}
