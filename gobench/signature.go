package gobench

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"fmt"
	"slices"
	"strings"

	"filippo.io/mldsa"
	"github.com/cloudflare/circl/sign/ed448"
	"github.com/cloudflare/circl/sign/slhdsa"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

func signatureRows() []row {
	const (
		circl   = "github.com/cloudflare/circl/sign/"
		private = ", constant time, no blinding"
		der     = "writes or reads DER"
	)
	all := slices.Concat(
		scheme{id: "ed25519", pkg: "crypto/ed25519", keygen: "GenerateKey", sign: "Sign", verify: "Verify",
			openKeygen: openEd25519Keygen, openSign: openEd25519Sign, openVerify: openEd25519Verify}.rows(),
		scheme{id: "ed448", pkg: circl + "ed448", keygen: "GenerateKey", sign: "Sign", verify: "Verify", takes: bridge.Context,
			openKeygen: openEd448Keygen, openSign: openEd448Sign, openVerify: openEd448Verify}.rows(),
	)
	for _, c := range []struct {
		id    string
		curve elliptic.Curve
	}{{"ecdsa-p256", elliptic.P256()}, {"ecdsa-p384", elliptic.P384()}, {"ecdsa-p521", elliptic.P521()}} {
		all = append(all, scheme{id: c.id, pkg: "crypto/ecdsa", sign: "SignASN1, hedged", verify: "VerifyASN1", does: der,
			openSign: openECDSASign(c.curve), openVerify: openECDSAVerify(c.curve)}.rows()...)
	}
	for _, bits := range []string{"2048", "3072", "4096"} {
		all = slices.Concat(all,
			scheme{id: "rsa-" + bits + "-pkcs1-sha256", pkg: "crypto/rsa", sign: "SignPKCS1v15" + private, verify: "VerifyPKCS1v15", takes: bridge.Hash,
				openSign: openRSA(rsaPrivate, signPKCS1), openVerify: openRSA(rsaPublic, verifyPKCS1)}.rows(),
			scheme{id: "rsa-" + bits + "-pss-sha256", pkg: "crypto/rsa", sign: "SignPSS" + private, verify: "VerifyPSS", takes: bridge.Hash,
				openSign: openRSA(rsaPrivate, signPSS), openVerify: openRSA(rsaPublic, verifyPSS)}.rows(),
		)
	}
	for _, p := range []struct {
		id  string
		set mldsa.Parameters
	}{{"ml-dsa-44", mldsa.MLDSA44()}, {"ml-dsa-65", mldsa.MLDSA65()}, {"ml-dsa-87", mldsa.MLDSA87()}} {
		all = append(all, scheme{id: p.id, pkg: "filippo.io/mldsa", keygen: "GenerateKey", sign: "Sign, hedged", verify: "Verify", takes: bridge.Context | bridge.Random,
			openKeygen: openMLDSAKeygen(p.set), openSign: openMLDSASign(p.set), openVerify: openMLDSAVerify(p.set)}.rows()...)
	}
	for _, p := range []struct {
		id  string
		set slhdsa.ID
	}{
		{"slh-dsa-sha2-128s", slhdsa.SHA2_128s}, {"slh-dsa-sha2-128f", slhdsa.SHA2_128f},
		{"slh-dsa-shake-128s", slhdsa.SHAKE_128s}, {"slh-dsa-shake-128f", slhdsa.SHAKE_128f},
	} {
		all = append(all, scheme{id: p.id, pkg: circl + "slhdsa", keygen: "GenerateKey", sign: "SignRandomized", verify: "Verify", takes: bridge.Context | bridge.Random,
			openKeygen: openSLHDSAKeygen(p.set), openSign: openSLHDSASign(p.set), openVerify: openSLHDSAVerify(p.set)}.rows()...)
	}
	return all
}

// A scheme is a signature scheme: the functions of its operations, and how they are opened.
type scheme struct {
	id, pkg, does                    string
	keygen, sign, verify             string // keygen "": its keys are another algorithm's
	takes                            bridge.Params
	openKeygen, openSign, openVerify bridge.Opener
}

func (s scheme) rows() []row {
	r := row{id: s.id, pkg: s.pkg, takes: s.takes}
	all := make([]row, 0, 3)
	for _, o := range []struct {
		op   catalog.Operation
		how  string
		open bridge.Opener
	}{{catalog.OpKeygen, s.keygen, s.openKeygen}, {catalog.OpSign, s.sign, s.openSign}, {catalog.OpVerify, s.verify, s.openVerify}} {
		if o.open != nil {
			r.ops, r.how, r.open, r.does = []catalog.Operation{o.op}, o.how, o.open, s.does
			if o.op == catalog.OpSign {
				r.does = strings.TrimPrefix(s.does+"; allocates the signature", "; ")
			}
			all = append(all, r)
		}
	}
	return all
}

