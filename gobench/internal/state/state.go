// Package state writes the state of a running hash, for the in-tree hashes' encoding.BinaryAppender. crypto/hmac keeps one, so
// that it hashes a key once only. It is read for each message: each hash does that itself, three times as fast as a loop over slices.
package state

import (
	"encoding/binary"
	"errors"
)

// ErrForeign is the error where a saved state is not one of the hash in the same form.
var ErrForeign = errors.New("state: not a saved state of this hash and form")

// Append appends to b the magic that names the hash, its form, the chaining value, what it sums up besides, the number of bytes written, and the
// block, with zeros in its unused part.
func Append(b []byte, magic string, form byte, written uint64, block []byte, h, sum []uint64) []byte {
	b = append(append(b, magic...), form)
	for _, w := range h {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	for _, w := range sum {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	b = binary.LittleEndian.AppendUint64(b, written)
	b = append(b, block...)
	clear(b[len(b)-len(block)+int(written%uint64(len(block))):])
	return b
}
