package wycheproof

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"cryptogap/compare/catalog"
)

// A Test is one test vector as questions to a library. Without any it cannot be put.
type Test struct {
	ID        int
	Algorithm string // its ID in the catalogue
	Result    string // valid, invalid, acceptable
	Comment   string
	Questions []Question
	Why       string // why there are no questions
}

// A Question is a case with its inputs, and what is right.
type Question struct {
	Case   catalog.Case
	Inputs catalog.Inputs
	Want   []byte // the right output of a valid test; nil: any
	Prefix bool   // Want is only the beginning of the output
	Differ bool   // the output of an invalid test is right where it is not Want
	// Decap is asked after an encapsulation: whether its private key gives the same secret.
	Decap *catalog.Inputs
	// Else is asked where the binding does not offer this.
	Else *Question
}

// A mapper makes questions of a test. It returns the algorithm's ID, "" where it is not in the
// catalogue.
type mapper func(g group, t test) (id string, questions []Question, err error)

// mapper returns what maps the tests of the file; nil where nothing does.
func (f *File) mapper() mapper {
	if m, ok := publicMappers[f.schema()]; ok {
		return m
	}
	name := f.Algorithm
	switch f.schema() {
	case "aead_test":
		if format, ok := aeads[name]; ok {
			return aead(format)
		}
	case "daead_test":
		if name == "AES-SIV-CMAC" {
			return siv
		}
	case "ind_cpa_test":
		if name == "AES-XTS" {
			return xts
		}
		if cipher, ok := strings.CutSuffix(name, "-CBC-PKCS5"); ok {
			return cbc(strings.ToLower(cipher))
		}
	case "mac_test":
		return mac(name)
	case "mac_with_iv_test":
		if name == "AES-GMAC" {
			return gmac
		}
	case "hkdf_test":
		return hkdf("hkdf-" + hashID(strings.TrimPrefix(name, "HKDF-")))
	case "pbkdf_test":
		return pbkdf2("pbkdf2-hmac-" + hashID(strings.TrimPrefix(name, "PBKDF2-HMAC")))
	}
	return nil
}

// Tests returns the tests of the file whose algorithm is in the catalogue.
func (f *File) Tests() []Test {
	m := f.mapper()
	if m == nil {
		return nil
	}
	var all []Test
	for _, g := range f.Groups {
		for _, t := range g.Tests {
			id, questions, err := m(g, t)
			if _, ok := catalog.Find(id); !ok {
				continue
			}
			n := Test{ID: t.ID, Algorithm: id, Result: t.Result, Comment: t.Comment, Questions: questions}
			if err != nil {
				n.Why, n.Questions = err.Error(), nil
			}
			all = append(all, n)
		}
	}
	return all
}

// hashID returns the catalogue's ID of a hash: "SHA-512/256", "SHA3-256" and "SHA256".
func hashID(name string) string {
	id := strings.ToLower(strings.NewReplacer("/", "-", "SHA-", "SHA").Replace(name))
	return id
}

// question returns a case of the algorithm over in, whose lengths become the case's.
func question(id string, op catalog.Operation, in catalog.Inputs, change ...func(*catalog.Case)) Question {
	a, _ := catalog.Find(id)
	a.NonceLen, a.AADLen = len(in.Nonce), len(in.AAD)
	if a.Kind == catalog.KindMAC || a.Kind == catalog.KindAEAD || a.Kind == catalog.KindCipher {
		a.KeyLen = len(in.Key)
	}
	c := catalog.Case{Algorithm: a, Op: op}
	if a.Sized() {
		c.Size = len(in.Message)
	}
	for _, f := range change {
		f(&c)
	}
	return Question{Case: c, Inputs: in}
}

// aeads has the catalogue's IDs by the key's size, by Wycheproof's names.
var aeads = map[string]string{
	"AES-GCM": "aes-%d-gcm", "AES-CCM": "aes-%d-ccm", "AES-EAX": "aes-%d-eax", "AES-GCM-SIV": "aes-%d-gcm-siv",
	"CHACHA20-POLY1305": "chacha20-poly1305", "XCHACHA20-POLY1305": "xchacha20-poly1305",
	"SM4-GCM": "sm4-gcm", "AEAD-AES-SIV-CMAC": "aes-%d-siv",
}

func aead(format string) mapper {
	return func(g group, t test) (string, []Question, error) {
		id := format
		if strings.Contains(format, "%d") {
			size := g.KeySize
			if strings.HasSuffix(format, "-siv") && !strings.HasSuffix(format, "gcm-siv") {
				size /= 2 // half of the key is the MAC's
			}
			id = fmt.Sprintf(format, size)
		}
		return id, sealed(id, t, slices.Concat(t.CT, t.Tag), g.TagSize/8), nil
	}
}

