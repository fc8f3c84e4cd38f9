package verify

import (
	"fmt"
	"slices"

	"cryptogap/compare/catalog"
)

// A draft is a case with inputs drawn at random, and what to do with them.
type draft struct {
	variant
	keys    string   // provider that made the key pair in the inputs; "": a fixture, or no pair
	peer    *keyPair // agree: whom to agree with
	hostile []byte   // a public value that nobody would make; encap: to be refused
	chosen  int      // agree: which of the hostile values it was made from, from 1
	refuse  value    // agree: what hostile is, where nobody may take it
	hints   []int    // verify: see hintSet.hinted; nil: a signature that a library makes
	tamper  bool     // also see whether what is wrong is refused
	some    int      // see trial
	effort  effort
	between bool // also between operations of another context
}

// draft draws inputs for op of a. ok is false where there is nothing to draw.
func (s *session) draft(a catalog.Algorithm, op catalog.Operation, d drawer) (t draft, ok bool) {
	c := catalog.Case{Algorithm: a, Op: op}
	var in catalog.Inputs
	t.tamper, t.some = d.IntN(4) == 0, 1+d.IntN(1<<10)
	if _, accepts := op.Maker(); accepts && a.Kind.PublicKey() {
		t.tamper = true // making what is tampered with took longer
	}
	t.effort, t.between = d.effort(a, op)
	switch a.Kind {
	case catalog.KindRNG, catalog.KindCrossing:
		return t, false
	case catalog.KindHash, catalog.KindXOF, catalog.KindMAC, catalog.KindCipher, catalog.KindAEAD:
		c, in = d.symmetric(c)
	case catalog.KindKDF:
		c, in = d.derivation(c)
	case catalog.KindSignature, catalog.KindPKE, catalog.KindKEM, catalog.KindAgreement:
		var err error
		if in, err = catalog.NewInputs(catalog.Case{Algorithm: a, Op: op}); err != nil {
			return t, false
		}
		a = d.parameters(a, op, &in)
		c.Algorithm = a
		n := catalog.MessageLen(a)
		if a.Kind == catalog.KindPKE {
			n = longest(a)
			if d.IntN(4) != 0 && d.i > 0 {
				n = d.IntN(n + 1)
			}
		} else if a.Hash == "" {
			n = d.length(64, 300)
		}
		in.Message = d.bytes(n)
		if a.Kind == catalog.KindPKE && d.i == 0 {
			in.Message[0] = 0
		}
		if a.Hash != "" && a.Kind == catalog.KindSignature {
			in.Message = d.digest(n)
		}
		if p, ok := hintSets[a.ID]; ok && op == catalog.OpVerify && d.IntN(8) == 0 {
			t.hints = d.Perm(256 * p.k)[:1+d.IntN(p.omega)]
			break
		}
		s.drawKeys(a, op, d, &t, &in)
		if n := coefficients(in.Public); op == catalog.OpEncap && t.tamper && n > 0 && !d.honest {
			t.hostile = overflow(in.Public, d.IntN(n), q+d.IntN(4096-q))
		}
	}
	t.variant = variant{c: c, in: in}
	return t, true
}

// effort draws how often and where libraries are asked: mostly once each, at one boundary.
func (d drawer) effort(a catalog.Algorithm, op catalog.Operation) (e effort, between bool) {
	e = effort{last: d.IntN(2) == 0, calls: once.calls}
	if slow(a, op) || stateless(a) {
		return e, false
	}
	switch n := d.IntN(32); {
	case n == 0 && !a.Kind.PublicKey():
		e = effort{spread: true, calls: []int{1, 2 + d.IntN(40)}}
	case n < 3:
		e = thorough
	}
	return e, d.IntN(16) == 0
}

// parameters draws what a public-key operation takes besides keys and messages: context or label, randomness, RSA's hashes.
func (d drawer) parameters(a catalog.Algorithm, op catalog.Operation, in *catalog.Inputs) catalog.Algorithm {
	if takesContext(a) && d.IntN(4) == 0 {
		in.Context = d.bytes(d.IntN(256))
	}
	if n := randomnessOf(a, op); n > 0 && d.IntN(4) == 0 {
		in.Random = d.bytes(n)
	}
	if a.Bits != 0 && a.Hash != "" && d.IntN(4) == 0 {
		a.Hash = []string{"sha1", "sha224", "sha384", "sha512", "sha3-256"}[d.IntN(5)]
		h, _ := catalog.Find(a.Hash)
		if a.MGF != "" {
			a.MGF = a.Hash
		}
		if a.SaltLen != 0 {
			a.SaltLen = d.IntN(h.OutLen + 1)
		}
	}
	return a
}

