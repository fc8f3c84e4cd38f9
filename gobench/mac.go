package gobench

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"encoding/binary"
	"hash"

	"github.com/dchest/siphash"
	"github.com/tink-crypto/tink-go/v2/mac/subtle"
	"golang.org/x/crypto/poly1305" //nolint:staticcheck // deprecated for use by itself, and what is measured

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func macRows() []row {
	const gmac = "GCM Seal of nothing, the message as associated data"
	// Not gmsm's cbcmac: it is slower, and in v0.42.0 a kept one is wrong for a message
	// that ends in a shorter block than the one before it.
	const tink = "github.com/tink-crypto/tink-go/v2/mac/subtle"
	mac, rekey := []catalog.Operation{catalog.OpMAC}, []catalog.Operation{catalog.OpMACRekey}
	all := []row{
		{id: "gmac-aes-128", pkg: "crypto/cipher", how: gmac, open: openGMAC},
		{id: "gmac-aes-192", pkg: "crypto/cipher", how: gmac, open: openGMAC},
		{id: "gmac-aes-256", pkg: "crypto/cipher", how: gmac, open: openGMAC},
		{id: "cmac-aes-128", ops: mac, pkg: tink, how: "NewAESCMAC once, ComputeMAC for each message", takes: bridge.TagLen, open: openCMAC},
		{id: "cmac-aes-256", ops: mac, pkg: tink, how: "NewAESCMAC once, ComputeMAC for each message", takes: bridge.TagLen, open: openCMAC},
		{id: "cmac-aes-128", ops: rekey, pkg: tink, how: "NewAESCMAC and ComputeMAC for each message", takes: bridge.TagLen, open: openCMACRekey},
		{id: "cmac-aes-256", ops: rekey, pkg: tink, how: "NewAESCMAC and ComputeMAC for each message", takes: bridge.TagLen, open: openCMACRekey},
		{id: "poly1305", pkg: "golang.org/x/crypto/poly1305", how: "Sum", open: openPoly1305},
		{id: "siphash-2-4-64", pkg: "github.com/dchest/siphash", how: "Hash", open: openSipHash64},
		{id: "siphash-2-4-128", pkg: "github.com/dchest/siphash", how: "Hash128", open: openSipHash128},
	}
	for _, d := range digests() {
		all = append(all,
			row{id: "hmac-" + d.id, ops: mac, pkg: "crypto/hmac", how: "New once, Reset for each message; " + versioned(d.pkg), takes: bridge.TagLen, open: openHMAC(d.new)},
			row{id: "hmac-" + d.id, ops: rekey, pkg: "crypto/hmac", how: "New for each message; " + versioned(d.pkg), takes: bridge.TagLen, open: openHMACRekey(d.new)},
		)
	}
	return all
}

// shorter refuses a tag that is not a cut of what there is.
func shorter(tag, whole int) error {
	if tag > 0 && tag <= whole {
		return nil
	}
	return bridge.Length("tag", tag, whole)
}

func openHMAC(new func() hash.Hash) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		h := hmac.New(new, in.Key)
		out := make([]byte, h.Size())
		if err := shorter(c.Algorithm.OutLen, len(out)); err != nil {
			return nil, err
		}
		return &bridge.Routine{
			Loop: func(n int) error {
				for range n {
					h.Reset()
					h.Write(in.Message)
					h.Sum(out[:0])
				}
				return nil
			},
			Out: func() []byte { return out[:c.Algorithm.OutLen] }, // RFC 2104 section 5
		}, nil
	}
}

func openHMACRekey(new func() hash.Hash) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		out := make([]byte, new().Size())
		if err := shorter(c.Algorithm.OutLen, len(out)); err != nil {
			return nil, err
		}
		return &bridge.Routine{
			Loop: func(n int) error {
				for range n {
					h := hmac.New(new, in.Key)
					h.Write(in.Message)
					h.Sum(out[:0])
				}
				return nil
			},
			Out: func() []byte { return out[:c.Algorithm.OutLen] }, // RFC 2104 section 5
		}, nil
	}
}

func openGMAC(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	block, err := aes.NewCipher(in.Key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCMWithNonceSize(block, len(in.Nonce))
	if err != nil {
		return nil, err
	}
	out := make([]byte, gcm.Overhead())
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				gcm.Seal(out[:0], in.Nonce, nil, in.Message)
			}
			return nil
		},
		Out: func() []byte { return out },
	}, nil
}

func openCMAC(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	m, err := subtle.NewAESCMAC(in.Key, uint32(c.Algorithm.OutLen))
	if err != nil {
		return nil, err
	}
	var out []byte
	return &bridge.Routine{
		Loop: func(n int) (err error) {
			for range n {
				if out, err = m.ComputeMAC(in.Message); err != nil {
					return err
				}
			}
			return nil
		},
		Out: func() []byte { return out },
	}, nil
}

func openCMACRekey(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	var out []byte
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				m, err := subtle.NewAESCMAC(in.Key, uint32(c.Algorithm.OutLen))
				if err != nil {
					return err
				}
				if out, err = m.ComputeMAC(in.Message); err != nil {
					return err
				}
			}
			return nil
		},
		Out: func() []byte { return out },
	}, nil
}

func openPoly1305(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := bridge.Length("key", len(in.Key), 32); err != nil {
		return nil, err
	}
	key, out := (*[32]byte)(in.Key), new([poly1305.TagSize]byte)
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				poly1305.Sum(out, in.Message, key)
			}
			return nil
		},
		Out: func() []byte { return out[:] },
	}, nil
}

func openSipHash64(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := bridge.Length("key", len(in.Key), 16); err != nil {
		return nil, err
	}
	var tag uint64
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				k0, k1 := binary.LittleEndian.Uint64(in.Key), binary.LittleEndian.Uint64(in.Key[8:])
				tag = siphash.Hash(k0, k1, in.Message)
			}
			return nil
		},
		Out: func() []byte { return binary.LittleEndian.AppendUint64(nil, tag) },
	}, nil
}

func openSipHash128(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := bridge.Length("key", len(in.Key), 16); err != nil {
		return nil, err
	}
	var lo, hi uint64
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				k0, k1 := binary.LittleEndian.Uint64(in.Key), binary.LittleEndian.Uint64(in.Key[8:])
				lo, hi = siphash.Hash128(k0, k1, in.Message)
			}
			return nil
		},
		Out: func() []byte {
			return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, lo), hi)
		},
	}, nil
}
