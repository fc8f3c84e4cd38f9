//go:build cgo && !nogcrypt

package gcryptbridge

/*
#include "pke.h"

#cgo noescape cgg_pke_encrypt
#cgo nocallback cgg_pke_encrypt
#cgo noescape cgg_pke_decrypt
#cgo nocallback cgg_pke_decrypt
*/
import "C"

import (
	"crypto/rsa"
	"crypto/x509"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unsafe"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

func pkeRows() []bridge.Row {
	const built = ", S-expressions built for each message"
	var rows []bridge.Row
	for _, bits := range []string{"2048", "3072", "4096"} {
		pkcs1, oaep := padding(C.CGG_PKE_PKCS1), padding(C.CGG_PKE_OAEP)
		rows = append(rows,
			offer("rsa-"+bits, "gcry_pk_genkey (transient-key)", nil, openRSAKeygen, catalog.OpKeygen),
			offer("rsa-"+bits+"-pkcs1", "gcry_pk_encrypt"+built, nil, pkcs1.openEncrypt, catalog.OpEncrypt),
			offer("rsa-"+bits+"-pkcs1", "gcry_pk_decrypt (blinded)"+built, nil, pkcs1.openDecrypt, catalog.OpDecrypt),
		)
		rows = append(rows, taking(bridge.Hash|bridge.Context, []bridge.Row{
			offer("rsa-"+bits+"-oaep", "gcry_pk_encrypt"+built, nil, oaep.openEncrypt, catalog.OpEncrypt),
			offer("rsa-"+bits+"-oaep", "gcry_pk_decrypt (blinded)"+built, nil, oaep.openDecrypt, catalog.OpDecrypt),
		})...)
	}
	return doing("builds S-expressions of the message and the ciphertext, and reads the key's in each operation", rows)
}

// A padding is one of RSA's encryptions.
type padding C.int

// of is the padding with the case's label, and the name of its hash. OAEP with a label is another form: an
// S-expression has no empty value.
func (p padding) of(a catalog.Algorithm, in catalog.Inputs) (form C.int, hash *C.char, err error) {
	if len(in.Context) > 0 {
		p = C.CGG_PKE_OAEP_LABEL
	}
	if a.MGF != a.Hash {
		return 0, nil, fmt.Errorf("%w: MGF1 with %s beside %s: libgcrypt has one hash for both", provider.ErrNotOffered, a.MGF, a.Hash)
	}
	return C.int(p), name(a.Hash), nil
}

// name is the library's name of a hash, as a C string in Go memory.
func name(hash string) *C.char {
	hash = strings.Replace(hash, "sha512-", "sha512/", 1)
	return (*C.char)(unsafe.Pointer(unsafe.SliceData(append([]byte(hash), 0))))
}

func (p padding) openDecrypt(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	sealed, label, width := in.Received, in.Context, c.Algorithm.Bits/8
	if err := bridge.Length("ciphertext", len(sealed), width); err != nil {
		return nil, err
	}
	form, hash, err := p.of(c.Algorithm, in)
	if err != nil {
		return nil, err
	}
	key, err := rsaPrivate(in.Key)
	if err != nil {
		return nil, err
	}
	k, length, out := C.uintptr_t(key), new(C.size_t), bridge.Buffer(width)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgg_pke_decrypt(k, form, hash, ptr(label), size(label), ptr(sealed), size(sealed), ptr(out), size(out), length, C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out[:*length] },
		Free: key.release,
	}, nil
}

func (p padding) openEncrypt(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	msg, label := in.Message, in.Context
	if err := fitsInt(len(msg)); err != nil {
		return nil, err
	}
	form, hash, err := p.of(c.Algorithm, in)
	if err != nil {
		return nil, err
	}
	key, err := rsaPublic(in.Public)
	if err != nil {
		return nil, err
	}
	k, out := C.uintptr_t(key), bridge.Buffer(c.Algorithm.Bits/8)
	return &bridge.Routine{
		Run: func(n int64, ns *int64) int64 {
			return int64(C.cgg_pke_encrypt(k, form, hash, ptr(label), size(label), ptr(msg), size(msg), ptr(out), size(out), C.int64_t(n), (*C.int64_t)(ns)))
		},
		Out:  func() []byte { return out },
		Free: key.release,
	}, nil
}

// rsaPublic is the library's form of a public key in PKCS #1 DER (RFC 8017
// appendix A.1.1).
func rsaPublic(der []byte) (sexp, error) {
	k, err := x509.ParsePKCS1PublicKey(der)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", provider.ErrNotOffered, err)
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
		return 0, fmt.Errorf("%w: %w", provider.ErrNotOffered, err)
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
func openRSAKeygen(c catalog.Case, _ catalog.Inputs) (*bridge.Routine, error) {
	a := c.Algorithm
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
