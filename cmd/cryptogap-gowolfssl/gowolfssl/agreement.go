package gowolfssl

import (
	"slices"

	wolfSSL "github.com/wolfssl/go-wolfssl"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider/bridge"
)

func agreementRows() []bridge.Row {
	keygen, agree := []catalog.Operation{catalog.OpKeygen}, []catalog.Operation{catalog.OpAgree}
	all := []bridge.Row{
		{Algorithm: "x25519", Ops: keygen, How: "Wc_curve25519_init, Wc_curve25519_make_key", Open: opener(x25519Keygen)},
		{Algorithm: "x25519", Ops: agree, How: "Wc_curve25519_shared_secret", Open: opener(x25519Agree)},
	}
	for _, v := range curves() {
		id := "ecdh-" + v.name
		all = append(all,
			bridge.Row{Algorithm: id, Ops: keygen, How: "Wc_ecc_init, Wc_ecc_make_key, Wc_ecc_free", Open: opener(v.keygen)},
			bridge.Row{Algorithm: id, Ops: agree, How: "Wc_ecc_shared_secret" + v.note(), Open: opener(v.agree)},
		)
	}
	return all
}

func (v curve) keygen(_ catalog.Case, _ catalog.Inputs, h *held) (operation, error) {
	rng, err := newRNG(h)
	if err != nil {
		return operation{}, err
	}
	k, err := newKey(h)
	if err != nil {
		return operation{}, err
	}
	return operation{
		do: func() int {
			rc := wolfSSL.Wc_ecc_free(k)
			if rc == 0 {
				rc = wolfSSL.Wc_ecc_init(k)
			}
			if rc == 0 {
				rc = wolfSSL.Wc_ecc_make_key(rng, v.width, k)
			}
			return rc
		},
		out: func() []byte { return v.pair(k) },
	}, nil
}

// pair is the private key, then the public key; nil if k has none.
func (v curve) pair(k *wolfSSL.Ecc_key) []byte {
	private, public := make([]byte, v.width), make([]byte, 1+2*v.width)
	n, m := len(private), len(public)
	if wolfSSL.Wc_ecc_export_private_only(k, private, &n) != 0 || wolfSSL.Wc_ecc_export_x963_ex(k, public, &m, 0) != 0 {
		return nil
	}
	return slices.Concat(private[:n], public[:m])
}

func (v curve) agree(c catalog.Case, in catalog.Inputs, h *held) (operation, error) {
	ours, err := v.private(in.Key, h)
	if err != nil {
		return operation{}, err
	}
	theirs, err := v.public(in.Received, h)
	if err != nil {
		return operation{}, err
	}
	rng, err := newRNG(h)
	if err != nil {
		return operation{}, err
	}
	if rc := wolfSSL.Wc_ecc_set_rng(ours, rng); rc != 0 {
		return operation{}, code(rc)
	}
	out, got := bridge.Buffer(c.Algorithm.OutLen), 0
	return operation{
		do: func() int {
			got = len(out)
			return wolfSSL.Wc_ecc_shared_secret(ours, theirs, out, &got)
		},
		out: func() []byte { return out[:got] },
	}, nil
}

const x25519Len = 32

func x25519Keygen(_ catalog.Case, _ catalog.Inputs, h *held) (operation, error) {
	rng, err := newRNG(h)
	if err != nil {
		return operation{}, err
	}
	k, err := newX25519(h)
	if err != nil {
		return operation{}, err
	}
	return operation{
		do: func() int {
			if rc := wolfSSL.Wc_curve25519_init(k); rc != 0 {
				return rc
			}
			return wolfSSL.Wc_curve25519_make_key(rng, x25519Len, k)
		},
		out: func() []byte { return x25519Pair(k) },
	}, nil
}

// x25519Pair is the private key, then the public key; nil if k has none. The wrapper exports the
// private key in big-endian order, though it imports it in RFC 7748's, and
// exports no public key, but computes it from a private one.
func x25519Pair(k *wolfSSL.Curve25519_key) []byte {
	pair := make([]byte, 2*x25519Len)
	private, public := pair[:x25519Len], pair[x25519Len:]
	if wolfSSL.Wc_curve25519_export_private_raw(k, private) != 0 {
		return nil
	}
	slices.Reverse(private)
	if wolfSSL.Wc_curve25519_make_pub(public, private) != 0 {
		return nil
	}
	return pair
}

func x25519Agree(c catalog.Case, in catalog.Inputs, h *held) (operation, error) {
	if err := bridge.Length("private key", len(in.Key), x25519Len); err != nil {
		return operation{}, err
	}
	if err := bridge.Length("public key", len(in.Received), x25519Len); err != nil {
		return operation{}, err
	}
	ours, err := newX25519(h)
	if err != nil {
		return operation{}, err
	}
	theirs, err := newX25519(h)
	if err != nil {
		return operation{}, err
	}
	rc := wolfSSL.Wc_curve25519_import_private(in.Key, ours)
	if rc == 0 {
		rc = wolfSSL.Wc_curve25519_import_public(in.Received, theirs)
	}
	if rc != 0 {
		return operation{}, code(rc)
	}
	return into(c.Algorithm.OutLen, func(out []byte) int { return wolfSSL.Wc_curve25519_shared_secret(ours, theirs, out) }), nil
}

func newX25519(h *held) (*wolfSSL.Curve25519_key, error) {
	return object(h, wolfSSL.Wc_curve25519_init, wolfSSL.Wc_curve25519_free)
}
