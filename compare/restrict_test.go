package compare

import (
	"context"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

// TestChecksDoWithoutFeatures: an output that is wrong without a feature alone is found by each check that is told to
// do without, and by none that is not.
func TestChecksDoWithoutFeatures(t *testing.T) {
	if len(tried()) < 3 {
		t.Skip("this CPU has too few features that do not hang together")
	}
	ctx := context.Background()
	for _, without := range [][]string{nil, {tried()[0].Name}} {
		want := sample.Match
		if without != nil {
			want = sample.Mismatch
		}
		cfg := config(t, "steady", "lopsided")
		cfg.Settings.Without = without
		verdicts, err := Verify(ctx, cfg)
		if err != nil || worst(verdicts) != want {
			t.Errorf("verify without %v: %s, %v; want %s", without, worst(verdicts), err, want)
		}
		verdicts, err = Vectors(ctx, cfg, []string{"sha256"})
		if err != nil || worst(verdicts) != want {
			t.Errorf("vectors without %v: %s, %v; want %s", without, worst(verdicts), err, want)
		}
		sha256, _ := catalog.Find("sha256")
		reports, err := Fuzz(ctx, cfg, []catalog.Case{{Algorithm: sha256, Op: catalog.OpSum}}, FuzzSettings{Seed: 3, Iterations: 5})
		if err != nil || len(reports) != 1 || (len(reports[0].Failures) > 0) != (want == sample.Mismatch) {
			t.Errorf("fuzz without %v: %+v, %v; want %s", without, reports, err, want)
		}
	}
}

func TestIgnores(t *testing.T) {
	features := tried()
	if len(features) < 3 {
		t.Skip("this CPU has too few features that do not hang together")
	}
	heard, unheard := features[0].Name, features[2].Name
	for _, tc := range []struct {
		p       provider.Provider
		without []string
		ignored string
	}{
		{restrictable("told"), nil, ""},
		{restrictable("told"), []string{heard}, ""},
		{restrictable("told"), []string{heard, unheard}, unheard},
		{named("steady"), []string{heard, unheard}, heard + ", " + unheard},
		{named("steady"), nil, ""},
	} {
		want := ""
		if tc.ignored != "" {
			want = tc.p.Name() + " has no switch for " + tc.ignored + ": where it has code for that, it uses it all the same"
		}
		if got := provider.IgnoredText(tc.p, tc.without); got != want {
			t.Errorf("%s without %v: %q, want %q", tc.p.Name(), tc.without, got, want)
		}
	}
}
