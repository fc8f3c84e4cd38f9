package verify

import (
	"testing"

	"cryptogap/compare/provider"
)

// TestKnown reads the list, and asks that each line says all it has to.
func TestKnown(t *testing.T) {
	if len(disagreements()) == 0 {
		t.Fatal("no known disagreement")
	}
	for _, k := range disagreements() {
		if k.Provider == "" || k.File == "" || len(k.Tests) == 0 || k.Reason == "" || k.Reference == "" {
			t.Errorf("incomplete: %+v", k)
		}
		switch k.Outcome {
		case WronglyAccepted, WronglyRefused, WrongOutput, RefusedByPolicy, Crashed:
		default:
			t.Errorf("%s, %s: no outcome %q", k.Provider, k.File, k.Outcome)
		}
	}
}

func TestKnownHas(t *testing.T) {
	k := Known{Tests: []string{"7", "12-19", "x25519-u2-a"}}
	for test, want := range map[string]bool{"7": true, "8": false, "12": true, "19": true, "20": false, "x25519-u2-a": true, "x25519": false} {
		if k.Has(test) != want {
			t.Errorf("%s: %t", test, !want)
		}
	}
}

func TestVersions(t *testing.T) {
	for _, tt := range []struct {
		version, within string
		want            bool
	}{
		{"5.9.2", "", true}, {"5.9.2", "5.9.2", true}, {"5.9.2", "5.9", true}, {"5.9.1", "5.9.2", false}, {"5.10.0", "5.9.2-", true},
		{"1.12.4", "-1.12.4", true}, {"1.12.5", "-1.12.4", false}, {"1.10.1", "1.11-1.12", false}, {"go1.26.8", "1.26", true},
	} {
		if got := inRange(tt.version, tt.within); got != tt.want {
			t.Errorf("%s in %q: %t", tt.version, tt.within, got)
		}
	}
}

func TestBuilt(t *testing.T) {
	lib := provider.Info{Features: []string{"avx2"}, Build: []provider.Fact{{Key: "assembly", Value: "AES-NI, Intel (AVX, AVX2)"}}}
	for _, tt := range []struct {
		want map[string]string
		is   bool
	}{
		{nil, true}, {map[string]string{"assembly": "Intel"}, true}, {map[string]string{"assembly": "ARM"}, false},
		{map[string]string{"features": "avx2"}, true}, {map[string]string{"features": "avx", "assembly": "Intel"}, false},
	} {
		if built(lib, tt.want) != tt.is {
			t.Errorf("%v: %t", tt.want, !tt.is)
		}
	}
}
