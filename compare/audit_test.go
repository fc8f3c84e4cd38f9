package compare

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
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
	cfg.Settings.Quiet, cfg.Settings.Repetitions, cfg.Settings.Tolerance = 1, 1, 100 // every sample is quiet
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
		if r.Why != "" || r.Times < 3 || !r.Ratio.Valid() || r.Per != "byte" {
			t.Errorf("%+v", r)
		}
	}
	if want := []string{"sha224/op=sum/size=64", "sha256/op=sum/size=64"}; !slices.Equal(names, want) || !slices.Equal(each, want) {
		t.Errorf("rows %v, told of %v, want %v", names, each, want)
	}
	if rows[0].Theirs != 2.5 || rows[1].Theirs != 1.5 {
		t.Errorf("theirs %v and %v, want 2.5 and 1.5", rows[0].Theirs, rows[1].Theirs)
	}
	if text, _ := os.ReadFile(count); strings.Count(string(text), "run") != rows[0].Times { // a busy machine asks for more turns than three
		t.Errorf("the program ran %d times, want once in each of %d turns", strings.Count(string(text), "run"), rows[0].Times)
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

// TestAuditCountsQuietTurns: noisy turns are left out whatever they say, and quiet ones count whatever they say.
func TestAuditCountsQuietTurns(t *testing.T) {
	quiet := []auditTurn{{16, 8, true}, {22, 11, true}, {30, 10, true}, {20, 10, true}, {18, 9, true}}
	a := auditing{Audited: Audited{Times: 7, Quiet: 5}, turns: append([]auditTurn{{10, 1, false}, {90, 1, false}}, quiet...)}
	if a.finish(); a.Noisy || a.Ratio.N != 5 || a.Ratio.Value < 2 || a.Ratio.Value > 2.2 || !a.Ratio.Bounded() {
		t.Errorf("ratio %+v, want 2 of all five quiet turns", a.Ratio)
	}
	a = auditing{Audited: Audited{Times: 5, Quiet: 2}, turns: []auditTurn{{2, 1, false}, {4, 2, true}, {6, 3, false}, {8, 4, true}, {9, 4.5, false}}}
	if a.finish(); !a.Noisy || a.Ratio.N != 5 || math.Abs(a.Ratio.Value-2) > 1e-9 {
		t.Errorf("noisy %v, ratio %+v, want 2 of all turns", a.Noisy, a.Ratio)
	}
}

// TestAuditReportsItsOwnError: what goes wrong on our side is no interruption and no empty table.
func TestAuditReportsItsOwnError(t *testing.T) {
	cfg, s := auditConfig(t, "echo sha256 1.5\necho sha224 1.5\n")
	cfg.Worker = []string{filepath.Join(t.TempDir(), "nothing")}
	_, err := Audit(t.Context(), cfg, s)
	if err == nil || errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "audit bench: ") {
		t.Errorf("error %v", err)
	}
}