// describe says what sets a draft apart from others of its case.
func (t draft) describe() string {
	a := t.c.Algorithm
	switch a.Kind {
	case catalog.KindAEAD:
		return fmt.Sprintf("%d bytes, additional data of %d", len(t.in.Message), len(t.in.AAD))
	case catalog.KindMAC:
		return fmt.Sprintf("%d bytes, key of %d", len(t.in.Message), len(t.in.Key))
	case catalog.KindKDF:
		return fmt.Sprintf("password of %d bytes, salt of %d, info of %d, output of %d, cost %d",
			len(t.in.Key), len(t.in.Salt), len(t.in.Info), a.OutLen, t.c.Cost)
	}
	text := fmt.Sprintf("%d bytes", len(t.in.Message))
	if t.keys != "" {
		text += ", keys of " + t.keys
	}
	return text
}

func (d drawer) symmetric(c catalog.Case) (catalog.Case, catalog.Inputs) {
	a := &c.Algorithm
	most := mostMessage
	switch d.IntN(64) {
	case 0:
		most = longestMessage
	case 1, 2, 3, 4, 5, 6, 7, 8:
		most = longMessage
	}
	c.Size = a.Next(d.length(a.BlockLen, most))
	if a.Kind == catalog.KindXOF && d.IntN(2) == 0 {
		a.OutLen = max(1, d.length(a.BlockLen, mostSqueezed))
	}
	if d.IntN(4) == 0 {
		if legal, _ := noncesOf(*a); len(legal) > 0 {
			a.NonceLen = legal[d.IntN(len(legal))]
		}
	}
	if d.IntN(8) == 0 {
		if tags := tagsOf(*a); len(tags) > 0 {
			a.TagLen = tags[d.IntN(len(tags))]
		}
	}
	if a.Kind == catalog.KindMAC && a.Hash != "" {
		a.KeyLen = d.length(a.BlockLen, mostKey)
	}
	if a.Kind == catalog.KindAEAD && d.IntN(2) == 0 {
		a.AADLen = d.length(16, mostAssociated)
	}
	in := catalog.Inputs{Message: d.bytes(c.Size), Key: d.bytes(a.KeyLen), Nonce: d.bytes(a.NonceLen), AAD: d.bytes(a.AADLen)}
	if a.ID == "chacha20" && d.IntN(4) == 0 {
		in.Counter = d.Uint32() >> 1 // stays inside RFC 8439: past 2^32 blocks libraries differ
	}
	return c, in
}

func (d drawer) derivation(c catalog.Case) (catalog.Case, catalog.Inputs) {
	a := &c.Algorithm
	a.OutLen = 1 + d.IntN(mostDerived)
	if a.Mem != 0 {
		a.OutLen = max(a.OutLen, 4) // RFC 9106 section 3.1
	}
	switch {
	case a.R != 0:
		c.Cost = 2 << d.IntN(6)
	case a.Mem != 0:
		c.Cost, a.Mem = 1+d.IntN(3), 8*a.P+d.IntN(120)
	case len(a.Costs) > 1:
		c.Cost = 1 + d.IntN(8)
	default:
		c.Cost = 1
	}
	return c, catalog.Inputs{Key: d.bytes(d.length(64, mostKey)), Salt: d.bytes(d.length(16, mostKey)), Info: d.bytes(d.length(16, mostKey))}
}

