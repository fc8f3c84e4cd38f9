// Package hashtest is the suite that every in-tree hash passes: what hash.Hash, hash.Cloner and the
// encoding interfaces promise, whatever the function.
package hashtest

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding"
	"encoding/hex"
	"hash"
	"math/rand/v2"
	"testing"
)

// Hash describes one hash function.
type Hash struct {
	New             func() hash.Hash
	Size, BlockSize int

	// Lengths is the SHA-256, in hex, of the digests of 1042 messages in a row: for each length n
	// from 0 to 520 the bytes 7i+n (modulo 256), then n bytes of 0xff. It is computed with another
	// implementation, and covers every length around eight block boundaries and the carries.
	Lengths string
}

// saver is what crypto/hmac asks for so that it hashes a key once only.
type saver interface {
	hash.Hash
	encoding.BinaryAppender
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

// Run runs the suite on h.
func Run(t *testing.T, h Hash) {
	t.Run("sizes", h.sizes)
	t.Run("lengths", h.lengths)
	t.Run("splits", h.splits)
	t.Run("sum", h.sum)
	t.Run("clone", h.clone)
	t.Run("marshal", h.marshal)
	t.Run("unmarshal refuses", h.refuse)
	t.Run("hmac", h.hmac)
	t.Run("allocations", h.allocations)
}

// Benchmark measures h on 16 KiB messages.
func Benchmark(b *testing.B, newHash func() hash.Hash) {
	h := newHash()
	msg := pattern(16<<10, 0)
	out := make([]byte, 0, h.Size())
	b.SetBytes(int64(len(msg)))
	b.ReportAllocs()
	for b.Loop() {
		h.Reset()
		h.Write(msg)
		out = h.Sum(out[:0])
	}
}

func pattern(n, start int) []byte {
	p := make([]byte, n)
	for i := range p {
		p[i] = byte(7*i + start)
	}
	return p
}

func (h Hash) digest(p []byte) []byte {
	d := h.New()
	d.Write(p)
	return d.Sum(nil)
}

// boundaries are lengths where buffering can go wrong.
func (h Hash) boundaries() []int {
	b := h.BlockSize
	return []int{0, 1, b/2 - 1, b / 2, b - 9, b - 8, b - 1, b, b + 1, 2*b - 1, 2 * b, 2*b + 1, 5*b + 3}
}

func (h Hash) sizes(t *testing.T) {
	d := h.New()
	if d.Size() != h.Size || d.BlockSize() != h.BlockSize {
		t.Errorf("sizes %d and %d, want %d and %d", d.Size(), d.BlockSize(), h.Size, h.BlockSize)
	}
	if n := len(d.Sum(nil)); n != h.Size {
		t.Errorf("digest has %d bytes, want %d", n, h.Size)
	}
}

func (h Hash) lengths(t *testing.T) {
	all := sha256.New()
	for n := range 521 {
		all.Write(h.digest(pattern(n, n)))
		all.Write(h.digest(bytes.Repeat([]byte{0xff}, n)))
	}
	if got := hex.EncodeToString(all.Sum(nil)); got != h.Lengths {
		t.Errorf("digests of all lengths hash to %s, want %s", got, h.Lengths)
	}
}

func (h Hash) splits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	d := h.New()
	for range 300 {
		msg := pattern(r.IntN(6*h.BlockSize), r.IntN(256))
		d.Reset()
		for rest := msg; len(rest) > 0; {
			k := 1 + r.IntN(len(rest))
			if n, err := d.Write(rest[:k]); n != k || err != nil {
				t.Fatalf("Write of %d bytes: %d, %v", k, n, err)
			}
			if r.IntN(4) == 0 {
				d.Write(nil)
				d.Sum(nil)
			}
			rest = rest[k:]
		}
		if got, want := d.Sum(nil), h.digest(msg); !bytes.Equal(got, want) {
			t.Fatalf("%d bytes in pieces: %x, at once: %x", len(msg), got, want)
		}
	}
}

func (h Hash) sum(t *testing.T) {
	empty := h.digest(nil)
	d := h.New()
	for _, n := range h.boundaries() {
		msg := pattern(n, 3)
		d.Reset()
		d.Write(msg)
		first := d.Sum(nil)
		if second := d.Sum([]byte("prefix")); string(second) != "prefix"+string(first) {
			t.Errorf("%d bytes: second Sum %x, first %x", n, second, first)
		}
		d.Write(msg)
		if got, want := d.Sum(nil), h.digest(append(msg, msg...)); !bytes.Equal(got, want) {
			t.Errorf("%d bytes, Sum, %d bytes: %x, want %x", n, n, got, want)
		}
		d.Reset()
		if got := d.Sum(nil); !bytes.Equal(got, empty) {
			t.Errorf("after Reset: %x, want %x", got, empty)
		}
	}
}

