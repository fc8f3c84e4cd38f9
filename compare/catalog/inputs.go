package catalog

import (
	"crypto/sha256"
	"math/rand/v2"
	"os"
	"unsafe"
)

// Inputs is what an operation reads. Every provider gets the same buffers
// and must not write to them.
//
// Encodings, all raw and of fixed width unless said otherwise:
//
//	cipher     Key, Nonce (the IV; for CTR the initial counter block; for ChaCha20 the 12-byte nonce, the
//	           counter starting at Counter; for XTS the 16-byte tweak), Message or Received
//	aead       Key, Nonce, AAD, Message; Received is ciphertext then tag (forged: one bit of it is already wrong)
//	mac        Key, Message; GMAC and Poly1305 take Nonce (GMAC) or a one-time Key (Poly1305)
//	kdf        Key is the password or input keying material, Salt, Info
//	signature  Key is the private key, Public the public key, Message the message; for ECDSA and RSA Message is the
//	           digest (of Algorithm.Hash) that is signed. ECDSA signatures are r then s.
//	agreement  Key is the private key, Public its public key, Received the peer's public key
//	kem        Key is the seed (FIPS 203: d then z), Public the encapsulation key, Received the ciphertext.
//	           The output of encap is the shared secret, then the ciphertext
//	pke        Key, Public, Message or Received
//
// Keys: NIST curves have a big-endian scalar and an uncompressed point (SEC 1 section 2.3.3); X25519, X448, Ed25519 and Ed448
// the strings of RFC 7748 and RFC 8032; DH big-endian numbers, public keys and secrets as wide as the group; RSA the
// DER of PKCS #1 (RFC 8017 appendix A.1); ML-DSA the 32-byte seed (FIPS 204) and the encoded public key;
// SLH-DSA the encodings of FIPS 205 section 9.1. The output of keygen is the private key, then the public key; RSA's is
// the private key alone, which holds both. DH private keys are KeyLen bytes.
type Inputs struct {
	Message  []byte
	Key      []byte
	Nonce    []byte
	AAD      []byte
	Salt     []byte
	Info     []byte
	Public   []byte
	Received []byte // what the other side made; see Operation.Maker
	Counter  uint32 // chacha20: the first block counter; 0 in everything that is measured
	Context  []byte // ml-dsa, slh-dsa, ed448: the context string; OAEP: the label. Empty in everything that is measured
	Random   []byte // encap: FIPS 203's m; sign: FIPS 204's rnd, FIPS 205's opt_rand. nil: the library's own generator
}

// saltLen and infoLen are lengths that every library takes: 16 bytes is what SP
// 800-132 section 5.1 asks of a salt.
const (
	saltLen     = 16
	infoLen     = 16
	passwordLen = 16
)

// NewInputs returns the inputs of c, a pure function of the case's name:
// ChaCha8 seeded with the SHA-256 of it. Public keys and private keys that are not
// plain strings come from the fixtures in keys.go. Received is left empty, and is filled by
// whoever made it.
func NewInputs(c Case) (Inputs, error) {
	a := c.Algorithm
	src := rand.NewChaCha8(sha256.Sum256([]byte(c.Name())))
	var in Inputs
	size := c.Size
	switch a.Kind {
	case KindSignature, KindPKE:
		size = MessageLen(a)
	case KindKDF, KindAgreement, KindKEM, KindCrossing, KindRNG:
		size = 0
	}
	in.Message = fill(src, size)
	in.Nonce = fill(src, a.NonceLen)
	in.AAD = fill(src, a.AADLen)
	in.Key = fill(src, a.KeyLen)
	if a.Kind == KindKDF {
		in.Key = fill(src, passwordLen)
		in.Salt = fill(src, saltLen)
		in.Info = fill(src, infoLen)
	}
	if k, ok := fixedKey(a.Keys); ok {
		in.Key, in.Public = Aligned(k.private), Aligned(k.public)
		if c.Op == OpAgree {
			in.Received = Aligned(k.peer)
		}
	}
	return in, nil
}

// MessageLen is the length of the message that a public-key operation takes.
func MessageLen(a Algorithm) int {
	if h, ok := Find(a.Hash); ok && a.Kind == KindSignature {
		return h.OutLen // the digest is what is signed
	}
	if a.Kind == KindPKE {
		return 16 // a session key: fits every padding
	}
	return 64
}

func fill(src *rand.ChaCha8, n int) []byte {
	b := pages(n)
	_, _ = src.Read(b) // never fails
	return b
}

// Aligned returns a copy of p that starts on a page boundary, as every buffer
// of Inputs does.
func Aligned(p []byte) []byte {
	b := pages(len(p))
	copy(b, p)
	return b
}

// pages returns n bytes that start on a page boundary, so that no provider
// gains or loses by where its input happens to lie. Nil for 0.
func pages(n int) []byte {
	if n == 0 {
		return nil
	}
	page := os.Getpagesize()
	b := make([]byte, n+page)
	off := int(-uintptr(unsafe.Pointer(unsafe.SliceData(b))) & uintptr(page-1))
	return b[off : off+n : off+n]
}