// drawKeys puts fresh keys into the inputs, of which the generators take turns, or leaves the
// fixture where making one is slow.
func (s *session) drawKeys(a catalog.Algorithm, op catalog.Operation, d drawer, t *draft, in *catalog.Inputs) {
	g, ok := keygenFor(a)
	if !ok || slow(g, catalog.OpKeygen) || op == catalog.OpKeygen {
		return
	}
	libs := s.offering(g, catalog.OpKeygen)
	if len(libs) == 0 {
		return
	}
	if all := slices.Concat(fixedPeers(a), fixedZeros(a)); op == catalog.OpAgree && len(all) > 0 && !d.honest && (d.i < len(all) || d.IntN(2) == 0) {
		first := d.i < len(all) // each of them once as it stands
		t.chosen = 1 + d.i%len(all)
		if !first {
			t.chosen = 1 + d.IntN(len(all))
		}
		p := all[t.chosen-1]
		t.hostile = catalog.Aligned(d.near(p.data, montgomery[a.ID] != nil && !first))
		if p.invalid {
			t.refuse = p
		}
		if first || d.IntN(8) != 0 { // with the fixture: making a key takes longer than agreeing
			return
		}
	}
	first := d.IntN(len(libs))
	pairs := s.generate1(libs[first], g)
	if len(pairs) == 0 {
		return
	}
	*in = pairs[0].put(*in)
	t.keys = libs[first].Name()
	if a.Kind == catalog.KindAgreement {
		if others := s.generate1(libs[d.IntN(len(libs))], g); len(others) > 0 {
			t.peer = &others[0]
			in.Received = catalog.Aligned(t.peer.public)
		}
	}
}

// attempt puts a draft to the libraries.
func (s *session) attempt(t draft) {
	t.label = t.describe()
	a, op := t.c.Algorithm, t.c.Op
	keys := s.named(t.keys)
	if n := len(t.in.Message); a.Kind == catalog.KindPKE && n > 0 && n == longest(a) && t.in.Message[0] == 0 {
		t.label = fmt.Sprintf("message of %d bytes that begins with zeros", n) // as verify has it
	}
	if t.hints != nil {
		s.accepted(t.variant, hintSets[a.ID], t.hints, t.effort)
		return
	}
	if _, accepts := op.Maker(); accepts {
		for _, r := range s.received(t.variant, false) {
			r.effort, r.keys, r.between, r.some = t.effort, keys, t.between, t.some
			if op == catalog.OpForged {
				r.want = nil
				genuine := r.in
				genuine.Received = flip(r.in.Received, len(r.in.Received)-1)
				s.reject(r, genuine, forgery{what: "last byte", make: func() catalog.Inputs { return r.in }, bit: true})
				continue
			}
			s.alike(r)
			if t.tamper {
				s.tampered(r)
			}
		}
		return
	}
	switch {
	case op == catalog.OpKeygen:
		s.attemptKeygen(a)
	case op == catalog.OpAgree:
		s.attemptAgree(t, keys)
	default:
		if !a.Draws(op) || t.in.Random != nil {
			s.alike(trial{effort: t.effort, c: t.c, in: t.in, label: t.label, libs: s.answering(), between: t.between})
		}
		if op == catalog.OpEncap && t.hostile != nil {
			s.trait = "key with a coefficient of q or more"
			s.refuseKey(t.variant, "a key with a coefficient of q or more", t.hostile)
		}
		if op == catalog.OpSign || a.Draws(op) {
			s.exchange(exchange{effort: once, mc: t.c, in: t.in, label: t.label, keys: keys, makers: s.answering()})
		}
	}
}

func (s *session) attemptKeygen(g catalog.Algorithm) {
	var pairs []keyPair
	for _, l := range s.answering() {
		pairs = append(pairs, s.generate1(l, g)...)
	}
	for _, u := range usersOf(g) {
		for _, k := range pairs {
			k.by.answered = true
			s.use(u, k)
		}
		if u.Has(catalog.OpAgree) {
			s.agreements(u, pairs)
		}
	}
}

// attemptAgree agrees in both directions; a tampered share may be refused or
// give a secret, the same everywhere.
func (s *session) attemptAgree(t draft, keys *library) {
	if t.peer != nil {
		s.agreement(t.c.Algorithm, keyPair{keys, t.in.Key, t.in.Public}, keyPair{s.named(t.peer.by.Name()), t.peer.private, t.peer.public})
	}
	tr := trial{effort: t.effort, c: t.c, in: t.in, label: t.label, libs: s.answering(), between: t.between}
	if t.hostile != nil {
		tr.in.Received = t.hostile
		s.trait = "hostile share"
		tr.refuse(t.refuse)
	} else if t.tamper {
		tr.in.Received = flip(t.in.Received, len(t.in.Received)/2)
		s.trait = "share with a wrong bit"
	}
	if s.trait != "" {
		tr.label += ", " + s.trait
	}
	s.alike(tr)
}

// named returns the library of that name, nil for none.
func (s *session) named(name string) *library {
	for _, l := range s.libs {
		if l.Name() == name {
			return l
		}
	}
	return nil
}
