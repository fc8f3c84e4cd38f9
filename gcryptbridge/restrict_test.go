//go:build cgo && !nogcrypt

package gcryptbridge

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"cryptogap/compare/provider"
)

// restricted asks the test's child process to print the features that the library still uses.
const restricted = "CRYPTOGAP_TEST_WITHOUT"

// TestRestrict reads the library's own list of features in a process that was told to do
// without each of those of this CPU.
func TestRestrict(t *testing.T) {
	if list, child := os.LookupEnv(restricted); child {
		p := New().(provider.Restrictor)
		if err := p.Restrict(strings.Fields(list)); err != nil {
			t.Fatal(err)
		}
		t.Logf("uses: %s.", strings.Join(p.Info().Features, " "))
		if err := p.Restrict(nil); err == nil {
			t.Error("restricted a library that is in use")
		}
		return
	}
	t.Parallel()
	all := uses(t, "")
	for _, f := range provider.Here() {
		without := provider.Dependents(f.Name)
		left := uses(t, strings.Join(without, " "))
		for _, name := range all {
			out := slices.ContainsFunc(without, func(f string) bool { return hardware(f) == name })
			if out == slices.Contains(left, name) {
				t.Errorf("without %s, libgcrypt uses %s", without, left)
			}
		}
	}
}

// uses returns the features that the library uses in a process of its own.
func uses(t *testing.T, without string) []string {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestRestrict$", "-test.v")
	cmd.Env = append(os.Environ(), restricted+"="+without)
	out, err := cmd.CombinedOutput()
	_, list, ok := strings.Cut(string(out), "uses: ")
	if err != nil || !ok {
		t.Fatalf("without %q: %v\n%s", without, err, out)
	}
	list, _, _ = strings.Cut(list, ".\n")
	return strings.Fields(list)
}
