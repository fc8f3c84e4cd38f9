package gobench

import (
	"crypto/aes"
	"crypto/cipher"
	"slices"

	"github.com/ProtonMail/go-crypto/eax"
	"github.com/ProtonMail/go-crypto/ocb"
	gmsm "github.com/emmansun/gmsm/cipher"
	"github.com/emmansun/gmsm/sm4"
	"github.com/ericlagergren/siv"
	"github.com/miscreant/miscreant.go"
	"golang.org/x/crypto/chacha20poly1305"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

// An aead is one mode. new sets a key, for nonces and tags of these lengths; where it looks at
// neither, the package takes one length alone, which open compares.
type aead struct {
	id, pkg, how string
	new          func(key []byte, nonce, tag int) (cipher.AEAD, error)
	tagFirst     bool // the package puts the tag before the ciphertext
	takes        bridge.Params
}

func aeads() []aead {
	all := []aead{
		{id: "chacha20-poly1305", pkg: "golang.org/x/crypto/chacha20poly1305", how: "New",
			new: func(key []byte, _, _ int) (cipher.AEAD, error) { return chacha20poly1305.New(key) }},
		{id: "xchacha20-poly1305", pkg: "golang.org/x/crypto/chacha20poly1305", how: "NewX",
			new: func(key []byte, _, _ int) (cipher.AEAD, error) { return chacha20poly1305.NewX(key) }},
		{id: "sm4-gcm", pkg: "github.com/emmansun/gmsm/sm4", how: "crypto/cipher's NewGCM, which takes the cipher's own",
			new: over(sm4.NewCipher, newGCM), takes: bridge.TagLen},
	}
	for _, size := range []string{"128", "192", "256"} {
		id := "aes-" + size
		all = append(all,
			aead{id: id + "-gcm", pkg: "crypto/cipher", how: "NewGCM", new: over(aes.NewCipher, newGCM), takes: bridge.TagLen},
			aead{id: id + "-ccm", pkg: "github.com/emmansun/gmsm/cipher", how: "NewCCM",
				new: over(aes.NewCipher, gmsm.NewCCMWithNonceAndTagSize), takes: bridge.TagLen},
			aead{id: id + "-ocb", pkg: "github.com/ProtonMail/go-crypto/ocb", how: "NewOCBWithNonceAndTagSize",
				new: over(aes.NewCipher, ocb.NewOCBWithNonceAndTagSize), takes: bridge.TagLen},
			aead{id: id + "-eax", pkg: "github.com/ProtonMail/go-crypto/eax", how: "NewEAXWithNonceAndTagSize",
				new: over(aes.NewCipher, eax.NewEAXWithNonceAndTagSize), takes: bridge.TagLen},
		)
		if size == "192" {
			continue
		}
		all = append(all,
			aead{id: id + "-siv", pkg: "github.com/miscreant/miscreant.go", how: "NewAESCMACSIV", tagFirst: true, new: newSIV},
			aead{id: id + "-gcm-siv", pkg: "github.com/ericlagergren/siv", how: "NewGCM",
				new: func(key []byte, _, _ int) (cipher.AEAD, error) { return siv.NewGCM(key) }},
		)
	}
	return all
}

// over is a mode over a block cipher.
func over[A cipher.AEAD](block func(key []byte) (cipher.Block, error), mode func(b cipher.Block, nonce, tag int) (A, error)) func([]byte, int, int) (cipher.AEAD, error) {
	return func(key []byte, nonce, tag int) (cipher.AEAD, error) {
		b, err := block(key)
		if err != nil {
			return nil, err
		}
		return mode(b, nonce, tag)
	}
}

// newGCM: crypto/cipher takes another length of the nonce or of the tag, not both.
func newGCM(b cipher.Block, nonce, tag int) (cipher.AEAD, error) {
	const usual = 16
	if tag != usual {
		return cipher.NewGCMWithTagSize(b, tag)
	}
	return cipher.NewGCMWithNonceSize(b, nonce)
}

// An sivAEAD is AES-SIV with the associated data and then the nonce as the strings of S2V (RFC 5297
// section 3). Without a nonce there is no such string, which is another thing than an empty one.
type sivAEAD struct {
	*miscreant.Cipher
	nonce int
}

func newSIV(key []byte, nonce, _ int) (cipher.AEAD, error) {
	c, err := miscreant.NewAESCMACSIV(key)
	if err != nil {
		return nil, err
	}
	return sivAEAD{c, nonce}, nil
}

func (s sivAEAD) NonceSize() int { return s.nonce }

func (s sivAEAD) Seal(dst, nonce, msg, aad []byte) []byte {
	var out []byte
	var err error
	if s.nonce == 0 {
		out, err = s.Cipher.Seal(dst, msg, aad)
	} else {
		out, err = s.Cipher.Seal(dst, msg, aad, nonce)
	}
	if err != nil {
		panic(err) // more than 126 strings
	}
	return out
}

func (s sivAEAD) Open(dst, nonce, sealed, aad []byte) ([]byte, error) {
	if s.nonce == 0 {
		return s.Cipher.Open(dst, sealed, aad)
	}
	return s.Cipher.Open(dst, sealed, aad, nonce)
}

func aeadRows() []row {
	standing := []catalog.Operation{catalog.OpSeal, catalog.OpOpen, catalog.OpForged}
	rekey := []catalog.Operation{catalog.OpSealRekey, catalog.OpOpenRekey}
	var all []row
	for _, a := range aeads() {
		all = append(all,
			row{id: a.id, ops: standing, pkg: a.pkg, how: a.how + " once, Seal or Open for each message", takes: a.takes, open: a.open},
			row{id: a.id, ops: rekey, pkg: a.pkg, how: a.how + " and Seal or Open for each message", takes: a.takes, open: a.open},
		)
	}
	return all
}

func (a aead) open(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	tag := c.Algorithm.TagLen
	m, err := a.new(in.Key, len(in.Nonce), tag)
	if err != nil {
		return nil, err
	}
	if err := bridge.Length("nonce", len(in.Nonce), m.NonceSize()); err != nil {
		return nil, err
	}
	if err := bridge.Length("tag", tag, m.Overhead()); err != nil {
		return nil, err
	}
	rekey := c.Op != c.Op.Standing()
	if c.Op.Standing() == catalog.OpSeal {
		out := bridge.Buffer(len(in.Message) + tag)
		return &bridge.Routine{
			Loop: func(n int) (err error) {
				for range n {
					if rekey {
						if m, err = a.new(in.Key, len(in.Nonce), tag); err != nil {
							return err
						}
					}
					m.Seal(out[:0], in.Nonce, in.Message, in.AAD)
				}
				return nil
			},
			Out: func() []byte {
				if a.tagFirst {
					return slices.Concat(out[tag:], out[:tag])
				}
				return out
			},
		}, nil
	}
	received := in.Received
	if n := len(received) - tag; a.tagFirst {
		received = catalog.Aligned(slices.Concat(received[n:], received[:n]))
	}
	buf := bridge.Buffer(len(received))
	if c.Op == catalog.OpForged {
		answer := []byte{0}
		return &bridge.Routine{
			Loop: func(n int) error {
				answer[0] = 0
				for range n {
					if _, err := m.Open(buf[:0], in.Nonce, received, in.AAD); err == nil {
						answer[0] = 1
					}
				}
				return nil
			},
			Out: func() []byte { return answer },
		}, nil
	}
	var out []byte
	return &bridge.Routine{
		Loop: func(n int) (err error) {
			for range n {
				if rekey {
					if m, err = a.new(in.Key, len(in.Nonce), tag); err != nil {
						return err
					}
				}
				if out, err = m.Open(buf[:0], in.Nonce, received, in.AAD); err != nil {
					return err
				}
			}
			return nil
		},
		Out: func() []byte { return out },
	}, nil
}
