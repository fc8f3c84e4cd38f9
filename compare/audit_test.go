package compare

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

// own is a fake with a batch boundary, and a program of its own that has figures of SHA-256 and SHA-224 in one go.
type own struct{ *fake }

func (own) Boundaries() []provider.Boundary { return provider.Boundaries() }

func (own) Benchmark(a catalog.Algorithm, _ catalog.Operation) (provider.OwnBenchmark, bool) {
	return provider.OwnBenchmark{Program: "bench", Args: []string{"all"}, Parse: func(out []byte) (float64, error) {
		for line := range strings.Lines(string(out)) {
			if text, ok := strings.CutPrefix(strings.TrimSpace(line), a.ID+" "); ok {
				return strconv.ParseFloat(text, 64)
			}
		}
		return 0, fmt.Errorf("no figure of %s", a.ID)
	}}, a.ID != "sha512-256"
}

func auditConfig(t *testing.T, program string) (Config, AuditSettings) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bench")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+program), 0o700); err != nil {
		t.Fatal(err)
	}
	cfg := config(t, "steady")
	cfg.Worker, cfg.Providers = nil, []provider.Provider{own{named("steady")}}
	cfg.Cases = Selection{Algorithms: []string{"sha256", "sha224", "sha512-256"}, Sizes: []int{64}}.Cases()
	return cfg, AuditSettings{Times: 3, Find: func(string, provider.Info) (string, error) { return path, nil }}
}

func TestAuditRunsAProgramOnceATurn(t *testing.T) {
	count := filepath.Join(t.TempDir(), "count")
	cfg, s := auditConfig(t, "echo run >>"+count+"\necho sha224 2.5\necho sha256 1.5\n")
	var each []string
	s.Each = func(a Audited) { each = append(each, a.Row) }
	rows, err := Audit(t.Context(), cfg, s)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range rows {
		names = append(names, r.Row)
		if r.Why != "" || r.Times != 3 || !r.Ratio.Valid() || r.Per != "byte" {
			t.Errorf("%+v", r)
		}
	}
	if want := []string{"sha224/op=sum/size=64", "sha256/op=sum/size=64"}; !slices.Equal(names, want) || !slices.Equal(each, want) {
		t.Errorf("rows %v, told of %v, want %v", names, each, want)
	}
	if rows[0].Theirs != 2.5 || rows[1].Theirs != 1.5 {
		t.Errorf("theirs %v and %v, want 2.5 and 1.5", rows[0].Theirs, rows[1].Theirs)
	}
	if text, _ := os.ReadFile(count); strings.Count(string(text), "run") != 3 {
		t.Errorf("the program ran %d times, want once in each of 3 turns", strings.Count(string(text), "run"))
	}
}

func TestAuditSaysWhyThereIsNoFigure(t *testing.T) {
	cfg, s := auditConfig(t, "echo sha256 1.5\n")
	rows, err := Audit(t.Context(), cfg, s)
	if err != nil || len(rows) != 2 || rows[0].Why != "no figure of sha224" || rows[1].Why != "" {
		t.Errorf("error %v, rows %+v", err, rows)
	}
	cfg, s = auditConfig(t, "exit 3\n")
	if rows, err = Audit(t.Context(), cfg, s); err != nil || len(rows) != 2 || rows[0].Why != "bench: exit status 3" {
		t.Errorf("error %v, rows %+v", err, rows)
	}
	s.Find = func(string, provider.Info) (string, error) { return "", errors.New("not found") }
	if rows, err = Audit(t.Context(), cfg, s); err != nil || len(rows) != 2 || rows[1].Why != "not found" {
		t.Errorf("error %v, rows %+v", err, rows)
	}
}

func TestAuditStops(t *testing.T) {
	cfg, s := auditConfig(t, "sleep 60\n")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if rows, err := Audit(ctx, cfg, s); !errors.Is(err, context.Canceled) || len(rows) != 0 {
		t.Errorf("error %v, rows %+v", err, rows)
	}
}

func TestFasterHalf(t *testing.T) {
	for _, x := range []struct {
		times []float64
		want  []int
	}{{nil, nil}, {[]float64{7}, []int{0}}, {[]float64{3, 1}, []int{1}}, {[]float64{5, 1, 4, 2, 3}, []int{1, 3, 4}}} {
		if got := fasterHalf(x.times); !slices.Equal(got, x.want) {
			t.Errorf("of %v: %v, want %v", x.times, got, x.want)
		}
	}
}

func TestAverageTakesAllSamplesOfTheBatch(t *testing.T) {
	u := &sample.Unit{ID: 2, Lanes: []sample.Lane{{Boundary: "call"}, {Boundary: "batch"}}}
	round := func(unit int, ns, n int64) sample.Record {
		return sample.Of(&sample.Round{Unit: unit, N: []int64{1, n}, NS: []int64{9, 9}, Inner: []int64{0, ns}})
	}
	if got := average([]sample.Record{round(2, 100, 10), round(1, 5, 5), round(2, 500, 10), sample.Of(&sample.End{})}, u); got != 30 {
		t.Errorf("%v ns, want 600 / 20", got)
	}
}
