package gobench

import (
	"crypto/ecdh"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/cloudflare/circl/dh/x448"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

func agreementRows() []row {
	gen, agree := []catalog.Operation{catalog.OpKeygen}, []catalog.Operation{catalog.OpAgree}
	all := []row{
		{id: "x448", ops: gen, pkg: "github.com/cloudflare/circl/dh/x448", how: "KeyGen", open: openX448Keygen},
		{id: "x448", ops: agree, pkg: "github.com/cloudflare/circl/dh/x448", how: "Shared", open: openX448},
	}
	for _, id := range []string{"dh-ffdhe2048", "dh-ffdhe3072"} {
		all = append(all,
			row{id: id, ops: gen, pkg: "math/big", how: "Exp, not constant time", open: openDHKeygen},
			row{id: id, ops: agree, pkg: "math/big", how: "Exp, not constant time", does: "compares the share with 1 and p - 1 only", open: openDH},
		)
	}
	for id, curve := range map[string]ecdh.Curve{"ecdh-p256": ecdh.P256(), "ecdh-p384": ecdh.P384(), "ecdh-p521": ecdh.P521(), "x25519": ecdh.X25519()} {
		all = append(all,
			row{id: id, ops: gen, pkg: "crypto/ecdh", how: "GenerateKey", open: openECDHKeygen(curve)},
			row{id: id, ops: agree, pkg: "crypto/ecdh", how: "NewPublicKey, ECDH", does: "allocates the public key and the secret", open: openECDH(curve)},
		)
	}
	return all
}

func openECDHKeygen(curve ecdh.Curve) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		return keys(
			func() (*ecdh.PrivateKey, error) { return curve.GenerateKey(rand.Reader) },
			func(k *ecdh.PrivateKey) []byte { return slices.Concat(k.Bytes(), k.PublicKey().Bytes()) },
		), nil
	}
}

func openECDH(curve ecdh.Curve) bridge.Opener {
	return func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
		k, err := curve.NewPrivateKey(in.Key)
		if err != nil {
			return nil, err
		}
		return bytesOf(func() ([]byte, error) {
			peer, err := curve.NewPublicKey(in.Received)
			if err != nil {
				return nil, err
			}
			return k.ECDH(peer)
		}), nil
	}
}

func openX448Keygen(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	type pair struct{ private, public x448.Key }
	return keys(func() (*pair, error) {
		var p pair
		_, err := rand.Read(p.private[:])
		x448.KeyGen(&p.public, &p.private)
		return &p, err
	}, func(p *pair) []byte { return slices.Concat(p.private[:], p.public[:]) }), nil
}

var (
	errLowOrder = errors.New("x448: low order point")
	errShare    = fmt.Errorf("%w: a share that is not between 1 and p - 1 (RFC 7919 section 5.1), which math/big would take", provider.ErrNotOffered)
)

func openX448(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	if err := bridge.Length("key", len(in.Key), x448.Size); err != nil {
		return nil, err
	}
	if err := bridge.Length("peer", len(in.Received), x448.Size); err != nil {
		return nil, err
	}
	k, peer, shared := (*x448.Key)(in.Key), (*x448.Key)(in.Received), new(x448.Key)
	return each(func() error {
		if !x448.Shared(shared, k, peer) {
			return errLowOrder
		}
		return nil
	}, func() []byte { return shared[:] }), nil
}

// A group is a Diffie–Hellman group. Go has none of its own.
type group struct{ p, g *big.Int }

func groupOf(a catalog.Algorithm) (group, error) {
	p, g, ok := catalog.Group(a.ID)
	if !ok {
		return group{}, errors.New("no such group")
	}
	return group{new(big.Int).SetBytes(p), new(big.Int).SetBytes(g)}, nil
}

func openDHKeygen(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	a := c.Algorithm
	group, err := groupOf(a)
	if err != nil {
		return nil, err
	}
	private, x, y := make([]byte, a.KeyLen), new(big.Int), new(big.Int)
	return each(func() error {
		if _, err := rand.Read(private); err != nil {
			return err
		}
		x.SetBytes(private)
		y.Exp(group.g, x, group.p)
		return nil
	}, func() []byte { return slices.Concat(private, y.FillBytes(make([]byte, a.Bits/8))) }), nil
}

func openDH(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) {
	a := c.Algorithm
	group, err := groupOf(a)
	if err != nil {
		return nil, err
	}
	if err := bridge.Length("key", len(in.Key), a.KeyLen); err != nil {
		return nil, err
	}
	if err := bridge.Length("peer", len(in.Received), a.Bits/8); err != nil {
		return nil, err
	}
	x, peer, z, secret := new(big.Int).SetBytes(in.Key), new(big.Int), new(big.Int), make([]byte, a.Bits/8)
	one, last := big.NewInt(1), new(big.Int).Sub(group.p, big.NewInt(1))
	return each(func() error {
		peer.SetBytes(in.Received)
		if peer.Cmp(one) <= 0 || peer.Cmp(last) >= 0 { // RFC 7919 section 5.1
			return errShare
		}
		z.Exp(peer, x, group.p).FillBytes(secret)
		return nil
	}, func() []byte { return secret }), nil
}
