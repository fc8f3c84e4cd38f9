package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cryptogap/compare/provider"
)

// cpu is the flag that says which CPU features the libraries do without.
type cpu struct{ restriction string }

func (c *cpu) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.restriction, "cpu", provider.AllFeatures,
		"CPU features that the libraries may use: all, baseline (none of those that they ask for), or without some, such as no-aes,no-avx2; "+vocabulary())
	complete(cmd, "cpu", append([]string{provider.AllFeatures, provider.Baseline}, switchNames()...))
}

// restrict returns the features that the flag leaves out, and tells the libraries of this process, so that
// what they say about themselves is right. It comes before anything is asked of them.
func (c *cpu) restrict(a *app) ([]string, error) {
	without, err := c.without("--cpu")
	if err != nil || len(without) == 0 {
		return nil, err
	}
	return without, provider.Restrict(a.providers, without)
}

// without returns the features that the flag of this name leaves out.
func (c *cpu) without(flag string) ([]string, error) {
	without, err := provider.Without(c.restriction)
	if errors.Is(err, provider.ErrFeature) {
		return nil, usagef("%s %s: %w; there are all, baseline%s", flag, c.restriction, err, choices())
	}
	return without, err
}

// sayIgnored says which libraries do not do without what they were told to, where no report's header does.
func (c *cpu) sayIgnored(a *app, providers []provider.Provider, without []string) {
	for _, p := range providers {
		if text := provider.IgnoredText(p, without); text != "" {
			a.say("%s", text)
		}
	}
}

// choices lists the features of this CPU, one a line.
func choices() string {
	text := ", and, separated by commas,"
	for _, f := range provider.Here() {
		text += "\n  no-" + f.Name + strings.Repeat(" ", max(0, 8-len(f.Name))) + " " + f.About
		if more := slices.DeleteFunc(provider.Dependents(f.Name), func(name string) bool { return name == f.Name }); len(more) > 0 {
			text += " (and with it " + strings.Join(more, ", ") + ")"
		}
	}
	return text
}

// vocabulary names the features of every architecture: help and manual pages are the same on each machine.
func vocabulary() string {
	var all []string
	for _, arch := range provider.Architectures() {
		all = append(all, "on "+arch+" there are "+strings.Join(names(provider.FeaturesOf(arch)), ", "))
	}
	return strings.Join(all, "; ")
}

func names(features []provider.Feature) []string {
	var all []string
	for _, f := range features {
		all = append(all, f.Name)
	}
	return all
}

// switchNames are what this machine's shell completes.
func switchNames() []string {
	var all []string
	for _, name := range names(provider.Here()) {
		all = append(all, "no-"+name)
	}
	return all
}
