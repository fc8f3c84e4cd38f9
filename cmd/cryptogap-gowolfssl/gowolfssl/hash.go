package gowolfssl

import (
	wolfSSL "github.com/wolfssl/go-wolfssl"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func hashRows() []bridge.Row {
	return []bridge.Row{
		{Algorithm: "md5", How: "Wc_Md5Hash", Open: sum(wolfSSL.Wc_Md5Hash)},
		{Algorithm: "sha1", How: "Wc_ShaHash", Open: sum(wolfSSL.Wc_ShaHash)},
		{Algorithm: "sha256", How: "Wc_Sha256Hash", Open: sum(wolfSSL.Wc_Sha256Hash)},
		{Algorithm: "sha384", How: "Wc_Sha384Hash", Open: sum(wolfSSL.Wc_Sha384Hash)},
		{Algorithm: "sha512", How: "Wc_Sha512Hash", Open: sum(wolfSSL.Wc_Sha512Hash)},
		{Algorithm: "blake2s-256", How: "Wc_InitBlake2s, Wc_Blake2sUpdate, Wc_Blake2sFinal: three cgo calls", Open: opener(blake2s)},
	}
}

func sum(hash func(in []byte, n int, out []byte) int) bridge.Opener {
	return opener(func(c catalog.Case, in catalog.Inputs, _ *held) (operation, error) {
		return into(c.Algorithm.OutLen, func(out []byte) int { return hash(in.Message, len(in.Message), out) }), nil
	})
}

func blake2s(c catalog.Case, in catalog.Inputs, held *held) (operation, error) {
	h, free, err := alloc[wolfSSL.Blake2s]()
	if err != nil {
		return operation{}, err
	}
	held.add(free)
	return into(c.Algorithm.OutLen, func(out []byte) int {
		rc := wolfSSL.Wc_InitBlake2s(h, len(out))
		if rc == 0 {
			rc = wolfSSL.Wc_Blake2sUpdate(h, in.Message, len(in.Message))
		}
		if rc == 0 {
			rc = wolfSSL.Wc_Blake2sFinal(h, out, len(out))
		}
		return rc
	}), nil
}
