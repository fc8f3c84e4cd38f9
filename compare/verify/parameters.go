package verify

import (
	"bytes"
	"crypto/elliptic"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"cryptogap/compare/catalog"
)

// noncesOf returns the nonce lengths that the standard of an AEAD has, and some that it has not. Nil for others.
func noncesOf(a catalog.Algorithm) (legal, illegal []int) {
	through := func(first, last int) (all []int) {
		for n := first; n <= last; n++ {
			all = append(all, n)
		}
		return all
	}
	switch {
	case a.Kind == catalog.KindMAC && strings.HasPrefix(a.ID, "gmac-"), strings.HasPrefix(a.Standard, "SP 800-38D"): // any but none
		return append(through(1, 33), 60, 64, 128), []int{0}
	case a.Kind != catalog.KindAEAD:
		return nil, nil
	case strings.HasSuffix(a.ID, "-ccm"):
		return through(7, 13), []int{0, 6, 14, 16}
	case strings.HasSuffix(a.ID, "-ocb"):
		return through(1, 15), []int{16, 17}
	case strings.HasSuffix(a.ID, "-eax"):
		return through(0, 33), nil
	case strings.HasSuffix(a.ID, "-gcm-siv"), a.ID == "chacha20-poly1305", a.ID == "xchacha20-poly1305": // one length
		return nil, []int{0, 8, a.NonceLen - 1, a.NonceLen + 1, 2*a.NonceLen + 1}
	}
	return nil, nil
}

// tagsOf returns the tag lengths of an AEAD that has several.
func tagsOf(a catalog.Algorithm) []int {
	switch {
	case a.Kind != catalog.KindAEAD:
	case strings.HasSuffix(a.ID, "-gcm"):
		return []int{12, 13, 14, 15} // 4 and 8 too, for some uses
	case strings.HasSuffix(a.ID, "-ccm"):
		return []int{4, 6, 8, 10, 12, 14}
	case strings.HasSuffix(a.ID, "-ocb"):
		return []int{8, 12}
	case strings.HasSuffix(a.ID, "-eax"):
		return []int{8, 12, 15}
	}
	return nil
}

// outputsOf returns every output length up to a few blocks of an XOF or a KDF, and some longer ones.
func outputsOf(a catalog.Algorithm) []int {
	var last int
	first := 1
	switch {
	case a.Kind == catalog.KindXOF:
		last = 2*a.BlockLen + 2
	case a.Kind != catalog.KindKDF:
		return nil
	case a.Mem != 0:
		first, last = 4, 132 // RFC 9106 section 3.1
	default:
		h, _ := catalog.Find(a.Hash)
		last = max(3*h.OutLen+2, 132)
	}
	var all []int
	for n := first; n <= last; n++ {
		all = append(all, n)
	}
	return append(all, 5*last+7)
}

// takesContext says whether a has a context string (FIPS 204, FIPS 205, RFC 8032 section 5.2) or a label (RFC 8017 section 7.1).
func takesContext(a catalog.Algorithm) bool {
	return a.ID == "ed448" || strings.HasPrefix(a.ID, "ml-dsa-") || stateless(a) || a.Kind == catalog.KindPKE && a.Hash != ""
}

// quick says whether an operation can be repeated fifty times at each boundary.
func quick(c catalog.Case) bool {
	return !c.Algorithm.Kind.PublicKey() && effortFor(c).spread && len(effortFor(c).calls) > 1
}

// short adds one short input that is repeated often.
func (v *varier) short() {
	c := v.base
	a := c.Algorithm
	switch a.Kind {
	case catalog.KindHash, catalog.KindXOF, catalog.KindMAC, catalog.KindCipher, catalog.KindAEAD:
		c = v.sized(2*max(a.BlockLen, 1) + 3)
	case catalog.KindKDF:
		c.Cost = 2
	default:
		return
	}
	v.add(c, "one context many times", nil)
	(*v.all)[len(*v.all)-1].often = true
}

