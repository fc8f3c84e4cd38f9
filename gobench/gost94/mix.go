package gost94

// The mixing transformation of RFC 5831, section 5.3, is a shift register of sixteen 16-bit cells,
// z[0] (eta[1]) to z[15] (eta[16]), whose next cell is (+ is xor)
//
//	z[n+16] = z[n] + z[n+1] + z[n+2] + z[n+3] + z[n+12] + z[n+15]
//
// and PSI^k of a word is z[k] to z[k+15] of the sequence that starts with it. A uint64 holds four
// cells, the lowest numbered in its low bits.

// next returns the four cells after the sixteen in a, b, c, d (c has no part in it).
func next(a, b, d uint64) uint64 {
	// Of the terms only z[n+15] is not known for all four at once. It is the cell just made, so
	// what remains is a running sum that starts with the last cell of d.
	s := a ^ (a>>16 | b<<48) ^ (a>>32 | b<<32) ^ (a>>48 | b<<16) ^ d
	s ^= s << 16
	s ^= s << 32
	return s ^ d>>48*0x0001_0001_0001_0001
}

// mix sets h to PSI^61(h + PSI(m + PSI^12(s))).
func mix(h, m *[4]uint64, s0, s1, s2, s3 uint64) {
	// PSI^12 drops three words and appends three.
	s4 := next(s0, s1, s3)
	s5 := next(s1, s2, s4)
	s6 := next(s2, s3, s5)
	s3 ^= m[0]
	s4 ^= m[1]
	s5 ^= m[2]
	s6 ^= m[3]

	// PSI drops one cell and appends one.
	cell := s3 ^ s3>>16 ^ s3>>32 ^ s3>>48 ^ s6 ^ s6>>48
	y0 := h[0] ^ (s3>>16 | s4<<48)
	y1 := h[1] ^ (s4>>16 | s5<<48)
	y2 := h[2] ^ (s5>>16 | s6<<48)
	y3 := h[3] ^ (s6>>16 | cell<<48)

	// For PSI^61 five words more are enough, since the recurrence implies
	// z[n+61] = z[n+5] + z[n+10] + z[n+11] + z[n+20]: modulo its characteristic polynomial
	// x^16+x^15+x^12+x^3+x^2+x+1, x^61 is x^20+x^11+x^10+x^5.
	y4 := next(y0, y1, y3)
	y5 := next(y1, y2, y4)
	y6 := next(y2, y3, y5)
	y7 := next(y3, y4, y6)
	y8 := next(y4, y5, y7)
	h[0] = (y1>>16 | y2<<48) ^ (y2>>32 | y3<<32) ^ (y2>>48 | y3<<16) ^ y5
	h[1] = (y2>>16 | y3<<48) ^ (y3>>32 | y4<<32) ^ (y3>>48 | y4<<16) ^ y6
	h[2] = (y3>>16 | y4<<48) ^ (y4>>32 | y5<<32) ^ (y4>>48 | y5<<16) ^ y7
	h[3] = (y4>>16 | y5<<48) ^ (y5>>32 | y6<<32) ^ (y5>>48 | y6<<16) ^ y8
}
