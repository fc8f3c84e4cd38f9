package gowolfssl

import (
	"fmt"

	wolfSSL "github.com/wolfssl/go-wolfssl"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

func kdfRows() []bridge.Row {
	var all []bridge.Row
	for _, h := range hashTypes() {
		id := "pbkdf2-hmac-" + h.id
		all = append(all,
			bridge.Row{Algorithm: id, Ops: []catalog.Operation{catalog.OpDerive}, How: "Wc_PBKDF2" + h.note(), Open: opener(h.pbkdf2)},
			bridge.Row{Algorithm: id, Ops: []catalog.Operation{catalog.OpDeriveRekey}, Absent: fmt.Errorf("%w: Wc_HmacSetKey for each iteration would be four cgo calls for each", provider.ErrNotOffered)},
		)
		if h.id == "sha256" || h.id == "sha512" {
			all = append(all, bridge.Row{Algorithm: "hkdf-" + h.id, How: "Wc_HKDF" + h.note(), Open: opener(h.hkdf)})
		}
	}
	return all
}

func (h hashType) pbkdf2(c catalog.Case, in catalog.Inputs, _ *held) (operation, error) {
	if c.Cost < 1 {
		return operation{}, fmt.Errorf("%d iterations: the least is 1", c.Cost)
	}
	return into(c.Algorithm.OutLen, func(out []byte) int {
		return wolfSSL.Wc_PBKDF2(out, in.Key, len(in.Key), in.Salt, len(in.Salt), c.Cost, len(out), h.number)
	}), nil
}

func (h hashType) hkdf(c catalog.Case, in catalog.Inputs, _ *held) (operation, error) {
	return into(c.Algorithm.OutLen, func(out []byte) int {
		return wolfSSL.Wc_HKDF(h.number, in.Key, len(in.Key), in.Salt, len(in.Salt), in.Info, len(in.Info), out, len(out))
	}), nil
}