func (h Hash) clone(t *testing.T) {
	for _, n := range h.boundaries() {
		msg, more, other := pattern(n, 5), pattern(h.BlockSize+7, 9), pattern(h.BlockSize+9, 1)
		d := h.New()
		d.Write(msg)
		c, err := d.(hash.Cloner).Clone()
		if err != nil {
			t.Fatal(err)
		}
		d.Write(other)
		c.Write(more)
		if got, want := c.Sum(nil), h.digest(append(bytes.Clone(msg), more...)); !bytes.Equal(got, want) {
			t.Errorf("clone at %d bytes: %x, want %x", n, got, want)
		}
		if got, want := d.Sum(nil), h.digest(append(bytes.Clone(msg), other...)); !bytes.Equal(got, want) {
			t.Errorf("original after a clone at %d bytes: %x, want %x", n, got, want)
		}
	}
}

func (h Hash) marshal(t *testing.T) {
	for _, n := range h.boundaries() {
		msg, more := pattern(n, 5), pattern(h.BlockSize+7, 9)
		d := h.New().(saver)
		d.Write(msg)
		state, err := d.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if again, err := d.AppendBinary([]byte("prefix")); err != nil || string(again) != "prefix"+string(state) {
			t.Errorf("%d bytes: AppendBinary gives %x, %v; MarshalBinary %x", n, again, err, state)
		}
		e := h.New().(saver)
		e.Write(pattern(2*h.BlockSize+11, 1)) // so that something must be overwritten
		if err := e.UnmarshalBinary(state); err != nil {
			t.Fatal(err)
		}
		e.Write(more)
		if got, want := e.Sum(nil), h.digest(append(msg, more...)); !bytes.Equal(got, want) {
			t.Errorf("restored at %d bytes: %x, want %x", n, got, want)
		}
	}
}

// refuse: a state of another length, kind or function is an error and changes nothing.
func (h Hash) refuse(t *testing.T) {
	d := h.New().(saver)
	d.Write([]byte("abc"))
	state, err := d.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	other := bytes.Clone(state)
	other[0] ^= 1
	variant := bytes.Clone(state)
	variant[4] ^= 1 // the byte after the magic number tells functions of a family apart
	foreign, _ := sha256.New().(encoding.BinaryMarshaler).MarshalBinary()
	for _, bad := range [][]byte{nil, state[:4], state[:5], state[:len(state)-1], append(bytes.Clone(state), 0), other, variant, foreign} {
		if err := d.UnmarshalBinary(bad); err == nil {
			t.Errorf("took %x for a saved state", bad)
		}
	}
	if got, want := d.Sum(nil), h.digest([]byte("abc")); !bytes.Equal(got, want) {
		t.Errorf("refused states left %x, want %x", got, want)
	}
}

// hmac compares crypto/hmac, which saves and restores states, with RFC 2104 written out.
func (h Hash) hmac(t *testing.T) {
	for _, n := range []int{0, 1, h.BlockSize - 1, h.BlockSize, h.BlockSize + 1} {
		key, msg := pattern(n, 2), pattern(100, 3)
		inner := make([]byte, h.BlockSize)
		if copy(inner, key); n > h.BlockSize {
			clear(inner)
			copy(inner, h.digest(key))
		}
		outer := bytes.Clone(inner)
		for i := range inner {
			inner[i] ^= 0x36
			outer[i] ^= 0x5c
		}
		want := h.digest(append(outer, h.digest(append(inner, msg...))...))
		m := hmac.New(h.New, key)
		for range 3 {
			m.Reset()
			m.Write(msg)
			if got := m.Sum(nil); !bytes.Equal(got, want) {
				t.Errorf("key of %d bytes: %x, want %x", n, got, want)
			}
		}
	}
}

func (h Hash) allocations(t *testing.T) {
	d := h.New().(saver)
	msg := pattern(3*h.BlockSize+5, 0)
	out := make([]byte, 0, h.Size)
	d.Write(msg)
	state, err := d.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	save := make([]byte, 0, len(state))
	m := hmac.New(h.New, msg)
	m.Reset()
	m.Sum(nil)
	for _, c := range []struct {
		name string
		do   func()
	}{
		{"Reset, Write, Sum", func() { d.Reset(); d.Write(msg[:9]); d.Write(msg); d.Sum(out) }},
		{"AppendBinary, UnmarshalBinary", func() {
			save, _ = d.AppendBinary(save[:0])
			if err := d.UnmarshalBinary(save); err != nil {
				t.Error(err)
			}
		}},
		{"HMAC", func() { m.Reset(); m.Write(msg[:h.Size]); m.Sum(out) }},
	} {
		if n := testing.AllocsPerRun(100, c.do); n != 0 {
			t.Errorf("%s: %v allocations", c.name, n)
		}
	}
}
