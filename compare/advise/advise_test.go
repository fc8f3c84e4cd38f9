package advise

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// A lane's time in nanoseconds by row and library; 0: not offered.
type times map[string][]float64

// run makes the result of a run in which go, c and d took these times, with a spread of 0.1 %.
func run(t *testing.T, rows []string, took times) *result.Result {
	t.Helper()
	libraries := []string{"go", "c", "d"}
	r := &sample.Run{
		Schema: sample.Schema, Settings: sample.Settings{Repetitions: 4, Quiet: 4, Tolerance: 0.1},
		Libraries: []sample.Library{{Name: "go", Title: "Go"}, {Name: "c", Title: "Cee"}, {Name: "d"}},
	}
	records := []sample.Record{sample.Of(r)}
	for id, row := range rows {
		u := sample.Unit{ID: id, Row: row, Kind: "hash", Op: "sum", Unit: "MiB/s", Cases: []string{row}}
		for i, ns := range took[row] {
			if ns > 0 {
				u.Lanes = append(u.Lanes, sample.Lane{Provider: libraries[i], Boundary: "call"})
			}
		}
		r.Units = append(r.Units, u)
	}
	const ops = 1000
	for repetition := range 4 {
		for id, row := range rows {
			for index := range 6 {
				round := &sample.Round{Unit: id, Repetition: repetition, Index: index, Probes: []int64{12000}}
				for i, ns := range took[row] {
					if ns == 0 {
						continue
					}
					wobble := 1 + 0.001*math.Sin(float64(7*repetition+3*index+i+id))
					round.Order = append(round.Order, len(round.N))
					round.N = append(round.N, ops)
					round.NS = append(round.NS, int64(ns*ops*wobble))
					round.Inner = append(round.Inner, 0)
					round.Probes = append(round.Probes, 12000)
				}
				records = append(records, sample.Of(round))
			}
		}
	}
	res, err := result.From(records)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func parse(t *testing.T, mix string) Workload {
	t.Helper()
	items, err := Parse(mix)
	if err != nil {
		t.Fatal(err)
	}
	return Workload{Items: items}
}

func advise(t *testing.T, mix string, took times) *Advice {
	t.Helper()
	w := parse(t, mix)
	var rows []string
	for _, i := range w.Items {
		rows = append(rows, i.Row())
	}
	a, err := For(w, run(t, rows, took))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

const (
	seal = "aes-256-gcm/op=seal/size=1024"
	sum  = "sha256/op=sum/size=1024"
	both = "aes-256-gcm:seal:1024=80%,sha256:sum:1024=20%"
)

func TestCost(t *testing.T) {
	t.Parallel()
	// Go: 0.8·1000 + 0.2·500 = 900 ns an operation; c: 0.8·500 + 0.2·1000 = 600 ns.
	a := advise(t, both, times{seal: {1000, 500, 2000}, sum: {500, 1000, 0}})
	near := func(what string, got Figure, want float64) {
		t.Helper()
		if math.Abs(got.Value/want-1) > 0.002 || !(got.Lo < want && want < got.Hi) || got.Hi/got.Lo > 1.03 {
			t.Errorf("%s: %+v, want %g", what, got, want)
		}
	}
	g, c, d := a.Libraries[0], a.Libraries[1], a.Libraries[2]
	near("Go's core-seconds", g.PerMillion, 0.9)
	near("c's core-seconds", c.PerMillion, 0.6)
	near("Go's seconds for a GiB", g.PerGiB, 900e-9*(1<<20))
	near("c's speed", c.Speed, 1.5)
	if !slices.Equal(d.Missing, []string{"sha256:sum:1024"}) || d.PerMillion.Value != 0 {
		t.Errorf("d lacks an operation, and has %+v", d)
	}
	if x := a.Items; math.Abs(x[0].Share-800.0/900) > 0.001 || !slices.Equal(x[0].Fastest, []int{1}) || !slices.Equal(x[1].Fastest, []int{0}) {
		t.Errorf("%+v", x)
	}
	// c for the one, Go for the other: (0.8·500 + 0.2·500) / 900.
	if math.Abs(a.Best-500.0/900) > 0.002 {
		t.Errorf("best of each %g, want %g", a.Best, 500.0/900)
	}
}

func TestIterations(t *testing.T) {
	t.Parallel()
	w := parse(t, "pbkdf2-hmac-sha256:derive:600000=100%")
	a, err := For(w, run(t, []string{"pbkdf2-hmac-sha256/op=derive"}, times{"pbkdf2-hmac-sha256/op=derive": {100, 100}}))
	if err != nil {
		t.Fatal(err)
	}
	if got := a.Libraries[0].PerMillion.Value; math.Abs(got/60_000-1) > 0.002 {
		t.Errorf("a million logins of 60 ms: %g core-seconds, want 60000", got)
	}
	if a.Libraries[0].PerGiB.Value != 0 {
		t.Error("a login has no bytes")
	}
}

func TestSentences(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		took times
		want []string
	}{
		"equal": {times{seal: {1000, 1000, 990}, sum: {500, 500, 510}}, []string{
			"No library is more than 5 % faster than Go for this mix.", "Go spends 89 % of its time for the mix in aes-256-gcm:seal:1024.",
		}},
		"faster": {times{seal: {1000, 500, 2000}, sum: {500, 500, 500}}, []string{
			`Cee is faster than Go for this mix: 1.80 times as fast`, `d is slower than Go: 0.5`,
		}},
		"one lacks an operation": {times{seal: {1000, 990, 100}, sum: {500, 500, 0}}, []string{
			"No library is more than 5 % faster", "d takes no part: it lacks sha256:sum:1024.", "would take 20 % of Go's time",
		}},
		"neither takes part": {times{seal: {1000, 0, 100}, sum: {500, 500, 0}}, []string{"Cee takes no part", "d takes no part"}},
		"near the margin":    {times{seal: {1056.25, 1000, 2000}, sum: {500, 500, 500}}, []string{"Whether Cee is more than 5 % faster than Go for this mix is not known"}},
	} {
		a := advise(t, both, x.took)
		text := strings.Join(a.Sentences(), "\n")
		for _, want := range x.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not in:\n%s", name, want, text)
			}
		}
		if name == "neither takes part" && strings.Contains(text, "No library") {
			t.Errorf("%s: a verdict without a library:\n%s", name, text)
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	items, err := Parse("aes-256-gcm:seal:1350=80%, ecdsa-p256:sign=20%")
	if err != nil || len(items) != 2 || items[0].Row() != "aes-256-gcm/op=seal/size=1350" || items[1].Name() != "ecdsa-p256:sign" || items[1].Weight != 20 {
		t.Errorf("%+v, %v", items, err)
	}
	for mix, want := range map[string]string{
		"":                                     `""`,
		"sha256:sum:64":                        "write algorithm:operation:size=share%",
		"sha256:sum:64=90%":                    "add up to 90 %",
		"sha256:sum=100%":                      "needs a message size",
		"sha257:sum:64=100%":                   `no algorithm is called "sha257"`,
		"sha256:seal:64=100%":                  `has no operation "seal", only sum`,
		"aes-256-cbc:encrypt:17=100%":          "takes no message of 17 bytes",
		"ecdsa-p256:sign:64=100%":              "takes no number",
		"pbkdf2-hmac-sha256:derive=100%":       "needs an iteration count",
		"sha256:sum:64=50%,sha256:sum:64=50%":  "stands in it twice",
		"sha256:sum:0=100%":                    "the number must be above 0",
		"sha256:sum:64=0%,sha256:sum:128=100%": "the share must be above 0",
		"sha256:sum:99999999999999999999=100%": "the number must be above 0",
	} {
		if _, err := Parse(mix); !errors.Is(err, ErrMix) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", mix, err, want)
		}
	}
}

