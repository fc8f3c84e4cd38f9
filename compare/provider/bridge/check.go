package bridge

import (
	"fmt"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

// Length returns an error that wraps ErrNotOffered unless have, the length of what, is want.
func Length(what string, have, want int) error {
	if have == want {
		return nil
	}
	return fmt.Errorf("%w: a %s of %d bytes, not of %d", provider.ErrNotOffered, what, have, want)
}

// check says what no opener has to look at: that the inputs are as long as the case says, and that
// nothing is set that the row does not hand to its library.
func check(r Row, c catalog.Case, in catalog.Inputs) error {
	if err := r.params(c.Algorithm, in); err != nil {
		return err
	}
	a := c.Algorithm
	switch a.Kind {
	case catalog.KindMAC, catalog.KindCipher, catalog.KindAEAD:
	default:
		return nil
	}
	if a.Hash == "" { // HMAC takes any key
		if err := Length("key", len(in.Key), a.KeyLen); err != nil {
			return err
		}
	}
	if err := Length("nonce", len(in.Nonce), a.NonceLen); err != nil {
		return err
	}
	text := len(in.Message)
	if _, accepts := c.Op.Maker(); accepts {
		text = len(in.Received) - a.TagLen
	}
	if !a.Takes(text) {
		return fmt.Errorf("%w: a message of %d bytes", provider.ErrNotOffered, text)
	}
	return nil
}

func (r Row) params(a catalog.Algorithm, in catalog.Inputs) error {
	said, _ := catalog.Find(a.ID)
	for _, p := range []struct {
		param Params
		set   bool
		what  func() string
	}{
		{Context, len(in.Context) > 0, func() string { return "a context or label" }},
		{Random, in.Random != nil, func() string { return "randomness of the caller's" }},
		{TagLen, a.TagLen != said.TagLen, func() string { return fmt.Sprintf("a tag of %d bytes", a.TagLen) }},
		{TagLen, a.Kind == catalog.KindMAC && a.OutLen != said.OutLen, func() string { return fmt.Sprintf("a tag of %d bytes", a.OutLen) }},
		{Hash, a.Hash != said.Hash || a.MGF != said.MGF || a.SaltLen != said.SaltLen,
			func() string {
				return fmt.Sprintf("the hash %q with MGF %q and a salt of %d bytes", a.Hash, a.MGF, a.SaltLen)
			}},
	} {
		if p.set && r.Takes&p.param == 0 {
			return fmt.Errorf("%w: %s", provider.ErrNotOffered, p.what())
		}
	}
	return nil
}
