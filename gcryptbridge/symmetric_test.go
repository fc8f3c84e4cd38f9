//go:build cgo && !nogcrypt

package gcryptbridge

import (
	"bytes"
	"errors"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

var symmetric = []catalog.Kind{
	catalog.KindCrossing, catalog.KindHash, catalog.KindXOF, catalog.KindMAC, catalog.KindCipher, catalog.KindAEAD,
}

// TestSymmetric runs each deterministic kind at both boundaries, over lengths
// around the blocks, and asks for the same bytes each time and for no
// allocation.
func TestSymmetric(t *testing.T) {
	offered(t, func(a catalog.Algorithm, op catalog.Operation) {
		for _, size := range []int{0, 1, a.BlockLen, a.BlockLen + 1, 3*a.BlockLen - 1, 2 * a.Multiple, 16384} {
			if !a.Takes(size) || size == 0 && a.ID[len(a.ID)-3:] == "xts" {
				continue
			}
			c := catalog.Case{Algorithm: a, Op: op, Size: size}
			in := inputs(t, c)
			switch op {
			case catalog.OpForged:
				in.Received[len(in.Received)-1] ^= 1
				same(t, c, in, []byte{0})
			case catalog.OpDecrypt, catalog.OpOpen, catalog.OpOpenRekey:
				same(t, c, in, in.Message)
			default:
				same(t, c, in, nil)
			}
		}
	}, symmetric...)
}

func TestDerivations(t *testing.T) {
	offered(t, func(a catalog.Algorithm, op catalog.Operation) {
		c := catalog.Case{Algorithm: a, Op: op, Cost: a.Costs[0]}
		if a.ID == "scrypt-large" {
			return
		}
		same(t, c, inputs(t, c), nil)
	}, catalog.KindKDF)
}

// same asks that c gives want, or the same as the first time where want is
// nil, at both boundaries and however often.
func same(t *testing.T, c catalog.Case, in catalog.Inputs, want []byte) {
	t.Helper()
	for _, b := range provider.Boundaries() {
		r := open(t, c, in, b)
		for _, n := range []int{1, 2, 3} {
			inner, err := r.Do(n)
			if err != nil {
				t.Fatalf("%s: %v", c.Name(), err)
			}
			if (b == provider.Batch) != (inner > 0) {
				t.Errorf("%s at %s: the library's clock says %v", c.Name(), b, inner)
			}
			if want == nil {
				want = bytes.Clone(r.Output())
			}
			if !bytes.Equal(r.Output(), want) {
				t.Fatalf("%s at %s, %d times: %x, want %x", c.Name(), b, n, r.Output(), want)
			}
		}
		if allocs := testing.AllocsPerRun(5, func() { _, _ = r.Do(2) }); allocs != 0 {
			t.Errorf("%s at %s: %v allocations", c.Name(), b, allocs)
		}
	}
}

// TestForged asks that a wrong bit anywhere is refused by open and by forged,
// and that forged fails where nothing was forged.
func TestForged(t *testing.T) {
	offered(t, func(a catalog.Algorithm, op catalog.Operation) {
		if op != catalog.OpForged {
			return
		}
		c := catalog.Case{Algorithm: a, Op: op, Size: 100}
		in := inputs(t, c)
		for _, b := range provider.Boundaries() {
			if _, err := open(t, c, in, b).Do(1); err == nil || errors.Is(err, provider.ErrRefused) {
				t.Errorf("%s: an honest message: %v", c.Name(), err)
			}
		}
		honest := in.Received
		for bit := range 8 * len(honest) {
			in.Received = bytes.Clone(honest)
			in.Received[bit/8] ^= 1 << (bit % 8)
			c.Op = catalog.OpOpen
			if _, err := open(t, c, in, provider.Call).Do(1); !errors.Is(err, provider.ErrRefused) {
				t.Errorf("%s: bit %d: %v", c.Name(), bit, err)
			}
		}
	}, catalog.KindAEAD)
}

// TestLengths asks that a nonce or key of a wrong length is refused, also where
// the library would take it.
func TestLengths(t *testing.T) {
	p := New()
	offered(t, func(a catalog.Algorithm, op catalog.Operation) {
		c := catalog.Case{Algorithm: a, Op: op, Size: 32}
		in, err := catalog.NewInputs(c)
		if err != nil {
			t.Fatal(err)
		}
		refused := func(what string, in catalog.Inputs) {
			r, err := p.Open(c, in, provider.Call)
			if err == nil {
				_, err = r.Do(1)
				_ = r.Close()
			}
			if !errors.Is(err, provider.ErrRefused) {
				t.Errorf("%s with %s: %v", c.Name(), what, err)
			}
		}
		if a.Kind == catalog.KindCipher {
			long := in
			long.Nonce = append(bytes.Clone(in.Nonce), 1)
			refused("a long nonce", long)
		}
		long := in
		long.Key = append(bytes.Clone(in.Key), 1)
		refused("a long key", long)
		empty := in
		empty.Key = nil
		refused("no key", empty)
	}, catalog.KindCipher, catalog.KindAEAD)

	chacha, _ := catalog.Find("chacha20-poly1305")
	for _, n := range []int{0, 8, 11, 13, 16, 24} {
		c := catalog.Case{Algorithm: chacha, Op: catalog.OpSeal, Size: 1}
		if _, err := p.Open(c, catalog.Inputs{Key: make([]byte, 32), Nonce: make([]byte, n)}, provider.Call); !errors.Is(err, provider.ErrRefused) {
			t.Errorf("chacha20-poly1305 with a nonce of %d bytes: %v", n, err)
		}
	}
}

// TestCosts asks that a parameter the library would take as another is
// refused before the library sees it.
func TestCosts(t *testing.T) {
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
		{"argon2id", 1, 0, 4, 31, 32},
		{"argon2id", 1, 0, 1, 1 << 32, 32},
		{"argon2id", 1, 0, 0, 64, 32},
	} {
		a, ok := catalog.Find(x.id)
		if !ok {
			t.Fatal(x.id)
		}
		a.R, a.P, a.Mem, a.OutLen = x.r, x.p, x.mem, x.out
		c := catalog.Case{Algorithm: a, Op: catalog.OpDerive, Cost: x.cost}
		if _, err := New().Open(c, catalog.Inputs{Key: []byte("password"), Salt: []byte("saltsalt")}, provider.Call); !errors.Is(err, provider.ErrRefused) {
			t.Errorf("%+v: %v", x, err)
		}
	}
}
