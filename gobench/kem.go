package gobench

import (
	"crypto/mlkem"
	"crypto/mlkem/mlkemtest"
	"crypto/rand"
	"slices"

	"github.com/cloudflare/circl/kem/mlkem/mlkem512"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func kemRows() []row {
	gen, encap, decap := []catalog.Operation{catalog.OpKeygen}, []catalog.Operation{catalog.OpEncap}, []catalog.Operation{catalog.OpDecap}
	const circl = "github.com/cloudflare/circl/kem/mlkem/mlkem512"
	return []row{
		{id: "ml-kem-512", ops: gen, pkg: circl, how: "NewKeyFromSeed of a fresh seed", open: openKeygen512},
		{id: "ml-kem-512", ops: encap, pkg: circl, how: "EncapsulateTo", does: "writes into buffers that are there; the matrix is expanded before", takes: bridge.Random, open: openEncap512},
		{id: "ml-kem-512", ops: decap, pkg: circl, how: "DecapsulateTo", open: openDecap512},
		{id: "ml-kem-768", ops: gen, pkg: "crypto/mlkem", how: "GenerateKey768", open: openKEMKeygen(mlkem.GenerateKey768, (*mlkem.DecapsulationKey768).EncapsulationKey)},
		{id: "ml-kem-768", ops: encap, pkg: "crypto/mlkem", how: "Encapsulate", does: "allocates the secret and the ciphertext; the matrix is expanded before", open: openEncap(mlkem.NewEncapsulationKey768, mlkemtest.Encapsulate768), takes: bridge.Random},
		{id: "ml-kem-768", ops: decap, pkg: "crypto/mlkem", how: "Decapsulate", open: openDecap(mlkem.NewDecapsulationKey768)},
		{id: "ml-kem-1024", ops: gen, pkg: "crypto/mlkem", how: "GenerateKey1024", open: openKEMKeygen(mlkem.GenerateKey1024, (*mlkem.DecapsulationKey1024).EncapsulationKey)},
		{id: "ml-kem-1024", ops: encap, pkg: "crypto/mlkem", how: "Encapsulate", does: "allocates the secret and the ciphertext; the matrix is expanded before", open: openEncap(mlkem.NewEncapsulationKey1024, mlkemtest.Encapsulate1024), takes: bridge.Random},
		{id: "ml-kem-1024", ops: decap, pkg: "crypto/mlkem", how: "Decapsulate", open: openDecap(mlkem.NewDecapsulationKey1024)},
	}
}

type (
	encoded      interface{ Bytes() []byte }
	encapsulator interface {
		Encapsulate() (shared, ciphertext []byte)
	}
	decapsulator interface {
		Decapsulate(ciphertext []byte) (shared []byte, err error)
	}
)

func openKEMKeygen[D, E encoded](generate func() (D, error), public func(D) E) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		return keys(generate, func(k D) []byte { return slices.Concat(k.Bytes(), public(k).Bytes()) }), nil
	}
}

// openEncap has given for an encapsulation with the caller's randomness.
func openEncap[E encapsulator](parse func([]byte) (E, error), given func(k E, random []byte) (shared, ciphertext []byte, err error)) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		k, err := parse(in.Public)
		if err != nil {
			return nil, err
		}
		var shared, ciphertext []byte
		if in.Random != nil {
			return each(func() (err error) { shared, ciphertext, err = given(k, in.Random); return err },
				func() []byte { return slices.Concat(shared, ciphertext) }), nil
		}
		return each(func() error { shared, ciphertext = k.Encapsulate(); return nil },
			func() []byte { return slices.Concat(shared, ciphertext) }), nil
	}
}

func openDecap[D decapsulator](parse func([]byte) (D, error)) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		k, err := parse(in.Key)
		if err != nil {
			return nil, err
		}
		return bytesOf(func() ([]byte, error) { return k.Decapsulate(in.Received) }), nil
	}
}

// openKeygen512 draws the seed itself, as circl's GenerateKeyPair does, because circl
// does not give it back.
func openKeygen512(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	var seed [mlkem512.KeySeedSize]byte
	public := make([]byte, mlkem512.PublicKeySize)
	return keys(func() (*mlkem512.PublicKey, error) {
		if _, err := rand.Read(seed[:]); err != nil {
			return nil, err
		}
		k, _ := mlkem512.NewKeyFromSeed(seed[:])
		return k, nil
	}, func(k *mlkem512.PublicKey) []byte {
		k.Pack(public)
		return slices.Concat(seed[:], public)
	}), nil
}

func openEncap512(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	var k mlkem512.PublicKey
	if err := k.Unpack(in.Public); err != nil {
		return nil, err
	}
	out := make([]byte, mlkem512.SharedKeySize+mlkem512.CiphertextSize)
	shared, ciphertext := out[:mlkem512.SharedKeySize], out[mlkem512.SharedKeySize:]
	if in.Random != nil {
		if err := bridge.Length("randomness", len(in.Random), mlkem512.EncapsulationSeedSize); err != nil { // EncapsulateTo panics
			return nil, err
		}
	}
	return each(func() error { k.EncapsulateTo(ciphertext, shared, in.Random); return nil },
		func() []byte { return out }), nil
}

func openDecap512(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := bridge.Length("seed", len(in.Key), mlkem512.KeySeedSize); err != nil {
		return nil, err
	}
	if err := bridge.Length("ciphertext", len(in.Received), mlkem512.CiphertextSize); err != nil {
		return nil, err
	}
	_, k := mlkem512.NewKeyFromSeed(in.Key)
	shared := make([]byte, mlkem512.SharedKeySize)
	return each(func() error { k.DecapsulateTo(shared, in.Received); return nil },
		func() []byte { return shared }), nil
}
