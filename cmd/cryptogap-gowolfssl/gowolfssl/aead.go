package gowolfssl

import (
	wolfSSL "github.com/wolfssl/go-wolfssl"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

// What the open functions return for a message that is not authentic.
const (
	badGCM    = -180 // AES_GCM_AUTH_E
	badChaCha = -213 // MAC_CMP_FAILED_E
)

// tagLen is the length of every tag here.
const tagLen = 16

// An aead is a key that is set, if the wrapper keeps one, and two functions over
// it. sealed is ciphertext then tag.
type aead struct {
	rekey func() int // nil: the key comes with each message
	seal  func(sealed, msg []byte) int
	open  func(msg, sealed []byte) int
	bad   int // what open returns for a forgery
}

func aeadRows() []bridge.Row {
	type mode struct {
		id, setKey, seal, open string
		new                    func(catalog.Case, catalog.Inputs, *held) (aead, error)
	}
	modes := []mode{
		{"chacha20-poly1305", "", "Wc_ChaCha20Poly1305_Encrypt", "Wc_ChaCha20Poly1305_Decrypt", newChaCha},
		{"xchacha20-poly1305", "", "Wc_XChaCha20Poly1305_Encrypt", "Wc_XChaCha20Poly1305_Decrypt", newXChaCha},
	}
	for _, size := range aesSizes {
		modes = append(modes, mode{size + "-gcm", "Wc_AesGcmSetKey", "Wc_AesGcmEncrypt", "Wc_AesGcmDecrypt", newAESGCM})
	}
	var all []bridge.Row
	for _, m := range modes {
		standing, rekeyed := "; it takes the key with each message", ""
		if m.setKey != "" {
			standing, rekeyed = "", m.setKey+", "
		}
		row := func(how string, ops ...catalog.Operation) bridge.Row {
			return bridge.Row{Algorithm: m.id, Ops: ops, How: how, Open: openAEAD(m.new)}
		}
		all = append(all,
			row(m.seal+standing, catalog.OpSeal), row(m.open+standing, catalog.OpOpen, catalog.OpForged),
			row(rekeyed+m.seal, catalog.OpSealRekey), row(rekeyed+m.open, catalog.OpOpenRekey),
		)
	}
	return all
}

func openAEAD(new func(catalog.Case, catalog.Inputs, *held) (aead, error)) bridge.Opener {
	return opener(func(c catalog.Case, in catalog.Inputs, h *held) (operation, error) {
		seals := c.Op.Standing() == catalog.OpSeal
		if !seals && len(in.Received) < tagLen {
			return operation{}, bridge.Length("tag", len(in.Received), tagLen)
		}
		a, err := new(c, in, h)
		if err != nil {
			return operation{}, err
		}
		if seals && len(in.Message) == 0 || !seals && len(in.Received) == tagLen {
			if err := a.roundTrip(); err != nil {
				return operation{}, err
			}
		}
		length, do := len(in.Received)-tagLen, func(out []byte) int { return a.open(out, in.Received) }
		if seals {
			length, do = len(in.Message)+tagLen, func(out []byte) int { return a.seal(out, in.Message) }
		}
		switch {
		case c.Op == catalog.OpForged:
			return a.forged(in.Received), nil
		case c.Op == c.Op.Standing() || a.rekey == nil:
			return into(length, do), nil
		}
		return into(length, func(out []byte) int {
			if rc := a.rekey(); rc != 0 {
				return rc
			}
			return do(out)
		}), nil
	})
}

// roundTrip seals an empty message and opens it again: what a library cannot
// open, it does not offer to seal.
func (a aead) roundTrip() error {
	sealed := bridge.Buffer(tagLen)
	rc := a.seal(sealed, nil)
	if rc == 0 {
		rc = a.open(nil, sealed)
	}
	return failed(rc)
}

// forged is the refusal of a message; accepting it is an answer, any other
// error is one.
func (a aead) forged(sealed []byte) operation {
	msg, answer := bridge.Buffer(len(sealed)-tagLen), []byte{0}
	return operation{
		do: func() int {
			answer[0] = 0
			switch rc := a.open(msg, sealed); rc {
			case 0:
				answer[0] = 1
			case a.bad:
			default:
				return rc
			}
			return 0
		},
		out: func() []byte { return answer },
	}
}

func newAESGCM(c catalog.Case, in catalog.Inputs, h *held) (aead, error) {
	aes, err := newGCM(c, in, h)
	return aead{
		rekey: func() int { return wolfSSL.Wc_AesGcmSetKey(aes, in.Key, len(in.Key)) },
		seal: func(sealed, msg []byte) int {
			return wolfSSL.Wc_AesGcmEncrypt(aes, sealed[:len(msg)], msg, in.Nonce, sealed[len(msg):], in.AAD)
		},
		open: func(msg, sealed []byte) int {
			return wolfSSL.Wc_AesGcmDecrypt(aes, msg, sealed[:len(msg)], in.Nonce, sealed[len(msg):], in.AAD)
		},
		bad: badGCM,
	}, err
}

// newGCM returns a context with the key set.
func newGCM(c catalog.Case, in catalog.Inputs, h *held) (*wolfSSL.Aes, error) {
	if err := lengths(c, in, c.Algorithm.NonceLen); err != nil {
		return nil, err
	}
	aes, err := newAES(h)
	if err != nil {
		return nil, err
	}
	return aes, failed(wolfSSL.Wc_AesGcmSetKey(aes, in.Key, len(in.Key)))
}

// lengths checks what the wrapper hands on without a look.
func lengths(c catalog.Case, in catalog.Inputs, nonce int) error {
	if err := bridge.Length("key", len(in.Key), c.Algorithm.KeyLen); err != nil {
		return err
	}
	return bridge.Length("nonce", len(in.Nonce), nonce)
}

func newChaCha(c catalog.Case, in catalog.Inputs, _ *held) (aead, error) {
	return aead{
		seal: func(sealed, msg []byte) int {
			return wolfSSL.Wc_ChaCha20Poly1305_Encrypt(in.Key, in.Nonce, in.AAD, msg, sealed[:len(msg)], sealed[len(msg):])
		},
		open: func(msg, sealed []byte) int {
			return wolfSSL.Wc_ChaCha20Poly1305_Decrypt(in.Key, in.Nonce, in.AAD, sealed[:len(msg)], sealed[len(msg):], msg)
		},
		bad: badChaCha,
	}, lengths(c, in, 12) // RFC 8439 section 2.8
}

func newXChaCha(c catalog.Case, in catalog.Inputs, _ *held) (aead, error) {
	return aead{
		seal: func(sealed, msg []byte) int {
			return wolfSSL.Wc_XChaCha20Poly1305_Encrypt(sealed, msg, in.AAD, in.Nonce, in.Key)
		},
		open: func(msg, sealed []byte) int {
			return wolfSSL.Wc_XChaCha20Poly1305_Decrypt(msg, sealed, in.AAD, in.Nonce, in.Key)
		},
		bad: badChaCha,
	}, lengths(c, in, 24)
}
