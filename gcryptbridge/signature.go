//go:build cgo && !nogcrypt

package gcryptbridge

/*
#include <gcrypt.h>
#include "cgg_features.h"
#include "signature.h"

#cgo noescape cgg_sign
#cgo nocallback cgg_sign
#cgo noescape cgg_verify
#cgo nocallback cgg_verify
#cgo noescape cgg_mldsa_private
#cgo nocallback cgg_mldsa_private
#cgo noescape cgg_mldsa_genkey
#cgo nocallback cgg_mldsa_genkey
*/
import "C"

import (
	"fmt"
	"math"
	"unsafe"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

// A scheme is a signature algorithm of the library. hash is the library's
// name of the hash that the message is a digest of, or that the scheme has inside.
type scheme struct {
	form  C.int
	curve string // ECC
	hash  string
	sig   int // length of a signature; 0: Algorithm.OutLen
	pub   int // length of a public key; 0 for RSA
}

var signatures = map[string]scheme{
	"rsa-2048-pkcs1-sha256": {form: C.CGG_RSA_PKCS1, hash: "sha256"},
	"rsa-3072-pkcs1-sha256": {form: C.CGG_RSA_PKCS1, hash: "sha256"},
	"rsa-4096-pkcs1-sha256": {form: C.CGG_RSA_PKCS1, hash: "sha256"},
	"rsa-2048-pss-sha256":   {form: C.CGG_RSA_PSS, hash: "sha256"},
	"rsa-3072-pss-sha256":   {form: C.CGG_RSA_PSS, hash: "sha256"},
	"rsa-4096-pss-sha256":   {form: C.CGG_RSA_PSS, hash: "sha256"},
	"ecdsa-p256":            {C.CGG_ECDSA, "NIST P-256", "sha256", 64, 65},
	"ecdsa-p384":            {C.CGG_ECDSA, "NIST P-384", "sha384", 96, 97},
	"ecdsa-p521":            {C.CGG_ECDSA, "NIST P-521", "sha512", 132, 133},
	"ed25519":               {C.CGG_EDDSA, "Ed25519", "sha512", 64, 32},
	"ed448":                 {C.CGG_EDDSA, "Ed448", "shake256", 114, 57},
	"ml-dsa-44":             {form: C.CGG_MLDSA44, sig: 2420, pub: 1312},
	"ml-dsa-65":             {form: C.CGG_MLDSA65, sig: 3309, pub: 1952},
	"ml-dsa-87":             {form: C.CGG_MLDSA87, sig: 4627, pub: 2592},
}

func (s scheme) mldsa() bool { return s.form >= C.CGG_MLDSA44 }

func signatureMethod(a catalog.Algorithm, op catalog.Operation) (string, error) {
	s, ok := signatures[a.ID]
	switch {
	case !ok:
		return "", absent()
	case s.mldsa() && C.CGG_HAVE_MLDSA == 0:
		return "", since("1.12")
	}
	how := map[catalog.Operation]string{
		catalog.OpSign:   "gcry_pk_sign",
		catalog.OpVerify: "gcry_pk_verify",
		catalog.OpKeygen: "gcry_pk_genkey",
	}[op]
	if op == catalog.OpKeygen {
		if s.mldsa() {
			return how + " (seed from gcry_randomize)", nil
		}
		return how + " (transient-key, no-keytest)", nil
	}
	if op == catalog.OpSign {
		switch s.form {
		case C.CGG_RSA_PKCS1, C.CGG_RSA_PSS:
			how += " (blinded)"
		case C.CGG_ECDSA:
			how += " (random nonce)"
		case C.CGG_EDDSA:
			how += " (deterministic)"
		default:
			how += " (hedged)"
		}
	}
	return how + ", S-expressions built for each message", nil
}

func openSignature(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	a, s := c.Algorithm, signatures[c.Algorithm.ID]
	if s.sig == 0 {
		s.sig = a.OutLen
	}
	if c.Op == catalog.OpKeygen {
		return s.keygen(a)
	}
	if a.Hash != "" {
		if err := sameLength("digest", len(in.Message), C.size_t(catalog.MessageLen(a))); err != nil {
			return nil, err
		}
	}
	msg, err := s.message(in.Message)
	if err != nil {
		return nil, err
	}
	open := s.public
	if c.Op == catalog.OpSign {
		open = s.private
	}
	key, err := open(a, in)
	if err != nil {
		return nil, err
	}
	k := C.uintptr_t(key)
	hash := append([]byte(s.hash), 0)
	name := (*C.char)(unsafe.Pointer(unsafe.SliceData(hash)))
	r := &bridge.Routine{Free: key.release}
	if c.Op == catalog.OpSign {
		sig := bridge.Buffer(s.sig)
		r.Out = func() []byte { return sig }
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_sign(k, s.form, name, ptr(msg), size(msg), ptr(sig), size(sig), C.int64_t(n), (*C.int64_t)(ns)))
		}
		return r, nil
	}
	sig := in.Received
	if err := sameLength("signature", len(sig), C.size_t(s.sig)); err != nil {
		key.release()
		return nil, err
	}
	valid := bridge.Buffer(1)
	r.Out = func() []byte { return valid }
	r.Run = func(n int64, ns *int64) int64 {
		return int64(C.cgg_verify(k, s.form, name, ptr(msg), size(msg), ptr(sig), size(sig), ptr(valid), C.int64_t(n), (*C.int64_t)(ns)))
	}
	return r, nil
}

