package gobench

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"strconv"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func pkeRows() []row {
	enc, dec := []catalog.Operation{catalog.OpEncrypt}, []catalog.Operation{catalog.OpDecrypt}
	const private = ", constant time, no blinding"
	var all []row
	for _, bits := range []int{2048, 3072, 4096} {
		id := "rsa-" + strconv.Itoa(bits)
		all = append(all,
			row{id: id, pkg: "crypto/rsa", how: "GenerateKey", open: openRSAKeygen},
			row{id: id + "-pkcs1", ops: enc, pkg: "crypto/rsa", how: "EncryptPKCS1v15", open: openRSAEncrypt},
			row{id: id + "-pkcs1", ops: dec, pkg: "crypto/rsa", how: "DecryptPKCS1v15" + private, open: openRSADecrypt},
			row{id: id + "-oaep", ops: enc, pkg: "crypto/rsa", how: "EncryptOAEPWithOptions", takes: bridge.Hash | bridge.Context, open: openOAEPEncrypt},
			row{id: id + "-oaep", ops: dec, pkg: "crypto/rsa", how: "PrivateKey.Decrypt" + private, takes: bridge.Hash | bridge.Context, open: openOAEPDecrypt},
		)
	}
	return all
}

func openRSAKeygen(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	return keys(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, c.Algorithm.Bits) }, x509.MarshalPKCS1PrivateKey), nil
}

func openRSAEncrypt(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	k, err := rsaPublic(in, c.Algorithm.Bits)
	if err != nil {
		return nil, err
	}
	return bytesOf(func() ([]byte, error) {
		return rsa.EncryptPKCS1v15(rand.Reader, k, in.Message) //nolint:staticcheck // deprecated, and what is measured
	}), nil
}

func openRSADecrypt(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	k, err := rsaPrivate(in, c.Algorithm.Bits)
	if err != nil {
		return nil, err
	}
	return bytesOf(func() ([]byte, error) {
		return rsa.DecryptPKCS1v15(nil, k, in.Received) //nolint:staticcheck // deprecated, and what is measured
	}), nil
}

func openOAEPEncrypt(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	k, err := rsaPublic(in, c.Algorithm.Bits)
	if err != nil {
		return nil, err
	}
	opts, err := oaepOptions(c.Algorithm, in)
	if err != nil {
		return nil, err
	}
	return bytesOf(func() ([]byte, error) { return rsa.EncryptOAEPWithOptions(rand.Reader, k, in.Message, opts) }), nil
}

func openOAEPDecrypt(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	k, err := rsaPrivate(in, c.Algorithm.Bits)
	if err != nil {
		return nil, err
	}
	opts, err := oaepOptions(c.Algorithm, in)
	if err != nil {
		return nil, err
	}
	return bytesOf(func() ([]byte, error) { return k.Decrypt(nil, in.Received, opts) }), nil
}

func oaepOptions(a catalog.Algorithm, in catalog.Inputs) (*rsa.OAEPOptions, error) {
	h, err := hashOf(a.Hash)
	if err != nil {
		return nil, err
	}
	mgf, err := hashOf(a.MGF)
	if err != nil {
		return nil, err
	}
	return &rsa.OAEPOptions{Hash: h, MGFHash: mgf, Label: in.Context}, nil
}
