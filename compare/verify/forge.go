package verify

import (
	"bytes"
	"fmt"

	"cryptogap/compare/catalog"
	"cryptogap/compare/sample"
)

// A forgery is genuine input with something wrong.
type forgery struct {
	what string
	make func() catalog.Inputs // a large message is copied only while it is tried
	bit  bool                  // one bit is wrong, and where it is makes no difference
}

// sort tells forgeries apart in which implementations go wrong for reasons of their own.
func (f forgery) sort() string {
	if f.bit {
		return ", one bit of it is wrong"
	}
	return ", " + f.what
}

// forgeries returns what nobody may accept, made from what is genuine: the
// inputs of open or verify.
func forgeries(a catalog.Algorithm, in catalog.Inputs) []forgery {
	var all []forgery
	add := func(what string, change func(in *catalog.Inputs)) {
		all = append(all, forgery{what: what, make: func() catalog.Inputs {
			f := in
			change(&f)
			return f
		}})
	}
	wrong := func(what string, i int) {
		add(what, func(f *catalog.Inputs) { f.Received = flip(in.Received, i) })
		all[len(all)-1].bit = true
	}
	n := len(in.Received)
	switch a.Kind {
	case catalog.KindAEAD:
		if body := n - a.TagLen; body > 0 {
			wrong("first byte of the ciphertext", 0)
			wrong("a byte in the middle of the ciphertext", body/2)
			wrong("last byte of the ciphertext", body-1)
		}
		for i := range a.TagLen - 1 { // the last byte is below
			wrong(fmt.Sprintf("byte %d of the tag", i), n-a.TagLen+i)
		}
		if len(in.AAD) > 0 {
			add("additional data", func(f *catalog.Inputs) { f.AAD = flip(in.AAD, len(in.AAD)-1) })
		}
		if len(in.Nonce) > 0 {
			add("nonce", func(f *catalog.Inputs) { f.Nonce = flip(in.Nonce, 0) })
		}
	case catalog.KindSignature:
		wrong("first byte of the signature", 0)
		wrong("a byte in the middle of the signature", n/2)
		add("signature, one byte short", func(f *catalog.Inputs) { f.Received = catalog.Aligned(in.Received[:n-1]) })
		add("signature, one byte more", func(f *catalog.Inputs) { f.Received = catalog.Aligned(append(bytes.Clone(in.Received), 0)) })
		if takesContext(a) {
			add("context", func(f *catalog.Inputs) { f.Context = append(bytes.Clone(in.Context), 1) })
		}
		if sum := plusOrder(a, in.Received); sum != nil {
			add("signature, s + the group's order", func(f *catalog.Inputs) { f.Received = sum })
		}
		if len(in.Message) > 0 {
			add("message", func(f *catalog.Inputs) { f.Message = flip(in.Message, len(in.Message)-1) })
		}
		if a.Bits != 0 {
			if sum := plusModulus(in.Public, in.Received); sum != nil {
				add("signature, s + n", func(f *catalog.Inputs) { f.Received = sum })
			}
		}
		add("signature of zeros", func(f *catalog.Inputs) { f.Received = catalog.Aligned(make([]byte, n)) })
	case catalog.KindPKE:
		if sum := plusModulus(in.Public, in.Received); sum != nil {
			add("ciphertext, c + n", func(f *catalog.Inputs) { f.Received = sum })
		}
		if takesContext(a) {
			add("label", func(f *catalog.Inputs) { f.Context = append(bytes.Clone(in.Context), 1) })
		}
		return append(all, wrongPaddings(a, in)...)
	default:
		return nil
	}
	wrong("last byte", n-1)
	return all
}

// tampered puts forgeries of t, which is genuine, to its libraries.
func (s *session) tampered(t trial) {
	if t.c.Op == catalog.OpDecap {
		// FIPS 203 section 6.3: the secret is then a function of the key and
		// the ciphertext, the same in every library.
		genuine, label, secret := t.in.Received, t.label, t.want
		t.makers, t.measured, t.between = nil, false, false
		for _, at := range []int{0, len(genuine) / 2, len(genuine) - 33, len(genuine) - 1} {
			t.in.Received, t.want = flip(genuine, at), nil
			t.label = fmt.Sprintf("%s, ciphertext with a wrong bit in byte %d", label, at)
			if other, ok := s.alike(t); ok && secret != nil && other.equal(*secret) {
				for _, l := range t.libs {
					s.fault(l, string(WronglyAccepted), "%s, %s: gave the secret of the genuine ciphertext", t.c.Name(), t.label)
				}
			}
		}
		return
	}
	all := forgeries(t.c.Algorithm, t.in)
	if t.some > 0 { // a search makes many inputs: some forgeries of each
		for k := range min(someForgeries, len(all)) {
			s.reject(t, t.in, all[(t.some+k*len(all)/someForgeries)%len(all)])
		}
		return
	}
	for _, f := range all {
		s.reject(t, t.in, f)
	}
}

