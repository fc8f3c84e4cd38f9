package gobench

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"fmt"
	"slices"
	"strconv"

	"filippo.io/mldsa"
	"github.com/cloudflare/circl/sign/ed448"
	"github.com/cloudflare/circl/sign/slhdsa"

	"cryptogap/compare/catalog"
)

func signatureRows() []row {
	gen, sign, verify := []catalog.Operation{catalog.OpKeygen}, []catalog.Operation{catalog.OpSign}, []catalog.Operation{catalog.OpVerify}
	const (
		circl   = "github.com/cloudflare/circl/sign/"
		private = ", constant time, no blinding"
	)
	all := []row{
		{id: "ed25519", ops: gen, pkg: "crypto/ed25519", how: "GenerateKey", open: openEd25519Keygen},
		{id: "ed25519", ops: sign, pkg: "crypto/ed25519", how: "Sign", open: openEd25519Sign},
		{id: "ed25519", ops: verify, pkg: "crypto/ed25519", how: "Verify", open: openEd25519Verify},
		{id: "ed448", ops: gen, pkg: circl + "ed448", how: "GenerateKey", open: openEd448Keygen},
		{id: "ed448", ops: sign, pkg: circl + "ed448", how: "Sign", open: openEd448Sign},
		{id: "ed448", ops: verify, pkg: circl + "ed448", how: "Verify", open: openEd448Verify},
	}
	for id, curve := range map[string]elliptic.Curve{"ecdsa-p256": elliptic.P256(), "ecdsa-p384": elliptic.P384(), "ecdsa-p521": elliptic.P521()} {
		all = append(all,
			row{id: id, ops: sign, pkg: "crypto/ecdsa", how: "SignASN1, hedged", open: openECDSASign(curve)},
			row{id: id, ops: verify, pkg: "crypto/ecdsa", how: "VerifyASN1", open: openECDSAVerify(curve)},
		)
	}
	for _, bits := range []int{2048, 3072, 4096} {
		pkcs1, pss := "rsa-"+strconv.Itoa(bits)+"-pkcs1-sha256", "rsa-"+strconv.Itoa(bits)+"-pss-sha256"
		all = append(all,
			row{id: pkcs1, ops: sign, pkg: "crypto/rsa", how: "SignPKCS1v15" + private, open: openPKCS1Sign},
			row{id: pkcs1, ops: verify, pkg: "crypto/rsa", how: "VerifyPKCS1v15", open: openPKCS1Verify},
			row{id: pss, ops: sign, pkg: "crypto/rsa", how: "SignPSS" + private, open: openPSSSign},
			row{id: pss, ops: verify, pkg: "crypto/rsa", how: "VerifyPSS", open: openPSSVerify},
		)
	}
	for id, set := range map[string]mldsa.Parameters{"ml-dsa-44": mldsa.MLDSA44(), "ml-dsa-65": mldsa.MLDSA65(), "ml-dsa-87": mldsa.MLDSA87()} {
		all = append(all,
			row{id: id, ops: gen, pkg: "filippo.io/mldsa", how: "GenerateKey", open: openMLDSAKeygen(set)},
			row{id: id, ops: sign, pkg: "filippo.io/mldsa", how: "Sign, hedged", open: openMLDSASign(set)},
			row{id: id, ops: verify, pkg: "filippo.io/mldsa", how: "Verify", open: openMLDSAVerify(set)},
		)
	}
	for id, set := range map[string]slhdsa.ID{
		"slh-dsa-sha2-128s": slhdsa.SHA2_128s, "slh-dsa-sha2-128f": slhdsa.SHA2_128f,
		"slh-dsa-shake-128s": slhdsa.SHAKE_128s, "slh-dsa-shake-128f": slhdsa.SHAKE_128f,
	} {
		all = append(all,
			row{id: id, ops: gen, pkg: circl + "slhdsa", how: "GenerateKey", open: openSLHDSAKeygen(set)},
			row{id: id, ops: sign, pkg: circl + "slhdsa", how: "SignRandomized", open: openSLHDSASign(set)},
			row{id: id, ops: verify, pkg: circl + "slhdsa", how: "Verify", open: openSLHDSAVerify(set)},
		)
	}
	return all
}

