package gost94

import (
	"math/bits"
	"sync"
)

// The substitution units as the octet strings of RFC 4357, section 11.2: four bytes a row, rows 0
// to 15, and in a row the values of pi[1] to pi[8], a nibble each. Those of the first set are also
// in RFC 5831, section 7.1.
const (
	// id-GostR3411-94-TestParamSet
	testUnits = "\x4E\x57\x64\xD1\xAB\x8D\xCB\xBF\x94\x1A\x7A\x4D\x2C\xD1\x10\x10" +
		"\xD6\xA0\x57\x35\x8D\x38\xF2\xF7\x0F\x49\xD1\x5A\xEA\x2F\x8D\x94" +
		"\x62\xEE\x43\x09\xB3\xF4\xA6\xA2\x18\xC6\x98\xE3\xC1\x7C\xE5\x7E" +
		"\x70\x6B\x09\x66\xF7\x02\x3C\x8B\x55\x95\xBF\x28\x39\xB3\x2E\xCC"
	// id-GostR3411-94-CryptoProParamSet
	cryptoProUnits = "\xA5\x74\x77\xD1\x4F\xFA\x66\xE3\x54\xC7\x42\x4A\x60\xEC\xB4\x19" +
		"\x82\x90\x9D\x75\x1D\x4F\xC9\x0B\x3B\x12\x2F\x54\x79\x08\xA0\xAF" +
		"\xD1\x3E\x1A\x38\xC7\xB1\x81\xC6\xE6\x56\x05\x87\x03\x25\xEB\xFE" +
		"\x9C\x6D\xF8\x6D\x2E\xAB\xDE\x20\xBA\x89\x3C\x92\xF8\xD3\x53\xBC"
)

// sbox is the substitution and the rotation by 11 of GOST 28147-89 (RFC 5830, section 5.1) for
// byte i of the argument. The eight units are taken in pairs, so that a round is four lookups.
type sbox [4][256]uint32

func newSbox(units string) *sbox {
	var t sbox
	for i := range t {
		for b := range t[i] {
			lo := units[4*(b&15)+i] >> 4
			hi := units[4*(b>>4)+i] & 15
			t[i][b] = bits.RotateLeft32(uint32(hi<<4|lo)<<(8*i), 11)
		}
	}
	return &t
}

// The tables, computed on first use (about 3 µs each).
var (
	testSbox      = sync.OnceValue(func() *sbox { return newSbox(testUnits) })
	cryptoProSbox = sync.OnceValue(func() *sbox { return newSbox(cryptoProUnits) })
)

// f substitutes and rotates.
func (t *sbox) f(x uint32) uint32 {
	return t[0][byte(x)] ^ t[1][byte(x>>8)] ^ t[2][byte(x>>16)] ^ t[3][x>>24]
}