// someForgeries is how many a search makes of one input.
const someForgeries = 3

// reject wants every library of t to refuse the forgery of what is genuine: by the answer 0 where
// the operation has an answer, and elsewhere by an error of the operation. An error of Open says
// nothing about a forgery.
func (s *session) reject(t trial, genuine catalog.Inputs, f forgery) {
	answers := yesOrNo(t.c.Op)
	in := f.make()
	for _, l := range t.libs {
		if l.status != "" || s.over() {
			continue
		}
		known, listed := s.disagrees(l, trial{c: t.c, label: "forged " + f.what})
		happened := false
		for _, b := range t.boundaries(l) {
			accepted := false
			err := l.run(t.c, in, b, []int{1}, func(_ int, out []byte) {
				accepted = !answers || !bytes.Equal(out, []byte{0})
			})
			if err != nil && (classify(err) == sample.Crashed || !opened(err)) {
				s.noteRare(l, t.label+", forged "+f.what, err, true)
				continue
			}
			s.checks++
			switch {
			case err != nil && answers && !t.answers(l, genuine): // nor of what is genuine
				s.noteRare(l, t.label, err, true)
			case err != nil && answers:
				s.fault(l, noAnswer, "%s: %s, %s: an error in place of an answer to a forgery (wrong %s) at the %s boundary: %v%s",
					l.Name(), t.c.Name(), t.label, f.what, b, err, values(in, t.keys != nil))
			case accepted && listed:
				happened = true
			case accepted:
				s.fault(l, string(WronglyAccepted)+f.sort(), "%s: %s, %s: accepted a forgery (wrong %s) at the %s boundary%s",
					l.Name(), t.c.Name(), t.label, f.what, b, values(in, t.keys != nil))
			}
		}
		if happened {
			l.notes = append(l.notes, note{"forged " + f.what, known.text()})
			s.sign(string(known.Outcome)+f.sort(), known.text(), l)
		}
		if listed && (happened || t.accepts(l, genuine)) {
			s.asked[listing{l, f.what}] = s.asked[listing{l, f.what}] || happened
		}
	}
}

// answers reports whether l says anything of the genuine message in.
func (t trial) answers(l *library, in catalog.Inputs) bool {
	return l.run(t.c, in, t.boundaries(l)[0], []int{1}, func(int, []byte) {}) == nil
}

// accepts reports whether l takes the genuine message in. A library that refuses a message
// refuses its forgeries too, which says nothing of a known disagreement.
func (t trial) accepts(l *library, in catalog.Inputs) bool {
	yes := false
	err := l.run(t.c, in, t.boundaries(l)[0], []int{1}, func(_ int, out []byte) {
		yes = !yesOrNo(t.c.Op) || !bytes.Equal(out, []byte{0})
	})
	return err == nil && yes
}

// A listing is a forgery that a library is known to accept.
type listing struct {
	lib  *library
	what string
}

// stale fails the known disagreements about forgeries that happened with none of the case's messages.
func (s *session) stale(name string) {
	for l, happened := range s.asked {
		if !happened && !s.over() {
			s.fault(l.lib, notListed, "%s: %s: forged %s: listed as a known disagreement, which no longer happens: remove it from known.jsonl", l.lib.Name(), name, l.what)
		}
	}
}

// forged verifies the case in which a forgery is opened: it is the genuine
// message of another case with one wrong bit, and the right answer is no.
func (s *session) forged(all []variant) {
	for i, v := range all {
		for _, t := range s.received(v, i == 0) {
			s.alike(t)
			genuine := t.in
			genuine.Received = flip(t.in.Received, len(t.in.Received)-1)
			for _, f := range forgeries(v.c.Algorithm, genuine) {
				s.reject(t, genuine, f)
			}
		}
	}
}
