// Package bridge is what the providers of this repository share: a table of rows, and
// the provider that answers Supports and Open from it. A row states what one library
// does with some operations of one algorithm.
package bridge

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// A Row states which code of a library answers some operations of an algorithm, or
// why none does.
type Row struct {
	Algorithm string              // its ID
	Ops       []catalog.Operation // nil: all that the catalogue gives the algorithm
	How       string              // the functions, and how they are used
	Does      string              // what is inside the timed operation besides what catalog.Work says
	Takes     Params              // what a case may set apart from the catalogue
	Absent    error               // nil, or why nothing answers: wraps ErrUnsupported, ErrNotBuilt or ErrNotOffered
	Open      Opener              // nil where Absent is set
}

// An Opener makes an operation ready: it checks all lengths and allocates. An error that
// wraps none of the provider's is taken for the library's own words.
type Opener func(catalog.Case, catalog.Inputs) (*Routine, error)

// Asked leaves out rows that follow from a list, as an HMAC from each hash, and that the catalogue does not ask for.
func Asked(rows []Row) []Row {
	var asked []Row
	for _, r := range rows {
		a, _ := catalog.Find(r.Algorithm)
		r.Ops = slices.DeleteFunc(slices.Clone(r.Ops), func(op catalog.Operation) bool { return !a.Has(op) })
		if len(r.Ops) > 0 {
			asked = append(asked, r)
		}
	}
	return asked
}

// Params is a set of what a case can ask for beyond the catalogue's values. The opener of a row that
// takes one hands it to the library.
type Params uint

// The parameters.
const (
	Context Params = 1 << iota // Inputs.Context: a context string, or OAEP's label
	Random                     // Inputs.Random in place of the library's generator
	TagLen                     // a tag of another length
	Hash                       // rsa: another Hash, MGF or SaltLen
)

// A Library is what a provider is made of.
type Library struct {
	Name       string // as users type it
	Prefix     string // the package's, for errors
	Boundaries []provider.Boundary
	// Rows returns the table. It is called once, before anything else, so it initialises the library. Its
	// error says that the library is not in this build or cannot start.
	Rows func() ([]Row, error)
	// Absent is why an algorithm without a row has none: wraps ErrUnsupported.
	Absent error
	// Info is called after Rows, with the same error.
	Info func(missing error) provider.Info
	// Words are the library's own for its error numbers, where it is called from C.
	Words func(code int) string
	// Panics introduces what the library says by a panic. "": it does not, and a panic is a crash.
	Panics string
}

// A Base is a provider that answers from a table.
type Base interface {
	provider.Provider
	provider.Detailer
}

// New returns the provider.
func New(l Library) Base { return newLibrary(l) }

func newLibrary(l Library) *library {
	return &library{l, sync.OnceValues(func() (map[key]Row, error) {
		rows, err := l.Rows()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.Prefix, err)
		}
		return index(l.Prefix, rows), nil
	})}
}

type key struct {
	algorithm string
	op        catalog.Operation
}

// index finds rows by algorithm and operation. A row that is wrong is a fault of the program's, and panics.
func index(prefix string, rows []Row) map[key]Row {
	table := make(map[key]Row, 2*len(rows))
	for _, r := range rows {
		a, ok := catalog.Find(r.Algorithm)
		ops := r.Ops
		if ops == nil {
			ops = a.Ops
		}
		for _, op := range ops {
			k := key{r.Algorithm, op}
			_, twice := table[k]
			switch {
			case !ok, !a.Has(op):
				panic(fmt.Sprintf("%s: a row for %s of %q, which is not in the catalogue", prefix, op, r.Algorithm))
			case twice:
				panic(fmt.Sprintf("%s: two rows for %s of %s", prefix, op, r.Algorithm))
			case (r.Open == nil) != (r.Absent != nil), (r.How == "") != (r.Absent != nil):
				panic(fmt.Sprintf("%s: the row for %s of %s needs words and an opener, or a reason without them", prefix, op, r.Algorithm))
			}
			table[k] = r
		}
	}
	return table
}

type library struct {
	Library
	table func() (map[key]Row, error)
}

func (l *library) find(a catalog.Algorithm, op catalog.Operation) (Row, error) {
	table, err := l.table()
	if err != nil {
		return Row{}, err
	}
	r, ok := table[key{a.ID, op}]
	if !ok {
		r.Absent = l.Absent
	}
	if r.Absent != nil {
		return Row{}, fmt.Errorf("%s: %s of %s: %w", l.Prefix, op, a.ID, r.Absent)
	}
	return r, nil
}

func (l *library) Name() string { return l.Library.Name }

func (l *library) Boundaries() []provider.Boundary { return slices.Clone(l.Library.Boundaries) }

func (l *library) Info() provider.Info {
	_, missing := l.table()
	info := l.Library.Info(missing)
	info.Name = l.Name()
	return info
}

func (l *library) Supports(a catalog.Algorithm, op catalog.Operation) (string, error) {
	r, err := l.find(a, op)
	return r.How, err
}

// Details implements provider.Detailer.
func (l *library) Details(a catalog.Algorithm, op catalog.Operation) string {
	r, _ := l.find(a, op) // of no row there is nothing to say
	return r.Does
}

func (l *library) Open(c catalog.Case, in catalog.Inputs, b provider.Boundary) (_ provider.Routine, err error) {
	r, err := l.find(c.Algorithm, c.Op)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(l.Library.Boundaries, b) {
		return nil, fmt.Errorf("%s: %w: no boundary %q", l.Prefix, provider.ErrNotOffered, b)
	}
	defer l.recovered(&err)
	var routine *Routine
	if err = check(r, c, in); err == nil {
		routine, err = r.Open(c, in)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", l.Prefix, c.Name(), refusal(err))
	}
	routine.library, routine.batch = l, b == provider.Batch
	return routine, nil
}

// recovered turns a panic of a library that says no by one into a refusal.
func (l *library) recovered(err *error) {
	if l.Panics == "" {
		return
	}
	if p := recover(); p != nil {
		*err = fmt.Errorf("%w: %s: %v", provider.ErrRefused, l.Panics, p)
	}
}

// refusal wraps what a library said. An error of ours stays what it is.
func refusal(err error) error {
	for _, ours := range []error{provider.ErrRefused, provider.ErrNotOffered, provider.ErrNotBuilt, provider.ErrUnsupported} {
		if err == nil || errors.Is(err, ours) {
			return err
		}
	}
	return fmt.Errorf("%w: %w", provider.ErrRefused, err)
}
