package compare

import (
	"context"
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
			if r.Failure == nil {
				if r.Iterations != iterations {
					t.Errorf("%s: %d iterations, want %d", name, r.Iterations, iterations)
				}
				continue
			}
			status = r.Failure.Verdict.Status
			if r.Failure.Iteration != from {
				t.Errorf("%s: failed in iteration %d, want the first: %d", name, r.Failure.Iteration, from)
			}
		}
		if status != want {
			t.Errorf("%s: status %q, want %q", name, status, want)
		}
	}
}
