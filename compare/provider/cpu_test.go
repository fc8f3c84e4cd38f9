package provider

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestFeaturesStandBehindWhatTheyNeed(t *testing.T) {
	for _, arch := range Architectures() {
		var before []string
		for _, f := range FeaturesOf(arch) {
			for _, need := range f.Needs {
				if !slices.Contains(before, need) {
					t.Errorf("%s: %s needs %s, which does not stand before it", arch, f.Name, need)
				}
			}
			if slices.Contains(before, f.Name) || f.About == "" || len(f.ids) == 0 {
				t.Errorf("%s: %s is there twice, or has no description, or cannot be found", arch, f.Name)
			}
			before = append(before, f.Name)
		}
	}
}

func TestWithout(t *testing.T) {
	known := FeaturesOf("amd64")
	here := slices.DeleteFunc(slices.Clone(known), func(f Feature) bool { return f.Name == "sha512" })
	for restriction, want := range map[string]string{
		"all":           "",
		"no-sha":        "sha",
		"no-aes":        "aes vaes",
		"no-avx2":       "avx2 avx512 vaes sm4",
		"no-sse41":      "sse41 avx avx2 fma avx512 vaes sm3 sm4",
		"no-adx,no-sha": "sha adx",
		"baseline":      strings.Join(names(here), " "),
	} {
		got, err := without(restriction, here, known)
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s leaves out %q, %v; want %q", restriction, got, err, want)
		}
	}
	for _, bad := range []string{"", "no-", "aes", "no-sse5", "no-aes,", "no-sha512", "baseline,no-aes"} {
		if got, err := without(bad, here, known); !errors.Is(err, ErrFeature) {
			t.Errorf("%q leaves out %q, %v; want ErrFeature", bad, got, err)
		}
	}
}

func TestFeatureFlags(t *testing.T) {
	for flags, want := range map[string]string{
		"-O2 -pthread -mtune=native":      "",
		"-O3 -march=native -fwrapv":       "-march=native",
		"-maes -mavx2 -mno-red-zone -m64": "-maes -mavx2",
	} {
		info := Info{Build: []Fact{{Key: "CFLAGS", Value: flags}}}
		if got := strings.Join(featureFlags(info), " "); got != want {
			t.Errorf("of %q %q let the compiler use features, want %q", flags, got, want)
		}
	}
}
