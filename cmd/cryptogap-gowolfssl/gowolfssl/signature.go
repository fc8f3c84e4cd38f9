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
			bridge.Row{Algorithm: id, Ops: []catalog.Operation{catalog.OpSign}, How: "Wc_ecc_sign_hash" + v.note(), Open: v.openSign},
			bridge.Row{Algorithm: id, Ops: []catalog.Operation{catalog.OpVerify}, How: "Wc_ecc_verify_hash" + v.note(), Open: v.openVerify},
		)
	}
	return all
}

func (v curve) openSign(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := bridge.Length("digest", len(in.Message), catalog.MessageLen(c.Algorithm)); err != nil {
		return nil, err
	}
	k, freeKey, err := v.private(in.Key)
	if err != nil {
		return nil, err
	}
	rng, freeRNG, err := newRNG()
	if err != nil {
		freeKey()
		return nil, err
	}
	out, got := make([]byte, wolfSSL.ECC_MAX_SIG_SIZE), 0
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				got = len(out)
				if rc := wolfSSL.Wc_ecc_sign_hash(in.Message, len(in.Message), out, &got, rng, k); rc != 0 {
					return code(rc)
				}
			}
			return nil
		},
		Out: func() []byte {
			raw, _ := catalog.ECDSAFromDER(out[:got], v.width) // nil where it is none: verification misses it
			return raw
		},
		Free: func() { freeKey(); freeRNG() },
	}, nil
}

func (v curve) openVerify(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := bridge.Length("digest", len(in.Message), catalog.MessageLen(c.Algorithm)); err != nil {
		return nil, err
	}
	if err := bridge.Length("signature", len(in.Received), 2*v.width); err != nil {
		return nil, err
	}
	sig := catalog.ECDSAToDER(in.Received)
	k, free, err := v.public(in.Public)
	if err != nil {
		return nil, err
	}
	answer, valid := []byte{0}, 0
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				valid = 0
				if rc := wolfSSL.Wc_ecc_verify_hash(sig, len(sig), in.Message, len(in.Message), &valid, k); rc != 0 && !malformed(rc) {
					return code(rc)
				}
			}
			return nil
		},
		Out:  func() []byte { answer[0] = byte(valid); return answer },
		Free: free,
	}, nil
}
