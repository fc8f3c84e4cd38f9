package verify

import (
	"bytes"
	"crypto/ecdh"
	"crypto/x509"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"cryptogap/compare/catalog"
)

// A value is one that implementations have gone wrong about.
type value struct {
	what    string
	data    []byte
	invalid bool // nobody may take it
}

// montgomery has the primes of the curves whose public keys are little-endian numbers (RFC 7748 section 4).
var montgomery = map[string]*big.Int{
	"x25519": new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19)),
	"x448":   new(big.Int).Sub(new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 448), new(big.Int).Lsh(big.NewInt(1), 224)), big.NewInt(1)),
}

// orderEight are points of order 8 of Curve25519, beside 0, 1 and p - 1.
var orderEight = []string{
	"325606250916557431795983626356110631294008115727848805560023387167927233504",
	"39382357235489614581723060781553021112529911719440698176882885853963445705823",
}

var primeCurves = map[string]struct {
	curve ecdh.Curve
	order string
}{
	"ecdh-p256": {ecdh.P256(), "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"},
	"ecdh-p384": {ecdh.P384(), "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973"},
	"ecdh-p521": {ecdh.P521(), "01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409"},
}

// peers returns public values for an agreement of a: of low order, not reduced, sparse, all ones, around the
// modulus, and on the twist; for NIST's curves multiples of the generator by small and large scalars, and what is no point.
func peers(a catalog.Algorithm, public []byte) []value {
	var all []value
	width := len(public)
	if p, ok := montgomery[a.ID]; ok {
		number := func(what string, n *big.Int) {
			b := make([]byte, width)
			if n.Sign() >= 0 && n.BitLen() <= 8*width {
				n.FillBytes(b)
				slices.Reverse(b)
				all = append(all, value{what: what, data: b})
			}
		}
		for n := range int64(17) { // half of them are on the twist
			number(fmt.Sprint(n), big.NewInt(n))
		}
		for d := int64(-9); d <= 9; d++ {
			number(fmt.Sprintf("p%+d", d), new(big.Int).Add(p, big.NewInt(d)))
		}
		for _, n := range orderEight {
			if v, ok := new(big.Int).SetString(n, 10); ok && a.ID == "x25519" {
				number("of order 8", v)
				number("of order 8, plus p", v.Add(v, p))
			}
		}
		for bit := 8; bit < 8*width; bit += 8 {
			number(fmt.Sprintf("2^%d", bit), new(big.Int).Lsh(big.NewInt(1), uint(bit)))
			number(fmt.Sprintf("2^%d-1", bit), new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(bit)), big.NewInt(1)))
		}
		return append(all, value{what: "all ones", data: bytes.Repeat([]byte{0xff}, width)})
	}
	if prime, _, ok := catalog.Group(a.ID); ok {
		p := new(big.Int).SetBytes(prime)
		for _, n := range []int64{0, 1, 2, 3} {
			all = append(all, value{what: fmt.Sprint(n), data: big.NewInt(n).FillBytes(make([]byte, len(prime)))})
		}
		for _, d := range []int64{-2, -1, 0, 1, 2} {
			n := new(big.Int).Add(p, big.NewInt(d))
			all = append(all, value{what: fmt.Sprintf("p%+d", d), data: n.FillBytes(make([]byte, len(prime)))})
		}
	}
	if c, ok := primeCurves[a.ID]; ok {
		n, _ := new(big.Int).SetString(c.order, 16)
		for _, k := range []int64{1, 2, 3, 4, 5, 7, 8, 16, -1, -2, -3} {
			scalar := big.NewInt(k)
			if k < 0 {
				scalar.Add(n, scalar)
			}
			if key, err := c.curve.NewPrivateKey(scalar.FillBytes(make([]byte, a.KeyLen))); err == nil {
				all = append(all, value{what: fmt.Sprintf("%d G", k), data: key.PublicKey().Bytes()})
			}
		}
		if width > 0 {
			zeros, ones := make([]byte, width), bytes.Repeat([]byte{0xff}, width)
			zeros[0], ones[0] = 4, 4
			all = append(all, value{"the point 0, 0", zeros, true}, value{"coordinates of all ones", ones, true},
				value{"a point that is not on the curve", flip(public, width-1), true})
		}
	}
	return all
}

// fixedPeers are the hostile values for any owner of a key.
func fixedPeers(a catalog.Algorithm) []value { return kept("any "+a.ID, a, peers) }

// fixedZeros are those with which the owner of the fixture agrees on a secret with a zero at an end.
func fixedZeros(a catalog.Algorithm) []value { return kept("zeros "+a.ID, a, zeroSecrets) }

// kept makes values for the fixture's owner once: some take long to make.
func kept(name string, a catalog.Algorithm, make func(catalog.Algorithm, []byte) []value) []value {
	if all, ok := madeValues.Load(name); ok {
		return all.([]value)
	}
	var all []value
	if in, err := catalog.NewInputs(catalog.Case{Algorithm: a, Op: catalog.OpAgree}); err == nil && a.Has(catalog.OpAgree) {
		all = make(a, in.Public)
	}
	madeValues.Store(name, all)
	return all
}

var madeValues sync.Map // []value by name

// hostileAgreements puts every hostile public value to every library, and some with which the secret begins with a zero.
// Refusing one is no fault; giving another secret than the others is, and so is taking what is no public value.
func (s *session) hostileAgreements(v variant) {
	for _, p := range append(peers(v.c.Algorithm, v.in.Public), zeroSecrets(v.c.Algorithm, v.in.Public)...) {
		t := trial{effort: once, c: v.c, in: v.in, label: "peer: " + p.what, libs: s.answering()}
		t.in.Received = catalog.Aligned(p.data)
		t.refuse(p)
		s.alike(t)
	}
}

