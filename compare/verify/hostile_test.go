package verify

import (
	"bytes"
	"crypto"
	"crypto/mlkem"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"math/big"
	"testing"

	"filippo.io/mldsa"

	"cryptogap/compare/catalog"
)

// TestHostilePeers has b give a wrong secret for one hostile public value, which no key generation makes.
func TestHostilePeers(t *testing.T) {
	for _, id := range []string{"x25519", "ecdh-p256"} {
		b := newFake("b")
		seen := 0
		b.accept = func(c catalog.Case, in catalog.Inputs, out []byte, err error) ([]byte, error) {
			two := append([]byte{2}, make([]byte, 31)...)
			base := peersOf(t, id)[0]
			if c.Op == catalog.OpAgree && err == nil && (bytes.Equal(in.Received, two) || id != "x25519" && bytes.Equal(in.Received, base)) {
				seen++
				return spoil(out, 3), nil
			}
			return out, err
		}
		v := check(t, caseOf(t, id, catalog.OpAgree), newFake("a"), b, newFake("c"))
		statuses(t, v, mismatch, match, mismatch, match)
		if seen == 0 {
			t.Error("not asked")
		}
	}
}

func peersOf(t *testing.T, id string) [][]byte {
	t.Helper()
	c := caseOf(t, id, catalog.OpAgree)
	in, err := catalog.NewInputs(c)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]byte
	for _, p := range peers(c.Algorithm, in.Public) {
		if len(p.data) != len(in.Public) {
			t.Errorf("%s: %d bytes", p.what, len(p.data))
		}
		all = append(all, p.data)
	}
	return all
}

// TestPeers asks each list for some of what it is there for.
func TestPeers(t *testing.T) {
	for id, least := range map[string]int{"x25519": 90, "x448": 140, "ecdh-p256": 13, "dh-ffdhe2048": 9} {
		if n := len(peersOf(t, id)); n < least {
			t.Errorf("%s: %d values", id, n)
		}
	}
}

// TestOverflow sets each coefficient of a key, which then is refused.
func TestOverflow(t *testing.T) {
	in, err := catalog.NewInputs(caseOf(t, "ml-kem-768", catalog.OpEncap))
	if err != nil {
		t.Fatal(err)
	}
	n := coefficients(in.Public)
	if n != 3*256 {
		t.Fatalf("%d coefficients", n)
	}
	for i := range n {
		if _, err := mlkem.NewEncapsulationKey768(overflow(in.Public, i, q)); err == nil {
			t.Errorf("coefficient %d: accepted", i)
		}
		if _, err := mlkem.NewEncapsulationKey768(overflow(in.Public, i, q-1)); err != nil {
			t.Errorf("coefficient %d: %v", i, err)
		}
	}
}

// TestHostileKeys has b encapsulate for any key.
func TestHostileKeys(t *testing.T) {
	b := newFake("b")
	b.accept = func(c catalog.Case, _ catalog.Inputs, out []byte, err error) ([]byte, error) {
		if c.Op == catalog.OpEncap && err != nil {
			return make([]byte, 32+1088), nil
		}
		return out, err
	}
	statuses(t, check(t, caseOf(t, "ml-kem-768", catalog.OpEncap), newFake("a"), b, newFake("c")), mismatch, match, mismatch, match)
}

func TestPlusModulus(t *testing.T) {
	in, err := catalog.NewInputs(caseOf(t, "rsa-2048-oaep", catalog.OpEncrypt))
	if err != nil {
		t.Fatal(err)
	}
	key, err := x509.ParsePKCS1PublicKey(in.Public)
	if err != nil {
		t.Fatal(err)
	}
	c := make([]byte, 256)
	c[255] = 7
	sum := new(big.Int).SetBytes(plusModulus(in.Public, c))
	if sum.Sub(sum, key.N).Int64() != 7 {
		t.Errorf("%d", sum)
	}
	if plusModulus(in.Public, bytes.Repeat([]byte{0xff}, 256)) != nil {
		t.Error("a sum of 257 bytes")
	}
}

// TestResidues wants each residue up to three blocks, and once beyond.
func TestResidues(t *testing.T) {
	for _, a := range []catalog.Algorithm{{BlockLen: 64}, {BlockLen: 136}, {BlockLen: 16, Step: 16}, {BlockLen: 1}} {
		short, long := make(map[int]bool), make(map[int]bool)
		block := max(a.BlockLen, 1)
		if block == 1 {
			block = 64
		}
		for _, n := range residues(a) {
			if !a.Takes(n) {
				t.Errorf("%+v: %d bytes", a, n)
			}
			if n < 3*block {
				short[n%block] = true
			} else {
				long[n%block] = true
			}
		}
		if want := block / max(a.Step, 1); len(short) != want || len(long) != want {
			t.Errorf("%+v: %d and %d residues, want %d", a, len(short), len(long), want)
		}
	}
}

