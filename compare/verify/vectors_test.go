package verify

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

func vector(t *testing.T, id string) catalog.Vector {
	t.Helper()
	for _, v := range catalog.Vectors() {
		if v.ID == id {
			return v
		}
	}
	t.Fatalf("no vector %s", id)
	return catalog.Vector{}
}

// TestVectors puts all vectors to two fakes: one verdict each, absent where
// fakes have not the algorithm.
func TestVectors(t *testing.T) {
	all := Vectors(context.Background(), providers(newFake("a"), newFake("b")), Options{})
	if len(all) != len(catalog.Vectors()) {
		t.Fatalf("%d verdicts", len(all))
	}
	for i, v := range catalog.Vectors() {
		want := []sample.Status{match, match, match}
		switch {
		case toys[v.Algorithm] == nil:
			want = []sample.Status{absent, absent, absent}
		case all[i].Answers[0].Status == refused: // x25519-low-order
			want = []sample.Status{refused, refused, refused}
		}
		statuses(t, all[i], want...)
	}
}

func TestVectorWrong(t *testing.T) {
	b := newFake("b")
	b.output = at(catalog.OpSeal, -1, always)
	v := Vector(context.Background(), providers(newFake("a"), b), vector(t, "gcm-empty-message"), Options{})
	statuses(t, v, mismatch, match, mismatch)
	if !strings.Contains(v.Details[0], "b: catalog: vector gcm-empty-message (Wycheproof aes_gcm tcId 4): want 9602") {
		t.Errorf("details %q", v.Details)
	}
}

// TestVectorAlone wants one library and a vector to be a match, in the case as
// well.
func TestVectorAlone(t *testing.T) {
	statuses(t, Vector(context.Background(), providers(newFake("a")), vector(t, "gcm-empty-message"), Options{}), match, match)
	for _, op := range []catalog.Operation{catalog.OpSeal, catalog.OpSealRekey, catalog.OpOpen, catalog.OpOpenRekey} {
		statuses(t, check(t, caseOf(t, "aes-128-gcm", op), newFake("a")), match, match)
	}
}

// TestVectorInvalid has b accept the signature that nobody may, and c refuse
// it by an error.
func TestVectorInvalid(t *testing.T) {
	b, c := newFake("b"), newFake("c")
	b.output = at(catalog.OpVerify, -1, func(int, provider.Boundary, []byte) []byte { return []byte{1} })
	c.open = func(catalog.Case, catalog.Inputs) error { return fmt.Errorf("c: %w: S too large", provider.ErrRefused) }
	v := Vector(context.Background(), providers(newFake("a"), b, c), vector(t, "ed25519-s-plus-l"), Options{})
	statuses(t, v, mismatch, match, mismatch, match)
	if a, _ := v.Answer("c"); !strings.Contains(a.Why, "S too large") {
		t.Errorf("why %q", a.Why)
	}
}

// TestVectorPolicy wants no mismatch where a vector names no answer.
func TestVectorPolicy(t *testing.T) {
	t.Run("verify", func(t *testing.T) {
		b := newFake("b")
		b.output = at(catalog.OpVerify, -1, func(int, provider.Boundary, []byte) []byte { return []byte{0} })
		v := Vector(context.Background(), providers(newFake("a"), b), vector(t, "ed25519-small-order"), Options{})
		statuses(t, v, unchecked, unchecked, unchecked)
		if want := "a: accepted it\nb: did not accept it"; strings.Join(v.Details, "\n") != want {
			t.Errorf("details %q", v.Details)
		}
	})
	t.Run("agree", func(t *testing.T) {
		zeros := func(name string) *fake {
			f := newFake(name)
			f.accept = func(_ catalog.Case, _ catalog.Inputs, out []byte, err error) ([]byte, error) {
				if err != nil {
					return make([]byte, 32), nil
				}
				return out, nil
			}
			return f
		}
		v := Vector(context.Background(), providers(newFake("a"), zeros("b"), zeros("c")), vector(t, "x25519-low-order"), Options{})
		statuses(t, v, match, refused, match, match)
	})
	t.Run("crash", func(t *testing.T) {
		b := newFake("b")
		b.do = func(int, catalog.Case, catalog.Inputs, provider.Boundary) error { panic("abort") }
		v := Vector(context.Background(), providers(newFake("a"), b), vector(t, "ed25519-small-order"), Options{})
		statuses(t, v, unchecked, unchecked, crashed)
	})
}

// TestVectorRandom wants random outputs to be judged by exchange, without a known answer, and what must be
// refused to be refused.
func TestVectorRandom(t *testing.T) {
	in, err := catalog.NewInputs(caseOf(t, "ml-kem-768", catalog.OpEncap))
	if err != nil {
		t.Fatal(err)
	}
	yes, no := true, false
	v := catalog.Vector{ID: "test", Algorithm: "ml-kem-768", Op: catalog.OpEncap, Public: in.Public, Valid: &yes}
	for _, key := range []catalog.Hex{nil, catalog.Hex(in.Key)} {
		v.Key = key
		b := newFake("b")
		statuses(t, Vector(context.Background(), providers(newFake("a"), b), v, Options{}), match, match, match)
		b.output = at(catalog.OpEncap, -1, func(_ int, _ provider.Boundary, out []byte) []byte { return make([]byte, len(out)) })
		statuses(t, Vector(context.Background(), providers(newFake("a"), b, newFake("c")), v, Options{}), mismatch, match, mismatch, match)
	}
	v.Valid = &no
	b := newFake("b")
	b.do = func(int, catalog.Case, catalog.Inputs, provider.Boundary) error { return provider.ErrRefused }
	statuses(t, Vector(context.Background(), providers(newFake("a"), b), v, Options{}), mismatch, mismatch, match)
}

// TestErrorIsNoAnswer wants an error of verify to count neither as the refusal of a signature nor of a forgery, but
// for one of Open, which was not asked.
func TestErrorIsNoAnswer(t *testing.T) {
	no := func(int, catalog.Case, catalog.Inputs, provider.Boundary) error { return provider.ErrRefused }
	b := newFake("b")
	b.do = no
	v := Vector(context.Background(), providers(newFake("a"), b), vector(t, "ed25519-s-plus-l"), Options{})
	statuses(t, v, match, match, refused)

	b = newFake("b")
	b.accept = func(c catalog.Case, in catalog.Inputs, out []byte, err error) ([]byte, error) {
		if c.Op == catalog.OpForged && in.Received[0] != 0 && err == nil && out[0] == 0 {
			return nil, errToy
		}
		return out, err
	}
	got := check(t, caseOf(t, "aes-128-gcm", catalog.OpForged), newFake("a"), b, newFake("c"))
	statuses(t, got, mismatch, match, mismatch, match)
}

// TestPolicyRefusal has a library refuse an agreement whatever it is given, as in FIPS mode.
func TestPolicyRefusal(t *testing.T) {
	b := newFake("b")
	b.do = func(_ int, c catalog.Case, _ catalog.Inputs, _ provider.Boundary) error {
		if c.Op == catalog.OpAgree {
			return fmt.Errorf("b: %w: Not supported", provider.ErrRefused)
		}
		return nil
	}
	statuses(t, check(t, caseOf(t, "x25519", catalog.OpAgree), newFake("a"), b, newFake("c")), match, match, refused, match)
}
