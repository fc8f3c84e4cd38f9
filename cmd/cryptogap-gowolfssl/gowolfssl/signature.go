package gowolfssl

import (
	wolfSSL "github.com/wolfssl/go-wolfssl"

	"cryptogap/compare/catalog"
)

func signatureRows() []row {
	var all []row
	for _, v := range curves() {
		id := "ecdsa-" + v.name
		all = append(all,
			row{id: id, ops: []catalog.Operation{catalog.OpSign}, how: "Wc_ecc_sign_hash" + v.note(), open: v.openSign},
			row{id: id, ops: []catalog.Operation{catalog.OpVerify}, how: "Wc_ecc_verify_hash" + v.note(), open: v.openVerify},
		)
	}
	return all
}

func (v curve) openSign(c catalog.Case, in catalog.Inputs) (work, error) {
	if err := length("digest", in.Message, catalog.MessageLen(c.Algorithm)); err != nil {
		return work{}, err
	}
	k, freeKey, err := v.private(in.Key)
	if err != nil {
		return work{}, err
	}
	rng, freeRNG, err := newRNG()
	if err != nil {
		freeKey()
		return work{}, err
	}
	out, got := make([]byte, wolfSSL.ECC_MAX_SIG_SIZE), 0
	return work{
		do: func(n int) error {
			for range n {
				got = len(out)
				if rc := wolfSSL.Wc_ecc_sign_hash(in.Message, len(in.Message), out, &got, rng, k); rc != 0 {
					return code(rc)
				}
			}
			return nil
		},
		output: func() []byte {
			raw, _ := catalog.ECDSAFromDER(out[:got], v.width) // nil where it is none: verification misses it
			return raw
		},
		close: func() { freeKey(); freeRNG() },
	}, nil
}

func (v curve) openVerify(c catalog.Case, in catalog.Inputs) (work, error) {
	if err := length("digest", in.Message, catalog.MessageLen(c.Algorithm)); err != nil {
		return work{}, err
	}
	if err := length("signature", in.Received, 2*v.width); err != nil {
		return work{}, err
	}
	sig := catalog.ECDSAToDER(in.Received)
	k, free, err := v.public(in.Public)
	if err != nil {
		return work{}, err
	}
	answer, valid := []byte{0}, 0
	return work{
		do: func(n int) error {
			for range n {
				valid = 0
				if rc := wolfSSL.Wc_ecc_verify_hash(sig, len(sig), in.Message, len(in.Message), &valid, k); rc != 0 && !malformed(rc) {
					return code(rc)
				}
			}
			return nil
		},
		output: func() []byte { answer[0] = byte(valid); return answer },
		close:  free,
	}, nil
}