// many adds inputs that are too many to be verified thoroughly.
func (v *varier) many() {
	a := v.base.Algorithm
	block := max(a.BlockLen, 1)
	rare := func(c catalog.Case, label, wrong string, change func(c *catalog.Case, in *catalog.Inputs)) {
		v.add(c, label, change)
		last := &(*v.all)[len(*v.all)-1]
		last.rare, last.wrong = true, wrong
	}
	switch a.Kind {
	case catalog.KindHash, catalog.KindXOF, catalog.KindMAC, catalog.KindCipher, catalog.KindAEAD:
		v.sizes(residues(a))
		for _, b := range []byte{0, 0xff} {
			c := v.sized(5*block + 1)
			v.add(c, fmt.Sprintf("%d bytes of %02x", c.Size, b), func(_ *catalog.Case, in *catalog.Inputs) {
				in.Message = catalog.Aligned(bytes.Repeat([]byte{b}, len(in.Message)))
			})
		}
	}
	legal, illegal := noncesOf(a)
	for _, n := range legal {
		c := v.sized(block + 1)
		c.Algorithm.NonceLen = n
		rare(c, "nonce of "+bytesOf(n), "", nil)
	}
	for _, n := range illegal {
		c := v.sized(block + 1)
		c.Algorithm.NonceLen = n
		rare(c, "nonce of "+bytesOf(n), "a nonce of "+bytesOf(n), nil)
	}
	for _, n := range tagsOf(a) {
		c := v.sized(block + 1)
		c.Algorithm.TagLen = n
		rare(c, "tag of "+bytesOf(n), "", nil)
	}
	c := v.base
	if a.Kind == catalog.KindKDF {
		if c.Cost != a.Costs[0] {
			return // the first case of the row has done it
		}
		c = cheap(c)
	} else {
		c.Size = block + 1
	}
	for _, n := range outputsOf(a) {
		rare(c, "output of "+bytesOf(n), "", func(c *catalog.Case, _ *catalog.Inputs) { c.Algorithm.OutLen = n })
	}
}

// cheap returns the derivation at a cost that takes no time.
func cheap(c catalog.Case) catalog.Case {
	c.Cost = 1
	switch {
	case c.Algorithm.R != 0:
		c.Cost = 2
	case c.Algorithm.Mem != 0:
		c.Algorithm.Mem = 8 * c.Algorithm.P
	}
	return c
}

// contexts varies the context of a signature, or the label of an encryption.
func (v *varier) contexts() {
	a := v.base.Algorithm
	if !takesContext(a) || stateless(a) || v.base.Op == catalog.OpKeygen {
		return
	}
	for _, n := range []int{1, 8, 255} {
		v.add(v.base, "context of "+bytesOf(n), func(_ *catalog.Case, in *catalog.Inputs) { in.Context = stretch([]byte{7}, n) })
		(*v.all)[len(*v.all)-1].rare = true
	}
}

// randomness gives a random operation its randomness, so that it has one right output.
func (v *varier) randomness() {
	if n := randomnessOf(v.base.Algorithm, v.base.Op); n > 0 {
		v.add(v.base, "given randomness", func(_ *catalog.Case, in *catalog.Inputs) { in.Random = stretch([]byte{9}, n) })
		(*v.all)[len(*v.all)-1].rare = true
	}
}

// randomnessOf returns how many random bytes a library takes for op of a; 0: it takes none.
func randomnessOf(a catalog.Algorithm, op catalog.Operation) int {
	if op == catalog.OpEncap || op == catalog.OpSign && strings.HasPrefix(a.ID, "ml-dsa-") {
		return 32 // FIPS 203 section 7.2, FIPS 204 section 5.2
	}
	return 0
}

// refused wants every library to refuse the inputs of v.
func (s *session) refused(v variant) {
	t := trial{effort: once, c: v.c, in: v.in, label: v.label, libs: s.answering(), invalid: true, rare: v.rare}
	t.check = func([]byte) error {
		return fmt.Errorf("%s: takes %s, which %s has not", v.c.Name(), v.wrong, v.c.Algorithm.Standard)
	}
	s.alike(t)
}

// orders has the order of the group of signature schemes, and where in a signature s is, whether little-endian.
var orders = map[string]struct {
	order  *big.Int
	at     int
	little bool
}{
	"ecdsa-p256": {elliptic.P256().Params().N, 32, false},
	"ecdsa-p384": {elliptic.P384().Params().N, 48, false},
	"ecdsa-p521": {elliptic.P521().Params().N, 66, false},
	"ed25519":    {number("7237005577332262213973186563042994240857116359379907606001950938285454250989"), 32, true},
	"ed448": {number("181709681073901722637330951972001133588410340171829515070372549795146003961539585716195755291692375963310293709091662304773755859649779"),
		57, true},
}

func number(decimal string) *big.Int {
	n, ok := new(big.Int).SetString(decimal, 10)
	if !ok {
		panic("verify: not a number: " + decimal)
	}
	return n
}

// plusOrder returns the signature with s + the order of the group in place of s (RFC 8032 section 5.1.7 and FIPS 186-5
// section 6.4.2 have it refused), or nil where that does not fit.
func plusOrder(a catalog.Algorithm, signature []byte) []byte {
	o, ok := orders[a.ID]
	if !ok || len(signature) <= o.at {
		return nil
	}
	s := slices.Clone(signature[o.at:])
	if o.little {
		slices.Reverse(s)
	}
	sum := new(big.Int).Add(new(big.Int).SetBytes(s), o.order)
	if sum.BitLen() > 8*len(s) {
		return nil
	}
	sum.FillBytes(s)
	if o.little {
		slices.Reverse(s)
	}
	return catalog.Aligned(append(slices.Clone(signature[:o.at]), s...))
}

// bytesOf writes a length.
func bytesOf(n int) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}
