//go:build cgo && !nogcrypt

package gcryptbridge

import (
	"errors"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// TestParameters asks that a parameter which the library would take as another is
// refused before the library sees it.
func TestParameters(t *testing.T) {
	p := New()
	for _, x := range []struct {
		id                   string
		cost, r, p, mem, out int
	}{
		{"pbkdf2-hmac-sha256", 0, 0, 0, 0, 32},
		{"pbkdf2-hmac-sha256", -1, 0, 0, 0, 32},
		{"pbkdf2-hmac-sha256", 1, 0, 0, 0, 0},
		{"scrypt", 1000, 8, 1, 0, 64},
		{"scrypt", 1, 8, 1, 0, 64},
		{"scrypt", 1 << 32, 8, 1, 0, 64},
		{"scrypt", 16, 1, 1, 0, 64},
		{"scrypt", 16, 8, 0, 0, 64},
		{"scrypt", 16, 8, 1 << 32, 0, 64},
		{"argon2id", 0, 0, 1, 64, 32},
		{"argon2id", 1 << 32, 0, 1, 64, 32},
		{"argon2id", 1, 0, 1, 1 << 32, 32},
		{"argon2id", 1, 0, 0, 64, 32},
	} {
		a, ok := catalog.Find(x.id)
		if !ok {
			t.Fatalf("no algorithm %s", x.id)
		}
		a.R, a.P, a.Mem, a.OutLen = x.r, x.p, x.mem, x.out
		c := catalog.Case{Algorithm: a, Op: catalog.OpDerive, Cost: x.cost}
		if _, err := p.Open(c, catalog.Inputs{Key: []byte("password"), Salt: []byte("saltsalt")}, provider.Call); !errors.Is(err, provider.ErrNotOffered) {
			t.Errorf("%+v: %v", x, err)
		}
	}
}
