package gobench

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/subtle"
	"encoding/binary"
	"fmt"
	"hash"
	"math"

	"golang.org/x/crypto/argon2"
	"golang.org/x/crypto/scrypt"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

func kdfRows() []row {
	all := []row{
		{id: "scrypt", pkg: "golang.org/x/crypto/scrypt", how: "Key", does: "allocates the key and the memory it works in", open: openScrypt},
		{id: "scrypt-large", pkg: "golang.org/x/crypto/scrypt", how: "Key", does: "allocates the key and the memory it works in", open: openScrypt},
		{id: "argon2id", pkg: "golang.org/x/crypto/argon2", how: "IDKey", open: openArgon2(argon2.IDKey)},
		{id: "argon2i", pkg: "golang.org/x/crypto/argon2", how: "Key", open: openArgon2(argon2.Key)},
		{id: "argon2d", how: "golang.org/x/crypto/argon2 does not export it"},
	}
	for _, d := range digests() {
		if _, ok := catalog.Find("pbkdf2-hmac-" + d.id); ok {
			all = append(all,
				row{id: "pbkdf2-hmac-" + d.id, ops: []catalog.Operation{catalog.OpDerive}, pkg: "crypto/pbkdf2", how: "Key; " + versioned(d.pkg), open: openPBKDF2(d.new)},
				row{id: "pbkdf2-hmac-" + d.id, ops: []catalog.Operation{catalog.OpDeriveRekey}, pkg: "crypto/hmac", how: "New for each iteration; " + versioned(d.pkg), open: openPBKDF2Rekey(d.new)},
			)
		}
		if _, ok := catalog.Find("hkdf-" + d.id); ok {
			all = append(all, row{id: "hkdf-" + d.id, pkg: "crypto/hkdf", how: "Key; " + versioned(d.pkg), open: openHKDF(d.new)})
		}
	}
	return all
}

// derivation makes a work of a function that returns a new key.
func derivation(derive func() ([]byte, error)) *bridge.Routine {
	var out []byte
	return &bridge.Routine{
		Loop: func(n int) (err error) {
			for range n {
				if out, err = derive(); err != nil {
					return err
				}
			}
			return nil
		},
		Out: func() []byte { return out },
	}
}

func openPBKDF2(new func() hash.Hash) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		if c.Cost < 1 { // crypto/pbkdf2 takes 0 for 1
			return nil, fmt.Errorf("%w: %d iterations", provider.ErrNotOffered, c.Cost)
		}
		password := string(in.Key)
		return derivation(func() ([]byte, error) {
			return pbkdf2.Key(new, password, in.Salt, c.Cost, c.Algorithm.OutLen)
		}), nil
	}
}

// openPBKDF2Rekey is RFC 8018 section 5.2 with an HMAC that is keyed for each iteration.
func openPBKDF2Rekey(new func() hash.Hash) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		if c.Cost < 1 || c.Algorithm.OutLen < 1 {
			return nil, fmt.Errorf("%w: %d iterations for %d bytes", provider.ErrNotOffered, c.Cost, c.Algorithm.OutLen)
		}
		width := new().Size()
		u := make([]byte, width)
		sum := func(parts ...[]byte) {
			h := hmac.New(new, in.Key)
			for _, p := range parts {
				h.Write(p)
			}
			u = h.Sum(u[:0])
		}
		var index [4]byte
		out := make([]byte, 0, c.Algorithm.OutLen+width)
		return &bridge.Routine{
			Loop: func(n int) error {
				for range n {
					out = out[:0]
					for block := uint32(1); len(out) < c.Algorithm.OutLen; block++ {
						binary.BigEndian.PutUint32(index[:], block)
						sum(in.Salt, index[:])
						out = append(out, u...)
						t := out[len(out)-width:]
						for range c.Cost - 1 {
							sum(u)
							subtle.XORBytes(t, t, u)
						}
					}
				}
				return nil
			},
			Out: func() []byte { return out[:c.Algorithm.OutLen] },
		}, nil
	}
}

func openHKDF(new func() hash.Hash) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		info := string(in.Info)
		return derivation(func() ([]byte, error) {
			return hkdf.Key(new, in.Key, in.Salt, info, c.Algorithm.OutLen)
		}), nil
	}
}

func openScrypt(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	a := c.Algorithm
	if a.OutLen < 1 {
		return nil, fmt.Errorf("%w: key of %d bytes", provider.ErrNotOffered, a.OutLen)
	}
	return derivation(func() ([]byte, error) {
		return scrypt.Key(in.Key, in.Salt, c.Cost, a.R, a.P, a.OutLen)
	}), nil
}

func openArgon2(derive func(password, salt []byte, time, memory uint32, threads uint8, keyLen uint32) []byte) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		a := c.Algorithm
		for _, v := range []struct {
			what       string
			value, max int
		}{{"passes", c.Cost, math.MaxInt32}, {"KiB", a.Mem, math.MaxInt32}, {"lanes", a.P, math.MaxUint8}, {"bytes", a.OutLen, math.MaxInt32}} {
			if v.value < 1 || v.value > v.max {
				return nil, fmt.Errorf("%w: %d %s", provider.ErrNotOffered, v.value, v.what)
			}
		}
		return derivation(func() ([]byte, error) {
			return derive(in.Key, in.Salt, uint32(c.Cost), uint32(a.Mem), uint8(a.P), uint32(a.OutLen)), nil
		}), nil
	}
}
