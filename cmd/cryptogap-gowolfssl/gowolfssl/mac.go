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
		{Algorithm: "hmac-blake2s-256", Ops: rekey, How: "Wc_Blake2s_HMAC: HMAC in Go over eight cgo calls, the state allocated for each message", Open: opener(blake2sHMAC)},
	}
	for _, h := range hashTypes() {
		id := "hmac-" + h.id
		all = append(all,
			bridge.Row{Algorithm: id, Ops: standing, How: "Wc_HmacUpdate, Wc_HmacFinal" + h.note(), Open: opener(h.hmac)},
			bridge.Row{Algorithm: id, Ops: rekey, How: "Wc_HmacSetKey, Wc_HmacUpdate, Wc_HmacFinal" + h.note(), Open: opener(h.hmac)},
		)
	}
	for _, size := range aesSizes {
		all = append(all, bridge.Row{Algorithm: "gmac-" + size, How: "Wc_AesGcmEncrypt of nothing, the message as its associated data", Open: opener(gmac)})
	}
	return all
}

func (h hashType) hmac(c catalog.Case, in catalog.Inputs, held *held) (operation, error) {
	m, err := object(held, func(m *wolfSSL.Hmac) int { return wolfSSL.Wc_HmacInit(m, nil, wolfSSL.INVALID_DEVID) }, wolfSSL.Wc_HmacFree)
	if err != nil {
		return operation{}, err
	}
	if rc := wolfSSL.Wc_HmacSetKey(m, h.number, in.Key, len(in.Key)); rc != 0 {
		return operation{}, code(rc)
	}
	rekey := c.Op == catalog.OpMACRekey
	return into(c.Algorithm.OutLen, func(out []byte) int {
		rc := 0
		if rekey {
			rc = wolfSSL.Wc_HmacSetKey(m, h.number, in.Key, len(in.Key))
		}
		if rc == 0 {
			rc = wolfSSL.Wc_HmacUpdate(m, in.Message, len(in.Message))
		}
		if rc == 0 {
			rc = wolfSSL.Wc_HmacFinal(m, out)
		}
		return rc
	}), nil
}

// blake2sHMAC: the wrapper's function says nothing of failures.
func blake2sHMAC(c catalog.Case, in catalog.Inputs, _ *held) (operation, error) {
	return into(c.Algorithm.OutLen, func(out []byte) int {
		wolfSSL.Wc_Blake2s_HMAC(out, in.Message, in.Key, len(out))
		return 0
	}), nil
}

func gmac(c catalog.Case, in catalog.Inputs, h *held) (operation, error) {
	aes, err := newGCM(c, in, h)
	if err != nil {
		return operation{}, err
	}
	return into(c.Algorithm.OutLen, func(out []byte) int { return wolfSSL.Wc_AesGcmEncrypt(aes, nil, nil, in.Nonce, out, in.Message) }), nil
}