// message is what the library signs for msg: for ML-DSA with the prefix that
// FIPS 204 algorithm 2 gives a message with an empty context.
func (s scheme) message(msg []byte) ([]byte, error) {
	if err := fitsInt(len(msg)); err != nil {
		return nil, err
	}
	if s.mldsa() {
		return append([]byte{0, 0}, msg...), nil
	}
	return msg, nil
}

// fitsInt refuses what gcry_sexp_build could not count.
func fitsInt(n int) error {
	if n > math.MaxInt32-2 {
		return fmt.Errorf("%w: a message of %d bytes is longer than an S-expression takes", provider.ErrRefused, n)
	}
	return nil
}

// rsa says whether keys are DER, in place of strings of fixed length.
func (s scheme) rsa() bool { return s.pub == 0 }

func (s scheme) private(a catalog.Algorithm, in catalog.Inputs) (sexp, error) {
	if s.rsa() {
		return rsaPrivate(in.Key)
	}
	if err := sameLength("private key", len(in.Key), C.size_t(a.KeyLen)); err != nil {
		return 0, err
	}
	switch s.form {
	case C.CGG_ECDSA, C.CGG_EDDSA:
		return newSexp(list("private-key", s.ecc(number("q", in.Public), number("d", in.Key))))
	}
	var key C.uintptr_t
	err := failure(C.cgg_mldsa_private(s.form, ptr(in.Key), size(in.Key), &key))
	return sexp(key), err
}

func (s scheme) public(_ catalog.Algorithm, in catalog.Inputs) (sexp, error) {
	if s.rsa() {
		return rsaPublic(in.Public)
	}
	if err := sameLength("public key", len(in.Public), C.size_t(s.pub)); err != nil {
		return 0, err
	}
	switch s.form {
	case C.CGG_ECDSA, C.CGG_EDDSA:
		return newSexp(list("public-key", s.ecc(number("q", in.Public))))
	}
	return newSexp(list("public-key", list(s.mldsaName(), number("p", in.Public))))
}

// ecc is the list that holds a key's numbers.
func (s scheme) ecc(numbers ...[]byte) []byte {
	items := [][]byte{word("curve", s.curve)}
	if s.form == C.CGG_EDDSA {
		items = append(items, word("flags", "eddsa"))
	}
	return list("ecc", append(items, numbers...)...)
}

// mldsaName is the library's, from before the standard had one.
func (s scheme) mldsaName() string {
	return map[C.int]string{C.CGG_MLDSA44: "dilithium2", C.CGG_MLDSA65: "dilithium3", C.CGG_MLDSA87: "dilithium5"}[s.form]
}

func (s scheme) keygen(a catalog.Algorithm) (*bridge.Routine, error) {
	if !s.mldsa() {
		return eccKeygen(s.curve, a.KeyLen, s.pub, s.form == C.CGG_EDDSA)
	}
	parts := []part{{"private-key", "S", a.KeyLen}, {"public-key", "p", s.pub}}
	return keepLast(func(key *C.uintptr_t, n int64, ns *int64) int64 {
		return int64(C.cgg_mldsa_genkey(s.form, key, C.int64_t(n), (*C.int64_t)(ns)))
	}, parts, joined), nil
}

// eccKeygen makes keys as a program makes those of short life, without what
// the library adds by default for the others: 6 ms of timing jitter as
// entropy, and a test signature or encryption.
func eccKeygen(curve string, private, public int, eddsa bool) (*bridge.Routine, error) {
	flags := []string{"transient-key", "no-keytest"}
	if eddsa {
		flags = append(flags, "eddsa")
	}
	params := list("genkey", list("ecc", word("curve", curve), word("flags", flags...)))
	return openGenkey(params, []part{{"private-key", "d", private}, {"public-key", "q", public}}, joined)
}
