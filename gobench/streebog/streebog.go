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
		d.block(&d.x, BlockSize)
	}
	for len(p) >= BlockSize {
		d.block((*[BlockSize]byte)(p), BlockSize)
		p = p[BlockSize:]
	}
	d.len += uint64(copy(d.x[:], p))
	return n, nil
}

// block takes in one block that holds n bytes of the message: steps 2.3 to 2.5 of RFC 6986,
// section 9, or 3.2 to 3.4. The length must be that of the blocks before.
func (d *digest) block(p *[BlockSize]byte, n uint64) {
	var m [8]uint64
	for i := range m {
		m[i] = binary.LittleEndian.Uint64(p[8*i:])
	}
	c := d.count()
	d.t.compress(&d.h, &c, &m)
	d.len += n
	var carry uint64
	for i := range m {
		d.sum[i], carry = bits.Add64(d.sum[i], m[i], carry)
	}
}

// count is N: the length in bits.
func (d *digest) count() [8]uint64 { return [8]uint64{d.len << 3, d.len >> 61} }

// Sum appends the digest of what was written so far and leaves the state alone.
func (d *digest) Sum(b []byte) []byte {
	c := *d
	out := c.finish()
	return append(b, out[Size512-c.size:]...)
}

// finish is step 3 of RFC 6986, section 9. It spoils d.
func (d *digest) finish() [Size512]byte {
	n := d.len % BlockSize
	clear(d.x[n:])
	d.x[n] = 1
	d.len -= n
	d.block(&d.x, n)
	count := d.count()
	var zero [8]uint64
	d.t.compress(&d.h, &zero, &count)
	d.t.compress(&d.h, &zero, &d.sum)

	var out [Size512]byte
	for i, w := range d.h {
		binary.LittleEndian.PutUint64(out[8*i:], w)
	}
	return out
}
