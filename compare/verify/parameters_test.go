package verify

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"math/big"
	"slices"
	"strings"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// TestParameterFaults plants faults that no measured input shows.
func TestParameterFaults(t *testing.T) {
	var openedLast catalog.Inputs
	failed := false
	tests := []struct {
		name  string
		id    string
		op    catalog.Operation
		fault func(f *fake)
		want  string
	}{
		{"from the 30th operation on", "sha256", catalog.OpSum, func(f *fake) {
			f.output = func(call int, _ catalog.Case, _ provider.Boundary, out []byte) []byte {
				if call >= 29 {
					return spoil(out, 0)
				}
				return out
			}
		}, "one context many times"},
		{"a message past 16 bits", "sha256", catalog.OpSum, func(f *fake) {
			f.accept = func(_ catalog.Case, in catalog.Inputs, out []byte, err error) ([]byte, error) {
				if len(in.Message) > 1<<16 {
					return spoil(out, 0), err
				}
				return out, err
			}
		}, "65537 bytes: b gave"},
		{"a message of ones", "hmac-sha256", catalog.OpMAC, func(f *fake) {
			f.accept = func(_ catalog.Case, in catalog.Inputs, out []byte, err error) ([]byte, error) {
				if len(in.Message) > 64 && bytes.Equal(in.Message, bytes.Repeat([]byte{0xff}, len(in.Message))) {
					return spoil(out, 0), err
				}
				return out, err
			}
		}, "bytes of ff: b gave"},
		{"contexts share state", "hmac-sha256", catalog.OpMAC, func(f *fake) {
			f.open = func(_ catalog.Case, in catalog.Inputs) error { openedLast = in; return nil }
			f.accept = func(c catalog.Case, in catalog.Inputs, out []byte, err error) ([]byte, error) {
				return toys[c.Algorithm.ID](c, openedLast)
			}
		}, "after the operation of another context"},
		{"the operation after a refusal is wrong", "aes-128-gcm", catalog.OpOpen, func(f *fake) {
			f.accept = func(_ catalog.Case, _ catalog.Inputs, out []byte, err error) ([]byte, error) {
				was := failed
				if failed = err != nil; was && err == nil {
					return spoil(out, 0), nil
				}
				return out, err
			}
		}, "what it opened was wrong"},
		{"nonces of 13 bytes", "aes-128-gcm", catalog.OpSeal, func(f *fake) {
			f.accept = func(_ catalog.Case, in catalog.Inputs, out []byte, err error) ([]byte, error) {
				if len(in.Nonce) == 13 {
					return spoil(out, 0), err
				}
				return out, err
			}
		}, "nonce of 13 bytes: b gave"},
		{"an empty nonce is taken", "aes-128-gcm", catalog.OpSeal, func(f *fake) {
			f.accept = func(c catalog.Case, in catalog.Inputs, out []byte, err error) ([]byte, error) {
				if len(in.Nonce) == 0 {
					return make([]byte, len(in.Message)+16), nil
				}
				return out, err
			}
		}, "takes a nonce of 0 bytes, which SP 800-38D"},
		{"an output of 65 bytes", "pbkdf2-hmac-sha256", catalog.OpDerive, func(f *fake) {
			f.output = func(_ int, c catalog.Case, _ provider.Boundary, out []byte) []byte {
				if c.Algorithm.OutLen == 67 {
					return spoil(out, 66)
				}
				return out
			}
		}, "output of 67 bytes: b gave"},
		{"a point beside the curve", "ecdh-p256", catalog.OpAgree, func(f *fake) {
			f.accept = func(c catalog.Case, _ catalog.Inputs, out []byte, err error) ([]byte, error) {
				if err != nil {
					return make([]byte, 32), nil
				}
				return out, nil
			}
		}, "agrees with a point that is not on the curve"},
		{"the secret loses a leading zero", "ecdh-p256", catalog.OpAgree, func(f *fake) {
			f.output = at(catalog.OpAgree, -1, func(_ int, _ provider.Boundary, out []byte) []byte { return bytes.TrimLeft(out, "\x00") })
		}, "the secret begins with a zero: b gave"},
		{"s + L", "ed25519", catalog.OpVerify, func(f *fake) {
			f.accept = func(c catalog.Case, in catalog.Inputs, out []byte, err error) ([]byte, error) {
				if c.Op == catalog.OpVerify && len(in.Received) == 64 && numberOf(in.Received[32:]).Cmp(orders["ed25519"].order) >= 0 {
					return []byte{1}, nil
				}
				return out, err
			}
		}, "s + the group's order"},
		{"the label is ignored", "rsa-2048-oaep", catalog.OpDecrypt, func(f *fake) {
			f.accept = func(c catalog.Case, in catalog.Inputs, out []byte, err error) ([]byte, error) {
				in.Context = nil
				if c.Op == catalog.OpDecrypt {
					return toyRSA(c, in)
				}
				return out, err
			}
		}, "wrong label"},
		{"the end of a ciphertext is not compared", "ml-kem-768", catalog.OpDecap, func(f *fake) {
			seen := make(map[string][]byte)
			f.accept = func(c catalog.Case, in catalog.Inputs, out []byte, err error) ([]byte, error) {
				if c.Op != catalog.OpDecap || err != nil {
					return out, err
				}
				key := string(in.Received[:len(in.Received)-32])
				if seen[key] == nil {
					seen[key] = out
				}
				return seen[key], nil
			}
		}, "wrong bit in byte 1087"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			bad := newFake("b")
			tt.fault(bad)
			v := check(t, caseOf(t, tt.id, tt.op), newFake("a"), bad, newFake("c"))
			statuses(t, v, mismatch, match, mismatch, match)
			if !strings.Contains(strings.Join(v.Details, "\n"), tt.want) {
				t.Errorf("details do not say %q:\n%.3000s", tt.want, strings.Join(v.Details, "\n"))
			}
		})
	}
}

