package gowolfssl

import (
	wolfSSL "github.com/wolfssl/go-wolfssl"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

var aesSizes = []string{"aes-128", "aes-192", "aes-256"}

// cipherRows: setting the IV is part of the operation, and the wrapper's only
// call that does it sets the key too.
func cipherRows() []bridge.Row {
	const rekeyed = "; Wc_AesSetKey for each message, as no other call sets an IV"
	var all []bridge.Row
	for _, size := range aesSizes {
		all = append(all,
			bridge.Row{Algorithm: size + "-cbc", Ops: []catalog.Operation{catalog.OpEncrypt}, How: "Wc_AesCbcEncrypt" + rekeyed,
				Open: openCBC(wolfSSL.AES_ENCRYPTION, wolfSSL.Wc_AesCbcEncrypt)},
			bridge.Row{Algorithm: size + "-cbc", Ops: []catalog.Operation{catalog.OpDecrypt}, How: "Wc_AesCbcDecrypt" + rekeyed,
				Open: openCBC(wolfSSL.AES_DECRYPTION, wolfSSL.Wc_AesCbcDecrypt)},
		)
	}
	return all
}

func openCBC(direction int, process func(aes *wolfSSL.Aes, out, in []byte, n int) int) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		key, iv, msg := in.Key, in.Nonce, in.Message
		if direction == wolfSSL.AES_DECRYPTION {
			msg = in.Received
		}
		if err := bridge.Length("IV", len(iv), wolfSSL.AES_IV_SIZE); err != nil {
			return nil, err
		}
		aes, free, err := newAES()
		if err != nil {
			return nil, err
		}
		out := bridge.Buffer(len(msg))
		return &bridge.Routine{
			Loop: func(n int) error {
				for range n {
					rc := wolfSSL.Wc_AesSetKey(aes, key, len(key), iv, direction)
					if rc == 0 {
						rc = process(aes, out, msg, len(msg))
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
}

// newAES returns a context without a key and what frees it.
func newAES() (*wolfSSL.Aes, func(), error) {
	aes := wolfSSL.Wc_AesAllocAligned()
	if aes == nil {
		return nil, nil, errMemory
	}
	if rc := wolfSSL.Wc_AesInit(aes, nil, wolfSSL.INVALID_DEVID); rc != 0 {
		wolfSSL.Wc_AesFreeAllocAligned(aes)
		return nil, nil, code(rc)
	}
	return aes, func() {
		wolfSSL.Wc_AesFree(aes)
		wolfSSL.Wc_AesFreeAllocAligned(aes)
	}, nil
}
