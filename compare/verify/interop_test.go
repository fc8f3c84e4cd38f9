package verify

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// interopRuns finds what goes wrong once in 256 times with a probability of
// 1 − (255/256)^2000, which is 0.9996.
const interopRuns = 2000

// trim drops leading zeros, as big integers do.
func trim(p []byte) []byte {
	for len(p) > 0 && p[0] == 0 {
		p = p[1:]
	}
	return p
}

func TestInterop(t *testing.T) {
	for id, runs := range map[string]int{
		"sha256": 50, "hmac-sha256": 50, "pbkdf2-hmac-sha256": 50, "aes-128-cbc": 50, "aes-128-gcm": 50,
		"ed25519": 20, "ecdsa-p256": 20, "ecdh-p256": 20, "x25519": 20, "ml-kem-768": 20, "rsa-2048-oaep": 5,
	} {
		a, _ := catalog.Find(id)
		v := Interop(context.Background(), providers(newFake("a"), newFake("b"), newFake("c")), a, runs, Options{})
		statuses(t, v, match, match, match, match)
		if v.Checks < runs {
			t.Errorf("%s: %d checks in %d runs", id, v.Checks, runs)
		}
	}
	rng, _ := catalog.Find("rng")
	statuses(t, Interop(context.Background(), providers(newFake("a")), rng, 5, Options{}), absent, absent)
	ecdsa, _ := catalog.Find("ecdsa-p256")
	statuses(t, Interop(context.Background(), providers(newFake("a")), ecdsa, 5, Options{}), unchecked, unchecked)
}

// TestInteropLeadingZero gives b a fault that shows once in 256 times.
func TestInteropLeadingZero(t *testing.T) {
	for _, tt := range []struct {
		id   string
		op   catalog.Operation
		lose func(out []byte) []byte
		want string
	}{
		{"x25519", catalog.OpAgree, trim, "b gave "},
		{"ecdsa-p256", catalog.OpSign, trim, "made by b, "},
	} {
		t.Run(tt.id, func(t *testing.T) {
			b := newFake("b")
			b.output = at(tt.op, -1, func(_ int, _ provider.Boundary, out []byte) []byte { return tt.lose(out) })
			a, _ := catalog.Find(tt.id)
			v := Interop(context.Background(), providers(newFake("a"), b), a, interopRuns, Options{})
			if v.Status != mismatch || !strings.Contains(strings.Join(v.Details, "\n"), tt.want) {
				t.Errorf("%+v", v)
			}
		})
	}
}

// TestInteropIsHonest has a library that is wrong only about public values that nobody makes.
func TestInteropIsHonest(t *testing.T) {
	b := newFake("b")
	b.accept = func(c catalog.Case, in catalog.Inputs, out []byte, err error) ([]byte, error) {
		if c.Op == catalog.OpAgree && err == nil && bytes.Count(in.Received, []byte{0}) > 20 {
			return spoil(out, 3), nil
		}
		return out, err
	}
	a, _ := catalog.Find("x25519")
	statuses(t, Interop(context.Background(), providers(newFake("a"), b), a, 30, Options{}), match, match, match)
}
