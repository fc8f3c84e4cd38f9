package compare

import (
	"context"
	"strings"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/sample"
)

// worst returns the verdict's status that is not a match, of the first that has one.
func worst(verdicts []sample.Verdict) sample.Status {
	for _, v := range verdicts {
		if v.Status != sample.Match {
			return v.Status
		}
	}
	return sample.Match
}

func TestVectors(t *testing.T) {
	for name, want := range map[string]sample.Status{"also": sample.Match, "wrong": sample.Mismatch, "aborts": sample.Crashed} {
		verdicts, err := Vectors(context.Background(), config(t, "steady", name), []string{"sha512-256"})
		if err != nil {
			t.Fatal(err)
		}
		if len(verdicts) == 0 || worst(verdicts) != want {
			t.Errorf("%s: %d verdicts, %v; want %s", name, len(verdicts), verdicts, want)
		}
	}
}

func TestInterop(t *testing.T) {
	for name, want := range map[string]sample.Status{"also": sample.Match, "wrong": sample.Mismatch, "aborts": sample.Crashed} {
		verdicts, err := Interop(context.Background(), config(t, "steady", name), []string{"sha224", "sha256"}, 5)
		if err != nil {
			t.Fatal(err)
		}
		if len(verdicts) != 2 || worst(verdicts) != want {
			t.Errorf("%s: %d verdicts, %v; want %s", name, len(verdicts), verdicts, want)
		}
	}
}

func TestFuzz(t *testing.T) {
	sha256, _ := catalog.Find("sha256")
	targets := []catalog.Case{{Algorithm: sha256, Op: catalog.OpSum}}
	for name, want := range map[string]sample.Status{"also": "", "wrong": sample.Mismatch, "aborts": sample.Crashed} {
		const from, iterations = 7, 20
		reports, err := Fuzz(context.Background(), config(t, "steady", name), targets, FuzzSettings{Seed: 3, From: from, Iterations: iterations})
		if err != nil {
			t.Fatal(err)
		}
		var status sample.Status
		for _, r := range reports {
			crashed := len(r.Failures) > 0 && r.Failures[0].Verdict.Status == sample.Crashed
			if r.Iterations != iterations && !crashed {
				t.Errorf("%s: %d iterations, want %d", name, r.Iterations, iterations)
			}
			for _, f := range r.Failures {
				status = f.Verdict.Status
				if f.Iteration != from || !crashed && f.Times != iterations || !strings.Contains(f.Who, name) {
					t.Errorf("%s: %+v, want the first input, %d, and all that follow", name, f, from)
				}
			}
		}
		if status != want {
			t.Errorf("%s: status %q, want %q", name, status, want)
		}
	}
}
