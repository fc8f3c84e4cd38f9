package verify

import (
	"bytes"
	"crypto/x509"
	"fmt"
	"slices"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// A keyPair is one that a library generated.
type keyPair struct {
	by              *library
	private, public []byte
}

// keygenFor returns the algorithm whose keygen makes the keys of a, which is a
// itself where it has one.
func keygenFor(a catalog.Algorithm) (catalog.Algorithm, bool) {
	if a.Has(catalog.OpKeygen) {
		return a, true
	}
	for _, g := range catalog.Algorithms() {
		if a.Keys != "" && g.Keys == a.Keys && g.Has(catalog.OpKeygen) {
			return g, true
		}
	}
	return catalog.Algorithm{}, false
}

// usersOf returns the algorithms that work with the keys of a.
func usersOf(a catalog.Algorithm) []catalog.Algorithm {
	if a.Keys == "" {
		return []catalog.Algorithm{a}
	}
	var users []catalog.Algorithm
	for _, u := range catalog.Algorithms() {
		if u.Keys == a.Keys {
			users = append(users, u)
		}
	}
	return users
}

// generate has each library that can make n key pairs for a, with effort e.
// Slow generators make none: their keys are verified in their own case.
func (s *session) generate(a catalog.Algorithm, e effort, n int) []keyPair {
	g, ok := keygenFor(a)
	if !ok || slow(g, catalog.OpKeygen) {
		return nil
	}
	return s.generateBy(s.offering(g, catalog.OpKeygen), g, e, n, func(l *library, _ provider.Boundary, err error) {
		s.note(l, g.ID+" keygen", err)
	})
}

func (s *session) generateBy(libs []*library, g catalog.Algorithm, e effort, n int, fail func(l *library, b provider.Boundary, err error)) []keyPair {
	c := catalog.Case{Algorithm: g, Op: catalog.OpKeygen}
	in, err := catalog.NewInputs(c)
	if err != nil {
		return nil
	}
	e.calls = slices.Repeat([]int{1}, n)
	all := s.making(libs, c, in, e, fail)
	var pairs []keyPair
	for _, m := range all {
		k, err := split(g, in.Public, m.bytes)
		if err != nil {
			s.fault(m.lib, string(WrongOutput), "%s: %s, %s: %v", m.lib.Name(), c.Name(), m.label, err)
			continue
		}
		k.by = m.lib
		pairs = append(pairs, k)
	}
	return pairs
}

// split takes the output of keygen apart. The fixture's public key says how
// long a public key is.
func split(g catalog.Algorithm, public, out []byte) (keyPair, error) {
	if g.Kind == catalog.KindPKE {
		key, err := x509.ParsePKCS1PrivateKey(out)
		if err != nil {
			return keyPair{}, fmt.Errorf("the key is no PKCS #1 private key: %w", err)
		}
		if key.N.BitLen() != g.Bits {
			return keyPair{}, fmt.Errorf("the key has %d bits, not %d", key.N.BitLen(), g.Bits)
		}
		return keyPair{private: out, public: x509.MarshalPKCS1PublicKey(&key.PublicKey)}, nil
	}
	n := g.KeyLen
	if n == 0 || len(public) > 0 {
		n = len(out) - len(public)
	}
	if n <= 0 || n >= len(out) || (g.KeyLen != 0 && n != g.KeyLen) {
		return keyPair{}, fmt.Errorf("the key pair has %d bytes: want %d of private key and then %d of public key", len(out), g.KeyLen, len(public))
	}
	return keyPair{private: out[:n], public: out[n:]}, nil
}

// put replaces the key pair of in.
func (k keyPair) put(in catalog.Inputs) catalog.Inputs {
	in.Key, in.Public = catalog.Aligned(k.private), catalog.Aligned(k.public)
	return in
}

// keygen verifies a key generator: keys differ from each other and from the
// fixture, and work in every library for everything that uses them.
func (s *session) keygen(c catalog.Case, fixture catalog.Inputs) {
	e := effortFor(c)
	n := 1
	if e.spread && len(e.calls) > 1 {
		n = 3
	}
	var made []keyPair
	for _, l := range s.answering() {
		if s.over() {
			return
		}
		pairs := s.generateBy([]*library{l}, c.Algorithm, e, n, func(l *library, b provider.Boundary, err error) {
			s.refusal(l, trial{c: c, label: string(b), measured: true}, b, err, false)
		})
		s.unlike(c, fixture, pairs)
		made = append(made, pairs...)
		for i, k := range pairs {
			l.answered = true
			if i%n == 0 && !(i > 0 && stateless(c.Algorithm)) {
				for _, u := range usersOf(c.Algorithm) {
					s.use(u, k)
				}
			}
		}
	}
	for _, u := range usersOf(c.Algorithm) {
		if u.Has(catalog.OpAgree) {
			s.agreements(u, made)
		}
	}
}

// unlike wants key pairs to differ.
func (s *session) unlike(c catalog.Case, fixture catalog.Inputs, pairs []keyPair) {
	for i, k := range pairs {
		s.checks++
		same := len(fixture.Public) > 0 && bytes.Equal(k.public, fixture.Public)
		for _, o := range pairs[:i] {
			same = same || bytes.Equal(k.private, o.private) || bytes.Equal(k.public, o.public)
		}
		if same {
			s.fault(k.by, notRandom, "%s: %s: made the same key twice: public key %s", k.by.Name(), c.Name(), keep(k.public))
		}
	}
}

// use has every library work with k in every operation of a that makes something, and
// every library accept what that gives.
func (s *session) use(a catalog.Algorithm, k keyPair) {
	for _, op := range a.Ops {
		if s.over() || len(accepting(a, op)) == 0 {
			continue
		}
		c := catalog.Case{Algorithm: a, Op: op}
		in, err := catalog.NewInputs(c)
		if err != nil {
			return
		}
		makers := s.offering(a, op)
		if slow(a, op) {
			makers = another(makers, k.by)
		}
		s.exchange(exchange{effort: once, mc: c, in: k.put(in), label: "fresh keys", keys: k.by, makers: makers})
	}
}

// another returns one library that is not l, or l where there is none.
func another(libs []*library, l *library) []*library {
	for _, o := range libs {
		if o != l {
			return []*library{o}
		}
	}
	return libs
}

// agreements has each key of pairs agree with the next library's, in every
// library and in both directions.
func (s *session) agreements(a catalog.Algorithm, pairs []keyPair) {
	for i, k := range pairs {
		if s.over() || len(pairs) < 2 {
			return
		}
		s.agreement(a, k, peerOf(pairs, i))
	}
}

// peerOf returns a key pair for the i-th to agree with: the next one that
// another library made, or else any other.
func peerOf(pairs []keyPair, i int) keyPair {
	for j := range pairs {
		if p := pairs[(i+j+1)%len(pairs)]; p.by != pairs[i].by {
			return p
		}
	}
	return pairs[(i+1)%len(pairs)]
}

// agreement has x agree with y and y with x. All secrets must be equal.
func (s *session) agreement(a catalog.Algorithm, x, y keyPair) {
	c := catalog.Case{Algorithm: a, Op: catalog.OpAgree}
	in, err := catalog.NewInputs(c)
	if err != nil {
		return
	}
	there, back := x.put(in), y.put(in)
	there.Received, back.Received = catalog.Aligned(y.public), catalog.Aligned(x.public)
	t := trial{effort: once, c: c, libs: s.offering(a, catalog.OpAgree), must: func(*library) bool { return true }}
	t.in, t.label, t.keys = there, "fresh keys", x.by
	secret, ok := s.alike(t)
	if !ok {
		return
	}
	t.in, t.label, t.keys = back, "fresh keys, the other way round", y.by
	t.want, t.makers = &secret, []*library{x.by}
	s.alike(t)
}

// generate1 has l make one key pair for g.
func (s *session) generate1(l *library, g catalog.Algorithm) []keyPair {
	return s.generateBy([]*library{l}, g, once, 1, func(l *library, _ provider.Boundary, err error) {
		s.note(l, g.ID+" keygen", err)
	})
}
