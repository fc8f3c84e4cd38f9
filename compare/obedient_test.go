package compare

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// obedient is a fake that can be told which CPU features to do without, by a call or by its environment. It
// uses the first of tried, ignores the last, and has no code for any other.
type obedient struct {
	fake
	environ bool // it is told by its environment
	refuses bool // it answers no operation without what it uses
	errs    bool // it gives a wrong byte without what it uses
	without []string
}

// restrictable returns the obedient fake of the name, nil where there is none.
func restrictable(name string) *obedient {
	o := map[string]*obedient{
		"told":     {},
		"started":  {environ: true},
		"helpless": {refuses: true},
		"lopsided": {errs: true},
	}[name]
	if o != nil {
		o.name = name
	}
	return o
}

// tried are three features of this CPU that do not hang together, fewer where it has not so many.
func tried() []provider.Feature {
	here := provider.Here()
	var all []provider.Feature
	for i := len(here) - 1; i >= 0 && len(all) < 3; i-- { // each stands behind what it needs
		apart := func(f provider.Feature) bool { return !slices.Contains(provider.Dependents(here[i].Name), f.Name) }
		if !slices.ContainsFunc(all, func(f provider.Feature) bool { return !apart(f) }) {
			all = append(all, here[i])
		}
	}
	return all
}

func (o *obedient) Follows(feature string) bool { return feature != tried()[2].Name }

// withoutVariable tells a fake's process what to do without.
const withoutVariable = "CRYPTOGAP_TEST_WITHOUT"

func (o *obedient) Environ(without []string) []string {
	if !o.environ {
		return nil
	}
	return []string{withoutVariable + "=" + strings.Join(without, ",")}
}

func (o *obedient) Restrict(without []string) error {
	if !o.environ {
		o.without = without
	}
	return nil
}

func (o *obedient) Open(c catalog.Case, in catalog.Inputs, b provider.Boundary) (provider.Routine, error) {
	r, err := o.fake.Open(c, in, b)
	without := o.without
	if o.environ {
		without = strings.Split(os.Getenv(withoutVariable), ",")
	}
	if err != nil || !slices.Contains(without, tried()[0].Name) {
		return r, err
	}
	switch {
	case o.refuses:
		return nil, fmt.Errorf("fake: %w: not without it", provider.ErrRefused)
	case o.errs:
		r.(*fakeRoutine).fake = &fake{name: o.name, wrong: true}
		return r, nil
	}
	return r, nil
}
