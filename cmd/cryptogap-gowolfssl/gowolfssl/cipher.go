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
				Open: cbc(wolfSSL.AES_ENCRYPTION, wolfSSL.Wc_AesCbcEncrypt)},
			bridge.Row{Algorithm: size + "-cbc", Ops: []catalog.Operation{catalog.OpDecrypt}, How: "Wc_AesCbcDecrypt" + rekeyed,
				Open: cbc(wolfSSL.AES_DECRYPTION, wolfSSL.Wc_AesCbcDecrypt)},
		)
	}
	return all
}

func cbc(direction int, process func(aes *wolfSSL.Aes, out, in []byte, n int) int) bridge.Opener {
	return opener(func(c catalog.Case, in catalog.Inputs, h *held) (operation, error) {
		msg := in.Message
		if direction == wolfSSL.AES_DECRYPTION {
			msg = in.Received
		}
		if err := bridge.Length("IV", len(in.Nonce), wolfSSL.AES_IV_SIZE); err != nil {
			return operation{}, err
		}
		aes, err := newAES(h)
		if err != nil {
			return operation{}, err
		}
		return into(len(msg), func(out []byte) int {
			if rc := wolfSSL.Wc_AesSetKey(aes, in.Key, len(in.Key), in.Nonce, direction); rc != 0 {
				return rc
			}
			return process(aes, out, msg, len(msg))
		}), nil
	})
}

// newAES returns a context without a key.
func newAES(h *held) (*wolfSSL.Aes, error) {
	aes := wolfSSL.Wc_AesAllocAligned()
	if aes == nil {
		return nil, errMemory
	}
	h.add(func() { wolfSSL.Wc_AesFreeAllocAligned(aes) })
	if rc := wolfSSL.Wc_AesInit(aes, nil, wolfSSL.INVALID_DEVID); rc != 0 {
		return nil, code(rc)
	}
	h.add(func() { wolfSSL.Wc_AesFree(aes) })
	return aes, nil
}
