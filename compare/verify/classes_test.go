package verify

import (
	"testing"

	"cryptogap/compare/catalog"
)

// TestClasses wants a search of a hash to come to an end with new things, and one that has just begun not to.
func TestClasses(t *testing.T) {
	s := newClasses()
	if s.fresh() != 1 || s.count() != 0 {
		t.Errorf("of nothing: %v, %d", s.fresh(), s.count())
	}
	a, _ := catalog.Find("sha256")
	at := func(n int) {
		for i := s.n; i < n; i++ {
			d := draw(a, catalog.OpSum, 1, i)
			c, in := d.symmetric(catalog.Case{Algorithm: a, Op: catalog.OpSum})
			s.add(draft{variant: variant{c: c, in: in}})
		}
	}
	at(4)
	early := s.fresh()
	at(6000)
	if early < 0.5 || s.fresh() > 0.01 {
		t.Errorf("fresh: %v of 4, %v of 6000", early, s.fresh())
	}
	if s.count() < 3*64 { // every residue of short, middling and long messages
		t.Errorf("%d classes", s.count())
	}
}

// TestDraftsCover wants the drafts of an operation to have what only some of them have.
func TestDraftsCover(t *testing.T) {
	for id, op := range map[string]catalog.Operation{"aes-128-gcm": catalog.OpSeal, "rsa-2048-oaep": catalog.OpEncrypt, "ml-kem-768": catalog.OpEncap} {
		a, _ := catalog.Find(id)
		s := newSession(t.Context(), providers(newFake("a")), Options{})
		s.admit(a, op)
		var nonce, tag, empty, context, random, hash, again, between int
		for i := range 400 {
			d, ok := s.draft(a, op, draw(a, op, 1, i))
			if !ok {
				t.Fatal(id)
			}
			count := func(n *int, yes bool) {
				if yes {
					*n++
				}
			}
			got := d.c.Algorithm
			count(&nonce, len(d.in.Nonce) != a.NonceLen)
			count(&tag, got.TagLen != a.TagLen)
			count(&empty, len(d.in.Message) == 0)
			count(&context, len(d.in.Context) > 0)
			count(&random, d.in.Random != nil)
			count(&hash, got.Hash != a.Hash)
			count(&again, len(d.effort.calls) > 1)
			count(&between, d.between)
		}
		gcm, oaep, kem := a.Kind == catalog.KindAEAD, a.Kind == catalog.KindPKE, a.Kind == catalog.KindKEM
		for what, x := range map[string]struct {
			n    int
			want bool
		}{"nonce": {nonce, gcm}, "tag": {tag, gcm}, "empty": {empty, !kem}, "context": {context, oaep}, "random": {random, kem}, "hash": {hash, oaep},
			"again": {again, true}, "between": {between, true}} {
			if (x.n > 0) != x.want && what != "empty" || what == "empty" && x.want && x.n == 0 {
				t.Errorf("%s: %s in %d of 400", id, what, x.n)
			}
		}
	}
}