// TestWrongPaddings decrypts what has wrong padding, which Go refuses, and wants the encoded message to be right but for that.
func TestWrongPaddings(t *testing.T) {
	a, _ := catalog.Find("rsa-2048-pkcs1")
	in, err := catalog.NewInputs(catalog.Case{Algorithm: a, Op: catalog.OpDecrypt})
	if err != nil {
		t.Fatal(err)
	}
	key, err := x509.ParsePKCS1PrivateKey(in.Key)
	if err != nil {
		t.Fatal(err)
	}
	message := []byte("a message")
	if in.Received, err = rsa.EncryptPKCS1v15(rand.Reader, &key.PublicKey, message); err != nil { //nolint:staticcheck // what is tested
		t.Fatal(err)
	}
	all := wrongPaddings(a, in)
	if len(all) != 6 {
		t.Errorf("%d paddings", len(all))
	}
	for _, f := range all {
		c := f.make().Received
		em := new(big.Int).Exp(new(big.Int).SetBytes(c), key.D, key.N).FillBytes(make([]byte, len(c)))
		if bytes.HasPrefix(em, []byte{0, 2}) && bytes.IndexByte(em[2:], 0) >= 8 {
			t.Errorf("%s: %x is right", f.what, em[:16])
		}
		if !bytes.HasSuffix(em, []byte("message")) && !bytes.Contains([]byte(f.what), []byte("without an end")) {
			t.Errorf("%s: it is lost: %x", f.what, em)
		}
		if _, err := rsa.DecryptPKCS1v15(nil, key, c); err == nil { //nolint:staticcheck // what is tested
			t.Errorf("%s: decrypted", f.what)
		}
	}
}

// TestOAEPPadding has the data block of a genuine ciphertext as the standard says, and one that is not changed decrypted.
func TestOAEPPadding(t *testing.T) {
	a, _ := catalog.Find("rsa-2048-oaep")
	in, err := catalog.NewInputs(catalog.Case{Algorithm: a, Op: catalog.OpDecrypt})
	if err != nil {
		t.Fatal(err)
	}
	key, err := x509.ParsePKCS1PrivateKey(in.Key)
	if err != nil {
		t.Fatal(err)
	}
	message := []byte("a message")
	if in.Received, err = rsa.EncryptOAEP(sha256.New(), rand.Reader, &key.PublicKey, message, nil); err != nil {
		t.Fatal(err)
	}
	em := new(big.Int).Exp(new(big.Int).SetBytes(in.Received), key.D, key.N).FillBytes(make([]byte, len(in.Received)))
	same := maskedAnew(bytes.Clone(em), sha256.Size, crypto.SHA256, func(db []byte) {
		label := sha256.Sum256(nil)
		want := append(append(label[:], make([]byte, len(db)-len(label)-1-len(message))...), append([]byte{1}, message...)...)
		if !bytes.Equal(db, want) {
			t.Errorf("data block %x, want %x", db, want)
		}
	})
	if !bytes.Equal(same, em) {
		t.Error("masks that were taken off and put on again are others")
	}
	all := wrongPaddings(a, in)
	if len(all) != 2 {
		t.Errorf("%d paddings", len(all))
	}
	for _, f := range all {
		if _, err := rsa.DecryptOAEP(sha256.New(), nil, key, f.make().Received, nil); err == nil {
			t.Errorf("%s: decrypted", f.what)
		}
	}
}

// TestHinted has Go's module accept signatures with hints, and refuse them for another message.
func TestHinted(t *testing.T) {
	for id, set := range map[string]mldsa.Parameters{"ml-dsa-44": mldsa.MLDSA44(), "ml-dsa-65": mldsa.MLDSA65(), "ml-dsa-87": mldsa.MLDSA87()} {
		p := hintSets[id]
		for _, hints := range [][]int{nil, {0}, {255, 256, 256*p.k - 1}} {
			in := p.hinted(catalog.Inputs{Message: []byte("a message"), Context: []byte("of a context")}, hints)
			public, err := mldsa.NewPublicKey(set, in.Public)
			if err != nil {
				t.Fatalf("%s: %v", id, err)
			}
			opts := &mldsa.Options{Context: string(in.Context)}
			if err := mldsa.Verify(public, in.Message, in.Received, opts); err != nil {
				t.Errorf("%s, hints %d: %v", id, hints, err)
			}
			if err := mldsa.Verify(public, []byte("another"), in.Received, opts); err == nil {
				t.Errorf("%s, hints %d: accepted for another message", id, hints)
			}
		}
	}
}
