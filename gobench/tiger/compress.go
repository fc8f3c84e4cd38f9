package tiger

import "encoding/binary"

// initial is the state before the first block.
var initial = [3]uint64{0x0123456789abcdef, 0xfedcba9876543210, 0xf096a5b4c3b2e187}

// compress takes the blocks of p into h. The length of p is a multiple of BlockSize.
//
// It is three passes of eight rounds with a key schedule between them. The three words change
// places from round to round, on through the passes.
func (t *sboxes) compress(h *[3]uint64, p []byte) {
	a, b, c := h[0], h[1], h[2]
	for len(p) >= BlockSize {
		x0 := binary.LittleEndian.Uint64(p[0:])
		x1 := binary.LittleEndian.Uint64(p[8:])
		x2 := binary.LittleEndian.Uint64(p[16:])
		x3 := binary.LittleEndian.Uint64(p[24:])
		x4 := binary.LittleEndian.Uint64(p[32:])
		x5 := binary.LittleEndian.Uint64(p[40:])
		x6 := binary.LittleEndian.Uint64(p[48:])
		x7 := binary.LittleEndian.Uint64(p[56:])
		p = p[BlockSize:]
		aa, bb, cc := a, b, c

		c ^= x0
		a -= t.even(c)
		b = (b + t.odd(c)) * 5
		a ^= x1
		b -= t.even(a)
		c = (c + t.odd(a)) * 5
		b ^= x2
		c -= t.even(b)
		a = (a + t.odd(b)) * 5
		c ^= x3
		a -= t.even(c)
		b = (b + t.odd(c)) * 5
		a ^= x4
		b -= t.even(a)
		c = (c + t.odd(a)) * 5
		b ^= x5
		c -= t.even(b)
		a = (a + t.odd(b)) * 5
		c ^= x6
		a -= t.even(c)
		b = (b + t.odd(c)) * 5
		a ^= x7
		b -= t.even(a)
		c = (c + t.odd(a)) * 5

		x0 -= x7 ^ 0xa5a5a5a5a5a5a5a5
		x1 ^= x0
		x2 += x1
		x3 -= x2 ^ ^x1<<19
		x4 ^= x3
		x5 += x4
		x6 -= x5 ^ ^x4>>23
		x7 ^= x6
		x0 += x7
		x1 -= x0 ^ ^x7<<19
		x2 ^= x1
		x3 += x2
		x4 -= x3 ^ ^x2>>23
		x5 ^= x4
		x6 += x5
		x7 -= x6 ^ 0x0123456789abcdef

		b ^= x0
		c -= t.even(b)
		a = (a + t.odd(b)) * 7
		c ^= x1
		a -= t.even(c)
		b = (b + t.odd(c)) * 7
		a ^= x2
		b -= t.even(a)
		c = (c + t.odd(a)) * 7
		b ^= x3
		c -= t.even(b)
		a = (a + t.odd(b)) * 7
		c ^= x4
		a -= t.even(c)
		b = (b + t.odd(c)) * 7
		a ^= x5
		b -= t.even(a)
		c = (c + t.odd(a)) * 7
		b ^= x6
		c -= t.even(b)
		a = (a + t.odd(b)) * 7
		c ^= x7
		a -= t.even(c)
		b = (b + t.odd(c)) * 7

		x0 -= x7 ^ 0xa5a5a5a5a5a5a5a5
		x1 ^= x0
		x2 += x1
		x3 -= x2 ^ ^x1<<19
		x4 ^= x3
		x5 += x4
		x6 -= x5 ^ ^x4>>23
		x7 ^= x6
		x0 += x7
		x1 -= x0 ^ ^x7<<19
		x2 ^= x1
		x3 += x2
		x4 -= x3 ^ ^x2>>23
		x5 ^= x4
		x6 += x5
		x7 -= x6 ^ 0x0123456789abcdef

		a ^= x0
		b -= t.even(a)
		c = (c + t.odd(a)) * 9
		b ^= x1
		c -= t.even(b)
		a = (a + t.odd(b)) * 9
		c ^= x2
		a -= t.even(c)
		b = (b + t.odd(c)) * 9
		a ^= x3
		b -= t.even(a)
		c = (c + t.odd(a)) * 9
		b ^= x4
		c -= t.even(b)
		a = (a + t.odd(b)) * 9
		c ^= x5
		a -= t.even(c)
		b = (b + t.odd(c)) * 9
		a ^= x6
		b -= t.even(a)
		c = (c + t.odd(a)) * 9
		b ^= x7
		c -= t.even(b)
		a = (a + t.odd(b)) * 9

		a ^= aa
		b -= bb
		c += cc
	}
	h[0], h[1], h[2] = a, b, c
}

// even is what a round subtracts, from the even bytes of c.
func (t *sboxes) even(c uint64) uint64 {
	return t[0][byte(c)] ^ t[1][byte(c>>16)] ^ t[2][byte(c>>32)] ^ t[3][byte(c>>48)]
}

// odd is what a round adds, from the odd bytes of c.
func (t *sboxes) odd(c uint64) uint64 {
	return t[3][byte(c>>8)] ^ t[2][byte(c>>24)] ^ t[1][byte(c>>40)] ^ t[0][byte(c>>56)]
}