// hashOf is the hash of the algorithm that is named so, as crypto knows it.
func hashOf(id string) (crypto.Hash, error) {
	h, ok := map[string]crypto.Hash{
		"sha1": crypto.SHA1, "sha224": crypto.SHA224, "sha256": crypto.SHA256, "sha384": crypto.SHA384, "sha512": crypto.SHA512,
		"sha512-224": crypto.SHA512_224, "sha512-256": crypto.SHA512_256,
		"sha3-224": crypto.SHA3_224, "sha3-256": crypto.SHA3_256, "sha3-384": crypto.SHA3_384, "sha3-512": crypto.SHA3_512,
	}[id]
	if !ok {
		return 0, fmt.Errorf("%w: the hash %q", provider.ErrNotOffered, id)
	}
	return h, nil
}

// digestLength is checked because crypto/ecdsa cuts a longer digest short
// without a word.
func digestLength(c catalog.Case, in catalog.Inputs) error {
	return bridge.Length("digest", len(in.Message), catalog.MessageLen(c.Algorithm))
}

func openECDSASign(curve elliptic.Curve) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		if err := digestLength(c, in); err != nil {
			return nil, err
		}
		k, err := ecdsa.ParseRawPrivateKey(curve, in.Key)
		if err != nil {
			return nil, err
		}
		var der []byte
		return each(
			func() (err error) { der, err = ecdsa.SignASN1(rand.Reader, k, in.Message); return err },
			func() []byte {
				raw, _ := catalog.ECDSAFromDER(der, scalarLen(curve)) // nil where it is none: verification misses it
				return raw
			},
		), nil
	}
}

func openECDSAVerify(curve elliptic.Curve) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		if err := digestLength(c, in); err != nil {
			return nil, err
		}
		k, err := ecdsa.ParseUncompressedPublicKey(curve, in.Public)
		if err != nil {
			return nil, err
		}
		if err := bridge.Length("signature", len(in.Received), 2*scalarLen(curve)); err != nil {
			return nil, err
		}
		der := catalog.ECDSAToDER(in.Received)
		return verification(func() bool { return ecdsa.VerifyASN1(k, in.Message, der) }), nil
	}
}

func scalarLen(curve elliptic.Curve) int { return (curve.Params().BitSize + 7) / 8 }

func openEd25519Keygen(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	return keys(func() (ed25519.PrivateKey, error) {
		_, k, err := ed25519.GenerateKey(nil)
		return k, err
	}, func(k ed25519.PrivateKey) []byte { return k }), nil // the seed, then the public key
}

func openEd25519Sign(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := bridge.Length("key", len(in.Key), ed25519.SeedSize); err != nil {
		return nil, err
	}
	k := ed25519.NewKeyFromSeed(in.Key)
	return bytesOf(func() ([]byte, error) { return ed25519.Sign(k, in.Message), nil }), nil
}

func openEd25519Verify(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := bridge.Length("public key", len(in.Public), ed25519.PublicKeySize); err != nil {
		return nil, err
	}
	return verification(func() bool { return ed25519.Verify(in.Public, in.Message, in.Received) }), nil
}

func openEd448Keygen(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	return keys(func() (ed448.PrivateKey, error) {
		_, k, err := ed448.GenerateKey(nil)
		return k, err
	}, func(k ed448.PrivateKey) []byte { return k }), nil // the seed, then the public key
}

func openEd448Sign(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := bridge.Length("key", len(in.Key), ed448.SeedSize); err != nil {
		return nil, err
	}
	k, context := ed448.NewKeyFromSeed(in.Key), string(in.Context)
	return bytesOf(func() ([]byte, error) { return ed448.Sign(k, in.Message, context), nil }), nil
}

func openEd448Verify(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := bridge.Length("public key", len(in.Public), ed448.PublicKeySize); err != nil {
		return nil, err
	}
	context := string(in.Context)
	return verification(func() bool { return ed448.Verify(in.Public, in.Message, in.Received, context) }), nil
}

// openRSA makes an opener of what a routine does with a key, which parse reads, and a digest of the case's hash.
func openRSA[K any](parse func(catalog.Inputs, int) (K, error), routine func(K, crypto.Hash, catalog.Case, catalog.Inputs) (*bridge.Routine, error)) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		k, err := parse(in, c.Algorithm.Bits)
		if err != nil {
			return nil, err
		}
		h, err := hashOf(c.Algorithm.Hash)
		if err != nil {
			return nil, err
		}
		if err := bridge.Length("digest", len(in.Message), h.Size()); err != nil {
			return nil, err
		}
		return routine(k, h, c, in)
	}
}

