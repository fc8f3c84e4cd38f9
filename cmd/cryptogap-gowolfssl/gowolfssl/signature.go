package gowolfssl

import (
	wolfSSL "github.com/wolfssl/go-wolfssl"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func signatureRows() []bridge.Row {
	var all []bridge.Row
	for _, v := range curves() {
		id := "ecdsa-" + v.name
		all = append(all,
			bridge.Row{Algorithm: id, Ops: []catalog.Operation{catalog.OpSign}, How: "Wc_ecc_sign_hash" + v.note(), Open: opener(v.sign)},
			bridge.Row{Algorithm: id, Ops: []catalog.Operation{catalog.OpVerify}, How: "Wc_ecc_verify_hash" + v.note(), Open: opener(v.verify)},
		)
	}
	return all
}

func (v curve) sign(c catalog.Case, in catalog.Inputs, h *held) (operation, error) {
	if err := bridge.Length("digest", len(in.Message), catalog.MessageLen(c.Algorithm)); err != nil {
		return operation{}, err
	}
	k, err := v.private(in.Key, h)
	if err != nil {
		return operation{}, err
	}
	rng, err := newRNG(h)
	if err != nil {
		return operation{}, err
	}
	der, got := make([]byte, wolfSSL.ECC_MAX_SIG_SIZE), 0
	return operation{
		do: func() int {
			got = len(der)
			return wolfSSL.Wc_ecc_sign_hash(in.Message, len(in.Message), der, &got, rng, k)
		},
		out: func() []byte {
			raw, _ := catalog.ECDSAFromDER(der[:got], v.width) // nil where it is none: verification misses it
			return raw
		},
	}, nil
}

func (v curve) verify(c catalog.Case, in catalog.Inputs, h *held) (operation, error) {
	if err := bridge.Length("digest", len(in.Message), catalog.MessageLen(c.Algorithm)); err != nil {
		return operation{}, err
	}
	if err := bridge.Length("signature", len(in.Received), 2*v.width); err != nil {
		return operation{}, err
	}
	der := catalog.ECDSAToDER(in.Received)
	k, err := v.public(in.Public, h)
	if err != nil {
		return operation{}, err
	}
	answer, valid := []byte{0}, 0
	return operation{
		do: func() int {
			valid = 0
			if rc := wolfSSL.Wc_ecc_verify_hash(der, len(der), in.Message, len(in.Message), &valid, k); !malformed(rc) {
				return rc
			}
			return 0
		},
		out: func() []byte { answer[0] = byte(valid); return answer },
	}, nil
}