// siv is deterministic: without a nonce, and with the tag in front.
func siv(g group, t test) (string, []Question, error) {
	const tag = 16
	id := fmt.Sprintf("aes-%d-siv", g.KeySize/2)
	if len(t.CT) < tag {
		return id, nil, fmt.Errorf("a ciphertext of %d bytes, shorter than the tag", len(t.CT))
	}
	return id, sealed(id, t, slices.Concat(t.CT[tag:], t.CT[:tag]), tag), nil
}

// sealed asks to open what is sealed, and to seal it where the test is valid.
func sealed(id string, t test, received []byte, tag int) []Question {
	length := func(c *catalog.Case) { c.Algorithm.TagLen = tag }
	in := catalog.Inputs{Key: t.Key, Nonce: t.IV, AAD: t.AAD, Message: t.Msg}
	open := in
	open.Message, open.Received = nil, received
	o := question(id, catalog.OpOpen, open, length)
	o.Case.Size, o.Want = len(received)-tag, t.Msg
	if t.Result == "invalid" {
		return []Question{o}
	}
	s := question(id, catalog.OpSeal, in, length)
	s.Want = received
	return []Question{o, s}
}

func xts(g group, t test) (string, []Question, error) {
	const block = 16
	id := fmt.Sprintf("aes-%d-xts", g.KeySize/2)
	if len(t.IV) > block {
		return id, nil, fmt.Errorf("an initial value of %d bytes", len(t.IV))
	}
	tweak := append(slices.Clone([]byte(t.IV)), make([]byte, block-len(t.IV))...)
	return id, crypted(id, t, tweak, t.Msg), nil
}

func cbc(cipher string) mapper {
	return func(g group, t test) (string, []Question, error) {
		const block = 16
		id := fmt.Sprintf("%s-%d-cbc", cipher, g.KeySize)
		if t.Result == "invalid" {
			return "", nil, nil // wrong padding
		}
		pad := block - len(t.Msg)%block
		return id, crypted(id, t, t.IV, slices.Concat(t.Msg, bytes.Repeat([]byte{byte(pad)}, pad))), nil
	}
}

// crypted asks to encrypt and to decrypt.
func crypted(id string, t test, nonce, text []byte) []Question {
	in := catalog.Inputs{Key: t.Key, Nonce: nonce, Message: text}
	e := question(id, catalog.OpEncrypt, in)
	e.Want = t.CT
	in.Message, in.Received = nil, t.CT
	d := question(id, catalog.OpDecrypt, in)
	d.Case.Size, d.Want = len(t.CT), text
	return []Question{e, d}
}

func mac(name string) mapper {
	id, op := "", catalog.OpMAC
	switch hash, isHMAC := strings.CutPrefix(name, "HMAC"); {
	case isHMAC:
		id = "hmac-" + hashID(hash)
	case name == "AES-CMAC":
		id = "cmac-aes-%d"
	case name == "SipHash-2-4":
		id, op = "siphash-2-4-64", catalog.OpMACRekey
	case name == "SipHashX-2-4":
		id, op = "siphash-2-4-128", catalog.OpMACRekey
	}
	return func(g group, t test) (string, []Question, error) {
		id := id
		if strings.Contains(id, "%d") {
			id = fmt.Sprintf(id, g.KeySize)
		}
		return id, tagged(question(id, op, catalog.Inputs{Key: t.Key, Message: t.Msg}), t), nil
	}
}

func gmac(g group, t test) (string, []Question, error) {
	id := fmt.Sprintf("gmac-aes-%d", g.KeySize)
	return id, tagged(question(id, catalog.OpMAC, catalog.Inputs{Key: t.Key, Nonce: t.IV, Message: t.Msg}), t), nil
}

// tagged asks for a tag that begins as the test's, or does not where that is wrong.
func tagged(q Question, t test) []Question {
	q.Want, q.Prefix, q.Differ = t.Tag, true, true
	return []Question{q}
}

func hkdf(id string) mapper {
	return func(_ group, t test) (string, []Question, error) {
		q := question(id, catalog.OpDerive, catalog.Inputs{Key: t.IKM, Salt: t.Salt, Info: t.Info}, func(c *catalog.Case) {
			c.Cost, c.Algorithm.OutLen = 1, t.Size
		})
		q.Want = t.OKM
		return id, []Question{q}, nil
	}
}

func pbkdf2(id string) mapper {
	return func(_ group, t test) (string, []Question, error) {
		q := question(id, catalog.OpDerive, catalog.Inputs{Key: t.Password, Salt: t.Salt}, func(c *catalog.Case) {
			c.Cost, c.Algorithm.OutLen = t.Iterations, t.DKLen
		})
		q.Want = t.DK
		return id, []Question{q}, nil
	}
}
