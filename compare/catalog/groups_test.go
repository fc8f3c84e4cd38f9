package catalog

import (
	"math/big"
	"testing"
)

// TestGroups computes each prime from the formula of RFC 7919 appendix A,
// p = 2^b - 2^(b-64) + (floor(2^(b-130) e) + X) 2^64 - 1, and asks that it is
// safe and as wide as the catalogue says.
func TestGroups(t *testing.T) {
	for id, x := range map[string]int64{"dh-ffdhe2048": 560316, "dh-ffdhe3072": 2625351} {
		a, ok := Find(id)
		if !ok {
			t.Fatalf("no algorithm %s", id)
		}
		p, g, ok := Group(id)
		if !ok || len(p) != a.Bits/8 || len(p) != a.OutLen || len(g) != 1 || g[0] != 2 {
			t.Fatalf("%s: %d bytes, generator %x", id, len(p), g)
		}
		prime := new(big.Int).SetBytes(p)
		if want := ffdhe(uint(a.Bits), x); prime.Cmp(want) != 0 {
			t.Errorf("%s: not what RFC 7919's formula gives: %x", id, want)
		}
		if !prime.ProbablyPrime(1) || !new(big.Int).Rsh(prime, 1).ProbablyPrime(1) {
			t.Errorf("%s: not a safe prime", id)
		}
	}
	if _, _, ok := Group("x25519"); ok {
		t.Error("a group for x25519")
	}
}

func ffdhe(bits uint, x int64) *big.Int {
	const guard = 64 // bits by which the series' rounding stays out of the result
	one := big.NewInt(1)
	e, term := new(big.Int), new(big.Int).Lsh(one, bits-130+guard)
	for i := int64(1); term.Sign() > 0; i++ {
		e.Add(e, term)
		term.Div(term, big.NewInt(i))
	}
	p := e.Rsh(e, guard)
	p.Add(p, big.NewInt(x)).Lsh(p, 64)
	p.Add(p, new(big.Int).Lsh(one, bits))
	p.Sub(p, new(big.Int).Lsh(one, bits-64))
	return p.Sub(p, one)
}
