package gobench

import (
	"crypto/rsa"
	"crypto/x509"
	"fmt"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

// Public-key operations take microseconds and more, so their loop may call a
// function value.

// each is a work that does op n times and stops at the first error.
func each(op func() error, output func() []byte) *bridge.Routine {
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				if err := op(); err != nil {
					return err
				}
			}
			return nil
		},
		Out: output,
	}
}

// bytesOf is a work of an operation that returns new bytes.
func bytesOf(op func() ([]byte, error)) *bridge.Routine {
	var out []byte
	return each(func() (err error) { out, err = op(); return err }, func() []byte { return out })
}

// verification is a work whose output is 1 where ok accepts.
func verification(ok func() bool) *bridge.Routine {
	answer := []byte{0}
	return each(func() error {
		answer[0] = 0
		if ok() {
			answer[0] = 1
		}
		return nil
	}, func() []byte { return answer })
}

// keys is a work that makes key pairs. It is written out only when it is
// looked at.
func keys[K any](generate func() (K, error), encode func(K) []byte) *bridge.Routine {
	var k K
	return each(func() (err error) { k, err = generate(); return err }, func() []byte { return encode(k) })
}

func rsaPrivate(in catalog.Inputs, bits int) (*rsa.PrivateKey, error) {
	k, err := x509.ParsePKCS1PrivateKey(in.Key)
	if err != nil {
		return nil, err
	}
	return k, rsaBits(k.Size(), bits)
}

func rsaPublic(in catalog.Inputs, bits int) (*rsa.PublicKey, error) {
	k, err := x509.ParsePKCS1PublicKey(in.Public)
	if err != nil {
		return nil, err
	}
	return k, rsaBits(k.Size(), bits)
}

func rsaBits(size, bits int) error {
	if 8*size != bits {
		return fmt.Errorf("%w: a key of %d bits, not of %d", provider.ErrNotOffered, 8*size, bits)
	}
	return nil
}
