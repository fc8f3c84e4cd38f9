package verify

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// keepWhole is the length up to which outputs are kept. Of longer ones, the
// digest and the beginning are.
const keepWhole = 1 << 20

// An output is what an operation gave.
type output struct {
	data []byte // the whole of it up to keepWhole bytes
	n    int
	sum  [sha256.Size]byte // where it is longer
}

func keep(p []byte) output {
	o := output{n: len(p)}
	if len(p) > keepWhole {
		o.sum = sha256.Sum256(p)
		p = p[:64]
	}
	o.data = slices.Clone(p)
	return o
}

func (o output) equal(x output) bool {
	return o.n == x.n && o.sum == x.sum && bytes.Equal(o.data, x.data)
}

// digest is the start of the output in hex, or of its SHA-256 where it is
// longer than any digest. Answers of one byte, as verify gives, have none.
func (o output) digest() string {
	const show = 8
	switch {
	case o.n <= 1:
		return ""
	case o.n > keepWhole:
		return hex.EncodeToString(o.sum[:show])
	case o.n > 64:
		sum := sha256.Sum256(o.data)
		return hex.EncodeToString(sum[:show])
	}
	return hex.EncodeToString(o.data[:min(show, o.n)])
}

// from describes the output in one line: whole where it is no longer than a
// point or a signature of P-521, else 32 bytes around position at.
func (o output) from(at int) string {
	const (
		window = 32
		whole  = 133
	)
	switch {
	case o.n == 0:
		return "nothing"
	case o.n <= whole:
		return fmt.Sprintf("%x", o.data)
	case len(o.data) < o.n && at >= len(o.data):
		return fmt.Sprintf("%x… (%d bytes, SHA-256 %x…)", o.data[:window], o.n, o.sum[:8])
	}
	start := min(max(0, at-4), len(o.data)-window)
	before := ""
	if start > 0 {
		before = "…"
	}
	return fmt.Sprintf("%s%x… (%d bytes)", before, o.data[start:start+window], o.n)
}

func (o output) String() string { return o.from(0) }

// differ says how got and want differ.
func differ(got, want output) string {
	at := firstDifference(got.data, want.data)
	return fmt.Sprintf("%s in place of %s, which differ from byte %d on", got.from(at), want.from(at), at)
}

func firstDifference(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
