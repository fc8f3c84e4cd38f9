package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cryptogap/compare/catalog"
	"cryptogap/compare/isolate"
	"cryptogap/compare/provider"
)

// Startable starts the libraries in a worker, and returns the providers; those whose library ends its process when it is started are
// replaced by ones that are missing and say why. Nothing is asked of the libraries in this process.
func Startable(ctx context.Context, cfg Config) ([]provider.Provider, error) {
	providers := slices.Clone(cfg.Providers)
	j := job{Libraries: namesOf(providers), Start: true, Settings: cfg.Settings}
	for tries := 1; ; tries++ {
		err := isolate.Task[job, event]{
			Command: cfg.Worker, Environ: provider.RestrictedEnviron(providers, cfg.Settings.Without),
			Job: j, Units: len(providers), Memory: workerMemory(0),
			Handle: func(event) error { return nil }, Done: func(int) error { return nil },
		}.Run(ctx)
		var d *isolate.Death
		if !errors.As(err, &d) {
			return providers, err
		}
		known := d.InLibrary && d.Place.Library >= 0 && d.Place.Library < len(providers)
		switch {
		case tries < maxTries && (!known || d.Outside): // once more
		case !known:
			return nil, fmt.Errorf("compare: start the libraries: %s", d.Text())
		default:
			tries = 0
			p := providers[d.Place.Library]
			providers[d.Place.Library] = missing{p, "it does not start: " + d.Text()}
			j.Skip = append(j.Skip, skip{noUnit, d.Place.Library})
		}
	}
}

// missing is a provider whose library does not start.
type missing struct {
	provider.Provider
	why string
}

// Info implements provider.Provider.
func (m missing) Info() provider.Info {
	return provider.Info{Name: m.Name(), Title: m.Name(), Missing: m.why}
}

// Supports implements provider.Provider.
func (m missing) Supports(catalog.Algorithm, catalog.Operation) (string, error) {
	return "", fmt.Errorf("%s: %w: %s", m.Name(), provider.ErrNotBuilt, m.why)
}

// Open implements provider.Provider.
func (m missing) Open(c catalog.Case, _ catalog.Inputs, _ provider.Boundary) (provider.Routine, error) {
	_, err := m.Supports(c.Algorithm, c.Op)
	return nil, err
}
