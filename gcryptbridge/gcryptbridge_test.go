//go:build cgo && !nogcrypt

package gcryptbridge

import (
	"errors"
	"math"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// TestNonces asks that nonces are refused which libgcrypt would take and use
// zeros in place of, also where the case has them.
func TestNonces(t *testing.T) {
	p := New()
	for _, id := range []string{"chacha20", "chacha20-poly1305", "salsa20", "aes-128-cbc", "aes-128-ctr", "aes-128-xts"} {
		a, ok := catalog.Find(id)
		if !ok {
			t.Fatalf("no algorithm %s", id)
		}
		right := a.NonceLen
		for n := range 40 {
			a.NonceLen = n
			c := catalog.Case{Algorithm: a, Op: a.Ops[0], Size: 32}
			in := catalog.Inputs{Message: make([]byte, 32), Key: make([]byte, a.KeyLen), Nonce: make([]byte, n)}
			r, err := p.Open(c, in, provider.Call)
			if err == nil {
				_ = r.Close()
			}
			if refused := errors.Is(err, provider.ErrNotOffered); refused == (n == right) || !refused && err != nil {
				t.Errorf("%s with a nonce of %d bytes: %v", id, n, err)
			}
		}
	}
}

// TestTooLong asks that a length is refused which the library, or an integer
// in its interface, would cut.
func TestTooLong(t *testing.T) {
	for _, x := range []struct {
		n, nonce int
		holds    bool
	}{
		{0, 12, true}, {1<<24 - 1, 12, true}, {1 << 24, 12, false}, {1 << 24, 11, true}, {1 << 16, 13, false}, {1 << 40, 7, true},
	} {
		if ccmHolds(x.n, x.nonce) != x.holds {
			t.Errorf("CCM: %d bytes with a nonce of %d: want %t", x.n, x.nonce, x.holds)
		}
	}
	if fitsInt(math.MaxInt32-1024) != nil || !errors.Is(fitsInt(math.MaxInt32), provider.ErrNotOffered) || !errors.Is(fitsInt(1<<32), provider.ErrNotOffered) {
		t.Error("S-expressions")
	}
}