func signPKCS1(k *rsa.PrivateKey, h crypto.Hash, _ catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	return bytesOf(func() ([]byte, error) { return rsa.SignPKCS1v15(nil, k, h, in.Message) }), nil
}

func verifyPKCS1(k *rsa.PublicKey, h crypto.Hash, _ catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	return verification(func() bool { return rsa.VerifyPKCS1v15(k, h, in.Message, in.Received) == nil }), nil
}

// pssOptions are those of the case. Go's mask generation function has the hash of the message.
func pssOptions(a catalog.Algorithm) (*rsa.PSSOptions, error) {
	switch {
	case a.MGF != a.Hash:
		return nil, fmt.Errorf("%w: MGF1 with %s beside %s", provider.ErrNotOffered, a.MGF, a.Hash)
	case a.SaltLen == 0: // crypto/rsa takes 0 for any length
		return nil, fmt.Errorf("%w: a salt of 0 bytes", provider.ErrNotOffered)
	}
	return &rsa.PSSOptions{SaltLength: a.SaltLen}, nil
}

func signPSS(k *rsa.PrivateKey, h crypto.Hash, c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	options, err := pssOptions(c.Algorithm)
	return bytesOf(func() ([]byte, error) { return rsa.SignPSS(rand.Reader, k, h, in.Message, options) }), err
}

func verifyPSS(k *rsa.PublicKey, h crypto.Hash, c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	options, err := pssOptions(c.Algorithm)
	return verification(func() bool { return rsa.VerifyPSS(k, h, in.Message, in.Received, options) == nil }), err
}

func openMLDSAKeygen(set mldsa.Parameters) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		return keys(
			func() (*mldsa.PrivateKey, error) { return mldsa.GenerateKey(set) },
			func(k *mldsa.PrivateKey) []byte { return slices.Concat(k.Bytes(), k.PublicKey().Bytes()) },
		), nil
	}
}

func openMLDSASign(set mldsa.Parameters) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		k, err := mldsa.NewPrivateKey(set, in.Key)
		if err != nil {
			return nil, err
		}
		opts := &mldsa.Options{Context: string(in.Context)}
		if in.Random == nil {
			return bytesOf(func() ([]byte, error) { return k.Sign(nil, in.Message, opts) }), nil
		}
		if len(in.Random) != 32 || !bytes.Equal(in.Random, make([]byte, 32)) {
			return nil, fmt.Errorf("%w: filippo.io/mldsa takes no rnd but 32 zeros", provider.ErrNotOffered)
		}
		return bytesOf(func() ([]byte, error) { return k.SignDeterministic(in.Message, opts) }), nil
	}
}

func openMLDSAVerify(set mldsa.Parameters) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		k, err := mldsa.NewPublicKey(set, in.Public)
		if err != nil {
			return nil, err
		}
		opts := &mldsa.Options{Context: string(in.Context)}
		return verification(func() bool { return mldsa.Verify(k, in.Message, in.Received, opts) == nil }), nil
	}
}

func openSLHDSAKeygen(set slhdsa.ID) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		return keys(func() (slhdsa.PrivateKey, error) {
			_, k, err := slhdsa.GenerateKey(rand.Reader, set)
			return k, err
		}, func(k slhdsa.PrivateKey) []byte {
			private, err := k.MarshalBinary()
			if err != nil {
				panic(fmt.Sprintf("gobench: slhdsa: %v", err)) // it was just made
			}
			return slices.Concat(private, private[len(private)/2:]) // FIPS 205 section 9.1: the second half is the public key
		}), nil
	}
}

func openSLHDSASign(set slhdsa.ID) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		k := slhdsa.PrivateKey{ID: set}
		if err := k.UnmarshalBinary(in.Key); err != nil {
			return nil, err
		}
		msg := slhdsa.NewMessage(in.Message)
		return bytesOf(func() ([]byte, error) {
			if in.Random != nil {
				return slhdsa.SignRandomized(&k, bytes.NewReader(in.Random), msg, in.Context)
			}
			return slhdsa.SignRandomized(&k, rand.Reader, msg, in.Context)
		}), nil
	}
}

func openSLHDSAVerify(set slhdsa.ID) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		k := slhdsa.PublicKey{ID: set}
		if err := k.UnmarshalBinary(in.Public); err != nil {
			return nil, err
		}
		msg := slhdsa.NewMessage(in.Message)
		return verification(func() bool { return slhdsa.Verify(&k, msg, in.Received, in.Context) }), nil
	}
}