// Every named workload is whole, and says where its numbers come from.
func TestWorkloads(t *testing.T) {
	t.Parallel()
	var names []string
	for _, w := range Workloads() {
		if w.About == "" || w.Unit == "" || len(w.Sources) == 0 || len(w.Items) == 0 || slices.Contains(names, w.Name) {
			t.Errorf("%+v", w)
		}
		names = append(names, w.Name)
		var rows []string
		for _, i := range w.Items {
			if slices.Contains(rows, i.Name()) {
				t.Errorf("%s has %s twice", w.Name, i.Name())
			}
			rows = append(rows, i.Name())
		}
	}
	if len(names) < 6 {
		t.Errorf("only %s", names)
	}
}

func TestNotMeasured(t *testing.T) {
	t.Parallel()
	w := parse(t, both)
	res := run(t, []string{seal}, times{seal: {1000, 500}})
	if _, err := For(w, res); !errors.Is(err, ErrNotMeasured) || !strings.Contains(err.Error(), sum) {
		t.Errorf("a row is not in the run: %v", err)
	}
	res = run(t, []string{seal, sum}, times{seal: {1000, 500}, sum: {0, 500}})
	if _, err := For(w, res); !errors.Is(err, ErrNotMeasured) || !strings.Contains(err.Error(), "with Go") {
		t.Errorf("Go has no figure: %v", err)
	}
}

func TestDigits(t *testing.T) {
	t.Parallel()
	for x, want := range map[float64]string{1: "1.00", 1.8: "1.80", 0.5123: "0.512", 0.05: "0.0500", 12.34: "12.3", 1234: "1230", 99.99: "100"} {
		if got := digits(x); got != want {
			t.Errorf("%g: %s, want %s", x, got, want)
		}
	}
}
