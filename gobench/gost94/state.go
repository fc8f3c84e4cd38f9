package gost94

import (
	"encoding/binary"
	"errors"
)

// The form of a saved state: a magic number, the parameter set, H, SIGMA, the length in bytes, the
// buffer with zeros in its unused part.
const (
	magic         = "g94\x01"
	marshaledSize = len(magic) + 1 + 32 + 32 + 8 + BlockSize
)

var (
	errState = errors.New("gost94: not a saved state of this hash")
	errSize  = errors.New("gost94: saved state has the wrong length")
)

func (d *digest) MarshalBinary() ([]byte, error) {
	return d.AppendBinary(make([]byte, 0, marshaledSize))
}

func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, magic...)
	b = append(b, d.set)
	for _, w := range d.h {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	for _, w := range d.sum {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	b = binary.LittleEndian.AppendUint64(b, d.len)
	n := d.len % BlockSize
	b = append(b, d.x[:n]...)
	var zeros [BlockSize]byte
	return append(b, zeros[n:]...), nil
}

func (d *digest) UnmarshalBinary(b []byte) error {
	if len(b) < len(magic)+1 || string(b[:len(magic)]) != magic || b[len(magic)] != d.set {
		return errState
	}
	if len(b) != marshaledSize {
		return errSize
	}
	b = b[len(magic)+1:]
	for i := range d.h {
		d.h[i] = binary.LittleEndian.Uint64(b[8*i:])
		d.sum[i] = binary.LittleEndian.Uint64(b[32+8*i:])
	}
	d.len = binary.LittleEndian.Uint64(b[64:])
	copy(d.x[:d.len%BlockSize], b[72:])
	return nil
}
