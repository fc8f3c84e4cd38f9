package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"cryptogap/compare/advise"
	"cryptogap/compare/merge"
)

func mergedOf(t *testing.T, runs ...merge.Run) *merge.Merged {
	t.Helper()
	m, err := merge.Merge(runs)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// madeMerge is two machines that differ in one row each way, and a JSON report of the first.
func madeMerge(t *testing.T) *merge.Merged {
	t.Helper()
	res := madeRuns(t)["full"]
	first, err := merge.FromResult("first", res)
	if err != nil {
		t.Fatal(err)
	}
	again, err := merge.FromReport("again", written(t, res, JSON, Options{}))
	if err != nil {
		t.Fatal(err)
	}
	rows := madeRows()
	for i := range rows {
		if rows[i].algorithm == "sha256" {
			rows[i].ns = three(rows[i].ns["go"], rows[i].ns["go"]*0.8, rows[i].ns["go"]*1.3)
		}
	}
	maker := newMaker(rows, madeLibraries())
	maker.run.Environment.CPU = "Another Processor"
	other, err := merge.FromResult("other", maker.result(t))
	if err != nil {
		t.Fatal(err)
	}
	return mergedOf(t, first, again, other)
}

// A JSON report says the same as the records that it was made from.
func TestMergeReadsTheJSONReport(t *testing.T) {
	m := madeMerge(t)
	if len(m.Rows) < 10 {
		t.Fatalf("only %d rows", len(m.Rows))
	}
	for _, r := range m.Rows {
		a, b := r.Ratios[0], r.Ratios[1]
		if (a == nil) != (b == nil) {
			t.Errorf("%s: %v and %v", r.Name, a, b)
			continue
		}
		if a == nil {
			continue
		}
		near := func(x, y float64) bool { return x == y || math.Abs(x/y-1) < 1e-7 || math.IsInf(x, 0) && math.IsNaN(y) }
		if !near(a.Value, b.Value) || !near(a.Lo, b.Lo) || !near(a.Hi, b.Hi) || a.Flagged != b.Flagged {
			t.Errorf("%s %s: records %+v, JSON report %+v", r.Name, r.Other, *a, *b)
		}
	}
	i := slices.IndexFunc(m.Rows, func(r merge.Row) bool { return strings.HasPrefix(r.Name, "sha256/") && r.Verdict == merge.Differ })
	if i < 0 {
		t.Error("the row that differs is not found")
	}
}

func TestMerge(t *testing.T) {
	m := madeMerge(t)
	for _, f := range MergeFormats() {
		var b bytes.Buffer
		if err := Merge(&b, m, f, Options{}); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if !strings.Contains(text, "first") || !strings.Contains(text, "other") || !strings.Contains(text, "sha256/op=sum") {
			t.Errorf("%s lacks a run or a row:\n%s", f, text)
		}
		if f == CSV {
			rows, err := csv.NewReader(&b).ReadAll()
			if err != nil || len(rows) != len(m.Rows)+1 || rows[0][4] != "first ratio" {
				t.Errorf("%d lines, %v", len(rows), err)
			}
			continue
		}
		if f != HTML && strings.Contains(text, "NaN") {
			t.Errorf("%s has a number that is none", f)
		}
	}
	var b bytes.Buffer
	if err := Merge(&b, m, Table, Options{Width: 100}); err != nil {
		t.Fatal(err)
	}
	golden(t, "merge.table", b.Bytes())
	if err := Merge(&b, m, JSON, Options{}); err == nil {
		t.Error("merge has no JSON")
	}
}

func TestAdvise(t *testing.T) {
	res := madeRuns(t)["full"]
	var mix []string
	for _, r := range res.Rows {
		u := r.Unit
		if s := r.Find("go", "call"); s == nil || !s.Time.Valid() || u.EmptyCall() || u.Bytes == 0 {
			continue
		}
		mix = append(mix, fmt.Sprintf("%s:%s:%d", u.Algorithm, u.Op, u.Bytes))
	}
	if len(mix) < 2 {
		t.Fatalf("only %q", mix)
	}
	for i := range mix {
		mix[i] += fmt.Sprintf("=%g%%", 100/float64(len(mix)))
	}
	items, err := advise.Parse(strings.Join(mix, ","))
	if err != nil {
		t.Fatal(err)
	}
	a, err := advise.For(advise.Workload{Items: items}, res)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range AdviseFormats() {
		var b bytes.Buffer
		if err := Advise(&b, a, f, Options{Width: 120}); err != nil {
			t.Fatal(err)
		}
		switch f {
		case JSON:
			validate(t, compiled(t, "#/$defs/advice"), "advice", b.Bytes())
		case Table:
			golden(t, "advise.table", b.Bytes())
		default:
			if !strings.Contains(b.String(), "By operation") {
				t.Errorf("%s lacks the operations", f)
			}
		}
	}
	if err := Advise(new(bytes.Buffer), a, GoBench, Options{}); err == nil {
		t.Error("advise has no benchmark format")
	}
}
