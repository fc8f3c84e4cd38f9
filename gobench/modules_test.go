package gobench

import "testing"

func TestHolder(t *testing.T) {
	modules := []module{{"example.org/a", "v1.0.0"}, {"example.org/a/b", "v2.0.0"}, {"example.org/ab", "v3.0.0"}}
	for pkg, version := range map[string]string{
		"example.org/a":     "v1.0.0",
		"example.org/a/c":   "v1.0.0",
		"example.org/a/b/c": "v2.0.0",
		"example.org/ab/c":  "v3.0.0",
		"example.org/abc":   "",
		"crypto/sha256":     "",
	} {
		if m := holder(modules, pkg); m.Version != version {
			t.Errorf("%s is in %s %s, want version %q", pkg, m.Path, m.Version, version)
		}
	}
	for pkg, want := range map[string]string{
		"crypto/sha256":           "crypto/sha256",
		"cryptogap/gobench/tiger": "cryptogap/gobench/tiger (in-tree)",
	} {
		if got := versioned(pkg); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
