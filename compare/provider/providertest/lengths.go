package providertest

import (
	"bytes"
	"errors"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// empties puts nil and empty byte strings to an operation, wherever it reads
// one that may be empty. A library may refuse; it may not crash, and nil and
// empty are the same to it.
func (s suite) empties(r reporter, a catalog.Algorithm, op catalog.Operation) {
	type change struct {
		what string
		set  func(in *catalog.Inputs, empty []byte)
	}
	var changes []change
	switch a.Kind {
	case catalog.KindAEAD:
		changes = append(changes, change{"associated data", func(in *catalog.Inputs, e []byte) { in.AAD = e }},
			change{"message", func(in *catalog.Inputs, e []byte) { in.Message = e }},
			change{"message and associated data", func(in *catalog.Inputs, e []byte) { in.Message, in.AAD = e, e }})
	case catalog.KindHash, catalog.KindXOF, catalog.KindMAC, catalog.KindCipher:
		changes = append(changes, change{"message", func(in *catalog.Inputs, e []byte) { in.Message = e }})
		if a.Kind == catalog.KindMAC && a.Hash != "" {
			changes = append(changes, change{"key", func(in *catalog.Inputs, e []byte) { in.Key = e }})
		}
	case catalog.KindKDF:
		changes = append(changes, change{"password", func(in *catalog.Inputs, e []byte) { in.Key = e }},
			change{"salt", func(in *catalog.Inputs, e []byte) { in.Salt = e }},
			change{"info", func(in *catalog.Inputs, e []byte) { in.Info = e }})
	case catalog.KindSignature:
		if a.Hash == "" {
			changes = append(changes, change{"message", func(in *catalog.Inputs, e []byte) { in.Message = e }})
		}
	case catalog.KindPKE:
		changes = append(changes, change{"message", func(in *catalog.Inputs, e []byte) { in.Message = e }})
	}
	if maker, _ := op.Maker(); slow(a, op) || slow(a, maker) {
		return
	}
	c := s.cases(a, op)[0]
	for _, ch := range changes {
		in, err := catalog.NewInputs(c)
		if err != nil {
			r.Errorf("%s: inputs: %v", c.Name(), err)
			return
		}
		for _, b := range s.p.Boundaries() {
			ch.set(&in, nil)
			withNil, errNil := s.emptyOnce(c, in, b)
			ch.set(&in, []byte{})
			withEmpty, errEmpty := s.emptyOnce(c, in, b)
			for _, err := range []error{errNil, errEmpty} {
				if err != nil && !isRefused(err) {
					r.Errorf("%s: %s: empty %s: %v", c.Name(), b, ch.what, err)
				}
			}
			if (errNil == nil) != (errEmpty == nil) {
				r.Errorf("%s: %s: %s nil: %v, but empty: %v", c.Name(), b, ch.what, errNil, errEmpty)
			}
			if errNil == nil && errEmpty == nil && !a.Draws(op) && !bytes.Equal(withNil, withEmpty) {
				r.Errorf("%s: %s: %s nil gives %x, empty %x", c.Name(), b, ch.what, trim(withNil), trim(withEmpty))
			}
			if _, accepts := c.Op.Maker(); accepts && errNil == nil && c.Op != catalog.OpForged && c.Op != catalog.OpVerify && c.Op != catalog.OpDecap &&
				!bytes.Equal(withNil, in.Message) {
				r.Errorf("%s: %s: empty %s: %x came back as %x", c.Name(), b, ch.what, trim(in.Message), trim(withNil))
			}
		}
	}
}

// emptyOnce is once for inputs whose other side is not made yet.
func (s suite) emptyOnce(c catalog.Case, in catalog.Inputs, b provider.Boundary) ([]byte, error) {
	c.Size = len(in.Message)
	if maker, ok := c.Op.Maker(); ok {
		made, err := s.once(with(c, maker), in, b)
		if err != nil {
			return nil, err
		}
		if c.Op == catalog.OpForged && len(made) > 0 {
			made[0] ^= 1
		}
		in.Received = made
	}
	return s.once(c, in, b)
}

// lengths puts byte strings of a wrong length to an operation. Open or Do
// must refuse, or a verification answer no.
func (s suite) lengths(r reporter, a catalog.Algorithm, op catalog.Operation) {
	c := s.cases(a, op)[0]
	good, ok := s.inputs(r, c)
	if !ok {
		return
	}
	wrong := func(what string, change func(in *catalog.Inputs)) {
		in := clone(good)
		change(&in)
		for _, b := range s.p.Boundaries() {
			out, err := s.once(c, in, b)
			var p panicked
			switch {
			case errors.As(err, &p):
				r.Errorf("%s: %s: %s: %v", c.Name(), b, what, err)
			case err != nil && isAbsent(err):
				r.Errorf("%s: %s: %s: %v, where it should be refused", c.Name(), b, what, err)
			case err == nil && op != catalog.OpVerify && op != catalog.OpForged:
				r.Errorf("%s: %s: %s is accepted", c.Name(), b, what)
			case err == nil && !bytes.Equal(out, []byte{0}):
				r.Errorf("%s: %s: %s is answered %x", c.Name(), b, what, trim(out))
			}
		}
	}
	symmetric := a.Kind == catalog.KindCipher || a.Kind == catalog.KindAEAD || a.Kind == catalog.KindMAC && a.Hash == ""
	if symmetric {
		wrong("a key one byte short", func(in *catalog.Inputs) { in.Key = in.Key[:len(in.Key)-1] })
		wrong("a key one byte long", func(in *catalog.Inputs) { in.Key = append(in.Key, 1) })
		wrong("no key", func(in *catalog.Inputs) { in.Key = nil })
		if a.NonceLen != 0 {
			wrong("a nonce one byte short", func(in *catalog.Inputs) { in.Nonce = in.Nonce[:len(in.Nonce)-1] })
			wrong("a nonce one byte long", func(in *catalog.Inputs) { in.Nonce = append(in.Nonce, 1) })
			wrong("no nonce", func(in *catalog.Inputs) { in.Nonce = nil })
		}
	}
	if a.Step > 1 {
		wrong("a message that is no multiple of the block", func(in *catalog.Inputs) {
			in.Message = append(in.Message, 1)
			if in.Received != nil {
				in.Received = append(in.Received, 1)
			}
		})
	}
	switch op {
	case catalog.OpOpen, catalog.OpOpenRekey, catalog.OpForged:
		wrong("nothing received", func(in *catalog.Inputs) { in.Received = nil })
		wrong("less than a tag", func(in *catalog.Inputs) { in.Received = in.Received[:a.TagLen-1] })
		wrong("a tag cut short", func(in *catalog.Inputs) { in.Received = in.Received[:len(in.Received)-1] })
	case catalog.OpVerify:
		wrong("no signature", func(in *catalog.Inputs) { in.Received = nil })
		wrong("a signature one byte short", func(in *catalog.Inputs) { in.Received = in.Received[:len(in.Received)-1] })
		wrong("a signature one byte long", func(in *catalog.Inputs) { in.Received = append(in.Received, 1) })
		wrong("a public key one byte short", func(in *catalog.Inputs) { in.Public = in.Public[:len(in.Public)-1] })
		wrong("no public key", func(in *catalog.Inputs) { in.Public = nil })
	case catalog.OpAgree:
		wrong("a share one byte short", func(in *catalog.Inputs) { in.Received = in.Received[:len(in.Received)-1] })
		wrong("no share", func(in *catalog.Inputs) { in.Received = nil })
		wrong("a private key one byte short", func(in *catalog.Inputs) { in.Key = in.Key[:len(in.Key)-1] })
		wrong("no private key", func(in *catalog.Inputs) { in.Key = nil })
	case catalog.OpDecap:
		wrong("a ciphertext one byte short", func(in *catalog.Inputs) { in.Received = in.Received[:len(in.Received)-1] })
		wrong("no ciphertext", func(in *catalog.Inputs) { in.Received = nil })
		wrong("a seed one byte short", func(in *catalog.Inputs) { in.Key = in.Key[:len(in.Key)-1] })
	case catalog.OpEncap:
		wrong("an encapsulation key one byte short", func(in *catalog.Inputs) { in.Public = in.Public[:len(in.Public)-1] })
		wrong("no encapsulation key", func(in *catalog.Inputs) { in.Public = nil })
	case catalog.OpSign:
		if a.Hash != "" {
			wrong("a digest one byte short", func(in *catalog.Inputs) { in.Message = in.Message[:len(in.Message)-1] })
		}
		wrong("a private key one byte short", func(in *catalog.Inputs) { in.Key = in.Key[:len(in.Key)-1] })
		wrong("no private key", func(in *catalog.Inputs) { in.Key = nil })
	case catalog.OpEncrypt, catalog.OpDecrypt:
		if a.Kind != catalog.KindPKE {
			break
		}
		if op == catalog.OpEncrypt {
			wrong("a message longer than the modulus", func(in *catalog.Inputs) { in.Message = make([]byte, a.Bits/8+1) })
			wrong("no public key", func(in *catalog.Inputs) { in.Public = nil })
			break
		}
		wrong("a ciphertext one byte short", func(in *catalog.Inputs) { in.Received = in.Received[:len(in.Received)-1] })
		wrong("no ciphertext", func(in *catalog.Inputs) { in.Received = nil })
		wrong("no private key", func(in *catalog.Inputs) { in.Key = nil })
	}
	if a.Kind == catalog.KindKDF && len(a.Costs) == 2 {
		zero, none := c, c
		zero.Cost, none.Algorithm.OutLen = 0, 0
		for _, b := range s.p.Boundaries() {
			if _, err := s.once(zero, good, b); err == nil {
				r.Errorf("%s: %s: 0 iterations are accepted", a.ID, b)
			}
			if _, err := s.once(none, good, b); err == nil {
				r.Errorf("%s: %s: 0 bytes are derived", a.ID, b)
			}
		}
	}
}
