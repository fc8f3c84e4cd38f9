package gowolfssl

import (
	wolfSSL "github.com/wolfssl/go-wolfssl"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func hashRows() []bridge.Row {
	return []bridge.Row{
		{Algorithm: "md5", How: "Wc_Md5Hash", Open: openSum(wolfSSL.Wc_Md5Hash)},
		{Algorithm: "sha1", How: "Wc_ShaHash", Open: openSum(wolfSSL.Wc_ShaHash)},
		{Algorithm: "sha256", How: "Wc_Sha256Hash", Open: openSum(wolfSSL.Wc_Sha256Hash)},
		{Algorithm: "sha384", How: "Wc_Sha384Hash", Open: openSum(wolfSSL.Wc_Sha384Hash)},
		{Algorithm: "sha512", How: "Wc_Sha512Hash", Open: openSum(wolfSSL.Wc_Sha512Hash)},
		{Algorithm: "blake2s-256", How: "Wc_InitBlake2s, Wc_Blake2sUpdate, Wc_Blake2sFinal: three cgo calls", Open: openBlake2s},
	}
}

func openSum(sum func(in []byte, n int, out []byte) int) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		msg, out := in.Message, bridge.Buffer(c.Algorithm.OutLen)
		return &bridge.Routine{
			Loop: func(n int) error {
				for range n {
					if rc := sum(msg, len(msg), out); rc != 0 {
						return code(rc)
					}
				}
				return nil
			},
			Out: func() []byte { return out },
		}, nil
	}
}

func openBlake2s(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	h, free, err := alloc[wolfSSL.Blake2s]()
	if err != nil {
		return nil, err
	}
	msg, out := in.Message, bridge.Buffer(c.Algorithm.OutLen)
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				rc := wolfSSL.Wc_InitBlake2s(h, len(out))
				if rc == 0 {
					rc = wolfSSL.Wc_Blake2sUpdate(h, msg, len(msg))
				}
				if rc == 0 {
					rc = wolfSSL.Wc_Blake2sFinal(h, out, len(out))
				}
				if rc != 0 {
					return code(rc)
				}
			}
			return nil
		},
		Out:  func() []byte { return out },
		Free: free,
	}, nil
}
