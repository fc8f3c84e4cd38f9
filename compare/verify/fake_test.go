package verify

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/mlkem"
	"crypto/mlkem/mlkemtest"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

// A fake is a correct library of a dozen algorithms, into which tests put
// faults.
type fake struct {
	name       string
	boundaries []provider.Boundary
	lacks      map[string]error // by "id/op" or "id": not offered, and why

	open   func(c catalog.Case, in catalog.Inputs) error                                  // an error of Open
	do     func(call int, c catalog.Case, in catalog.Inputs, b provider.Boundary) error   // an error of Do
	output func(call int, c catalog.Case, b provider.Boundary, out []byte) []byte         // changes what is given
	accept func(c catalog.Case, in catalog.Inputs, out []byte, err error) ([]byte, error) // changes what an operation does
	calls  int
}

// newFake returns a library without faults.
func newFake(name string) *fake {
	return &fake{name: name, boundaries: provider.Boundaries()}
}

func (f *fake) Name() string                    { return f.name }
func (f *fake) Info() provider.Info             { return provider.Info{Name: f.name} }
func (f *fake) Boundaries() []provider.Boundary { return f.boundaries }

func (f *fake) Supports(a catalog.Algorithm, op catalog.Operation) (string, error) {
	for _, key := range []string{a.ID, a.ID + "/" + string(op)} {
		if err := f.lacks[key]; err != nil {
			return "", err
		}
	}
	if toys[a.ID] == nil {
		return "", fmt.Errorf("%s: %w", f.name, provider.ErrUnsupported)
	}
	return f.name + "." + a.ID, nil
}

func (f *fake) Open(c catalog.Case, in catalog.Inputs, b provider.Boundary) (provider.Routine, error) {
	f.calls++
	if _, err := f.Supports(c.Algorithm, c.Op); err != nil {
		return nil, err
	}
	if f.open != nil {
		if err := f.open(c, in); err != nil {
			return nil, err
		}
	}
	return &fakeRoutine{f: f, c: c, in: in, b: b}, nil
}

type fakeRoutine struct {
	f    *fake
	c    catalog.Case
	in   catalog.Inputs
	b    provider.Boundary
	out  []byte
	done int // operations
}

func (r *fakeRoutine) Do(n int) (time.Duration, error) {
	for range n {
		if r.f.do != nil {
			if err := r.f.do(r.done, r.c, r.in, r.b); err != nil {
				return 0, err
			}
		}
		out, err := toys[r.c.Algorithm.ID](r.c, r.in)
		if r.f.accept != nil {
			out, err = r.f.accept(r.c, r.in, out, err)
		}
		if err != nil {
			return 0, fmt.Errorf("%s: %w: %w", r.f.name, provider.ErrRefused, err)
		}
		if r.f.output != nil {
			out = r.f.output(r.done, r.c, r.b, out)
		}
		r.out = out
		r.done++
	}
	return 0, nil
}

func (r *fakeRoutine) Output() []byte { return r.out }
func (r *fakeRoutine) Close() error   { return nil }

var errToy = errors.New("toy: no")

// toys are the algorithms of a fake.
var toys = map[string]func(c catalog.Case, in catalog.Inputs) ([]byte, error){
	"crossing": func(catalog.Case, catalog.Inputs) ([]byte, error) { return nil, nil },
	"rng": func(c catalog.Case, _ catalog.Inputs) ([]byte, error) {
		p := make([]byte, c.Size)
		_, err := rand.Read(p)
		return p, err
	},
	"sha256": func(_ catalog.Case, in catalog.Inputs) ([]byte, error) {
		sum := sha256.Sum256(in.Message)
		return sum[:], nil
	},
	"hmac-sha256": func(_ catalog.Case, in catalog.Inputs) ([]byte, error) {
		h := hmac.New(sha256.New, in.Key)
		h.Write(in.Message)
		return h.Sum(nil), nil
	},
	"pbkdf2-hmac-sha256": func(c catalog.Case, in catalog.Inputs) ([]byte, error) {
		return pbkdf2.Key(sha256.New, string(in.Key), in.Salt, c.Cost, c.Algorithm.OutLen)
	},
	"aes-128-cbc":   toyCBC,
	"aes-128-gcm":   toyGCM,
	"ed25519":       toyEd25519,
	"ecdsa-p256":    toyECDSA,
	"ecdh-p256":     toyECDH(ecdh.P256()),
	"x25519":        toyECDH(ecdh.X25519()),
	"ml-kem-768":    toyMLKEM,
	"rsa-2048":      toyRSA,
	"rsa-2048-oaep": toyRSA,
}

func toyCBC(c catalog.Case, in catalog.Inputs) ([]byte, error) {
	block, err := aes.NewCipher(in.Key)
	if err != nil {
		return nil, err
	}
	if c.Op == catalog.OpEncrypt {
		out := make([]byte, len(in.Message))
		cipher.NewCBCEncrypter(block, in.Nonce).CryptBlocks(out, in.Message)
		return out, nil
	}
	out := make([]byte, len(in.Received))
	cipher.NewCBCDecrypter(block, in.Nonce).CryptBlocks(out, in.Received)
	return out, nil
}

func toyGCM(c catalog.Case, in catalog.Inputs) ([]byte, error) {
	block, err := aes.NewCipher(in.Key)
	if err != nil {
		return nil, err
	}
	g, err := cipher.NewGCMWithNonceSize(block, len(in.Nonce))
	if err != nil {
		return nil, err
	}
	switch c.Op {
	case catalog.OpSeal, catalog.OpSealRekey:
		return g.Seal(nil, in.Nonce, in.Message, in.AAD), nil
	case catalog.OpForged:
		_, err := g.Open(nil, in.Nonce, in.Received, in.AAD)
		return answer(err == nil), nil
	}
	return g.Open(nil, in.Nonce, in.Received, in.AAD)
}

