package streebog

// lps sets dst to LPS(a xor b). dst may be a or b.
//
// It is unrolled because the compiler keeps the eight sums in registers only in straight-line
// code: as a loop over the words it runs at half the speed.
func (t *table) lps(dst, a, b *[8]uint64) {
	x0 := a[0] ^ b[0]
	r0 := t[0][byte(x0)]
	r1 := t[0][byte(x0>>8)]
	r2 := t[0][byte(x0>>16)]
	r3 := t[0][byte(x0>>24)]
	r4 := t[0][byte(x0>>32)]
	r5 := t[0][byte(x0>>40)]
	r6 := t[0][byte(x0>>48)]
	r7 := t[0][byte(x0>>56)]

	x1 := a[1] ^ b[1]
	r0 ^= t[1][byte(x1)]
	r1 ^= t[1][byte(x1>>8)]
	r2 ^= t[1][byte(x1>>16)]
	r3 ^= t[1][byte(x1>>24)]
	r4 ^= t[1][byte(x1>>32)]
	r5 ^= t[1][byte(x1>>40)]
	r6 ^= t[1][byte(x1>>48)]
	r7 ^= t[1][byte(x1>>56)]

	x2 := a[2] ^ b[2]
	r0 ^= t[2][byte(x2)]
	r1 ^= t[2][byte(x2>>8)]
	r2 ^= t[2][byte(x2>>16)]
	r3 ^= t[2][byte(x2>>24)]
	r4 ^= t[2][byte(x2>>32)]
	r5 ^= t[2][byte(x2>>40)]
	r6 ^= t[2][byte(x2>>48)]
	r7 ^= t[2][byte(x2>>56)]

	x3 := a[3] ^ b[3]
	r0 ^= t[3][byte(x3)]
	r1 ^= t[3][byte(x3>>8)]
	r2 ^= t[3][byte(x3>>16)]
	r3 ^= t[3][byte(x3>>24)]
	r4 ^= t[3][byte(x3>>32)]
	r5 ^= t[3][byte(x3>>40)]
	r6 ^= t[3][byte(x3>>48)]
	r7 ^= t[3][byte(x3>>56)]

	x4 := a[4] ^ b[4]
	r0 ^= t[4][byte(x4)]
	r1 ^= t[4][byte(x4>>8)]
	r2 ^= t[4][byte(x4>>16)]
	r3 ^= t[4][byte(x4>>24)]
	r4 ^= t[4][byte(x4>>32)]
	r5 ^= t[4][byte(x4>>40)]
	r6 ^= t[4][byte(x4>>48)]
	r7 ^= t[4][byte(x4>>56)]

	x5 := a[5] ^ b[5]
	r0 ^= t[5][byte(x5)]
	r1 ^= t[5][byte(x5>>8)]
	r2 ^= t[5][byte(x5>>16)]
	r3 ^= t[5][byte(x5>>24)]
	r4 ^= t[5][byte(x5>>32)]
	r5 ^= t[5][byte(x5>>40)]
	r6 ^= t[5][byte(x5>>48)]
	r7 ^= t[5][byte(x5>>56)]

	x6 := a[6] ^ b[6]
	r0 ^= t[6][byte(x6)]
	r1 ^= t[6][byte(x6>>8)]
	r2 ^= t[6][byte(x6>>16)]
	r3 ^= t[6][byte(x6>>24)]
	r4 ^= t[6][byte(x6>>32)]
	r5 ^= t[6][byte(x6>>40)]
	r6 ^= t[6][byte(x6>>48)]
	r7 ^= t[6][byte(x6>>56)]

	x7 := a[7] ^ b[7]
	r0 ^= t[7][byte(x7)]
	r1 ^= t[7][byte(x7>>8)]
	r2 ^= t[7][byte(x7>>16)]
	r3 ^= t[7][byte(x7>>24)]
	r4 ^= t[7][byte(x7>>32)]
	r5 ^= t[7][byte(x7>>40)]
	r6 ^= t[7][byte(x7>>48)]
	r7 ^= t[7][byte(x7>>56)]

	dst[0], dst[1], dst[2], dst[3] = r0, r1, r2, r3
	dst[4], dst[5], dst[6], dst[7] = r4, r5, r6, r7
}

// compress sets h to g_n(h, m), the round function of RFC 6986, section 8.
func (t *table) compress(h, n, m *[8]uint64) {
	var key, state [8]uint64
	t.lps(&key, h, n)
	state = *m
	for i := range roundC {
		t.lps(&state, &state, &key)
		t.lps(&key, &key, &roundC[i])
	}
	for i := range h {
		h[i] ^= state[i] ^ key[i] ^ m[i]
	}
}
