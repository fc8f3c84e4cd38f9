//go:build cgo && !nogcrypt

package gcryptbridge

import (
	"bytes"
	"crypto"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/mlkem"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"errors"
	"math/big"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

var public = []catalog.Kind{catalog.KindPKE, catalog.KindSignature, catalog.KindAgreement, catalog.KindKEM}

// do opens c, does it once and returns what it gives.
func do(t testing.TB, c catalog.Case, in catalog.Inputs, b provider.Boundary) []byte {
	t.Helper()
	r, err := New().Open(c, in, b)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := r.Do(1); err != nil {
		t.Fatalf("%s at %s: %v", c.Name(), b, err)
	}
	return bytes.Clone(r.Output())
}

func find(t testing.TB, id string) catalog.Algorithm {
	t.Helper()
	a, ok := catalog.Find(id)
	if !ok {
		t.Fatalf("no algorithm %s", id)
	}
	return a
}

// TestPublic does every public-key operation at both boundaries, several
// times, and counts what it allocates in Go.
func TestPublic(t *testing.T) {
	offered(t, func(a catalog.Algorithm, op catalog.Operation) {
		if a.Bits > 2048 && op == catalog.OpKeygen && a.Kind == catalog.KindPKE {
			return // the same code as for 2048 bits, and slow
		}
		c := catalog.Case{Algorithm: a, Op: op}
		in := inputs(t, c)
		var want []byte
		switch op {
		case catalog.OpDecap:
			want, in.Received = in.Received[:a.OutLen], in.Received[a.OutLen:]
		case catalog.OpDecrypt:
			want = in.Message
		case catalog.OpVerify:
			want = []byte{1}
		}
		for _, b := range provider.Boundaries() {
			r := open(t, c, in, b)
			for _, n := range []int{1, 2} {
				if _, err := r.Do(n); err != nil {
					t.Fatalf("%s at %s: %v", c.Name(), b, err)
				}
				if len(r.Output()) == 0 || want != nil && !bytes.Equal(r.Output(), want) {
					t.Errorf("%s at %s: %x, want %x", c.Name(), b, r.Output(), want)
				}
			}
			if allocs := testing.AllocsPerRun(1, func() { _, _ = r.Do(1) }); allocs != 0 {
				t.Errorf("%s at %s: %v allocations", c.Name(), b, allocs)
			}
		}
	}, public...)
}

// TestRefusals asks that a signature, ciphertext or share with a wrong bit, and
// nothing at all, are refused in words or called invalid.
func TestRefusals(t *testing.T) {
	p := New()
	offered(t, func(a catalog.Algorithm, op catalog.Operation) {
		c := catalog.Case{Algorithm: a, Op: op}
		in := inputs(t, c)
		if op == catalog.OpDecap {
			in.Received = in.Received[a.OutLen:]
		}
		if op == catalog.OpVerify {
			for i := range 24 {
				wrong := in
				wrong.Received = bytes.Clone(in.Received)
				wrong.Received[i*len(wrong.Received)/24] ^= 4
				r := open(t, c, wrong, provider.Call)
				if _, err := r.Do(1); err == nil && !bytes.Equal(r.Output(), []byte{0}) || err != nil && !errors.Is(err, provider.ErrRefused) {
					t.Errorf("%s with byte %d changed: %x, %v", c.Name(), i*len(wrong.Received)/24, r.Output(), err)
				}
			}
		}
		if op == catalog.OpKeygen {
			return
		}
		for what, empty := range map[string]catalog.Inputs{
			"nothing":         {},
			"empty slices":    {Message: []byte{}, Key: []byte{}, Public: []byte{}, Received: []byte{}},
			"one-byte slices": {Message: []byte{1}, Key: []byte{1}, Public: []byte{1}, Received: []byte{1}},
		} {
			r, err := p.Open(c, empty, provider.Batch)
			if err == nil {
				_, err = r.Do(1)
				_ = r.Close()
			}
			if !errors.Is(err, provider.ErrRefused) {
				t.Errorf("%s with %s: %v", c.Name(), what, err)
			}
		}
	}, public...)
}

// leadingZeros is how often values are made where one of 256 loses a byte in
// libgcrypt's numbers: all 2,000 without a loss would happen by chance once in 2,500 times.
const leadingZeros = 2000

// TestWidths makes fresh keys and asks Go's libraries and libgcrypt to agree
// on them, so often that values with a leading zero byte come up.
func TestWidths(t *testing.T) {
	runs := leadingZeros
	if testing.Short() {
		runs = 100
	}
	t.Run("ecdh", func(t *testing.T) {
		a := find(t, "ecdh-p256")
		keygen := open(t, catalog.Case{Algorithm: a, Op: catalog.OpKeygen}, catalog.Inputs{}, provider.Call)
		for range runs {
			if _, err := keygen.Do(1); err != nil {
				t.Fatal(err)
			}
			pair := keygen.Output()
			key, err := ecdh.P256().NewPrivateKey(pair[:32])
			if err != nil || !bytes.Equal(key.PublicKey().Bytes(), pair[32:]) {
				t.Fatalf("key pair %x: %v", pair, err)
			}
			in := inputs(t, catalog.Case{Algorithm: a, Op: catalog.OpAgree})
			in.Key = pair[:32]
			peer, err := ecdh.P256().NewPublicKey(in.Received)
			if err != nil {
				t.Fatal(err)
			}
			want, err := key.ECDH(peer)
			if err != nil {
				t.Fatal(err)
			}
			if got := do(t, catalog.Case{Algorithm: a, Op: catalog.OpAgree}, in, provider.Call); !bytes.Equal(got, want) {
				t.Fatalf("private key %x: %x, want %x", in.Key, got, want)
			}
		}
	})
	t.Run("dh", func(t *testing.T) {
		a := find(t, "dh-ffdhe2048")
		p, g, _ := catalog.Group(a.ID)
		prime, base := new(big.Int).SetBytes(p), new(big.Int).SetBytes(g)
		keygen := open(t, catalog.Case{Algorithm: a, Op: catalog.OpKeygen}, catalog.Inputs{}, provider.Batch)
		for range runs {
			if _, err := keygen.Do(1); err != nil {
				t.Fatal(err)
			}
			pair := keygen.Output()
			private, public := pair[:a.KeyLen], pair[a.KeyLen:]
			y := new(big.Int).Exp(base, new(big.Int).SetBytes(private), prime)
			if !bytes.Equal(public, y.FillBytes(make([]byte, len(p)))) {
				t.Fatalf("private key %x: %x, want %x", private, public, y)
			}
		}
	})
	t.Run("ecdsa", func(t *testing.T) {
		a := find(t, "ecdsa-p256")
		in := inputs(t, catalog.Case{Algorithm: a, Op: catalog.OpSign})
		x, y := new(big.Int).SetBytes(in.Public[1:33]), new(big.Int).SetBytes(in.Public[33:])
		key := &ecdsa.PublicKey{Curve: elliptic.P256(), X: x, Y: y}
		sign := open(t, catalog.Case{Algorithm: a, Op: catalog.OpSign}, in, provider.Call)
		for range runs {
			if _, err := sign.Do(1); err != nil {
				t.Fatal(err)
			}
			in.Received = bytes.Clone(sign.Output())
			r, s := new(big.Int).SetBytes(in.Received[:32]), new(big.Int).SetBytes(in.Received[32:])
			if !ecdsa.Verify(key, in.Message, r, s) {
				t.Fatalf("Go refuses %x", in.Received)
			}
			if got := do(t, catalog.Case{Algorithm: a, Op: catalog.OpVerify}, in, provider.Call); got[0] != 1 {
				t.Fatalf("libgcrypt refuses its own %x", in.Received)
			}
		}
	})
	t.Run("rsa", func(t *testing.T) {
		pss, oaep := find(t, "rsa-2048-pss-sha256"), find(t, "rsa-2048-oaep")
		in := inputs(t, catalog.Case{Algorithm: oaep, Op: catalog.OpEncrypt})
		key, err := x509.ParsePKCS1PrivateKey(in.Key)
		if err != nil {
			t.Fatal(err)
		}
		encrypt := open(t, catalog.Case{Algorithm: oaep, Op: catalog.OpEncrypt}, in, provider.Call)
		digest := inputs(t, catalog.Case{Algorithm: pss, Op: catalog.OpSign})
		sign := open(t, catalog.Case{Algorithm: pss, Op: catalog.OpSign}, digest, provider.Call)
		for i := range runs {
			if _, err := encrypt.Do(1); err != nil {
				t.Fatal(err)
			}
			in.Received = bytes.Clone(encrypt.Output())
			if got := do(t, catalog.Case{Algorithm: oaep, Op: catalog.OpDecrypt}, in, provider.Call); !bytes.Equal(got, in.Message) {
				t.Fatalf("libgcrypt decrypts %x to %x", in.Received, got)
			}
			if i%10 == 0 {
				if got, err := rsa.DecryptOAEP(sha256.New(), nil, key, in.Received, nil); err != nil || !bytes.Equal(got, in.Message) {
					t.Fatalf("Go decrypts %x to %x: %v", in.Received, got, err)
				}
			}
			if _, err := sign.Do(1); err != nil {
				t.Fatal(err)
			}
			if err := rsa.VerifyPSS(&key.PublicKey, crypto.SHA256, digest.Message, sign.Output(), &rsa.PSSOptions{SaltLength: 32}); err != nil {
				t.Fatalf("Go refuses %x: %v", sign.Output(), err)
			}
		}
	})
	t.Run("ed25519", func(t *testing.T) {
		a := find(t, "ed25519")
		in := inputs(t, catalog.Case{Algorithm: a, Op: catalog.OpSign})
		keygen := open(t, catalog.Case{Algorithm: a, Op: catalog.OpKeygen}, catalog.Inputs{}, provider.Call)
		for range runs {
			if _, err := keygen.Do(1); err != nil {
				t.Fatal(err)
			}
			pair := keygen.Output()
			in.Key, in.Public = pair[:32], pair[32:]
			key := ed25519.NewKeyFromSeed(in.Key)
			if !bytes.Equal(key[32:], in.Public) {
				t.Fatalf("key pair %x, want %x", pair, key)
			}
			got := do(t, catalog.Case{Algorithm: a, Op: catalog.OpSign}, in, provider.Call)
			if want := ed25519.Sign(key, in.Message); !bytes.Equal(got, want) {
				t.Fatalf("signature %x, want %x", got, want)
			}
		}
	})
}

// TestPairs asks that each fresh key pair works: its public key takes what its
// private key made, and the other way round.
func TestPairs(t *testing.T) {
	for _, x := range []struct {
		id            string
		make, take    catalog.Operation
		private       int
		carriesSecret bool
	}{
		{"ecdh-p384", "", "", 48, false},
		{"ecdh-p521", "", "", 66, false},
		{"x25519", "", "", 32, false},
		{"x448", "", "", 56, false},
		{"ed448", catalog.OpSign, catalog.OpVerify, 57, false},
		{"ml-dsa-44", catalog.OpSign, catalog.OpVerify, 32, false},
		{"ml-dsa-65", catalog.OpSign, catalog.OpVerify, 32, false},
		{"ml-dsa-87", catalog.OpSign, catalog.OpVerify, 32, false},
		{"ml-kem-512", catalog.OpEncap, catalog.OpDecap, 64, true},
		{"ml-kem-768", catalog.OpEncap, catalog.OpDecap, 64, true},
		{"ml-kem-1024", catalog.OpEncap, catalog.OpDecap, 64, true},
	} {
		t.Run(x.id, func(t *testing.T) {
			a := find(t, x.id)
			if _, err := New().Supports(a, catalog.OpKeygen); err != nil {
				t.Skip(err)
			}
			pair := func() (private, public []byte) {
				b := do(t, catalog.Case{Algorithm: a, Op: catalog.OpKeygen}, catalog.Inputs{}, provider.Call)
				return b[:x.private], b[x.private:]
			}
			for range 20 {
				private, public := pair()
				if x.make == "" {
					other, peer := pair()
					agree := catalog.Case{Algorithm: a, Op: catalog.OpAgree}
					one := do(t, agree, catalog.Inputs{Key: private, Received: peer}, provider.Call)
					two := do(t, agree, catalog.Inputs{Key: other, Received: public}, provider.Call)
					if !bytes.Equal(one, two) {
						t.Fatalf("%x and %x agree on %x and %x", private, other, one, two)
					}
					continue
				}
				in := catalog.Inputs{Message: []byte("message"), Key: private, Public: public}
				in.Received = do(t, catalog.Case{Algorithm: a, Op: x.make}, in, provider.Call)
				want := []byte{1}
				if x.carriesSecret {
					want, in.Received = in.Received[:a.OutLen], in.Received[a.OutLen:]
				}
				if got := do(t, catalog.Case{Algorithm: a, Op: x.take}, in, provider.Call); !bytes.Equal(got, want) {
					t.Fatalf("private key %x: %x, want %x", private, got, want)
				}
			}
		})
	}
}

// TestMLKEM asks that a seed gives the encapsulation key of the final
// standard (FIPS 203), not of its draft.
func TestMLKEM(t *testing.T) {
	a := find(t, "ml-kem-768")
	if _, err := New().Supports(a, catalog.OpKeygen); err != nil {
		t.Skip(err)
	}
	pair := do(t, catalog.Case{Algorithm: a, Op: catalog.OpKeygen}, catalog.Inputs{}, provider.Call)
	key, err := mlkem.NewDecapsulationKey768(pair[:64])
	if err != nil || !bytes.Equal(key.EncapsulationKey().Bytes(), pair[64:]) {
		t.Fatalf("key pair %x: %v", pair, err)
	}
}
