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
		{Algorithm: "x25519", Ops: keygen, How: "Wc_curve25519_init, Wc_curve25519_make_key", Open: openX25519Keygen},
		{Algorithm: "x25519", Ops: agree, How: "Wc_curve25519_shared_secret", Open: openX25519Agree},
	}
	for _, v := range curves() {
		id := "ecdh-" + v.name
		all = append(all,
			bridge.Row{Algorithm: id, Ops: keygen, How: "Wc_ecc_init, Wc_ecc_make_key, Wc_ecc_free", Open: v.openKeygen},
			bridge.Row{Algorithm: id, Ops: agree, How: "Wc_ecc_shared_secret" + v.note(), Open: v.openAgree},
		)
	}
	return all
}

func (v curve) openKeygen(catalog.Case, catalog.Inputs) (*bridge.Routine, error) {
	rng, freeRNG, err := newRNG()
	if err != nil {
		return nil, err
	}
	k, freeKey, err := newKey()
	if err != nil {
		freeRNG()
		return nil, err
	}
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				rc := wolfSSL.Wc_ecc_free(k)
				if rc == 0 {
					rc = wolfSSL.Wc_ecc_init(k)
				}
				if rc == 0 {
					rc = wolfSSL.Wc_ecc_make_key(rng, v.width, k)
				}
				if rc != 0 {
					return code(rc)
				}
			}
			return nil
		},
		Out:  func() []byte { return v.pair(k) },
		Free: func() { freeKey(); freeRNG() },
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

func (v curve) openAgree(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	ours, freeOurs, err := v.private(in.Key)
	if err != nil {
		return nil, err
	}
	theirs, freeTheirs, err := v.public(in.Received)
	if err != nil {
		freeOurs()
		return nil, err
	}
	rng, freeRNG, err := newRNG()
	if err != nil {
		freeOurs()
		freeTheirs()
		return nil, err
	}
	free := func() { freeOurs(); freeTheirs(); freeRNG() }
	if rc := wolfSSL.Wc_ecc_set_rng(ours, rng); rc != 0 {
		free()
		return nil, code(rc)
	}
	out, got := bridge.Buffer(c.Algorithm.OutLen), 0
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				got = len(out)
				if rc := wolfSSL.Wc_ecc_shared_secret(ours, theirs, out, &got); rc != 0 {
					return code(rc)
				}
			}
			return nil
		},
		Out:  func() []byte { return out[:got] },
		Free: free,
	}, nil
}

const x25519Len = 32

func openX25519Keygen(catalog.Case, catalog.Inputs) (*bridge.Routine, error) {
	rng, freeRNG, err := newRNG()
	if err != nil {
		return nil, err
	}
	k, freeKey, err := newX25519()
	if err != nil {
		freeRNG()
		return nil, err
	}
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				rc := wolfSSL.Wc_curve25519_init(k)
				if rc == 0 {
					rc = wolfSSL.Wc_curve25519_make_key(rng, x25519Len, k)
				}
				if rc != 0 {
					return code(rc)
				}
			}
			return nil
		},
		Out:  func() []byte { return x25519Pair(k) },
		Free: func() { freeKey(); freeRNG() },
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

func openX25519Agree(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := bridge.Length("private key", len(in.Key), x25519Len); err != nil {
		return nil, err
	}
	if err := bridge.Length("public key", len(in.Received), x25519Len); err != nil {
		return nil, err
	}
	ours, freeOurs, err := newX25519()
	if err != nil {
		return nil, err
	}
	theirs, freeTheirs, err := newX25519()
	if err != nil {
		freeOurs()
		return nil, err
	}
	free := func() { freeOurs(); freeTheirs() }
	rc := wolfSSL.Wc_curve25519_import_private(in.Key, ours)
	if rc == 0 {
		rc = wolfSSL.Wc_curve25519_import_public(in.Received, theirs)
	}
	if rc != 0 {
		free()
		return nil, code(rc)
	}
	out := bridge.Buffer(c.Algorithm.OutLen)
	return &bridge.Routine{
		Loop: func(n int) error {
			for range n {
				if rc := wolfSSL.Wc_curve25519_shared_secret(ours, theirs, out); rc != 0 {
					return code(rc)
				}
			}
			return nil
		},
		Out:  func() []byte { return out },
		Free: free,
	}, nil
}

func newX25519() (*wolfSSL.Curve25519_key, func(), error) {
	k, free, err := alloc[wolfSSL.Curve25519_key]()
	if err != nil {
		return nil, nil, err
	}
	if rc := wolfSSL.Wc_curve25519_init(k); rc != 0 {
		free()
		return nil, nil, code(rc)
	}
	return k, func() { wolfSSL.Wc_curve25519_free(k); free() }, nil
}
