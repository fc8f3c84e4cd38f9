//go:build cgo && !nowolf

package wolfbridge

import (
	"bytes"
	"crypto"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/rsa"
	_ "crypto/sha1" // for crypto.SHA1
	_ "crypto/sha256"
	_ "crypto/sha512"
	"crypto/x509"
	"testing"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

func inputs(t *testing.T, id string, op catalog.Operation) (catalog.Case, catalog.Inputs) {
	t.Helper()
	a, ok := catalog.Find(id)
	if !ok {
		t.Fatalf("no %s", id)
	}
	c := catalog.Case{Algorithm: a, Op: op}
	in, err := catalog.NewInputs(c)
	if err != nil {
		t.Fatal(err)
	}
	return c, in
}

// do does the operation once and returns its output.
func do(t *testing.T, c catalog.Case, op catalog.Operation, in catalog.Inputs) []byte {
	t.Helper()
	c.Op = op
	r, err := New().Open(c, in, provider.Call)
	if err != nil {
		t.Fatalf("%s: %v", c.Name(), err)
	}
	defer func() { _ = r.Close() }()
	if _, err := r.Do(1); err != nil {
		t.Fatalf("%s: %v", c.Name(), err)
	}
	return bytes.Clone(r.Output())
}

// TestRSAParameters lays hashes, mask generation functions, salts and labels that are not the catalogue's beside crypto/rsa.
func TestRSAParameters(t *testing.T) {
	_, in := inputs(t, "rsa-2048-oaep", catalog.OpEncrypt)
	key, err := x509.ParsePKCS1PrivateKey(in.Key)
	if err != nil {
		t.Fatal(err)
	}
	for id, hash := range map[string]crypto.Hash{"sha1": crypto.SHA1, "sha256": crypto.SHA256, "sha512": crypto.SHA512} {
		c, in := inputs(t, "rsa-2048-oaep", catalog.OpEncrypt)
		c.Algorithm.Hash, c.Algorithm.MGF, in.Context = id, "sha256", []byte("a label")
		in.Received = do(t, c, catalog.OpEncrypt, in)
		got, err := key.Decrypt(rand.Reader, in.Received, &rsa.OAEPOptions{Hash: hash, MGFHash: crypto.SHA256, Label: in.Context})
		if err != nil || !bytes.Equal(got, in.Message) || !bytes.Equal(do(t, c, catalog.OpDecrypt, in), in.Message) {
			t.Errorf("OAEP with %s and a label: %x, %v", id, got, err)
		}

		digest := make([]byte, hash.Size())
		digest[0] = 1
		for _, salt := range []int{0, 20, hash.Size()} {
			c, in := inputs(t, "rsa-2048-pss-sha256", catalog.OpSign)
			c.Algorithm.Hash, c.Algorithm.MGF, c.Algorithm.SaltLen, in.Message = id, id, salt, digest
			in.Received = do(t, c, catalog.OpSign, in)
			if err := rsa.VerifyPSS(&key.PublicKey, hash, digest, in.Received, &rsa.PSSOptions{SaltLength: salt}); salt != 0 && err != nil {
				t.Errorf("PSS with %s and a salt of %d bytes: %v", id, salt, err)
			}
			answers(t, c, in)
			c.Algorithm.SaltLen++
			if got := do(t, c, catalog.OpVerify, in); got[0] != 0 {
				t.Errorf("PSS with %s: a salt of %d bytes is taken for one of %d", id, salt, salt+1)
			}
		}
		c, in = inputs(t, "rsa-2048-pkcs1-sha256", catalog.OpSign)
		c.Algorithm.Hash, in.Message = id, digest
		in.Received = do(t, c, catalog.OpSign, in)
		if err := rsa.VerifyPKCS1v15(&key.PublicKey, hash, digest, in.Received); err != nil {
			t.Errorf("PKCS #1 v1.5 with %s: %v", id, err)
		}
		answers(t, c, in)
	}
}

// answers asks that the signature is accepted, and that it is not one when it is cut, drawn out, empty or bent: an answer,
// not an error.
func answers(t *testing.T, c catalog.Case, in catalog.Inputs) {
	t.Helper()
	good := in.Received
	if got := do(t, c, catalog.OpVerify, in); !bytes.Equal(got, []byte{1}) {
		t.Errorf("%s with %s: its own signature is answered %x", c.Algorithm.ID, c.Algorithm.Hash, got)
	}
	bent := bytes.Clone(good)
	bent[len(bent)/2] ^= 1
	for what, sig := range map[string][]byte{
		"cut": good[:len(good)-1], "drawn out": append(bytes.Clone(good), 0), "empty": nil, "behind zeros": append(make([]byte, 2), good...), "bent": bent, "all ones": bytes.Repeat([]byte{0xff}, len(good)),
	} {
		in.Received = sig
		if got := do(t, c, catalog.OpVerify, in); !bytes.Equal(got, []byte{0}) {
			t.Errorf("%s: a signature that is %s is answered %x", c.Algorithm.ID, what, got)
		}
	}
}

func TestContextsAndRandomness(t *testing.T) {
	for id, width := range map[string]int{"ed448": 0, "ml-dsa-44": 32, "ml-dsa-87": 32, "slh-dsa-shake-128f": 16, "slh-dsa-sha2-128f": 16, "ed25519": 0} {
		c, in := inputs(t, id, catalog.OpSign)
		if id != "ed25519" {
			in.Context = []byte("context")
		}
		if width != 0 {
			in.Random = bytes.Repeat([]byte{7}, width)
		}
		in.Received = do(t, c, catalog.OpSign, in)
		if again := do(t, c, catalog.OpSign, in); !bytes.Equal(again, in.Received) {
			t.Errorf("%s: the same randomness makes two signatures", id)
		}
		in.Random = nil
		answers(t, c, in)
		if id == "ed25519" { // RFC 8032 gives it none
			continue
		}
		in.Context = []byte("contexT")
		if got := do(t, c, catalog.OpVerify, in); got[0] != 0 {
			t.Errorf("%s: accepted in another context", id)
		}
	}
	c, in := inputs(t, "ml-kem-768", catalog.OpEncap)
	in.Random = make([]byte, 32)
	first := do(t, c, catalog.OpEncap, in)
	if !bytes.Equal(first, do(t, c, catalog.OpEncap, in)) {
		t.Error("ml-kem-768: the same randomness makes two encapsulations")
	}
	in.Received, in.Random = first[32:], nil
	if got := do(t, c, catalog.OpDecap, in); !bytes.Equal(got, first[:32]) {
		t.Errorf("ml-kem-768: the secret %x comes back as %x", first[:32], got)
	}
}

// TestTagLengths lays short tags beside crypto/cipher.
func TestTagLengths(t *testing.T) {
	for _, length := range []int{12, 13, 15} {
		c, in := inputs(t, "aes-128-gcm", catalog.OpSeal)
		block, err := aes.NewCipher(in.Key)
		if err != nil {
			t.Fatal(err)
		}
		gcm, err := cipher.NewGCMWithTagSize(block, length)
		if err != nil {
			t.Fatal(err)
		}
		c.Algorithm.TagLen = length
		in.Received = do(t, c, catalog.OpSeal, in)
		if want := gcm.Seal(nil, in.Nonce, in.Message, in.AAD); !bytes.Equal(in.Received, want) {
			t.Errorf("a tag of %d bytes: %x, want %x", length, in.Received, want)
		}
		if got := do(t, c, catalog.OpOpen, in); !bytes.Equal(got, in.Message) {
			t.Errorf("a tag of %d bytes: opens to %x", length, got)
		}
		if got := do(t, c, catalog.OpForged, in); got[0] != 1 {
			t.Errorf("a message that is no forgery is answered %x", got)
		}
	}
}
