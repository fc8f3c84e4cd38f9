package gost94

import (
	"encoding/binary"

	"cryptogap/gobench/internal/state"
)

const (
	magic     = "g94\x01"
	headSize  = len(magic) + 1
	stateSize = headSize + 64 + 8 + BlockSize
)

func (d *digest) MarshalBinary() ([]byte, error) { return d.AppendBinary(make([]byte, 0, stateSize)) }

func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	return state.Append(b, magic, d.set, d.len, d.x[:], d.h[:], d.sum[:]), nil
}

func (d *digest) UnmarshalBinary(b []byte) error {
	if len(b) != stateSize || string(b[:len(magic)]) != magic || b[len(magic)] != d.set {
		return state.ErrForeign
	}
	b = b[headSize:]
	for i := range d.h {
		d.h[i] = binary.LittleEndian.Uint64(b[8*i:])
		d.sum[i] = binary.LittleEndian.Uint64(b[32+8*i:])
	}
	d.len = binary.LittleEndian.Uint64(b[64:])
	copy(d.x[:d.len%BlockSize], b[72:])
	return nil
}
