package bridge

import (
	"fmt"
	"sync/atomic"

	"cryptogap/compare/provider"
)

// Switches are how a C library is told to do without CPU features, which are
// named as in provider.Features.
type Switches struct {
	Follows  func(feature string) bool    // as in provider.Restrictor
	Restrict func(without []string) error // called once at the most, before Rows and Info
}

// A Native is the provider of a C library.
type Native interface {
	Base
	provider.Restrictor
	provider.HeapShuffler
}

// NewNative returns the provider of a C library: it runs at every boundary, its CPU features can
// be restricted, and its heap shuffled.
func NewNative(l Library, s Switches) Native {
	r := &restrictable{switches: s}
	rows := l.Rows
	l.Boundaries = provider.Boundaries()
	l.Rows = func() ([]Row, error) {
		r.settled.Store(true)
		return rows()
	}
	r.library = newLibrary(l)
	return r
}

type restrictable struct {
	*library
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
		return fmt.Errorf("%s: restrict the CPU features: too late, the library is in use", r.Prefix)
	}
	if err := r.switches.Restrict(without); err != nil {
		return fmt.Errorf("%s: restrict the CPU features: %w", r.Prefix, err)
	}
	return nil
}
