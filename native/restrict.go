package native

import (
	"fmt"
	"sync/atomic"

	"cryptogap/compare/provider"
)

// Switches are how a library is told to do without CPU features, which are
// named as in provider.Features.
type Switches struct {
	Follows  func(feature string) bool    // as in provider.Restrictor
	Restrict func(without []string) error // called once at the most, before rows and info
}

// A Bridge is what both bridges are made of.
type Bridge interface {
	provider.Provider
	provider.Restrictor
	provider.HeapShuffler
}

// Restrictable is Library for one that can be told to do without CPU features.
func Restrictable(
	name, prefix string, rows func() ([]Row, error), info func(missing error) provider.Info, s Switches,
) Bridge {
	r := &restrictable{prefix: prefix, switches: s}
	r.Provider = Library(name, prefix, func() ([]Row, error) {
		r.settled.Store(true)
		return rows()
	}, info)
	return r
}

type restrictable struct {
	provider.Provider
	prefix   string
	switches Switches
	settled  atomic.Bool // the library has been asked, or restricted
}

func (r *restrictable) Follows(feature string) bool { return r.switches.Follows(feature) }

// Environ: C libraries are told by calls.
func (r *restrictable) Environ([]string) []string { return nil }

// ShuffleHeap implements provider.HeapShuffler.
func (r *restrictable) ShuffleHeap(seed uint64) { ShuffleHeap(seed) }

func (r *restrictable) Restrict(without []string) error {
	if r.settled.Swap(true) {
		return fmt.Errorf("%s: restrict the CPU features: too late, the library is in use", r.prefix)
	}
	if err := r.switches.Restrict(without); err != nil {
		return fmt.Errorf("%s: restrict the CPU features: %w", r.prefix, err)
	}
	return nil
}
