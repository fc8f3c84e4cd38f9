// Package gost94 computes the hash function of GOST R 34.11-94 (RFC 5831), which is built on the
// block cipher of GOST 28147-89 (RFC 5830), with outputs of 32 bytes.
//
// The standard leaves the cipher's substitution units open. There are two sets in use, both in
// RFC 4357, section 11.2, and both with an initial value of zero: the test parameters, which are
// those of the standard's own examples, and CryptoPro's. libgcrypt calls the first
// GCRY_MD_GOSTR3411_94 and the second GCRY_MD_GOSTR3411_CP.
//
// Digests are byte strings with the standard's rightmost byte, the least significant one, first.
package gost94

import (
	"encoding/binary"
	"hash"
	"math/bits"
)

const (
	// Size is the size of a digest in bytes.
	Size = 32
	// BlockSize is the block size in bytes, which is also what HMAC takes (RFC 4357, section 3).
	BlockSize = 32
)

// digest is a running computation: H, SIGMA and L of RFC 5831, section 6, and the bytes that do
// not fill a block yet. It may be copied.
type digest struct {
	t      *sbox // shared, read only
	h, sum [4]uint64
	len    uint64 // bytes written; L is derived from it
	x      [BlockSize]byte
	set    byte // which parameters, for a saved state
}

// The parameter sets' numbers: the last arcs of their object identifiers (RFC 4357, section 10.4).
const (
	setTest      = 0
	setCryptoPro = 1
)

// NewTest returns a hash.Hash computing GOST R 34.11-94 with the test parameters
// (id-GostR3411-94-TestParamSet). It also implements hash.Cloner, encoding.BinaryMarshaler,
// encoding.BinaryAppender and encoding.BinaryUnmarshaler.
func NewTest() hash.Hash { return &digest{t: testSbox(), set: setTest} }

// NewCryptoPro returns a hash.Hash computing GOST R 34.11-94 with CryptoPro's parameters
// (id-GostR3411-94-CryptoProParamSet). It implements what NewTest's does.
func NewCryptoPro() hash.Hash { return &digest{t: cryptoProSbox(), set: setCryptoPro} }

func (d *digest) Size() int      { return Size }
func (d *digest) BlockSize() int { return BlockSize }

func (d *digest) Reset() {
	d.h, d.sum, d.len = [4]uint64{}, [4]uint64{}, 0
}

func (d *digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

func (d *digest) Write(p []byte) (int, error) {
	n := len(p)
	nx := d.len % BlockSize
	d.len += uint64(n)
	if nx > 0 {
		k := copy(d.x[nx:], p)
		p = p[k:]
		if int(nx)+k < BlockSize {
			return n, nil
		}
		d.block(&d.x)
	}
	for len(p) >= BlockSize {
		d.block((*[BlockSize]byte)(p))
		p = p[BlockSize:]
	}
	copy(d.x[:], p)
	return n, nil
}

// block takes in one block: steps 3.2 and 3.4 of RFC 5831, section 6.
func (d *digest) block(p *[BlockSize]byte) {
	m := load(p)
	d.t.step(&d.h, &m)
	add(&d.sum, &m)
}

func load(p *[BlockSize]byte) (m [4]uint64) {
	for i := range m {
		m[i] = binary.LittleEndian.Uint64(p[8*i:])
	}
	return m
}

// add adds m to sum, modulo 2^256.
func add(sum, m *[4]uint64) {
	var carry uint64
	for i := range m {
		sum[i], carry = bits.Add64(sum[i], m[i], carry)
	}
}

// Sum appends the digest of what was written so far and leaves the state alone. It is step 2 of
// RFC 5831, section 6.
func (d *digest) Sum(b []byte) []byte {
	h, sum := d.h, d.sum
	// A message that ends with a block has no part left, and the empty one no block at all. (To the
	// letter, step 2 takes in a block of zeros for the empty message. libgcrypt does not.)
	if n := d.len % BlockSize; n > 0 {
		var x [BlockSize]byte
		copy(x[:], d.x[:n])
		m := load(&x)
		d.t.step(&h, &m)
		add(&sum, &m)
	}
	count := [4]uint64{d.len << 3, d.len >> 61} // in bits
	d.t.step(&h, &count)
	d.t.step(&h, &sum)
	for _, w := range h {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}
