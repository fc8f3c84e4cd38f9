package verify

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"

	"cryptogap/compare/catalog"
)

// A drawer draws inputs from a reproducible source.
type drawer struct {
	src *rand.ChaCha8
	*rand.Rand
	i      int  // number of the draft
	honest bool // nothing that nobody makes
}

// draw returns the source of the i-th draft of op of a under seed.
func draw(a catalog.Algorithm, op catalog.Operation, seed uint64, i int) drawer {
	var b []byte
	b = binary.BigEndian.AppendUint64(b, seed)
	b = binary.BigEndian.AppendUint64(b, uint64(i))
	b = append(b, a.ID+" "+string(op)...)
	src := rand.NewChaCha8(sha256.Sum256(b))
	return drawer{src: src, Rand: rand.New(src), i: i}
}

// bytes returns n bytes: random ones mostly, now and then all equal or with
// zeros in front, where big numbers lose their width.
func (d drawer) bytes(n int) []byte {
	at := d.IntN(16) // at any address, where inputs that are timed begin on a page
	p := make([]byte, at+n)[at : at+n : at+n]
	_, _ = d.src.Read(p) // never fails
	switch d.IntN(16) {
	case 0:
		clear(p)
	case 1:
		p = bytes.Repeat([]byte{0xff}, n)
	case 2:
		clear(p[:min(n, 1+d.IntN(4))])
	}
	return p
}

// near returns a value like p: as it stands, or where any value is allowed with a few bytes changed, or made of runs of equal bytes.
func (d drawer) near(p []byte, free bool) []byte {
	p = bytes.Clone(p)
	if !free {
		return p
	}
	switch d.IntN(3) {
	case 0:
		for range 1 + d.IntN(3) {
			p[d.IntN(len(p))] = byte(d.Uint32())
		}
	case 1:
		for i := 0; i < len(p); {
			b, run := []byte{0, 0xff, 1, 0x80}[d.IntN(4)], 1+d.IntN(12)
			for range min(run, len(p)-i) {
				p[i] = b
				i++
			}
		}
	}
	return p
}

// digest returns n bytes that may be a hash's: not all zeros, which some
// libraries refuse to sign, and now and then with zeros in front.
func (d drawer) digest(n int) []byte {
	p := make([]byte, n)
	_, _ = d.src.Read(p) // never fails
	clear(p[:min(n/2, d.IntN(4))])
	return catalog.Aligned(p)
}

// length returns a length from 0 to about most: short ones, ones around
// multiples of block, and any.
func (d drawer) length(block, most int) int {
	block = max(block, 1)
	var n int
	switch d.IntN(16) {
	case 0:
	case 1, 2, 3, 4:
		n = d.IntN(2*block + 2)
	case 5, 6, 7:
		n = d.IntN(1+most/block)*block + d.IntN(3) - 1
	default:
		n = d.IntN(most + 1)
	}
	return min(max(n, 0), most)
}

// Largest drawn lengths, in bytes.
const (
	mostMessage    = 1024
	longMessage    = 4096  // one message in 8 is up to this long
	longestMessage = 70000 // and one in 64, past 2^16
	mostAssociated = 600
	mostKey        = 300
	mostDerived    = 200
	mostSqueezed   = 700
)