// digestLength is checked because crypto/ecdsa cuts a longer digest short
// without a word.
func digestLength(c catalog.Case, in catalog.Inputs) error {
	return length("digest", in.Message, catalog.MessageLen(c.Algorithm))
}

func openECDSASign(curve elliptic.Curve) opener {
	return func(c catalog.Case, in catalog.Inputs) (work, error) {
		if err := digestLength(c, in); err != nil {
			return work{}, err
		}
		k, err := ecdsa.ParseRawPrivateKey(curve, in.Key)
		if err != nil {
			return work{}, err
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

func openECDSAVerify(curve elliptic.Curve) opener {
	return func(c catalog.Case, in catalog.Inputs) (work, error) {
		if err := digestLength(c, in); err != nil {
			return work{}, err
		}
		k, err := ecdsa.ParseUncompressedPublicKey(curve, in.Public)
		if err != nil {
			return work{}, err
		}
		if err := length("signature", in.Received, 2*scalarLen(curve)); err != nil {
			return work{}, err
		}
		der := catalog.ECDSAToDER(in.Received)
		return verification(func() bool { return ecdsa.VerifyASN1(k, in.Message, der) }), nil
	}
}

func scalarLen(curve elliptic.Curve) int { return (curve.Params().BitSize + 7) / 8 }

func openEd25519Keygen(c catalog.Case, in catalog.Inputs) (work, error) {
	return keys(func() (ed25519.PrivateKey, error) {
		_, k, err := ed25519.GenerateKey(nil)
		return k, err
	}, func(k ed25519.PrivateKey) []byte { return k }), nil // the seed, then the public key
}

func openEd25519Sign(c catalog.Case, in catalog.Inputs) (work, error) {
	if err := length("key", in.Key, ed25519.SeedSize); err != nil {
		return work{}, err
	}
	k := ed25519.NewKeyFromSeed(in.Key)
	return bytesOf(func() ([]byte, error) { return ed25519.Sign(k, in.Message), nil }), nil
}

func openEd25519Verify(c catalog.Case, in catalog.Inputs) (work, error) {
	if err := length("public key", in.Public, ed25519.PublicKeySize); err != nil {
		return work{}, err
	}
	if err := length("signature", in.Received, ed25519.SignatureSize); err != nil {
		return work{}, err
	}
	return verification(func() bool { return ed25519.Verify(in.Public, in.Message, in.Received) }), nil
}

func openEd448Keygen(c catalog.Case, in catalog.Inputs) (work, error) {
	return keys(func() (ed448.PrivateKey, error) {
		_, k, err := ed448.GenerateKey(nil)
		return k, err
	}, func(k ed448.PrivateKey) []byte { return k }), nil // the seed, then the public key
}

func openEd448Sign(c catalog.Case, in catalog.Inputs) (work, error) {
	if err := length("key", in.Key, ed448.SeedSize); err != nil {
		return work{}, err
	}
	k := ed448.NewKeyFromSeed(in.Key)
	return bytesOf(func() ([]byte, error) { return ed448.Sign(k, in.Message, ""), nil }), nil
}

func openEd448Verify(c catalog.Case, in catalog.Inputs) (work, error) {
	if err := length("public key", in.Public, ed448.PublicKeySize); err != nil {
		return work{}, err
	}
	if err := length("signature", in.Received, ed448.SignatureSize); err != nil {
		return work{}, err
	}
	return verification(func() bool { return ed448.Verify(in.Public, in.Message, in.Received, "") }), nil
}

func openPKCS1Sign(c catalog.Case, in catalog.Inputs) (work, error) {
	k, err := rsaPrivate(in, c.Algorithm.Bits)
	if err != nil {
		return work{}, err
	}
	if err := digestLength(c, in); err != nil {
		return work{}, err
	}
	return bytesOf(func() ([]byte, error) { return rsa.SignPKCS1v15(nil, k, crypto.SHA256, in.Message) }), nil
}

func openPKCS1Verify(c catalog.Case, in catalog.Inputs) (work, error) {
	k, err := rsaPublic(in, c.Algorithm.Bits)
	if err != nil {
		return work{}, err
	}
	if err := digestLength(c, in); err != nil {
		return work{}, err
	}
	return verification(func() bool { return rsa.VerifyPKCS1v15(k, crypto.SHA256, in.Message, in.Received) == nil }), nil
}

// pssSalt is as long as the hash, as TLS 1.3 has it (RFC 8446 section 4.2.3).
var pssSalt = &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash}

func openPSSSign(c catalog.Case, in catalog.Inputs) (work, error) {
	k, err := rsaPrivate(in, c.Algorithm.Bits)
	if err != nil {
		return work{}, err
	}
	if err := digestLength(c, in); err != nil {
		return work{}, err
	}
	return bytesOf(func() ([]byte, error) { return rsa.SignPSS(rand.Reader, k, crypto.SHA256, in.Message, pssSalt) }), nil
}

func openPSSVerify(c catalog.Case, in catalog.Inputs) (work, error) {
	k, err := rsaPublic(in, c.Algorithm.Bits)
	if err != nil {
		return work{}, err
	}
	if err := digestLength(c, in); err != nil {
		return work{}, err
	}
	return verification(func() bool { return rsa.VerifyPSS(k, crypto.SHA256, in.Message, in.Received, pssSalt) == nil }), nil
}

func openMLDSAKeygen(set mldsa.Parameters) opener {
	return func(c catalog.Case, in catalog.Inputs) (work, error) {
		return keys(
			func() (*mldsa.PrivateKey, error) { return mldsa.GenerateKey(set) },
			func(k *mldsa.PrivateKey) []byte { return slices.Concat(k.Bytes(), k.PublicKey().Bytes()) },
		), nil
	}
}

func openMLDSASign(set mldsa.Parameters) opener {
	return func(c catalog.Case, in catalog.Inputs) (work, error) {
		k, err := mldsa.NewPrivateKey(set, in.Key)
		if err != nil {
			return work{}, err
		}
		return bytesOf(func() ([]byte, error) { return k.Sign(nil, in.Message, nil) }), nil
	}
}

func openMLDSAVerify(set mldsa.Parameters) opener {
	return func(c catalog.Case, in catalog.Inputs) (work, error) {
		k, err := mldsa.NewPublicKey(set, in.Public)
		if err != nil {
			return work{}, err
		}
		if err := length("signature", in.Received, set.SignatureSize()); err != nil {
			return work{}, err
		}
		return verification(func() bool { return mldsa.Verify(k, in.Message, in.Received, nil) == nil }), nil
	}
}

func openSLHDSAKeygen(set slhdsa.ID) opener {
	return func(c catalog.Case, in catalog.Inputs) (work, error) {
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

func openSLHDSASign(set slhdsa.ID) opener {
	return func(c catalog.Case, in catalog.Inputs) (work, error) {
		k := slhdsa.PrivateKey{ID: set}
		if err := k.UnmarshalBinary(in.Key); err != nil {
			return work{}, err
		}
		msg := slhdsa.NewMessage(in.Message)
		return bytesOf(func() ([]byte, error) { return slhdsa.SignRandomized(&k, rand.Reader, msg, nil) }), nil
	}
}

func openSLHDSAVerify(set slhdsa.ID) opener {
	return func(c catalog.Case, in catalog.Inputs) (work, error) {
		k := slhdsa.PublicKey{ID: set}
		if err := k.UnmarshalBinary(in.Public); err != nil {
			return work{}, err
		}
		msg := slhdsa.NewMessage(in.Message)
		return verification(func() bool { return slhdsa.Verify(&k, msg, in.Received, nil) }), nil
	}
}
