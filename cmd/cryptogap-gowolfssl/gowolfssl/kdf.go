package gowolfssl

import (
	"fmt"

	wolfSSL "github.com/wolfssl/go-wolfssl"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func kdfRows() []row {
	var all []row
	for _, h := range hashTypes() {
		id := "pbkdf2-hmac-" + h.id
		all = append(all,
			row{id: id, ops: []catalog.Operation{catalog.OpDerive}, how: "Wc_PBKDF2" + h.note(), open: h.openPBKDF2},
			row{id: id, ops: []catalog.Operation{catalog.OpDeriveRekey}, how: "Wc_HmacSetKey for each iteration would be four cgo calls for each; not measured"},
		)
		if h.id == "sha256" || h.id == "sha512" {
			all = append(all, row{id: "hkdf-" + h.id, how: "Wc_HKDF" + h.note(), open: h.openHKDF})
		}
	}
	return all
}

func (h hashType) openPBKDF2(c catalog.Case, in catalog.Inputs) (work, error) {
	if c.Cost < 1 {
		return work{}, fmt.Errorf("%d iterations: the least is 1", c.Cost)
	}
	out := bridge.Buffer(c.Algorithm.OutLen)
	return work{
		do: func(n int) error {
			for range n {
				if rc := wolfSSL.Wc_PBKDF2(out, in.Key, len(in.Key), in.Salt, len(in.Salt), c.Cost, len(out), h.number); rc != 0 {
					return code(rc)
				}
			}
			return nil
		},
		output: func() []byte { return out },
	}, nil
}

func (h hashType) openHKDF(c catalog.Case, in catalog.Inputs) (work, error) {
	out := bridge.Buffer(c.Algorithm.OutLen)
	return work{
		do: func(n int) error {
			for range n {
				if rc := wolfSSL.Wc_HKDF(h.number, in.Key, len(in.Key), in.Salt, len(in.Salt), in.Info, len(in.Info), out, len(out)); rc != 0 {
					return code(rc)
				}
			}
			return nil
		},
		output: func() []byte { return out },
	}, nil
}
