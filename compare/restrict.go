package compare

import (
	"errors"
	"strings"

	"cryptogap/compare/provider"
)

// errInProcess: a library that is in use can no longer be told.
var errInProcess = errors.New("compare: to do without CPU features takes a worker process")

// restrict tells the libraries of this process which CPU features to do without. It comes before
// anything else is asked of them.
func restrict(providers []provider.Provider, without []string) error {
	if len(without) == 0 {
		return nil
	}
	for _, p := range providers {
		if r, ok := p.(provider.Restrictor); ok {
			if err := r.Restrict(without); err != nil {
				return err
			}
		}
	}
	return nil
}

// environ is what a worker needs in its environment for its libraries to do without the features.
func (r *run) environ(without []string) []string {
	if len(without) == 0 {
		return nil
	}
	var environ []string
	for _, p := range r.Providers {
		if restrictor, ok := p.(provider.Restrictor); ok {
			environ = append(environ, restrictor.Environ(without)...)
		}
	}
	return environ
}

// Ignores says which of the features the library does not do without when told so; "" where it
// follows, or is not in this build.
func Ignores(p provider.Provider, without []string) string {
	ignored, info := provider.Ignores(p, without), p.Info()
	if len(ignored) == 0 || info.Missing != "" {
		return ""
	}
	return info.Title + " has no switch for " + strings.Join(ignored, ", ") + ": where it has code for that, it uses it all the same"
}
