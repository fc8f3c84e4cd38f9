package providertest

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

// Restrict reads the library's own list of features in processes that were told to do without each of those of this CPU. out says
// whether a library that does without the CPU's features in without leaves out its own feature called name. The test that calls it
// runs itself as the child process and must call nothing else.
func Restrict(t *testing.T, p provider.Restrictor, out func(name string, without []string) bool) {
	if list, child := os.LookupEnv(restricted); child {
		if err := p.Restrict(strings.Fields(list)); err != nil {
			t.Fatal(err)
		}
		t.Logf("uses: %s.", strings.Join(p.(provider.Provider).Info().Features, " "))
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
			if out(name, without) == slices.Contains(left, name) {
				t.Errorf("without %s, the library uses %s", without, left)
			}
		}
	}
}

// uses returns the features that the library uses in a process of its own.
func uses(t *testing.T, without string) []string {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), restricted+"="+without)
	out, err := cmd.CombinedOutput()
	_, list, ok := strings.Cut(string(out), "uses: ")
	if err != nil || !ok {
		t.Fatalf("without %q: %v\n%s", without, err, out)
	}
	list, _, _ = strings.Cut(list, ".\n")
	return strings.Fields(list)
}
