package gost94

import (
	"math/bits"
	"math/rand/v2"
	"strconv"
	"testing"
)

// The steps of step and mix, one by one, as RFC 5831, section 5, writes them. They are slow and
// check the fast ones.

// psi is PSI on sixteen cells.
func psi(z [16]uint16) [16]uint16 {
	cell := z[0] ^ z[1] ^ z[2] ^ z[3] ^ z[12] ^ z[15]
	copy(z[:], z[1:])
	z[15] = cell
	return z
}

func cells(w [4]uint64) (z [16]uint16) {
	for i := range z {
		z[i] = uint16(w[i/4] >> (16 * (i % 4)))
	}
	return z
}

func words(z [16]uint16) (w [4]uint64) {
	for i, c := range z {
		w[i/4] |= uint64(c) << (16 * (i % 4))
	}
	return w
}

func xor(a, b [4]uint64) [4]uint64 {
	for i := range a {
		a[i] ^= b[i]
	}
	return a
}

func random(r *rand.Rand) (w [4]uint64) {
	for i := range w {
		w[i] = r.Uint64()
	}
	return w
}

func TestMix(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	times := func(w [4]uint64, n int) [4]uint64 {
		z := cells(w)
		for range n {
			z = psi(z)
		}
		return words(z)
	}
	for range 100 {
		h, m, s := random(r), random(r), random(r)
		want := times(xor(h, times(xor(m, times(s, 12)), 1)), 61)
		got := h
		mix(&got, &m, s[0], s[1], s[2], s[3])
		if got != want {
			t.Fatalf("got %x, want %x", got, want)
		}
	}
}

func TestSchedule(t *testing.T) {
	w := random(rand.New(rand.NewPCG(5, 6)))
	var want [8]uint32
	for i := range 4 { // phi(i+1+4(k-1)) = 8i+k, counted from 1
		for k := range 8 {
			want[k] |= uint32(byte(w[i]>>(8*k))) << (8 * i)
		}
	}
	var got [8]uint32
	schedule(&got, w[0], w[1], w[2], w[3])
	if got != want {
		t.Errorf("got %x, want %x", got, want)
	}
}

// TestStep takes the first step of RFC 5831, section 7.3.1. (The RFC prints K[1] with its words 1 and
// 4 exchanged. K[2] to K[4] have theirs in order, and only so does s[1] come out.)
func TestStep(t *testing.T) {
	m := [4]uint64{0x2073692073696854, 0x2c6567617373656d, 0x3d6874676e656c20, 0x7365747962203233}
	key1 := [8]uint32{0x33206d54, 0x326c6568, 0x20657369, 0x626e7373, 0x79676120, 0x74746769, 0x65686573, 0x733d2c20}
	s1 := uint64(0x42abbcce32bc0b1b)
	ksi := [4]uint64{0x561c7de33315c034, 0xd99c4124883da687, 0x68a03b8c42de7624, 0xcf9a8c65505967a4}

	var k [4][8]uint32
	schedule(&k[0], m[0], m[1], m[2], m[3])
	if k[0] != key1 {
		t.Errorf("key 1: got %x, want %x", k[0], key1)
	}
	var h [4]uint64
	if got, _, _, _ := testSbox().encrypt(&k, &h); got != s1 {
		t.Errorf("s[1]: got %x, want %x", got, s1)
	}
	testSbox().step(&h, &m)
	if h != ksi {
		t.Errorf("chi: got %x, want %x", h, ksi)
	}
}

// The units of the test parameters as the table of RFC 5831, section 7.1, has them.
func TestUnits(t *testing.T) {
	rows := [16]string{"1D4675E4", "FBBCD8BA", "D4A7A149", "01011DC2", "53750A6D", "7F2F83D8", "A51D94F0", "49D8F2AE",
		"9034EE26", "2A6A4F3B", "3E896C81", "E75EC71C", "6690B607", "B8C3207F", "82FB5955", "CCE23B93"}
	for row, columns := range rows { // unit 8, the top nibble, first
		want, err := strconv.ParseUint(columns, 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		x := uint32(row) * 0x11111111
		if got := testSbox().f(x); got != bits.RotateLeft32(uint32(want), 11) {
			t.Errorf("row %d: got %x, want %x", row, bits.RotateLeft32(got, -11), want)
		}
	}
}
