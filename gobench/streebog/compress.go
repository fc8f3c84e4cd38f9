package streebog

// lps sets dst to LPS(a xor b). dst may be a or b.
//
// All of the input is in registers before the first lookup, and the code is straight. Both matter:
// as a loop over the words this runs at half the speed.
func (t *table) lps(dst, a, b *[8]uint64) {
	x0 := a[0] ^ b[0]
	x1 := a[1] ^ b[1]
	x2 := a[2] ^ b[2]
	x3 := a[3] ^ b[3]
	x4 := a[4] ^ b[4]
	x5 := a[5] ^ b[5]
	x6 := a[6] ^ b[6]
	x7 := a[7] ^ b[7]
	dst[0] = t[0][byte(x0)] ^ t[1][byte(x1)] ^ t[2][byte(x2)] ^ t[3][byte(x3)] ^
		t[4][byte(x4)] ^ t[5][byte(x5)] ^ t[6][byte(x6)] ^ t[7][byte(x7)]
	dst[1] = t[0][byte(x0>>8)] ^ t[1][byte(x1>>8)] ^ t[2][byte(x2>>8)] ^ t[3][byte(x3>>8)] ^
		t[4][byte(x4>>8)] ^ t[5][byte(x5>>8)] ^ t[6][byte(x6>>8)] ^ t[7][byte(x7>>8)]
	dst[2] = t[0][byte(x0>>16)] ^ t[1][byte(x1>>16)] ^ t[2][byte(x2>>16)] ^ t[3][byte(x3>>16)] ^
		t[4][byte(x4>>16)] ^ t[5][byte(x5>>16)] ^ t[6][byte(x6>>16)] ^ t[7][byte(x7>>16)]
	dst[3] = t[0][byte(x0>>24)] ^ t[1][byte(x1>>24)] ^ t[2][byte(x2>>24)] ^ t[3][byte(x3>>24)] ^
		t[4][byte(x4>>24)] ^ t[5][byte(x5>>24)] ^ t[6][byte(x6>>24)] ^ t[7][byte(x7>>24)]
	dst[4] = t[0][byte(x0>>32)] ^ t[1][byte(x1>>32)] ^ t[2][byte(x2>>32)] ^ t[3][byte(x3>>32)] ^
		t[4][byte(x4>>32)] ^ t[5][byte(x5>>32)] ^ t[6][byte(x6>>32)] ^ t[7][byte(x7>>32)]
	dst[5] = t[0][byte(x0>>40)] ^ t[1][byte(x1>>40)] ^ t[2][byte(x2>>40)] ^ t[3][byte(x3>>40)] ^
		t[4][byte(x4>>40)] ^ t[5][byte(x5>>40)] ^ t[6][byte(x6>>40)] ^ t[7][byte(x7>>40)]
	dst[6] = t[0][byte(x0>>48)] ^ t[1][byte(x1>>48)] ^ t[2][byte(x2>>48)] ^ t[3][byte(x3>>48)] ^
		t[4][byte(x4>>48)] ^ t[5][byte(x5>>48)] ^ t[6][byte(x6>>48)] ^ t[7][byte(x7>>48)]
	dst[7] = t[0][byte(x0>>56)] ^ t[1][byte(x1>>56)] ^ t[2][byte(x2>>56)] ^ t[3][byte(x3>>56)] ^
		t[4][byte(x4>>56)] ^ t[5][byte(x5>>56)] ^ t[6][byte(x6>>56)] ^ t[7][byte(x7>>56)]
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
