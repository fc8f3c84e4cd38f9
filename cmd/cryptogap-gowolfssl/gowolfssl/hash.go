package gowolfssl

import (
	wolfSSL "github.com/wolfssl/go-wolfssl"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func hashRows() []row {
	return []row{
		{id: "md5", how: "Wc_Md5Hash", open: openSum(wolfSSL.Wc_Md5Hash)},
		{id: "sha1", how: "Wc_ShaHash", open: openSum(wolfSSL.Wc_ShaHash)},
		{id: "sha256", how: "Wc_Sha256Hash", open: openSum(wolfSSL.Wc_Sha256Hash)},
		{id: "sha384", how: "Wc_Sha384Hash", open: openSum(wolfSSL.Wc_Sha384Hash)},
		{id: "sha512", how: "Wc_Sha512Hash", open: openSum(wolfSSL.Wc_Sha512Hash)},
		{id: "blake2s-256", how: "Wc_InitBlake2s, Wc_Blake2sUpdate, Wc_Blake2sFinal: three cgo calls", open: openBlake2s},
	}
}

func openSum(sum func(in []byte, n int, out []byte) int) opener {
	return func(c catalog.Case, in catalog.Inputs) (work, error) {
		msg, out := in.Message, bridge.Buffer(c.Algorithm.OutLen)
		return work{
			do: func(n int) error {
				for range n {
					if rc := sum(msg, len(msg), out); rc != 0 {
						return code(rc)
					}
				}
				return nil
			},
			output: func() []byte { return out },
		}, nil
	}
}

func openBlake2s(c catalog.Case, in catalog.Inputs) (work, error) {
	h, free, err := alloc[wolfSSL.Blake2s]()
	if err != nil {
		return work{}, err
	}
	msg, out := in.Message, bridge.Buffer(c.Algorithm.OutLen)
	return work{
		do: func(n int) error {
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
		output: func() []byte { return out },
		close:  free,
	}, nil
}
