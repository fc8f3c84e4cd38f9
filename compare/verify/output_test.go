package verify

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"testing"

	"cryptogap/compare/catalog"
)

// TestOutputLong wants outputs beyond keepWhole to be compared whole though
// only their beginning is kept.
func TestOutputLong(t *testing.T) {
	p := bytes.Repeat([]byte{7}, keepWhole+1)
	a := keep(p)
	p[keepWhole] = 8
	b := keep(p)
	if a.equal(b) || !b.equal(keep(p)) {
		t.Error("long outputs that differ at the end are equal")
	}
	if len(a.data) > 64 {
		t.Errorf("%d bytes kept", len(a.data))
	}
	if want := fmt.Sprintf("%x", sha256.Sum256(p))[:16]; b.digest() != want {
		t.Errorf("digest %s, want %s", b.digest(), want)
	}
	if s := differ(a, b); len(s) > 700 {
		t.Errorf("%d bytes: %s", len(s), s)
	}
}

func TestOutputDigest(t *testing.T) {
	for _, tt := range []struct {
		out  []byte
		want string
	}{
		{nil, ""}, {[]byte{1}, ""}, {[]byte{1, 2, 3}, "010203"},
		{bytes.Repeat([]byte{0xab}, 64), "abababababababab"},
		{bytes.Repeat([]byte{0xab}, 65), fmt.Sprintf("%x", sha256.Sum256(bytes.Repeat([]byte{0xab}, 65)))[:16]},
	} {
		if got := keep(tt.out).digest(); got != tt.want {
			t.Errorf("digest of %x is %q, want %q", tt.out, got, tt.want)
		}
	}
}

func TestLengths(t *testing.T) {
	for _, tt := range []catalog.Algorithm{
		{BlockLen: 64}, {BlockLen: 1}, {}, {BlockLen: 16, Step: 16}, {BlockLen: 8, Step: 8}, {BlockLen: 168}, {BlockLen: 16, MinLen: 16},
	} {
		got := lengths(tt)
		has := map[int]bool{}
		for i, n := range got {
			has[n] = true
			if n < 0 || (i > 0 && n <= got[i-1]) || !tt.Takes(n) {
				t.Errorf("lengths(%+v): %v", tt, got)
			}
		}
		if !has[tt.MinLen] || !has[2*max(tt.BlockLen, 1)] {
			t.Errorf("lengths(%+v) lack the shortest or two blocks: %v", tt, got)
		}
	}
}
