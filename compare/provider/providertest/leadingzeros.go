package providertest

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// LeadingZeros makes keys, shares and signatures until some have begun with a zero
// byte, one in 256, and asks that each is as wide as the rest and is accepted. Libraries
// that keep numbers as big integers lose such bytes.
func LeadingZeros(t *testing.T, p provider.Provider) {
	s := newSuite(p, testing.Short())
	for _, id := range []string{"ecdh-p256", "ecdsa-p256", "x25519", "x448", "dh-ffdhe2048", "rsa-2048-pkcs1", "rsa-2048-pss-sha256"} {
		a, ok := catalog.Find(id)
		if !ok {
			t.Fatalf("no algorithm %s", id)
		}
		t.Run(id, func(t *testing.T) {
			for i := range runs(a) {
				b := p.Boundaries()[i%len(p.Boundaries())]
				if err := s.zeros(a, b); err != nil {
					if isAbsent(err) {
						t.Skip(err)
					}
					t.Fatalf("run %d, %s: %v", i+1, b, err)
				}
			}
		})
	}
}

// runs is how many runs let a lost byte show: 2,000 with near certainty, the
// fifth of that for what is slow in four runs of five.
func runs(a catalog.Algorithm) int {
	n := 2000
	if testing.Short() {
		n = 200
	}
	if a.Bits != 0 {
		n /= 5
	}
	return n
}

func (s suite) zeros(a catalog.Algorithm, b provider.Boundary) error {
	switch a.Kind {
	case catalog.KindSignature:
		return s.madeAndAccepted(a, catalog.OpSign, catalog.OpVerify, b)
	case catalog.KindPKE:
		return s.madeAndAccepted(a, catalog.OpEncrypt, catalog.OpDecrypt, b)
	}
	c := catalog.Case{Algorithm: a, Op: catalog.OpAgree}
	ours, err := catalog.NewInputs(c)
	if err != nil {
		return err
	}
	return s.bothWays(c, ours, b)
}

// bothWays makes a fresh key pair and has it and the fixture agree.
func (s suite) bothWays(c catalog.Case, ours catalog.Inputs, b provider.Boundary) error {
	made, err := s.once(with(c, catalog.OpKeygen), ours, b)
	if err != nil {
		return fmt.Errorf("keygen: %w", err)
	}
	n := len(ours.Key)
	if len(made) != n+len(ours.Public) {
		return fmt.Errorf("keygen gives %d bytes, want %d for the private and %d for the public key", len(made), n, len(ours.Public))
	}
	theirs := ours
	theirs.Key, theirs.Public, theirs.Received = made[:n], made[n:], ours.Public
	ours.Received = theirs.Public
	one, err := s.once(c, ours, b)
	other, err2 := s.once(c, theirs, b)
	if err := errors.Join(err, err2); err != nil {
		return fmt.Errorf("with the key pair %x: %w", made, err)
	}
	if len(one) != c.Algorithm.OutLen || !bytes.Equal(one, other) {
		return fmt.Errorf("with the key pair %x: one side has %x, the other %x", made, one, other)
	}
	return nil
}

func (s suite) madeAndAccepted(a catalog.Algorithm, maker, accepter catalog.Operation, b provider.Boundary) error {
	c := catalog.Case{Algorithm: a, Op: accepter}
	in, err := catalog.NewInputs(c)
	if err != nil {
		return err
	}
	if in.Received, err = s.once(with(c, maker), in, b); err != nil {
		return fmt.Errorf("%s: %w", maker, err)
	}
	if want := outLen(with(c, maker), in); len(in.Received) != want {
		return fmt.Errorf("%s gives %d bytes, want %d: %x", maker, len(in.Received), want, in.Received)
	}
	got, err := s.once(c, in, b)
	if err != nil {
		return fmt.Errorf("%s of %x: %w", accepter, in.Received, err)
	}
	want := in.Message
	if accepter == catalog.OpVerify {
		want = []byte{1}
	}
	if !bytes.Equal(got, want) {
		return fmt.Errorf("%s of %x: %x, want %x", accepter, in.Received, got, want)
	}
	return nil
}
