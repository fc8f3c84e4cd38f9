package native

import (
	"fmt"
	"slices"
	"sync"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// A Row says which code of a library answers one operation of one algorithm,
// or why none does.
type Row struct {
	Algorithm string // its ID
	Op        catalog.Operation
	How       string // the functions that answer it
	Lack      error  // why nothing does: wraps provider.ErrNotBuilt or provider.ErrUnsupported; nil where How is set
	Open      func(catalog.Case, catalog.Inputs) (*Routine, error)
}

// Library makes the provider of a bridge. name is the provider's, prefix the
// package's, for its errors. rows has what the library offers; its error says that the
// library is not in this build. It is called once, before anything else is, so it initialises
// the library. info is called after it, with the same error.
func Library(name, prefix string, rows func() ([]Row, error), info func(missing error) provider.Info) provider.Provider {
	return &library{name, prefix, info, sync.OnceValues(func() (map[key]Row, error) {
		list, err := rows()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", prefix, err)
		}
		table := make(map[key]Row, len(list))
		for _, r := range list {
			table[key{r.Algorithm, r.Op}] = r
		}
		return table, nil
	})}
}

type key struct {
	algorithm string
	op        catalog.Operation
}

type library struct {
	name, prefix string
	info         func(missing error) provider.Info
	table        func() (map[key]Row, error)
}

func (l *library) find(a catalog.Algorithm, op catalog.Operation) (Row, error) {
	table, err := l.table()
	if err != nil {
		return Row{}, err
	}
	r, ok := table[key{a.ID, op}]
	if !ok {
		r.Lack = provider.ErrUnsupported
	}
	if r.Lack != nil {
		return Row{}, fmt.Errorf("%s: %s of %s: %w", l.prefix, op, a.ID, r.Lack)
	}
	return r, nil
}

func (l *library) Name() string { return l.name }

func (l *library) Boundaries() []provider.Boundary { return provider.Boundaries() }

func (l *library) Info() provider.Info {
	_, missing := l.table()
	info := l.info(missing)
	info.Name = l.name
	return info
}

func (l *library) Supports(a catalog.Algorithm, op catalog.Operation) (string, error) {
	r, err := l.find(a, op)
	return r.How, err
}

func (l *library) Open(c catalog.Case, in catalog.Inputs, b provider.Boundary) (provider.Routine, error) {
	r, err := l.find(c.Algorithm, c.Op)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(l.Boundaries(), b) {
		return nil, fmt.Errorf("%s: %w: no boundary is named %q", l.prefix, provider.ErrRefused, b)
	}
	routine, err := r.Open(c, in)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", l.prefix, c.Name(), err)
	}
	routine.Batch = b == provider.Batch
	return routine, nil
}
