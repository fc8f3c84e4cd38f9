package providertest

import (
	"bytes"
	"errors"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// roundTrip asks that what one operation makes another accepts, that a change
// to it is refused, and that variants of one operation agree.
func (s suite) roundTrip(r reporter, a catalog.Algorithm, op catalog.Operation) {
	for _, c := range s.cases(a, op) {
		switch op {
		case catalog.OpMAC:
			s.keys(r, c)
		case catalog.OpMACRekey:
			s.same(r, c, op.Standing())
			s.keys(r, c)
		case catalog.OpSealRekey:
			s.same(r, c, op.Standing())
		case catalog.OpDerive:
			s.blocks(r, c)
		case catalog.OpDeriveRekey:
			s.same(r, c, op.Standing())
			s.blocks(r, c)
		case catalog.OpAgree:
			s.agree(r, c)
		case catalog.OpOpen, catalog.OpOpenRekey, catalog.OpDecrypt, catalog.OpForged, catalog.OpVerify, catalog.OpDecap:
			maker, _ := op.Maker()
			if _, err := s.p.Supports(a, maker); err == nil {
				s.accepts(r, c, maker)
			}
		}
	}
}

// same asks that c gives what op gives of the same inputs.
func (s suite) same(r reporter, c catalog.Case, op catalog.Operation) {
	if _, err := s.p.Supports(c.Algorithm, op); err != nil || !c.Algorithm.Has(op) {
		return
	}
	in, ok := s.inputs(r, c)
	if !ok {
		return
	}
	for _, b := range s.p.Boundaries() {
		got, err := s.once(c, in, b)
		want, err2 := s.once(with(c, op), in, b)
		if err = errors.Join(err, err2); err != nil {
			r.Errorf("%s: %s: %v", c.Name(), b, err)
		} else if !bytes.Equal(got, want) {
			r.Errorf("%s: %s: gives %x, %s gives %x", c.Name(), b, trim(got), op, trim(want))
		}
	}
}

// keys asks that an HMAC takes keys of any length as RFC 2104 section 2 has
// them: one longer than a block stands for its digest, a shorter one for itself and zeros.
func (s suite) keys(r reporter, c catalog.Case) {
	h, ok := catalog.Find(c.Algorithm.Hash)
	if _, err := s.p.Supports(h, catalog.OpSum); !ok || err != nil {
		return
	}
	in, ok := s.inputs(r, c)
	if !ok {
		return
	}
	tag := func(key []byte, b provider.Boundary) ([]byte, error) {
		in.Key = key
		return s.once(c, in, b)
	}
	block := c.Algorithm.BlockLen
	key := bytes.Repeat([]byte{0x5a}, 3*block+1)
	for _, n := range []int{block - 1, block + 1, len(key)} {
		same := append(bytes.Clone(key[:n]), make([]byte, max(0, block-n))...)
		for _, b := range s.p.Boundaries() {
			var err error
			if n > block {
				same, err = s.once(catalog.Case{Algorithm: h, Op: catalog.OpSum, Size: n}, catalog.Inputs{Message: key[:n]}, b)
			}
			want, err2 := tag(same, b)
			got, err3 := tag(key[:n], b)
			if err = errors.Join(err, err2, err3); err != nil || !bytes.Equal(got, want) {
				r.Errorf("%s: %s: with a key of %d bytes: %x, with one that is the same %x: %v", c.Name(), b, n, trim(got), trim(want), err)
			}
		}
	}
}

// accepts has maker make what c accepts, and then bends it.
func (s suite) accepts(r reporter, c catalog.Case, maker catalog.Operation) {
	in, err := catalog.NewInputs(c)
	if err != nil {
		r.Errorf("%s: inputs: %v", c.Name(), err)
		return
	}
	for _, b := range s.p.Boundaries() {
		made, err := s.make(c, maker, in, b)
		if err != nil {
			r.Errorf("%s: %s: %s: %v", c.Name(), b, maker, err)
			return
		}
		want := in.Message
		switch c.Op {
		case catalog.OpVerify:
			want = []byte{1}
		case catalog.OpDecap:
			n := min(c.Algorithm.OutLen, len(made))
			want, made = made[:n], made[n:]
		}
		in.Received = catalog.Aligned(made)
		if c.Op == catalog.OpForged {
			s.refuses(r, c, in, b)
			continue
		}
		switch got, err := s.once(c, in, b); {
		case err != nil:
			r.Errorf("%s: %s: of what %s made: %v", c.Name(), b, maker, err)
		case !bytes.Equal(got, want):
			r.Errorf("%s: %s: of what %s made: %x, want %x", c.Name(), b, maker, trim(got), trim(want))
		}
		switch c.Op {
		case catalog.OpOpen, catalog.OpOpenRekey:
			s.refuses(r, c, in, b)
		case catalog.OpVerify:
			s.refuses(r, c, in, b)
			s.malformed(r, c, in, b)
		case catalog.OpDecap: // FIPS 203 section 6.3: a bad ciphertext gives another secret, not an error
			in.Received[0] ^= 1
			if got, err := s.once(c, in, b); err != nil || bytes.Equal(got, want) {
				r.Errorf("%s: %s: of a wrong ciphertext: %x, %v", c.Name(), b, trim(got), err)
			}
		}
	}
}

// refuses bends each thing that is authenticated, one bit at a time.
func (s suite) refuses(r reporter, c catalog.Case, in catalog.Inputs, b provider.Boundary) {
	first := func(p []byte) *byte { return &p[0] }
	last := func(p []byte) *byte { return &p[len(p)-1] }
	type bent struct {
		what  string
		field func(in *catalog.Inputs) []byte
		at    func([]byte) *byte
		bit   byte
	}
	received := func(in *catalog.Inputs) []byte { return in.Received }
	bends := []bent{{"the first byte received", received, first, 1}, {"the last byte received", received, last, 1}}
	if c.Op == catalog.OpVerify {
		bends = append(bends, bent{"the message", func(in *catalog.Inputs) []byte { return in.Message }, first, 0x80})
	} else {
		bends = append(bends,
			bent{"the associated data", func(in *catalog.Inputs) []byte { return in.AAD }, last, 1},
			bent{"the nonce", func(in *catalog.Inputs) []byte { return in.Nonce }, first, 1})
	}
	for _, bend := range bends {
		wrong := clone(in)
		if p := bend.field(&wrong); len(p) == 0 {
			continue
		} else {
			*bend.at(p) ^= bend.bit
		}
		got, err := s.once(c, wrong, b)
		switch {
		case err != nil && !isRefused(err):
			r.Errorf("%s: %s: with one bit of %s wrong: %v wraps neither ErrRefused nor ErrNotOffered", c.Name(), b, bend.what, err)
		case c.Op == catalog.OpForged || c.Op == catalog.OpVerify:
			if err != nil || !bytes.Equal(got, []byte{0}) {
				r.Errorf("%s: %s: with one bit of %s wrong: %x, %v; want 00", c.Name(), b, bend.what, trim(got), err)
			}
		case err == nil:
			r.Errorf("%s: %s: with one bit of %s wrong it is opened", c.Name(), b, bend.what)
		}
	}
}

// malformed puts signatures of the right length to c that no key makes: with
// numbers of zero, or larger than the scheme has. They are not accepted, which is an answer.
func (s suite) malformed(r reporter, c catalog.Case, in catalog.Inputs, b provider.Boundary) {
	n := len(in.Received)
	for _, part := range []struct {
		what     string
		from, to int
	}{{"all", 0, n}, {"the first half", 0, n / 2}, {"the second half", n / 2, n}} {
		for _, value := range []byte{0, 0xff} {
			wrong := clone(in)
			for i := part.from; i < part.to; i++ {
				wrong.Received[i] = value
			}
			if got, err := s.once(c, wrong, b); err != nil || !bytes.Equal(got, []byte{0}) {
				r.Errorf("%s: %s: with %s of the signature %#x: %x, %v; want 00", c.Name(), b, part.what, value, trim(got), err)
			}
		}
	}
}

// agree makes a fresh key pair and asks that both sides come to one secret.
func (s suite) agree(r reporter, c catalog.Case) {
	if _, err := s.p.Supports(c.Algorithm, catalog.OpKeygen); err != nil {
		return
	}
	ours, err := catalog.NewInputs(c)
	if err != nil {
		r.Errorf("%s: inputs: %v", c.Name(), err)
		return
	}
	for _, b := range s.p.Boundaries() {
		if err := s.bothWays(c, ours, b); err != nil {
			r.Errorf("%s: %s: %v", c.Name(), b, err)
		}
	}
}
