package gowolfssl

import (
	"errors"

	wolfSSL "github.com/wolfssl/go-wolfssl"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func crossingRows() []bridge.Row {
	return []bridge.Row{{Algorithm: "crossing", How: "PRIVATE_KEY_LOCK, which calls a C function that does nothing where wolfSSL is not a FIPS build", Open: openCrossing}}
}

var errFIPS = errors.New("PRIVATE_KEY_LOCK does work in a FIPS build, and the wrapper has no other call that does nothing")

func openCrossing(catalog.Case, catalog.Inputs) (*bridge.Routine, error) {
	if wolfSSL.PRIVATE_KEY_LOCK() != notCompiledIn {
		return nil, errFIPS
	}
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				if wolfSSL.PRIVATE_KEY_LOCK() != notCompiledIn {
					return errFIPS
				}
			}
			return nil
		},
		Out: func() []byte { return nil },
	}, nil
}
