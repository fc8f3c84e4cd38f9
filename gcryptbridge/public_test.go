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
	"math/big"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// A subject is one algorithm, in tests that ask libgcrypt and Go the same.
type subject struct {
	t *testing.T
	a catalog.Algorithm
}

func newSubject(t *testing.T, id string) subject {
	t.Helper()
	a, ok := catalog.Find(id)
	if !ok {
		t.Fatalf("no algorithm %s", id)
	}
	if _, err := New().Supports(a, a.Ops[0]); err != nil {
		t.Skip(err)
	}
	return subject{t, a}
}

func (s subject) inputs() catalog.Inputs {
	s.t.Helper()
	in, err := catalog.NewInputs(catalog.Case{Algorithm: s.a, Op: catalog.OpAgree}) // a share too, where there is one
	if err != nil {
		s.t.Fatal(err)
	}
	return in
}

// do returns what op gives.
func (s subject) do(op catalog.Operation, in catalog.Inputs) []byte {
	s.t.Helper()
	r, err := New().Open(catalog.Case{Algorithm: s.a, Op: op}, in, provider.Call)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := r.Do(1); err != nil {
		s.t.Fatal(err)
	}
	out := bytes.Clone(r.Output())
	if err := r.Close(); err != nil {
		s.t.Fatal(err)
	}
	return out
}

// keygen returns a fresh key pair.
func (s subject) keygen(private int) (key, public []byte) {
	s.t.Helper()
	pair := s.do(catalog.OpKeygen, catalog.Inputs{})
	return pair[:private], pair[private:]
}

// runs is how often values are made of which one in 256 begins with a zero
// byte, which libgcrypt's numbers do not have.
func (s subject) runs() int {
	if testing.Short() {
		return 100
	}
	return 2000
}

func TestECDH(t *testing.T) {
	s := newSubject(t, "ecdh-p256")
	in := s.inputs()
	peer, err := ecdh.P256().NewPublicKey(in.Received)
	if err != nil {
		t.Fatal(err)
	}
	for range s.runs() {
		var public []byte
		in.Key, public = s.keygen(s.a.KeyLen)
		key, err := ecdh.P256().NewPrivateKey(in.Key)
		if err != nil || !bytes.Equal(key.PublicKey().Bytes(), public) {
			t.Fatalf("private key %x, public key %x: %v", in.Key, public, err)
		}
		want, err := key.ECDH(peer)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.do(catalog.OpAgree, in); !bytes.Equal(got, want) {
			t.Fatalf("private key %x: %x, want %x", in.Key, got, want)
		}
	}
}

func TestDH(t *testing.T) {
	s := newSubject(t, "dh-ffdhe2048")
	p, g, _ := catalog.Group(s.a.ID)
	prime, base := new(big.Int).SetBytes(p), new(big.Int).SetBytes(g)
	for range s.runs() {
		private, public := s.keygen(s.a.KeyLen)
		want := new(big.Int).Exp(base, new(big.Int).SetBytes(private), prime)
		if !bytes.Equal(public, want.FillBytes(make([]byte, len(p)))) {
			t.Fatalf("private key %x: %x, want %x", private, public, want)
		}
	}
}

// TestShares asks that shares are refused that give the secret away.
func TestShares(t *testing.T) {
	s := newSubject(t, "dh-ffdhe2048")
	p, _, _ := catalog.Group(s.a.ID)
	last := new(big.Int).Sub(new(big.Int).SetBytes(p), big.NewInt(1))
	for _, share := range []*big.Int{big.NewInt(0), big.NewInt(1), last, new(big.Int).SetBytes(p)} {
		in := s.inputs()
		in.Received = share.FillBytes(make([]byte, len(p)))
		r, err := New().Open(catalog.Case{Algorithm: s.a, Op: catalog.OpAgree}, in, provider.Batch)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Do(1); err == nil {
			t.Errorf("the share %v is accepted", share)
		}
		_ = r.Close()
	}
}

func TestECDSA(t *testing.T) {
	s := newSubject(t, "ecdsa-p256")
	in := s.inputs()
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), in.Public)
	if err != nil {
		t.Fatal(err)
	}
	for range s.runs() / 10 {
		sig := s.do(catalog.OpSign, in)
		if !ecdsa.Verify(key, in.Message, new(big.Int).SetBytes(sig[:32]), new(big.Int).SetBytes(sig[32:])) {
			t.Fatalf("Go refuses %x", sig)
		}
	}
}

func TestEd25519(t *testing.T) {
	s := newSubject(t, "ed25519")
	in := s.inputs()
	for range s.runs() / 10 {
		in.Key, in.Public = s.keygen(s.a.KeyLen)
		key := ed25519.NewKeyFromSeed(in.Key)
		if !bytes.Equal(key[32:], in.Public) {
			t.Fatalf("seed %x: public key %x, want %x", in.Key, in.Public, key[32:])
		}
		if got, want := s.do(catalog.OpSign, in), ed25519.Sign(key, in.Message); !bytes.Equal(got, want) {
			t.Fatalf("seed %x: signature %x, want %x", in.Key, got, want)
		}
	}
}

func TestRSA(t *testing.T) {
	oaep, pss := newSubject(t, "rsa-2048-oaep"), newSubject(t, "rsa-2048-pss-sha256")
	in, digest := oaep.inputs(), pss.inputs()
	key, err := x509.ParsePKCS1PrivateKey(in.Key)
	if err != nil {
		t.Fatal(err)
	}
	for range oaep.runs() / 10 {
		sealed := oaep.do(catalog.OpEncrypt, in)
		if got, err := rsa.DecryptOAEP(sha256.New(), nil, key, sealed, nil); err != nil || !bytes.Equal(got, in.Message) {
			t.Fatalf("Go decrypts %x to %x: %v", sealed, got, err)
		}
		sig := pss.do(catalog.OpSign, digest)
		if err := rsa.VerifyPSS(&key.PublicKey, crypto.SHA256, digest.Message, sig, &rsa.PSSOptions{SaltLength: 32}); err != nil {
			t.Fatalf("Go refuses %x: %v", sig, err)
		}
	}
	pair := newSubject(t, "rsa-2048").do(catalog.OpKeygen, catalog.Inputs{})
	if key, err := x509.ParsePKCS1PrivateKey(pair); err != nil || key.N.BitLen() != 2048 || key.E != 65537 {
		t.Fatalf("key pair %x: %v", pair, err)
	}
}

// TestMLKEM asks that a seed gives the encapsulation key of the final
// standard (FIPS 203), not of its draft.
func TestMLKEM(t *testing.T) {
	s := newSubject(t, "ml-kem-768")
	seed, public := s.keygen(s.a.KeyLen)
	key, err := mlkem.NewDecapsulationKey768(seed)
	if err != nil || !bytes.Equal(key.EncapsulationKey().Bytes(), public) {
		t.Fatalf("seed %x: public key %x: %v", seed, public, err)
	}
}
