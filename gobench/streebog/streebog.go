// Package streebog computes Streebog, the hash function of GOST R 34.11-2012 as published in
// RFC 6986, with outputs of 32 and 64 bytes.
//
// Digests are byte strings in the order the rest of the world uses: the standard's rightmost byte,
// the least significant one, comes first.
package streebog

import (
	"encoding/binary"
	"hash"
	"math/bits"
)

const (
	// Size256 is the size of a Streebog-256 digest in bytes.
	Size256 = 32
	// Size512 is the size of a Streebog-512 digest in bytes.
	Size512 = 64
	// BlockSize is the block size of both in bytes.
	BlockSize = 64
)

// digest is a running computation: h, N and EPSILON of RFC 6986, section 9, and the bytes that do
// not fill a block yet. It may be copied.
type digest struct {
	t      *table // shared, read only
	h, sum [8]uint64
	len    uint64 // bytes written; N is derived from it
	x      [BlockSize]byte
	size   int
}

// New256 returns a hash.Hash computing Streebog-256 (RFC 6986). It also implements hash.Cloner,
// encoding.BinaryMarshaler, encoding.BinaryAppender and encoding.BinaryUnmarshaler.
func New256() hash.Hash { return newDigest(Size256) }

// New512 returns a hash.Hash computing Streebog-512 (RFC 6986). It implements what New256's does.
func New512() hash.Hash { return newDigest(Size512) }

func newDigest(size int) *digest {
	d := &digest{t: tables(), size: size}
	d.Reset()
	return d
}

func (d *digest) Size() int      { return d.size }
func (d *digest) BlockSize() int { return BlockSize }

// Reset sets h to the initializing value of RFC 6986, section 6.1.
func (d *digest) Reset() {
	var iv uint64
	if d.size == Size256 {
		iv = 0x0101010101010101
	}
	for i := range d.h {
		d.h[i] = iv
		d.sum[i] = 0
	}
	d.len = 0
}

func (d *digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

func (d *digest) Write(p []byte) (int, error) {
	n := len(p)
	if nx := d.len % BlockSize; nx > 0 {
		k := copy(d.x[nx:], p)
		p = p[k:]
		if int(nx)+k < BlockSize {
			d.len += uint64(k)
			return n, nil
		}
		d.len -= nx
		d.block(&d.x)
	}
	for len(p) >= BlockSize {
		d.block((*[BlockSize]byte)(p))
		p = p[BlockSize:]
	}
	d.len += uint64(copy(d.x[:], p))
	return n, nil
}

// block takes in one whole block: steps 2.3 to 2.5 of RFC 6986, section 9.
func (d *digest) block(p *[BlockSize]byte) {
	m, n := load(p), count(d.len)
	d.t.compress(&d.h, &n, &m)
	add(&d.sum, &m)
	d.len += BlockSize
}

func load(p *[BlockSize]byte) (m [8]uint64) {
	for i := range m {
		m[i] = binary.LittleEndian.Uint64(p[8*i:])
	}
	return m
}

// count is N for a message of n bytes: its length in bits.
func count(n uint64) [8]uint64 { return [8]uint64{n << 3, n >> 61} }

// add adds m to sum, modulo 2^512.
func add(sum, m *[8]uint64) {
	var carry uint64
	for i := range m {
		sum[i], carry = bits.Add64(sum[i], m[i], carry)
	}
}

// Sum appends the digest of what was written so far and leaves the state alone. It is step 3 of
// RFC 6986, section 9.
func (d *digest) Sum(b []byte) []byte {
	var x [BlockSize]byte
	x[copy(x[:], d.x[:d.len%BlockSize])] = 1
	h, sum := d.h, d.sum
	m, n := load(&x), count(d.len/BlockSize*BlockSize)
	d.t.compress(&h, &n, &m)
	add(&sum, &m)

	var zero [8]uint64
	n = count(d.len)
	d.t.compress(&h, &zero, &n)
	d.t.compress(&h, &zero, &sum)
	for _, w := range h[8-d.size/8:] {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}