// refuse makes t one that nobody may answer, where the value is not valid.
func (t *trial) refuse(p value) {
	if p.invalid {
		t.invalid = true
		t.check = func([]byte) error { return fmt.Errorf("%s: agrees with %s", t.c.Algorithm.ID, p.what) }
	}
}

// mostTries bounds the search of a secret that begins with a zero, which one in 256 does.
const mostTries = 4096

// zeroSecrets returns public values with which the owner of public agrees on a secret whose first or last byte is a zero.
func zeroSecrets(a catalog.Algorithm, public []byte) []value {
	peer := func(int64) (share, secret []byte, err error) { return nil, nil, errNobody }
	if prime, generator, ok := catalog.Group(a.ID); ok {
		p, g := new(big.Int).SetBytes(prime), new(big.Int).SetBytes(generator)
		share, secret, y := new(big.Int).Set(g), new(big.Int).SetBytes(public), new(big.Int).SetBytes(public)
		peer = func(int64) ([]byte, []byte, error) { // of the next exponent
			share.Mod(share.Mul(share, g), p)
			secret.Mod(secret.Mul(secret, y), p)
			return share.FillBytes(make([]byte, len(prime))), secret.FillBytes(make([]byte, len(prime))), nil
		}
	}
	curve := primeCurves[a.ID].curve
	if a.ID == "x25519" {
		curve = ecdh.X25519()
	}
	if curve != nil {
		peer = func(k int64) ([]byte, []byte, error) {
			key, err := curve.NewPrivateKey(big.NewInt(8 * k).FillBytes(make([]byte, a.KeyLen)))
			if err != nil {
				return nil, nil, err
			}
			theirs, err := curve.NewPublicKey(public)
			if err != nil {
				return nil, nil, err
			}
			secret, err := key.ECDH(theirs)
			return key.PublicKey().Bytes(), secret, err
		}
	}
	var all []value
	first, last := false, false
	for k := int64(2); k < mostTries && !(first && last); k++ {
		share, secret, err := peer(k)
		switch {
		case err != nil:
			return all
		case !first && secret[0] == 0:
			first = true
			all = append(all, value{what: "the secret begins with a zero", data: share})
		case !last && secret[len(secret)-1] == 0:
			last = true
			all = append(all, value{what: "the secret ends in a zero", data: share})
		}
	}
	return all
}

// q is the modulus of ML-KEM (FIPS 203 section 2.4).
const q = 3329

// overflow returns the encapsulation key with coefficient i set to value: 12 bits each, little-endian.
func overflow(public []byte, i, value int) []byte {
	p := catalog.Aligned(public)
	at := i / 2 * 3
	if i%2 == 0 {
		p[at], p[at+1] = byte(value), p[at+1]&0xf0|byte(value>>8)
	} else {
		p[at+1], p[at+2] = p[at+1]&0x0f|byte(value<<4), byte(value>>4)
	}
	return p
}

// coefficients is how many an encapsulation key has: all of it but the seed of 32 bytes.
func coefficients(public []byte) int { return (len(public) - 32) * 8 / 12 }

// hostileKeys wants every library to refuse encapsulation keys with coefficients of q or more (FIPS 203 section 7.2).
func (s *session) hostileKeys(v variant) {
	n := coefficients(v.in.Public)
	if n <= 0 {
		return
	}
	for _, x := range []struct{ i, value int }{{0, q}, {1, q}, {n - 1, q}, {n / 2, q + 1}, {n / 3, 4095}} {
		s.refuseKey(v, fmt.Sprintf("key with a coefficient of %d", x.value), overflow(v.in.Public, x.i, x.value))
	}
}

func (s *session) refuseKey(v variant, label string, public []byte) {
	t := trial{effort: once, c: v.c, in: v.in, label: label, libs: s.answering(), invalid: true}
	t.in.Public = public
	t.check = func([]byte) error {
		return fmt.Errorf("%s: encapsulates for an invalid key: %s, which is not below %d", t.c.Algorithm.ID, label, q)
	}
	s.alike(t)
}

// plusModulus returns received plus the modulus of the RSA key: the same number modulo n, which RFC 8017 sections 5.1.2
// and 5.2.2 have refused. It is nil where that does not fit.
func plusModulus(public, received []byte) []byte {
	key, err := x509.ParsePKCS1PublicKey(public)
	if err != nil {
		return nil
	}
	sum := new(big.Int).Add(new(big.Int).SetBytes(received), key.N)
	if sum.BitLen() > 8*len(received) {
		return nil
	}
	return sum.FillBytes(catalog.Aligned(make([]byte, len(received))))
}

// residues returns a message length for each residue modulo the block up to three blocks, a longer one for each, and some past
// where counters of 16 bits end.
func residues(a catalog.Algorithm) []int {
	block := max(a.BlockLen, 1)
	if block == 1 {
		block = 64 // as implementations work on it
	}
	var all []int
	for n := range 3 * block {
		all = append(all, a.Next(n))
	}
	for r := range block {
		all = append(all, a.Next(r+block*(4+(r*r+7*r)%29)))
	}
	for _, n := range []int{1<<16 - 1, 1 << 16, 1<<16 + 1, 70_001} {
		all = append(all, a.Next(n))
	}
	slices.Sort(all)
	return slices.Compact(all)
}
