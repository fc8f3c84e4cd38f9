package verify

import (
	"slices"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// Options are what a caller may set. The zero value is ready to use.
type Options struct {
	// Before is called before each call into a library with its name, so that a supervising process knows which
	// library was running when it crashed. It may be nil.
	Before func(provider string)
}

// effort says how often and where a case's operation is run: at every boundary
// of a library or only at the first, and how many operations each Do makes.
type effort struct {
	spread bool
	last   bool // not spread: the last boundary in place of the first
	calls  []int
}

var (
	once     = effort{calls: []int{1}}                  // one operation
	light    = effort{spread: true, calls: []int{1}}    // one at each boundary
	thorough = effort{spread: true, calls: []int{1, 3}} // first and later calls at each boundary
)

// repeated is for one short input of a quick operation: what goes wrong only after many operations, or in a long loop.
var repeated = effort{spread: true, calls: append(slices.Repeat([]int{1}, 33), 3, 40)}

const (
	largeMemory = 64 << 20 // bytes: an operation this big is run once
	someMemory  = 8 << 20  // bytes: an operation this big is run once at each boundary
)

// effortFor is thorough except for operations that take a good part of a
// second. Those of them that have parameters are verified thoroughly at
// smaller ones.
func effortFor(c catalog.Case) effort {
	a := c.Algorithm
	memory := max(a.Mem<<10, 128*a.R*c.Cost)
	switch {
	case memory >= largeMemory, c.Op == catalog.OpKeygen && a.Kind == catalog.KindPKE && a.Bits > 2048:
		return once
	case memory >= someMemory, slow(a, c.Op):
		return light
	}
	return thorough
}

// effortAside is the effort for inputs other than the measured ones. With
// public keys they go through the same code, and each operation takes long.
func effortAside(c catalog.Case) effort {
	if c.Algorithm.Kind.PublicKey() {
		return once
	}
	return effortFor(c)
}

// slow says whether op takes so long that it is not repeated with other
// inputs: RSA's key generation, and what SLH-DSA does with a private key.
func slow(a catalog.Algorithm, op catalog.Operation) bool {
	switch op {
	case catalog.OpKeygen:
		return a.Kind == catalog.KindPKE || stateless(a)
	case catalog.OpSign:
		return stateless(a)
	}
	return false
}

// stateless says whether a is hash-based, and so slow with a private key.
func stateless(a catalog.Algorithm) bool {
	return len(a.Standard) >= 8 && a.Standard[:8] == "FIPS 205"
}

// boundaries returns where the effort runs p's loop.
func (e effort) boundaries(p provider.Provider) []provider.Boundary {
	all := p.Boundaries()
	switch {
	case e.spread || len(all) < 2:
		return all
	case e.last:
		return all[len(all)-1:]
	}
	return all[:1]
}