func answer(ok bool) []byte {
	if ok {
		return []byte{1}
	}
	return []byte{0}
}

func toyEd25519(c catalog.Case, in catalog.Inputs) ([]byte, error) {
	switch c.Op {
	case catalog.OpKeygen:
		public, private, err := ed25519.GenerateKey(nil)
		return slices.Concat(private.Seed(), public), err
	case catalog.OpSign:
		return ed25519.Sign(ed25519.NewKeyFromSeed(in.Key), in.Message), nil
	}
	return answer(ed25519.Verify(ed25519.PublicKey(in.Public), in.Message, in.Received)), nil
}

func toyECDSA(c catalog.Case, in catalog.Inputs) ([]byte, error) {
	if c.Op == catalog.OpSign {
		key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), in.Key)
		if err != nil {
			return nil, err
		}
		r, s, err := ecdsa.Sign(rand.Reader, key, in.Message)
		if err != nil {
			return nil, err
		}
		out := make([]byte, 64)
		r.FillBytes(out[:32])
		s.FillBytes(out[32:])
		return out, nil
	}
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), in.Public)
	if err != nil {
		return nil, err
	}
	if len(in.Received) != 64 {
		return answer(false), nil
	}
	r, s := new(big.Int).SetBytes(in.Received[:32]), new(big.Int).SetBytes(in.Received[32:])
	return answer(ecdsa.Verify(key, in.Message, r, s)), nil
}

func toyECDH(curve ecdh.Curve) func(c catalog.Case, in catalog.Inputs) ([]byte, error) {
	return func(c catalog.Case, in catalog.Inputs) ([]byte, error) {
		if c.Op == catalog.OpKeygen {
			key, err := curve.GenerateKey(rand.Reader)
			if err != nil {
				return nil, err
			}
			return slices.Concat(key.Bytes(), key.PublicKey().Bytes()), nil
		}
		key, err := curve.NewPrivateKey(in.Key)
		if err != nil {
			return nil, err
		}
		peer, err := curve.NewPublicKey(in.Received)
		if err != nil {
			return nil, err
		}
		return key.ECDH(peer)
	}
}

func toyMLKEM(c catalog.Case, in catalog.Inputs) ([]byte, error) {
	switch c.Op {
	case catalog.OpKeygen:
		key, err := mlkem.GenerateKey768()
		if err != nil {
			return nil, err
		}
		return slices.Concat(key.Bytes(), key.EncapsulationKey().Bytes()), nil
	case catalog.OpEncap:
		key, err := mlkem.NewEncapsulationKey768(in.Public)
		if err != nil {
			return nil, err
		}
		secret, text := key.Encapsulate()
		if in.Random != nil {
			if secret, text, err = mlkemtest.Encapsulate768(key, in.Random); err != nil {
				return nil, err
			}
		}
		return slices.Concat(secret, text), nil
	}
	key, err := mlkem.NewDecapsulationKey768(in.Key)
	if err != nil {
		return nil, err
	}
	return key.Decapsulate(in.Received)
}

func toyRSA(c catalog.Case, in catalog.Inputs) ([]byte, error) {
	switch c.Op {
	case catalog.OpKeygen:
		key, err := rsa.GenerateKey(rand.Reader, c.Algorithm.Bits)
		if err != nil {
			return nil, err
		}
		return x509.MarshalPKCS1PrivateKey(key), nil
	case catalog.OpEncrypt:
		key, err := x509.ParsePKCS1PublicKey(in.Public)
		if err != nil {
			return nil, err
		}
		return rsa.EncryptOAEP(sha256.New(), rand.Reader, key, in.Message, in.Context)
	}
	key, err := x509.ParsePKCS1PrivateKey(in.Key)
	if err != nil {
		return nil, err
	}
	return rsa.DecryptOAEP(sha256.New(), nil, key, in.Received, in.Context)
}

// caseOf is the case of the catalogue at 100 bytes, or the next length the
// algorithm takes, or its first cost.
func caseOf(t testing.TB, id string, op catalog.Operation) catalog.Case {
	t.Helper()
	a, ok := catalog.Find(id)
	if !ok || !a.Has(op) {
		t.Fatalf("no %s of %s in the catalogue", op, id)
	}
	c := catalog.Case{Algorithm: a, Op: op}
	if a.Sized() {
		c.Size = 112
	}
	if len(a.Costs) > 0 {
		c.Cost = a.Costs[0]
	}
	return c
}

func check(t testing.TB, c catalog.Case, fakes ...*fake) sample.Verdict {
	t.Helper()
	return Case(context.Background(), providers(fakes...), c, Options{})
}

func providers(fakes ...*fake) []provider.Provider {
	var ps []provider.Provider
	for _, f := range fakes {
		ps = append(ps, f)
	}
	return ps
}

// statuses asks for the status of the whole and then of each provider.
func statuses(t testing.TB, v sample.Verdict, want ...sample.Status) {
	t.Helper()
	got := []sample.Status{v.Status}
	for _, a := range v.Answers {
		got = append(got, a.Status)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: statuses %v, want %v\n%+v", v.Case, got, want, v)
	}
}

// spoil changes byte i.
func spoil(p []byte, i int) []byte {
	p = bytes.Clone(p)
	p[i] ^= 0x10
	return p
}
