package tiger

import (
	"encoding/binary"
	"errors"
)

// The form of a saved state: a magic number, the flavour, the three words, the length in bytes, the
// buffer with zeros in its unused part.
const (
	magic         = "tgr\x01"
	marshaledSize = len(magic) + 1 + 24 + 8 + BlockSize
)

var (
	errState = errors.New("tiger: not a saved state of this hash")
	errSize  = errors.New("tiger: saved state has the wrong length")
)

func (d *digest) MarshalBinary() ([]byte, error) {
	return d.AppendBinary(make([]byte, 0, marshaledSize))
}

func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, magic...)
	b = append(b, byte(d.form))
	for _, w := range d.h {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	b = binary.LittleEndian.AppendUint64(b, d.len)
	n := d.len % BlockSize
	b = append(b, d.x[:n]...)
	var zeros [BlockSize]byte
	return append(b, zeros[n:]...), nil
}

func (d *digest) UnmarshalBinary(b []byte) error {
	if len(b) < len(magic)+1 || string(b[:len(magic)]) != magic || b[len(magic)] != byte(d.form) {
		return errState
	}
	if len(b) != marshaledSize {
		return errSize
	}
	b = b[len(magic)+1:]
	for i := range d.h {
		d.h[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	d.len = binary.LittleEndian.Uint64(b[24:])
	copy(d.x[:d.len%BlockSize], b[32:])
	return nil
}
