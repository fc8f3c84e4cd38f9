package truth

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// A Work is what one step of a chain does.
type Work string

// The works. Each step needs the result of the step before, so that a chain of n steps takes n times as long as one step.
const (
	Arithmetic Work = "arithmetic" // a multiplication and an addition
	Memory     Work = "memory"     // a load at the address that the load before gave, out of 128 KiB
	Allocation Work = "allocation" // an object of 64 bytes that points to the one before, and some multiplications
)

// A Chain is a row whose time ratio is known: chains of so many steps, A/B.
type Chain struct {
	Work Work
	A, B int
}

// Ratio is the truth.
func (c Chain) Ratio() float64 { return float64(c.A) / float64(c.B) }

// Chains returns the rows that are measured. Times are meant for a core of today; only their order of magnitude matters.
func Chains() []Chain {
	var all []Chain
	for _, x := range []struct {
		work  Work
		step  float64   // nanoseconds, about
		times []float64 // of the shorter chain
	}{
		{Arithmetic, 1.2, []float64{50, 1.2 * microsecond, 25 * microsecond, 250 * microsecond, 5 * millisecond}},
		{Memory, 4, []float64{4 * microsecond, 100 * microsecond}},
		{Allocation, 40, []float64{40 * microsecond, 400 * microsecond}},
	} {
		for _, time := range x.times {
			for _, r := range []struct {
				more, of int // the ratio is 1 + more/of
			}{{0, 1}, {1, 1000}, {1, 100}, {1, 10}, {1, 1}, {19, 1}, {199, 1}} {
				b := int(time/x.step) / r.of * r.of
				a := b / r.of * (r.of + r.more)
				if b > 0 && float64(a)*x.step <= 6*millisecond { // a ratio of 1.001 takes a thousand steps
					all = append(all, Chain{x.work, a, b})
				}
			}
		}
	}
	return all
}

// ChainAlgorithm is the algorithm of the catalogue whose rows stand for the chains: the message size is the chain's number,
// counted from 1. The output is the algorithm's own, so that the rows are verified as all are.
const ChainAlgorithm = "sha256"

// A chainProvider is one side of the chains.
type chainProvider struct {
	name string
	side func(Chain) int
	sum  func(in []byte) []byte
}

// ChainProviders returns the two sides. sum is the algorithm.
func ChainProviders(sum func([]byte) []byte) []provider.Provider {
	return []provider.Provider{
		&chainProvider{"a", func(c Chain) int { return c.A }, sum},
		&chainProvider{"b", func(c Chain) int { return c.B }, sum},
	}
}

func (p *chainProvider) Name() string { return p.name }

func (p *chainProvider) Info() provider.Info {
	return provider.Info{Name: p.name, Title: "chain " + p.name, Version: "1"}
}

func (p *chainProvider) Boundaries() []provider.Boundary { return []provider.Boundary{provider.Call} }

func (p *chainProvider) Supports(a catalog.Algorithm, op catalog.Operation) (string, error) {
	if a.ID != ChainAlgorithm || op != catalog.OpSum {
		return "", fmt.Errorf("chain %s: %w", p.name, provider.ErrUnsupported)
	}
	return "chain", nil
}

func (p *chainProvider) Open(c catalog.Case, in catalog.Inputs, _ provider.Boundary) (provider.Routine, error) {
	if _, err := p.Supports(c.Algorithm, c.Op); err != nil {
		return nil, err
	}
	chain := Chain{Arithmetic, 1, 1} // verification asks for other sizes too
	if all := Chains(); c.Size >= 1 && c.Size <= len(all) {
		chain = all[c.Size-1]
	}
	r := &chainRoutine{steps: p.side(chain), out: p.sum(in.Message), do: arithmetic}
	switch chain.Work {
	case Memory:
		r.ring = newRing()
		r.do = func(n int, x uint64) uint64 { return chase(r.ring, n, x) }
	case Allocation:
		r.do = allocate
	}
	return r, nil
}

// A chainRoutine does its steps over again. Operations are one chain too: there is no loop inside of another, whose end a core
// would have to guess.
type chainRoutine struct {
	steps int
	do    func(n int, x uint64) uint64
	ring  []uint32
	at    uint64
	out   []byte
}

func (r *chainRoutine) Do(n int) (time.Duration, error) {
	r.at = r.do(n*r.steps, r.at)
	return 0, nil
}

func (r *chainRoutine) Output() []byte { return r.out }
func (r *chainRoutine) Close() error   { return nil }

// odd and plus are those of a linear congruential generator with a long period.
const odd, plus = 6364136223846793005, 1442695040888963407

//go:noinline
func arithmetic(n int, x uint64) uint64 {
	for range n {
		x = x*odd + plus
	}
	return x
}

// ringBytes is more than the first cache of a core has and less than its second.
const ringBytes = 128 << 10

// newRing makes a cycle through all cache lines in random order. A line's first number is the place of the next line.
func newRing() []uint32 {
	const line = 64 / 4
	name := fnv.New64a()
	_, _ = name.Write([]byte("ring"))
	order := rand.New(rand.NewPCG(name.Sum64(), 0)).Perm(ringBytes / 64)
	ring := make([]uint32, ringBytes/4)
	for i, at := range order {
		ring[at*line] = uint32(order[(i+1)%len(order)] * line)
	}
	return ring
}

//go:noinline
func chase(ring []uint32, n int, x uint64) uint64 {
	at := uint32(x)
	for range n {
		at = ring[at]
	}
	return uint64(at)
}

// An object is what a step allocates. Only the last one is kept.
type object struct {
	x uint64
	_ [6]uint64
	p *object
}

var kept atomic.Pointer[object]

//go:noinline
func allocate(n int, x uint64) uint64 {
	o := &object{x: x}
	for range n {
		next := &object{x: arithmetic(10, o.x)}
		next.p = o
		o.p = nil // or all objects would be reachable
		o = next
	}
	kept.Store(o)
	return o.x
}
