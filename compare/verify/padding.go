package verify

import (
	"crypto/x509"
	"math/big"
	"slices"
	"sync"

	"cryptogap/compare/catalog"
)

// A padding is what is wrong with the encoded message of an RSA ciphertext, and how it is made of a right one, whose length stays.
type padding struct {
	what   string
	change func(em []byte) []byte
}

// paddings returns what RFC 8017 section 7.2.2 step 3 refuses of PKCS #1 v1.5, and section 7.1.2 step 3g of OAEP. Each is changed with
// the private key: a wrong bit in a ciphertext makes the whole encoded message random, and reaches none of them.
func paddings(a catalog.Algorithm) []padding {
	set := func(i int, b byte) func(em []byte) []byte {
		return func(em []byte) []byte { em[i] = b; return em }
	}
	if a.Hash != "" {
		return []padding{{"ciphertext, encoded message that begins with 01", set(0, 1)}}
	}
	return []padding{
		{"ciphertext, padding that begins 00 00 02", func(em []byte) []byte { return slices.Concat([]byte{0}, em[:2], em[3:]) }},
		{"ciphertext, padding that begins 00 00", set(1, 0)},
		{"ciphertext, padding that begins 00 01", set(1, 1)},
		{"ciphertext, padding that begins 01 02", set(0, 1)},
		{"ciphertext, padding string of seven bytes", set(9, 0)},
		{"ciphertext, padding without an end", func(em []byte) []byte {
			for i := range em[2:] {
				em[2+i] |= 1
			}
			return em
		}},
	}
}

// wrongPaddings returns the ciphertext in once more for each of paddings.
func wrongPaddings(a catalog.Algorithm, in catalog.Inputs) []forgery {
	encoded := sync.OnceValues(func() ([]byte, error) {
		key, err := x509.ParsePKCS1PrivateKey(in.Key)
		if err != nil {
			return nil, err
		}
		em := new(big.Int).Exp(new(big.Int).SetBytes(in.Received), key.D, key.N)
		return em.FillBytes(make([]byte, len(in.Received))), nil
	})
	var all []forgery
	for _, p := range paddings(a) {
		all = append(all, forgery{what: p.what, make: func() catalog.Inputs {
			f := in
			em, err := encoded()
			if err != nil {
				f.Received = flip(in.Received, 0)
				return f
			}
			key, err := x509.ParsePKCS1PublicKey(in.Public)
			if err != nil {
				f.Received = flip(in.Received, 0)
				return f
			}
			c := new(big.Int).SetBytes(p.change(slices.Clone(em)))
			f.Received = c.Exp(c, big.NewInt(int64(key.E)), key.N).FillBytes(catalog.Aligned(make([]byte, len(em))))
			return f
		}})
	}
	return all
}
