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
	free  func()
}

func aeadRows() []bridge.Row {
	type mode struct {
		id, setKey, seal, open string
		new                    func(c catalog.Case, in catalog.Inputs) (aead, error)
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
		all = append(all,
			bridge.Row{Algorithm: m.id, Ops: []catalog.Operation{catalog.OpSeal}, How: m.seal + standing, Open: openSeal(m.new)},
			bridge.Row{Algorithm: m.id, Ops: []catalog.Operation{catalog.OpOpen, catalog.OpForged}, How: m.open + standing, Open: openOpen(m.new)},
			bridge.Row{Algorithm: m.id, Ops: []catalog.Operation{catalog.OpSealRekey}, How: rekeyed + m.seal, Open: openSeal(m.new)},
			bridge.Row{Algorithm: m.id, Ops: []catalog.Operation{catalog.OpOpenRekey}, How: rekeyed + m.open, Open: openOpen(m.new)},
		)
	}
	return all
}

func openSeal(new func(catalog.Case, catalog.Inputs) (aead, error)) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		a, err := checked(new, c, in)
		if err != nil {
			return nil, err
		}
		msg, out := in.Message, bridge.Buffer(len(in.Message)+tagLen)
		if len(msg) == 0 {
			if err := roundTrip(a, out); err != nil {
				return nil, err
			}
		}
		return &bridge.Routine{
			Loop: func(n int) error {
				for range n {
					rc := 0
					if a.rekey != nil {
						rc = a.rekey()
					}
					if rc == 0 {
						rc = a.seal(out, msg)
					}
					if rc != 0 {
						return code(rc)
					}
				}
				return nil
			},
			Out:  func() []byte { return out },
			Free: a.free,
		}, nil
	}
}

// roundTrip seals an empty message and opens it again: what a library cannot
// open, it does not offer to seal.
func roundTrip(a aead, out []byte) error {
	rc := a.seal(out, nil)
	if rc == 0 {
		rc = a.open(nil, out)
	}
	if rc != 0 && a.free != nil {
		a.free()
	}
	return failed(rc)
}

func openOpen(new func(catalog.Case, catalog.Inputs) (aead, error)) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		if len(in.Received) < tagLen {
			return nil, bridge.Length("tag", len(in.Received), tagLen)
		}
		a, err := checked(new, c, in)
		if err != nil {
			return nil, err
		}
		sealed, out := in.Received, bridge.Buffer(len(in.Received)-tagLen)
		if len(out) == 0 {
			if err := roundTrip(a, bridge.Buffer(tagLen)); err != nil {
				return nil, err
			}
		}
		if c.Op == catalog.OpForged {
			return forged(a, sealed, out), nil
		}
		return &bridge.Routine{
			Loop: func(n int) error {
				for range n {
					rc := 0
					if a.rekey != nil {
						rc = a.rekey()
					}
					if rc == 0 {
						rc = a.open(out, sealed)
					}
					if rc != 0 {
						return code(rc)
					}
				}
				return nil
			},
			Out:  func() []byte { return out },
			Free: a.free,
		}, nil
	}
}

// forged is the refusal of a message; accepting it is an answer, any other
// error is one.
func forged(a aead, sealed, out []byte) *bridge.Routine {
	answer := []byte{0}
	return &bridge.Routine{
		Loop: func(n int) error {
			answer[0] = 0
			for range n {
				switch rc := a.open(out, sealed); rc {
				case 0:
					answer[0] = 1
				case a.bad:
				default:
					return code(rc)
				}
			}
			return nil
		},
		Out:  func() []byte { return answer },
		Free: a.free,
	}
}

// checked makes an AEAD and leaves its rekey out where the case has a standing
// key.
func checked(new func(catalog.Case, catalog.Inputs) (aead, error), c catalog.Case, in catalog.Inputs) (aead, error) {
	a, err := new(c, in)
	if c.Op != catalog.OpSealRekey && c.Op != catalog.OpOpenRekey {
		a.rekey = nil
	}
	return a, err
}

func newAESGCM(c catalog.Case, in catalog.Inputs) (aead, error) {
	aes, free, err := newGCM(c, in)
	if err != nil {
		return aead{}, err
	}
	return aead{
		rekey: func() int { return wolfSSL.Wc_AesGcmSetKey(aes, in.Key, len(in.Key)) },
		seal: func(sealed, msg []byte) int {
			return wolfSSL.Wc_AesGcmEncrypt(aes, sealed[:len(msg)], msg, in.Nonce, sealed[len(msg):], in.AAD)
		},
		open: func(msg, sealed []byte) int {
			return wolfSSL.Wc_AesGcmDecrypt(aes, msg, sealed[:len(msg)], in.Nonce, sealed[len(msg):], in.AAD)
		},
		bad:  badGCM,
		free: free,
	}, nil
}

// newGCM returns a context with the key set and what frees it.
func newGCM(c catalog.Case, in catalog.Inputs) (*wolfSSL.Aes, func(), error) {
	if err := bridge.Length("key", len(in.Key), c.Algorithm.KeyLen); err != nil {
		return nil, nil, err
	}
	if err := bridge.Length("nonce", len(in.Nonce), c.Algorithm.NonceLen); err != nil {
		return nil, nil, err
	}
	aes, free, err := newAES()
	if err != nil {
		return nil, nil, err
	}
	if rc := wolfSSL.Wc_AesGcmSetKey(aes, in.Key, len(in.Key)); rc != 0 {
		free()
		return nil, nil, code(rc)
	}
	return aes, free, nil
}

func newChaCha(_ catalog.Case, in catalog.Inputs) (aead, error) {
	return aead{
		seal: func(sealed, msg []byte) int {
			return wolfSSL.Wc_ChaCha20Poly1305_Encrypt(in.Key, in.Nonce, in.AAD, msg, sealed[:len(msg)], sealed[len(msg):])
		},
		open: func(msg, sealed []byte) int {
			return wolfSSL.Wc_ChaCha20Poly1305_Decrypt(in.Key, in.Nonce, in.AAD, sealed[:len(msg)], sealed[len(msg):], msg)
		},
		bad: badChaCha,
	}, nil
}

func newXChaCha(_ catalog.Case, in catalog.Inputs) (aead, error) {
	return aead{
		seal: func(sealed, msg []byte) int {
			return wolfSSL.Wc_XChaCha20Poly1305_Encrypt(sealed, msg, in.AAD, in.Nonce, in.Key)
		},
		open: func(msg, sealed []byte) int {
			return wolfSSL.Wc_XChaCha20Poly1305_Decrypt(msg, sealed, in.AAD, in.Nonce, in.Key)
		},
		bad: badChaCha,
	}, nil
}
