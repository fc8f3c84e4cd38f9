package gowolfssl

import (
	"errors"

	wolfSSL "github.com/wolfssl/go-wolfssl"

	"cryptogap/compare/catalog"
)

func crossingRows() []row {
	return []row{{id: "crossing", how: "PRIVATE_KEY_LOCK, which calls a C function that does nothing where wolfSSL is not a FIPS build", open: openCrossing}}
}

var errFIPS = errors.New("PRIVATE_KEY_LOCK does work in a FIPS build, and the wrapper has no other call that does nothing")

func openCrossing(catalog.Case, catalog.Inputs) (work, error) {
	if wolfSSL.PRIVATE_KEY_LOCK() != notCompiledIn {
		return work{}, errFIPS
	}
	return work{
		do: func(n int) error {
			for range n {
				if wolfSSL.PRIVATE_KEY_LOCK() != notCompiledIn {
					return errFIPS
				}
			}
			return nil
		},
		output: func() []byte { return nil },
	}, nil
}
