package merge

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// machine is a run of rows with the given true ratios, measured with a relative standard error of se.
func machine(label string, r *rand.Rand, se float64, truth ...float64) Run {
	run := Run{Label: label}
	for i, ratio := range truth {
		x := ratio * math.Exp(se*r.NormFloat64())
		half := 1.96 * math.Sqrt2 * se
		run.entries = append(run.entries, entry{
			key{fmt.Sprintf("row%d", i), Pair{"go", "c"}}, "hash",
			Ratio{stats.Interval{Lo: x * math.Exp(-half), Hi: x * math.Exp(half)}, x, false},
		})
	}
	return run
}

func merged(t *testing.T, runs ...Run) *Merged {
	t.Helper()
	m, err := Merge(runs)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Of rows that are the same on all machines hardly any is said to differ, however many there are.
func TestAgree(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	truth := make([]float64, 60)
	for i := range truth {
		truth[i] = 0.3 + r.Float64()*3
	}
	runs, wrong := 2000, 0
	for range runs {
		m := merged(t, machine("a", r, 0.002, truth...), machine("b", r, 0.002, truth...), machine("c", r, 0.002, truth...))
		for _, row := range m.Rows {
			if row.Verdict != Agree {
				wrong++
				break
			}
		}
	}
	if share := float64(wrong) / float64(runs); share > 0.065 {
		t.Errorf("%.0f %% of the merges of equal machines have a row that differs, want 5 %%", 100*share)
	}
}

func TestDiffer(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	a := machine("a", r, 0.002, 1, 2, 0.95, 1, 3)
	b := machine("b", r, 0.002, 1, 2.1, 1.05, 1, 3)
	a.entries[4].Flagged = true
	b.entries = append(b.entries, entry{key{"alone", Pair{"go", "c"}}, "mac", b.entries[0].Ratio})
	m := merged(t, a, b)
	want := []Verdict{Agree, Differ, Turns, Agree, NotKnown, NotKnown}
	if len(m.Rows) != len(want) {
		t.Fatalf("%d rows, want %d", len(m.Rows), len(want))
	}
	for i, row := range m.Rows {
		if row.Verdict != want[i] {
			t.Errorf("%s: %q, want %q (P %g)", row.Name, row.Verdict, want[i], row.P)
		}
	}
	if s := m.Rows[1].Spread; math.Abs(s-0.05) > 0.02 {
		t.Errorf("spread %g, want 0.05", s)
	}
	if x := m.Rows[5]; x.Ratios[0] != nil || x.Ratios[1] == nil || !math.IsNaN(x.Spread) {
		t.Errorf("a row that one run has alone: %+v", x)
	}
}

func TestDifferences(t *testing.T) {
	t.Parallel()
	run := func(label, version string) Run {
		return Run{Label: label, Run: sample.Run{Environment: sample.Environment{Go: "go1.26", GOARCH: "amd64"}, Libraries: []sample.Library{
			{Name: "go", Title: "Go", Version: "go1.26"},
			{Name: "c", Title: "Cee", Version: version, Build: []sample.Fact{{Key: "compiler", Value: "gcc 14"}}},
		}}}
	}
	got := differences([]Run{run("x", "1.0"), run("y", "2.0"), run("z", "1.0")})
	if want := "Cee's version differs: 1.0 (x, z); 2.0 (y)"; len(got) != 1 || got[0] != want {
		t.Errorf("%q, want only %q", got, want)
	}
	restricted := run("y", "1.0")
	restricted.Settings.Without = []string{"aes"}
	restricted.Environment.CPU, restricted.Environment.Kernel = "another", "6.1"
	got = differences([]Run{run("x", "1.0"), restricted})
	if want := "--cpu differs: all (x); no-aes (y)"; len(got) != 1 || got[0] != want {
		t.Errorf("%q, want only %q", got, want)
	}
	if _, err := Merge([]Run{run("x", "1"), run("x", "1")}); err == nil || !strings.Contains(err.Error(), `"x"`) {
		t.Errorf("two runs of one name: %v", err)
	}
}

func TestFromReport(t *testing.T) {
	t.Parallel()
	const text = `{"schema":1,"seed":"18446744073709551615","quiet_share":0.5,"settings":{"without":["aes"]},"libraries":[{"name":"go"}],"environment":{"cpu":"made-up"},"rows":[
		{"row":"md5/op=sum/size=64","kind":"hash","noisy":true,"unstable":[],"ratios":[
			{"base":{"provider":"go","boundary":"call"},"other":{"provider":"c","boundary":"batch"},"ratio":{"value":3,"low":2,"high":4}},
			{"base":{"provider":"go","boundary":"call"},"other":{"provider":"c","boundary":"call"},"ratio":{"value":2,"low":1,"high":null}}]},
		{"row":"crossing/op=call","kind":"crossing","noisy":false,"unstable":[],"ratios":[
			{"base":{"provider":"go","boundary":"call"},"other":{"provider":"c","boundary":"call"},"ratio":{"value":2,"low":1,"high":3}}]}]}`
	r, err := FromReport("a", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.entries) != 1 || r.entries[0].Value != 2 || !r.entries[0].Flagged || !math.IsNaN(r.entries[0].Hi) || r.QuietShare != 0.5 || r.Environment.CPU != "made-up" || len(r.Settings.Without) != 1 {
		t.Errorf("%+v", r)
	}
	for text, want := range map[string]string{
		`{"schema":999,"rows":[]}`:            "schema 1",
		`{"type":"run","run":{"schema":1}}`:   "schema 1",
		`{`:                                   "not a JSON report",
		`{"schema":1,"rows":[{"row":"x/y"}]}`: ErrNoRatio.Error(),
	} {
		if _, err := FromReport("a", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if _, err := FromReport("a", []byte(`{"schema":1,"rows":[]}`)); !errors.Is(err, ErrNoRatio) {
		t.Errorf("no rows: %v", err)
	}
}
