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
	"slices"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

// A scheme is a signature algorithm of the library. hash is the library's
// name of the hash that the message is a digest of, or that the scheme has inside.
type scheme struct {
	id     string
	form   C.int
	curve  string // ECC
	hash   string // "": the case's, for RSA
	sig    int    // length of a signature; 0: the modulus's
	pub    int    // length of a public key; 0 for RSA
	signs  string // how it signs
	keygen string // how it makes keys; "": another algorithm of the catalogue does
	takes  bridge.Params
}

func signatureRows() []bridge.Row {
	schemes := []scheme{
		{id: "ecdsa-p256", form: C.CGG_ECDSA, curve: "NIST P-256", hash: "sha256", sig: 64, pub: 65, signs: "random nonce"},
		{id: "ecdsa-p384", form: C.CGG_ECDSA, curve: "NIST P-384", hash: "sha384", sig: 96, pub: 97, signs: "random nonce"},
		{id: "ecdsa-p521", form: C.CGG_ECDSA, curve: "NIST P-521", hash: "sha512", sig: 132, pub: 133, signs: "random nonce"},
		{id: "ed25519", form: C.CGG_EDDSA, curve: "Ed25519", hash: "sha512", sig: 64, pub: 32, signs: "deterministic", keygen: "transient-key, no-keytest"},
		{id: "ed448", form: C.CGG_EDDSA, curve: "Ed448", hash: "shake256", sig: 114, pub: 57, signs: "deterministic", keygen: "transient-key, no-keytest"},
		{id: "ml-dsa-44", form: C.CGG_MLDSA44, sig: 2420, pub: 1312, signs: "hedged", keygen: "seed from gcry_randomize", takes: bridge.Context},
		{id: "ml-dsa-65", form: C.CGG_MLDSA65, sig: 3309, pub: 1952, signs: "hedged", keygen: "seed from gcry_randomize", takes: bridge.Context},
		{id: "ml-dsa-87", form: C.CGG_MLDSA87, sig: 4627, pub: 2592, signs: "hedged", keygen: "seed from gcry_randomize", takes: bridge.Context},
	}
	for _, bits := range []string{"2048", "3072", "4096"} {
		schemes = append(schemes,
			scheme{id: "rsa-" + bits + "-pkcs1-sha256", form: C.CGG_RSA_PKCS1, signs: "blinded", takes: bridge.Hash},
			scheme{id: "rsa-" + bits + "-pss-sha256", form: C.CGG_RSA_PSS, signs: "blinded", takes: bridge.Hash},
		)
	}
	var rows []bridge.Row
	for _, s := range schemes {
		var absent error
		if s.mldsa() && C.CGG_HAVE_MLDSA == 0 {
			absent = since("1.12")
		}
		const built = ", S-expressions built for each message"
		list := doing("builds S-expressions of the message and the signature, and reads the key's in each operation", []bridge.Row{
			offer(s.id, "gcry_pk_sign ("+s.signs+")"+built, absent, s.open, catalog.OpSign),
			offer(s.id, "gcry_pk_verify"+built, absent, s.open, catalog.OpVerify),
		})
		if s.keygen != "" {
			list = append(list, offer(s.id, "gcry_pk_genkey ("+s.keygen+")", absent, s.openKeygen, catalog.OpKeygen))
		}
		rows = append(rows, taking(s.takes, list)...)
	}
	return rows
}

func (s scheme) mldsa() bool { return s.form >= C.CGG_MLDSA44 }

func (s scheme) open(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	a := c.Algorithm
	if s.rsa() {
		s.hash, s.sig = a.Hash, a.Bits/8
		if s.form == C.CGG_RSA_PSS && a.MGF != a.Hash {
			return nil, fmt.Errorf("%w: MGF1 with %s beside %s: libgcrypt has one hash for both", provider.ErrNotOffered, a.MGF, a.Hash)
		}
	}
	if a.Hash != "" {
		if err := bridge.Length("digest", len(in.Message), catalog.MessageLen(a)); err != nil {
			return nil, err
		}
	}
	msg, err := s.message(in.Context, in.Message)
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
	k, hash, salt := C.uintptr_t(key), name(s.hash), C.int(a.SaltLen)
	r := &bridge.Routine{Free: key.release}
	if c.Op == catalog.OpSign {
		sig := bridge.Buffer(s.sig)
		r.Out = func() []byte { return sig }
		r.Run = func(n int64, ns *int64) int64 {
			return int64(C.cgg_sign(k, s.form, hash, salt, ptr(msg), size(msg), ptr(sig), size(sig), C.int64_t(n), (*C.int64_t)(ns)))
		}
		return r, nil
	}
	sig := in.Received
	if err := bridge.Length("signature", len(sig), s.sig); err != nil { // the library takes numbers, which have no length
		key.release()
		return nil, err
	}
	valid := bridge.Buffer(1)
	r.Out = func() []byte { return valid }
	r.Run = func(n int64, ns *int64) int64 {
		return int64(C.cgg_verify(k, s.form, hash, salt, ptr(msg), size(msg), ptr(sig), size(sig), ptr(valid), C.int64_t(n), (*C.int64_t)(ns)))
	}
	return r, nil
}

// message is what the library signs for msg: for ML-DSA with the prefix that
// FIPS 204 algorithm 2 gives a message.
func (s scheme) message(context, msg []byte) ([]byte, error) {
	if err := fitsInt(len(msg)); err != nil {
		return nil, err
	}
	if len(context) > 255 {
		return nil, fmt.Errorf("%w: a context of %d bytes: it is put before the message here, and 255 are the most", provider.ErrNotOffered, len(context))
	}
	if s.mldsa() {
		return slices.Concat([]byte{0, byte(len(context))}, context, msg), nil
	}
	return msg, nil
}

// fitsInt refuses what gcry_sexp_build could not count.
func fitsInt(n int) error {
	if n > math.MaxInt32-1024 {
		return fmt.Errorf("%w: a message of %d bytes is longer than an S-expression takes", provider.ErrNotOffered, n)
	}
	return nil
}

// rsa says whether keys are DER, in place of strings of fixed length.
func (s scheme) rsa() bool { return s.pub == 0 }

func (s scheme) private(a catalog.Algorithm, in catalog.Inputs) (sexp, error) {
	if s.rsa() {
		return rsaPrivate(in.Key)
	}
	if err := bridge.Length("private key", len(in.Key), a.KeyLen); err != nil {
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
	if err := bridge.Length("public key", len(in.Public), s.pub); err != nil {
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

func (s scheme) openKeygen(c catalog.Case, _ catalog.Inputs) (*bridge.Routine, error) {
	a := c.Algorithm
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
