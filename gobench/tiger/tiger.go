// Package tiger computes Tiger, the hash function of Ross Anderson and Eli Biham ("Tiger: A Fast
// New Hash Function", Fast Software Encryption 3, 1996), with three passes and outputs of 24 bytes
// (Tiger/192), in the three forms that libgcrypt has.
package tiger

import (
	"encoding/binary"
	"hash"
)

const (
	// Size is the size of a digest in bytes.
	Size = 24
	// BlockSize is the block size in bytes.
	BlockSize = 64
)

// flavour says how a message is padded and how the digest is written.
type flavour byte

const (
	tiger1   flavour = iota // padding starts with 0x01
	tiger2                  // padding starts with 0x80
	oldOrder                // tiger1, each word of the digest most significant byte first
)

// digest is a running computation. It may be copied.
type digest struct {
	t    *sboxes // shared, read only
	h    [3]uint64
	len  uint64 // bytes written
	x    [BlockSize]byte
	form flavour
}

// New returns a hash.Hash computing Tiger as its authors' program does (libgcrypt's
// GCRY_MD_TIGER1). It also implements hash.Cloner, encoding.BinaryMarshaler,
// encoding.BinaryAppender and encoding.BinaryUnmarshaler.
func New() hash.Hash { return newDigest(tiger1) }

// New2 returns a hash.Hash computing Tiger2, which differs from Tiger in the first byte of the
// padding: 0x80, as in MD4 and its family, for 0x01. It implements what New's does.
func New2() hash.Hash { return newDigest(tiger2) }

// NewOldOrder returns a hash.Hash computing Tiger with the bytes of each of the digest's three
// words reversed: GnuPG before 1.3.3 wrote it so, and libgcrypt keeps it as GCRY_MD_TIGER
// ("TIGER192"). It implements what New's does.
func NewOldOrder() hash.Hash { return newDigest(oldOrder) }

func newDigest(f flavour) *digest {
	return &digest{t: tables(), h: initial, form: f}
}

func (d *digest) Size() int      { return Size }
func (d *digest) BlockSize() int { return BlockSize }

func (d *digest) Reset() { d.h, d.len = initial, 0 }

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
		d.t.compress(&d.h, d.x[:])
	}
	full := len(p) / BlockSize * BlockSize
	d.t.compress(&d.h, p[:full])
	copy(d.x[:], p[full:])
	return n, nil
}

// Sum appends the digest of what was written so far and leaves the state alone.
//
// The padding is MD4's, but for its first byte: zeros up to the last eight bytes of a block, then
// the length in bits, least significant byte first.
func (d *digest) Sum(b []byte) []byte {
	h := d.h
	var x [BlockSize]byte
	n := copy(x[:], d.x[:d.len%BlockSize])
	x[n] = 0x01
	if d.form == tiger2 {
		x[n] = 0x80
	}
	if n+1 > BlockSize-8 {
		d.t.compress(&h, x[:])
		clear(x[:])
	}
	binary.LittleEndian.PutUint64(x[BlockSize-8:], d.len<<3)
	d.t.compress(&h, x[:])

	for _, w := range h {
		if d.form == oldOrder {
			b = binary.BigEndian.AppendUint64(b, w)
		} else {
			b = binary.LittleEndian.AppendUint64(b, w)
		}
	}
	return b
}
