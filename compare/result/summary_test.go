package result

import (
	"math"
	"testing"

	"cryptogap/compare/sample"
)

// records makes a run of one unit a list of lane times, two repetitions of six quiet
// rounds each. A time of 0 leaves the lane out.
func records(units ...sample.Unit) []sample.Record {
	run := &sample.Run{Settings: sample.Settings{Repetitions: 2, Quiet: 4, Tolerance: 0.05}, Units: units}
	return []sample.Record{sample.Of(run)}
}

func unit(id int, kind sample.Kind, providers ...string) sample.Unit {
	u := sample.Unit{ID: id, Row: string(kind) + string(rune('a'+id)), Kind: kind, Cases: []string{string(kind) + string(rune('a'+id))}}
	for _, p := range providers {
		u.Lanes = append(u.Lanes, sample.Lane{Provider: p, Boundary: sample.Call})
	}
	return u
}

func rounds(id int, probe int64, ns ...int64) []sample.Record {
	var all []sample.Record
	for repetition := range 2 {
		for i := range 6 {
			r := &sample.Round{Unit: id, Repetition: repetition, Index: i, Probes: []int64{probe}}
			for lane, t := range ns {
				r.Order, r.Probes = append(r.Order, lane), append(r.Probes, probe)
				n := int64(10)
				if t == 0 {
					n = 0
				}
				r.N, r.Inner = append(r.N, n), append(r.Inner, 0)
				r.NS = append(r.NS, n*t+int64(i%2*(lane+1))) // a little noise
			}
			all = append(all, sample.Of(r))
		}
	}
	return all
}

func from(t *testing.T, parts ...[]sample.Record) *Result {
	t.Helper()
	var all []sample.Record
	for _, p := range parts {
		all = append(all, p...)
	}
	res, err := From(all)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestSummary(t *testing.T) {
	res := from(t, records(unit(0, "hash", "go", "c"), unit(1, "hash", "go", "c"), unit(2, "mac", "go", "c"), unit(3, "mac", "go", "c"), unit(4, "crossing", "go", "c")),
		rounds(0, 20000, 20000, 10000), rounds(1, 20000, 10000, 20000), rounds(2, 20000, 10000, 10000), rounds(3, 30000, 10000, 30000), rounds(4, 20000, 10, 400))
	want := []Tally{
		{Kind: "", Base: "go", Other: "c", Mean: 1, Rows: 3, Longer: 1, Tied: 1, Shorter: 1, Marked: 1},
		{Kind: "hash", Base: "go", Other: "c", Mean: 1, Rows: 2, Longer: 1, Shorter: 1},
		{Kind: "mac", Base: "go", Other: "c", Mean: 1, Rows: 1, Tied: 1, Marked: 1},
	}
	got := res.Summary()
	if len(got) != len(want) {
		t.Fatalf("%d tallies, want %d: %+v", len(got), len(want), got)
	}
	for i, w := range want {
		g := got[i]
		if math.Abs(g.Mean-w.Mean) > 0.001 {
			t.Errorf("%q: mean %v, want %v", w.Kind, g.Mean, w.Mean)
		}
		if g.Mean = w.Mean; g != w {
			t.Errorf("tally %+v, want %+v", g, w)
		}
	}
}

func TestRepetitions(t *testing.T) {
	res := from(t, records(unit(0, "hash", "go", "c")), rounds(0, 20000, 20000, 10000))
	s := res.Rows[0].Find("c", sample.Call)
	if len(s.Repetitions) != 2 || s.Repetitions[1].Index != 1 || s.Repetitions[1].Rounds != 6 || s.Repetitions[1].Ops != 60 || math.Abs(s.Repetitions[1].Value-10000) > 1 {
		t.Errorf("repetitions %+v", s.Repetitions)
	}
	g := res.Rows[0].Between("go", "c", sample.Call)
	if g == nil || len(g.Repetitions) != 2 || math.Abs(g.Repetitions[0].Value-2) > 0.001 {
		t.Errorf("gap %+v", g)
	}
	if res.Rows[0].Between("c", "go", sample.Call) != nil {
		t.Error("the gap is there the other way round")
	}
}

func TestAFailedLibraryHasNoGap(t *testing.T) {
	res := from(t, records(unit(0, "hash", "go", "c")), rounds(0, 20000, 20000, 10000),
		[]sample.Record{sample.Of(&sample.Failure{Unit: 0, Provider: "c", Status: sample.Crashed, Why: "SIGABRT"})})
	row := &res.Rows[0]
	if len(row.Gaps) != 0 {
		t.Errorf("gaps %+v", row.Gaps)
	}
	if status, why := row.Answer("c"); status != sample.Crashed || why != "SIGABRT" {
		t.Errorf("%s: %s", status, why)
	}
	if row.Why("c") != "crashed: SIGABRT" || row.Why("go") != "" {
		t.Errorf("why %q and %q", row.Why("c"), row.Why("go"))
	}
}

func TestARowWithoutRoundsHasNoTime(t *testing.T) {
	res := from(t, records(unit(0, "hash", "go", "c")))
	for _, s := range res.Rows[0].Series {
		if s.Time.Valid() || len(s.Repetitions) > 0 {
			t.Errorf("%s: %+v", s.Provider, s)
		}
	}
}

func TestAnImpossibleRateHasNoGap(t *testing.T) {
	u := unit(0, "hash", "go", "c")
	u.Bytes = 1 << 20
	res := from(t, records(u), rounds(0, 20000, 20000, 1))
	row := &res.Rows[0]
	if row.Find("c", sample.Call).Time.Valid() || len(row.Gaps) != 0 || len(row.Warnings) == 0 {
		t.Errorf("row %+v", row)
	}
}

// TestACopyIsComparedWithItsOriginalAlone has two libraries, each measured twice.
func TestACopyIsComparedWithItsOriginalAlone(t *testing.T) {
	u := unit(0, "hash", "go", "go", "c", "c")
	u.Lanes[1].Copy, u.Lanes[3].Copy = 1, 1
	gaps := from(t, records(u), rounds(0, 20000, 10000, 10000, 20000, 20000)).Rows[0].Gaps
	if len(gaps) != 2 || gaps[0].Base != 0 || gaps[0].Other != 1 || gaps[1].Base != 2 || gaps[1].Other != 3 {
		t.Errorf("gaps %+v; want each library against itself", gaps)
	}
}
