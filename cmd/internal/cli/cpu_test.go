package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"cryptogap/compare/provider"
)

// TestHelpOfCPUIsTheSameEverywhere: it names the features of every architecture, and each command that takes them says
// the same.
func TestHelpOfCPUIsTheSameEverywhere(t *testing.T) {
	root := (&app{}).root()
	for _, name := range []string{"run", "verify", "fuzz", "info"} {
		cmd, _, err := root.Find([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		flag := cmd.Flags().Lookup("cpu")
		if flag == nil {
			t.Errorf("%s has no --cpu", name)
			continue
		}
		words := strings.FieldsFunc(flag.Usage, func(r rune) bool { return strings.ContainsRune(" ,;", r) })
		for _, arch := range provider.Architectures() {
			if len(provider.FeaturesOf(arch)) == 0 {
				t.Errorf("%s has no features", arch)
			}
			for _, f := range provider.FeaturesOf(arch) {
				if !slices.Contains(words, f.Name) {
					t.Errorf("the help of %s does not name %s of %s", name, f.Name, arch)
				}
			}
		}
	}
}

// TestCompletionKnowsThisCPU: what cannot be left out here is not offered.
func TestCompletionKnowsThisCPU(t *testing.T) {
	cmd := &cobra.Command{Use: "test"}
	new(cpu).register(cmd)
	complete, ok := cmd.GetFlagCompletionFunc("cpu")
	if !ok {
		t.Fatal("--cpu completes nothing")
	}
	got, _ := complete(cmd, nil, "")
	want := []string{provider.AllFeatures, provider.Baseline}
	for _, f := range provider.Here() {
		want = append(want, "no-"+f.Name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("--cpu completes %v, want %v", got, want)
	}
}