// numberOf reads a little-endian number.
func numberOf(s []byte) *big.Int {
	b := bytes.Clone(s)
	slices.Reverse(b)
	return new(big.Int).SetBytes(b)
}

// TestPlusOrder wants the same numbers modulo the order, which the standard library refuses.
func TestPlusOrder(t *testing.T) {
	key := ed25519.NewKeyFromSeed(make([]byte, 32))
	public := key.Public().(ed25519.PublicKey)
	signature := ed25519.Sign(key, []byte("x"))
	sum := plusOrder(catalog.Algorithm{ID: "ed25519"}, signature)
	if sum == nil || numberOf(sum[32:]).Cmp(orders["ed25519"].order) < 0 || ed25519.Verify(public, []byte("x"), sum) {
		t.Errorf("%x of %x", sum, signature)
	}
	k, err := ecdsa.GenerateKey(elliptic.P521(), nil)
	if err != nil {
		t.Fatal(err)
	}
	r, s, err := ecdsa.Sign(nil, k, make([]byte, 64))
	if err != nil {
		t.Fatal(err)
	}
	raw := append(r.FillBytes(make([]byte, 66)), s.FillBytes(make([]byte, 66))...)
	sum = plusOrder(catalog.Algorithm{ID: "ecdsa-p521"}, raw)
	if got := new(big.Int).SetBytes(sum[66:]); got.Sub(got, elliptic.P521().Params().N).Cmp(s) != 0 || !bytes.Equal(sum[:66], raw[:66]) {
		t.Errorf("s + n is %x", sum)
	}
	if plusOrder(catalog.Algorithm{ID: "rsa-2048-pss-sha256"}, raw) != nil {
		t.Error("RSA has no order")
	}
}

// TestZeroSecrets has the standard library agree with the peers found.
func TestZeroSecrets(t *testing.T) {
	for id, curve := range map[string]string{"x25519": "x25519", "ecdh-p256": "ecdh-p256"} {
		c := caseOf(t, id, catalog.OpAgree)
		in, err := catalog.NewInputs(c)
		if err != nil {
			t.Fatal(err)
		}
		all := zeroSecrets(c.Algorithm, in.Public)
		if len(all) != 2 {
			t.Fatalf("%s: %d peers", id, len(all))
		}
		for _, p := range all {
			in.Received = p.data
			secret, err := toys[curve](c, in)
			if err != nil || secret[0] != 0 && secret[len(secret)-1] != 0 {
				t.Errorf("%s, %s: %x, %v", id, p.what, secret, err)
			}
		}
	}
	if all := zeroSecrets(catalog.Algorithm{ID: "ed25519"}, nil); all != nil {
		t.Errorf("of a signature: %v", all)
	}
}
