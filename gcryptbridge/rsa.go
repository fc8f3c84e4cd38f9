//go:build cgo && !nogcrypt

package gcryptbridge

import (
	"crypto/rsa"
	"crypto/x509"
	"fmt"
	"math/big"
	"strconv"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

// rsaPublic is the library's form of a public key in PKCS #1 DER (RFC 8017
// appendix A.1.1).
func rsaPublic(der []byte) (sexp, error) {
	k, err := x509.ParsePKCS1PublicKey(der)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", provider.ErrRefused, err)
	}
	return newSexp(list("public-key", list("rsa", number("n", k.N.Bytes()), number("e", exponent(k)))))
}

// rsaPrivate is the library's form of a private key in PKCS #1 DER (RFC 8017
// appendix A.1.2). The library's u is the inverse of the smaller prime p modulo q.
func rsaPrivate(der []byte) (sexp, error) {
	k, err := x509.ParsePKCS1PrivateKey(der)
	if err == nil && len(k.Primes) != 2 {
		err = fmt.Errorf("a key of %d primes", len(k.Primes))
	}
	if err != nil {
		return 0, fmt.Errorf("%w: %w", provider.ErrRefused, err)
	}
	p, q := k.Primes[0], k.Primes[1]
	if p.Cmp(q) > 0 {
		p, q = q, p
	}
	u := new(big.Int).ModInverse(p, q)
	return newSexp(list("private-key", list("rsa",
		number("n", k.N.Bytes()), number("e", exponent(&k.PublicKey)), number("d", k.D.Bytes()),
		number("p", p.Bytes()), number("q", q.Bytes()), number("u", u.Bytes()))))
}

func exponent(k *rsa.PublicKey) []byte { return big.NewInt(int64(k.E)).Bytes() }

// openRSAKeygen makes keys with the generator that the library has for keys of
// short life: its strongest one adds about 6 ms of timing jitter to each.
func openRSAKeygen(a catalog.Algorithm) (*bridge.Routine, error) {
	params := list("genkey", list("rsa",
		word("nbits", strconv.Itoa(a.Bits)), word("rsa-use-e", "65537"), word("flags", "transient-key")))
	full := a.Bits / 8
	return openGenkey(params, []part{
		{"private-key", "n", full}, {"private-key", "d", full}, {"private-key", "p", full}, {"private-key", "q", full},
	}, func(v [][]byte) []byte {
		n := make([]*big.Int, len(v))
		for i := range v {
			n[i] = new(big.Int).SetBytes(v[i])
		}
		k := &rsa.PrivateKey{PublicKey: rsa.PublicKey{N: n[0], E: 65537}, D: n[1], Primes: n[2:]}
		k.Precompute()
		return x509.MarshalPKCS1PrivateKey(k)
	})
}
