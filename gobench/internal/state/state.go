// Package state writes and reads the state of a running hash, for the in-tree hashes' encoding.BinaryAppender and
// encoding.BinaryUnmarshaler: crypto/hmac keeps one, so that it hashes a key once only.
package state

import (
	"encoding/binary"
	"fmt"
)

// A State is what a hash keeps between two writes.
type State struct {
	Magic string   // names the hash and the version of its form
	Form  byte     // which of the hash's forms
	Len   *uint64  // bytes written
	Block []byte   // a whole block, of which the first Len modulo its length are in use
	H     []uint64 // the chaining value
	Sum   []uint64 // what the hash sums up besides; nil: nothing
}

func (s *State) size() int { return len(s.Magic) + 1 + 8*(len(s.H)+len(s.Sum)+1) + len(s.Block) }

func (s *State) used() int { return int(*s.Len % uint64(len(s.Block))) }

// Append appends the state to b, with zeros in the unused part of the block.
func (s *State) Append(b []byte) []byte {
	if b == nil {
		b = make([]byte, 0, s.size())
	}
	b = append(append(b, s.Magic...), s.Form)
	for _, w := range s.H {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	for _, w := range s.Sum {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	b = binary.LittleEndian.AppendUint64(b, *s.Len)
	b = append(b, s.Block...)
	clear(b[len(b)-len(s.Block)+s.used():])
	return b
}

// Restore sets the state to a saved one of the same hash and form.
func (s *State) Restore(b []byte) error {
	head := len(s.Magic) + 1
	if len(b) != s.size() || string(b[:head-1]) != s.Magic || b[head-1] != s.Form {
		return fmt.Errorf("state: not a saved state of this hash (%q, form %d)", s.Magic, s.Form)
	}
	b = b[head:]
	for _, words := range [][]uint64{s.H, s.Sum} {
		for i := range words {
			words[i], b = binary.LittleEndian.Uint64(b), b[8:]
		}
	}
	*s.Len = binary.LittleEndian.Uint64(b)
	copy(s.Block[:s.used()], b[8:])
	return nil
}
