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
)

// An aead is one mode. new sets a key; nonce is the length of the nonces that
// will come.
type aead struct {
	id, pkg, how string
	new          func(key []byte, nonce int) (cipher.AEAD, error)
	tagFirst     bool // the package puts the tag before the ciphertext
}

func aeads() []aead {
	all := []aead{
		{id: "chacha20-poly1305", pkg: "golang.org/x/crypto/chacha20poly1305", how: "New",
			new: func(key []byte, _ int) (cipher.AEAD, error) { return chacha20poly1305.New(key) }},
		{id: "xchacha20-poly1305", pkg: "golang.org/x/crypto/chacha20poly1305", how: "NewX",
			new: func(key []byte, _ int) (cipher.AEAD, error) { return chacha20poly1305.NewX(key) }},
		{id: "sm4-gcm", pkg: "github.com/emmansun/gmsm/sm4", how: "crypto/cipher's NewGCM, which takes the cipher's own",
			new: over(sm4.NewCipher, cipher.NewGCMWithNonceSize)},
	}
	for _, size := range []string{"128", "192", "256"} {
		id := "aes-" + size
		all = append(all,
			aead{id: id + "-gcm", pkg: "crypto/cipher", how: "NewGCM",
				new: over(aes.NewCipher, cipher.NewGCMWithNonceSize)},
			aead{id: id + "-ccm", pkg: "github.com/emmansun/gmsm/cipher", how: "NewCCM",
				new: over(aes.NewCipher, gmsm.NewCCMWithNonceSize)},
			aead{id: id + "-ocb", pkg: "github.com/ProtonMail/go-crypto/ocb", how: "NewOCBWithNonceAndTagSize",
				new: over(aes.NewCipher, func(b cipher.Block, nonce int) (cipher.AEAD, error) {
					return ocb.NewOCBWithNonceAndTagSize(b, nonce, 16)
				})},
			aead{id: id + "-eax", pkg: "github.com/ProtonMail/go-crypto/eax", how: "NewEAXWithNonceAndTagSize",
				new: over(aes.NewCipher, func(b cipher.Block, nonce int) (cipher.AEAD, error) {
					return eax.NewEAXWithNonceAndTagSize(b, nonce, 16)
				})},
		)
		if size == "192" {
			continue
		}
		all = append(all,
			aead{id: id + "-siv", pkg: "github.com/miscreant/miscreant.go", how: "NewAEAD(AES-SIV)", tagFirst: true,
				new: func(key []byte, nonce int) (cipher.AEAD, error) { return miscreant.NewAEAD("AES-SIV", key, nonce) }},
			aead{id: id + "-gcm-siv", pkg: "github.com/ericlagergren/siv", how: "NewGCM",
				new: func(key []byte, _ int) (cipher.AEAD, error) { return siv.NewGCM(key) }},
		)
	}
	return all
}

// over is a mode over a block cipher.
func over(block func(key []byte) (cipher.Block, error), mode func(b cipher.Block, nonce int) (cipher.AEAD, error)) func([]byte, int) (cipher.AEAD, error) {
	return func(key []byte, nonce int) (cipher.AEAD, error) {
		b, err := block(key)
		if err != nil {
			return nil, err
		}
		return mode(b, nonce)
	}
}

func aeadRows() []row {
	standing := []catalog.Operation{catalog.OpSeal, catalog.OpOpen, catalog.OpForged}
	rekey := []catalog.Operation{catalog.OpSealRekey, catalog.OpOpenRekey}
	var all []row
	for _, a := range aeads() {
		all = append(all,
			row{id: a.id, ops: standing, pkg: a.pkg, how: a.how + " once, Seal or Open for each message", open: a.open},
			row{id: a.id, ops: rekey, pkg: a.pkg, how: a.how + " and Seal or Open for each message", open: a.openRekey},
		)
	}
	return all
}

// check refuses lengths and returns what Open is to be given.
func (a aead) check(c catalog.Case, in *catalog.Inputs) (received []byte, err error) {
	if err := length("key", in.Key, c.Algorithm.KeyLen); err != nil {
		return nil, err
	}
	if err := length("nonce", in.Nonce, c.Algorithm.NonceLen); err != nil {
		return nil, err
	}
	if in.AAD == nil {
		in.AAD = []byte{} // miscreant takes nil for no string, which S2V tells from an empty one
	}
	received = in.Received
	if n := len(received) - c.Algorithm.TagLen; a.tagFirst && n > 0 {
		received = catalog.Aligned(slices.Concat(received[n:], received[:n]))
	}
	return received, nil
}

// sealed is a package's output as Inputs has it: ciphertext, then tag.
func (a aead) sealed(out []byte, tag int) []byte {
	if a.tagFirst {
		return slices.Concat(out[tag:], out[:tag])
	}
	return out
}

func (a aead) open(c catalog.Case, in catalog.Inputs) (work, error) {
	received, err := a.check(c, &in)
	if err != nil {
		return work{}, err
	}
	m, err := a.new(in.Key, len(in.Nonce))
	if err != nil {
		return work{}, err
	}
	switch c.Op {
	case catalog.OpSeal:
		out := buffer(len(in.Message) + m.Overhead())
		return work{
			do: func(n int) error {
				for range n {
					m.Seal(out[:0], in.Nonce, in.Message, in.AAD)
				}
				return nil
			},
			output: func() []byte { return a.sealed(out, m.Overhead()) },
		}, nil
	case catalog.OpForged:
		buf, answer := buffer(len(received)), []byte{0}
		return work{
			do: func(n int) error {
				answer[0] = 0
				for range n {
					if _, err := m.Open(buf[:0], in.Nonce, received, in.AAD); err == nil {
						answer[0] = 1
					}
				}
				return nil
			},
			output: func() []byte { return answer },
		}, nil
	}
	buf := buffer(len(received))
	var out []byte
	return work{
		do: func(n int) (err error) {
			for range n {
				if out, err = m.Open(buf[:0], in.Nonce, received, in.AAD); err != nil {
					return err
				}
			}
			return nil
		},
		output: func() []byte { return out },
	}, nil
}

func (a aead) openRekey(c catalog.Case, in catalog.Inputs) (work, error) {
	received, err := a.check(c, &in)
	if err != nil {
		return work{}, err
	}
	if c.Op == catalog.OpSealRekey {
		out := buffer(len(in.Message) + c.Algorithm.TagLen)
		return work{
			do: func(n int) error {
				for range n {
					m, err := a.new(in.Key, len(in.Nonce))
					if err != nil {
						return err
					}
					m.Seal(out[:0], in.Nonce, in.Message, in.AAD)
				}
				return nil
			},
			output: func() []byte { return a.sealed(out, c.Algorithm.TagLen) },
		}, nil
	}
	buf := buffer(len(received))
	var out []byte
	return work{
		do: func(n int) error {
			for range n {
				m, err := a.new(in.Key, len(in.Nonce))
				if err != nil {
					return err
				}
				if out, err = m.Open(buf[:0], in.Nonce, received, in.AAD); err != nil {
					return err
				}
			}
			return nil
		},
		output: func() []byte { return out },
	}, nil
}
