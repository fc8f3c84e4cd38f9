package gowolfssl

import (
	wolfSSL "github.com/wolfssl/go-wolfssl"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func macRows() []bridge.Row {
	standing, rekey := []catalog.Operation{catalog.OpMAC}, []catalog.Operation{catalog.OpMACRekey}
	all := []bridge.Row{
		{Algorithm: "hmac-blake2s-256", Ops: standing, How: "Wc_Blake2s_HMAC takes the key with each message, see mac-rekey"},
		{Algorithm: "hmac-blake2s-256", Ops: rekey, How: "Wc_Blake2s_HMAC: HMAC in Go over eight cgo calls, the state allocated for each message", Open: openBlake2sHMAC},
	}
	for _, h := range hashTypes() {
		id := "hmac-" + h.id
		all = append(all,
			bridge.Row{Algorithm: id, Ops: standing, How: "Wc_HmacUpdate, Wc_HmacFinal" + h.note(), Open: h.openHMAC},
			bridge.Row{Algorithm: id, Ops: rekey, How: "Wc_HmacSetKey, Wc_HmacUpdate, Wc_HmacFinal" + h.note(), Open: h.openHMAC},
		)
	}
	for _, size := range aesSizes {
		all = append(all, bridge.Row{Algorithm: "gmac-" + size, How: "Wc_AesGcmEncrypt of nothing, the message as its associated data", Open: openGMAC})
	}
	return all
}

func (h hashType) openHMAC(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	m, free, err := alloc[wolfSSL.Hmac]()
	if err != nil {
		return nil, err
	}
	if rc := wolfSSL.Wc_HmacInit(m, nil, wolfSSL.INVALID_DEVID); rc != 0 {
		free()
		return nil, code(rc)
	}
	end := func() { wolfSSL.Wc_HmacFree(m); free() }
	key, msg, out := in.Key, in.Message, bridge.Buffer(c.Algorithm.OutLen)
	if rc := wolfSSL.Wc_HmacSetKey(m, h.number, key, len(key)); rc != 0 {
		end()
		return nil, code(rc)
	}
	rekey := c.Op == catalog.OpMACRekey
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				rc := 0
				if rekey {
					rc = wolfSSL.Wc_HmacSetKey(m, h.number, key, len(key))
				}
				if rc == 0 {
					rc = wolfSSL.Wc_HmacUpdate(m, msg, len(msg))
				}
				if rc == 0 {
					rc = wolfSSL.Wc_HmacFinal(m, out)
				}
				if rc != 0 {
					return code(rc)
				}
			}
			return nil
		},
		Out:  func() []byte { return out },
		Free: end,
	}, nil
}

// openBlake2sHMAC: the wrapper's function says nothing of failures.
func openBlake2sHMAC(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	out := bridge.Buffer(c.Algorithm.OutLen)
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				wolfSSL.Wc_Blake2s_HMAC(out, in.Message, in.Key, len(out))
			}
			return nil
		},
		Out: func() []byte { return out },
	}, nil
}

func openGMAC(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	aes, free, err := newGCM(c, in)
	if err != nil {
		return nil, err
	}
	nonce, msg, out := in.Nonce, in.Message, bridge.Buffer(c.Algorithm.OutLen)
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				if rc := wolfSSL.Wc_AesGcmEncrypt(aes, nil, nil, nonce, out, msg); rc != 0 {
					return code(rc)
				}
			}
			return nil
		},
		Out:  func() []byte { return out },
		Free: free,
	}, nil
}
