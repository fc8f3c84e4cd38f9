package verify

import (
	"bytes"
	"crypto"
	_ "crypto/sha1" // for hashes
	_ "crypto/sha256"
	_ "crypto/sha512"
	"crypto/subtle"
	"crypto/x509"
	"encoding/binary"
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
		all := []padding{{"ciphertext, encoded message that begins with 01", set(0, 1)}}
		if h, mgf := hashes[a.Hash], hashes[a.MGF]; h.Available() && mgf.Available() {
			all = append(all, padding{"ciphertext, padding string that begins with 02", func(em []byte) []byte {
				return maskedAnew(em, h.Size(), mgf, func(db []byte) { db[h.Size()] = 2 })
			}})
		}
		return all
	}
	return []padding{
		{"ciphertext, padding that begins 00 00 02", func(em []byte) []byte { return slices.Concat([]byte{0}, em[:2], em[3:]) }},
		{"ciphertext, padding that begins 00 00", func(em []byte) []byte {
			em[1], em[2] = 0, em[2]|4 // not 02, which is the one above
			return em
		}},
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

// hashes are those of OAEP that catalog names.
var hashes = map[string]crypto.Hash{"sha1": crypto.SHA1, "sha224": crypto.SHA224, "sha256": crypto.SHA256, "sha384": crypto.SHA384, "sha512": crypto.SHA512}

// maskedAnew takes the masks off an encoded message of OAEP, changes its data block, and puts masks on again (RFC 8017 section 7.1.1).
func maskedAnew(em []byte, hashLen int, mgf crypto.Hash, change func(db []byte)) []byte {
	mask := func(p, seed []byte) { // MGF1, RFC 8017 section B.2.1
		for i := 0; i*mgf.Size() < len(p); i++ {
			h := mgf.New()
			h.Write(binary.BigEndian.AppendUint32(bytes.Clone(seed), uint32(i)))
			part := p[i*mgf.Size():]
			subtle.XORBytes(part, part, h.Sum(nil))
		}
	}
	seed, db := em[1:1+hashLen], em[1+hashLen:]
	mask(seed, db)
	mask(db, seed)
	change(db)
	mask(db, seed)
	mask(seed, db)
	return em
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
