package gobench

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"strconv"

	"cryptogap/compare/catalog"
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
			row{id: id + "-oaep", ops: enc, pkg: "crypto/rsa", how: "EncryptOAEP", open: openOAEPEncrypt},
			row{id: id + "-oaep", ops: dec, pkg: "crypto/rsa", how: "DecryptOAEP" + private, open: openOAEPDecrypt},
		)
	}
	return all
}

func openRSAKeygen(c catalog.Case, in catalog.Inputs) (work, error) {
	return keys(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, c.Algorithm.Bits) }, x509.MarshalPKCS1PrivateKey), nil
}

func openRSAEncrypt(c catalog.Case, in catalog.Inputs) (work, error) {
	k, err := rsaPublic(in, c.Algorithm.Bits)
	if err != nil {
		return work{}, err
	}
	return bytesOf(func() ([]byte, error) {
		return rsa.EncryptPKCS1v15(rand.Reader, k, in.Message) //nolint:staticcheck // deprecated, and what is measured
	}), nil
}

func openRSADecrypt(c catalog.Case, in catalog.Inputs) (work, error) {
	k, err := rsaPrivate(in, c.Algorithm.Bits)
	if err != nil {
		return work{}, err
	}
	return bytesOf(func() ([]byte, error) {
		return rsa.DecryptPKCS1v15(nil, k, in.Received) //nolint:staticcheck // deprecated, and what is measured
	}), nil
}

func openOAEPEncrypt(c catalog.Case, in catalog.Inputs) (work, error) {
	k, err := rsaPublic(in, c.Algorithm.Bits)
	if err != nil {
		return work{}, err
	}
	h := sha256.New()
	return bytesOf(func() ([]byte, error) { return rsa.EncryptOAEP(h, rand.Reader, k, in.Message, nil) }), nil
}

func openOAEPDecrypt(c catalog.Case, in catalog.Inputs) (work, error) {
	k, err := rsaPrivate(in, c.Algorithm.Bits)
	if err != nil {
		return work{}, err
	}
	h := sha256.New()
	return bytesOf(func() ([]byte, error) { return rsa.DecryptOAEP(h, nil, k, in.Received, nil) }), nil
}
