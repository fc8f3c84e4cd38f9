package gost94

// step sets h to chi(m, h), the step function of RFC 5831, section 5.
func (t *sbox) step(h, m *[4]uint64) {
	// Section 5.1. A(X) moves the words down and appends the sum of the two lowest.
	u0, u1, u2, u3 := h[0], h[1], h[2], h[3]
	v0, v1, v2, v3 := m[0], m[1], m[2], m[3]
	var k [4][8]uint32
	schedule(&k[0], u0^v0, u1^v1, u2^v2, u3^v3)

	u0, u1, u2, u3 = u1, u2, u3, u0^u1
	v0, v1, v2, v3 = v2, v3, v0^v1, v1^v2
	schedule(&k[1], u0^v0, u1^v1, u2^v2, u3^v3)

	// C[3], lowest word first. C[2] and C[4] are zero.
	u0, u1, u2, u3 = u1^0xff00ff00ff00ff00, u2^0x00ff00ff00ff00ff, u3^0xff0000ff00ffff00, u0^u1^0xff00ffff000000ff
	v0, v1, v2, v3 = v2, v3, v0^v1, v1^v2
	schedule(&k[2], u0^v0, u1^v1, u2^v2, u3^v3)

	u0, u1, u2, u3 = u1, u2, u3, u0^u1
	v0, v1, v2, v3 = v2, v3, v0^v1, v1^v2
	schedule(&k[3], u0^v0, u1^v1, u2^v2, u3^v3)

	s0, s1, s2, s3 := t.encrypt(&k, h)
	mix(h, m, s0, s1, s2, s3)
}

// schedule sets k to P(w) as the eight key words of GOST 28147-89: P is the transposition that
// puts byte k of word i into byte i of key word k.
func schedule(k *[8]uint32, w0, w1, w2, w3 uint64) {
	const (
		bytes = 0x00ff_00ff_00ff_00ff
		pairs = 0x0000_ffff_0000_ffff
	)
	lo0, lo1 := w0&bytes|w1&bytes<<8, w0>>8&bytes|w1&^bytes // even and odd bytes of w0, w1
	hi0, hi1 := w2&bytes|w3&bytes<<8, w2>>8&bytes|w3&^bytes
	k04 := lo0&pairs | hi0&pairs<<16
	k15 := lo1&pairs | hi1&pairs<<16
	k26 := lo0>>16&pairs | hi0&^pairs
	k37 := lo1>>16&pairs | hi1&^pairs
	k[0], k[4] = uint32(k04), uint32(k04>>32)
	k[1], k[5] = uint32(k15), uint32(k15>>32)
	k[2], k[6] = uint32(k26), uint32(k26>>32)
	k[3], k[7] = uint32(k37), uint32(k37>>32)
}

// encrypt returns the four words of h, each encrypted under its key with GOST 28147-89 in ECB mode
// (RFC 5830, section 5.1).
//
// The four go side by side: a round is one long chain of dependent instructions, and the other
// three fill the time it waits. (Two at a time reach two thirds of the speed. Unrolling further
// than two rounds is slower, since the compiler then runs out of registers.)
func (t *sbox) encrypt(k *[4][8]uint32, h *[4]uint64) (s0, s1, s2, s3 uint64) {
	a0, b0 := uint32(h[0]), uint32(h[0]>>32)
	a1, b1 := uint32(h[1]), uint32(h[1]>>32)
	a2, b2 := uint32(h[2]), uint32(h[2]>>32)
	a3, b3 := uint32(h[3]), uint32(h[3]>>32)
	for range 3 {
		for i := 0; i < 7; i += 2 {
			b0 ^= t.f(a0 + k[0][i])
			b1 ^= t.f(a1 + k[1][i])
			b2 ^= t.f(a2 + k[2][i])
			b3 ^= t.f(a3 + k[3][i])
			a0 ^= t.f(b0 + k[0][i+1])
			a1 ^= t.f(b1 + k[1][i+1])
			a2 ^= t.f(b2 + k[2][i+1])
			a3 ^= t.f(b3 + k[3][i+1])
		}
	}
	for i := 6; i >= 0; i -= 2 {
		b0 ^= t.f(a0 + k[0][i+1])
		b1 ^= t.f(a1 + k[1][i+1])
		b2 ^= t.f(a2 + k[2][i+1])
		b3 ^= t.f(a3 + k[3][i+1])
		a0 ^= t.f(b0 + k[0][i])
		a1 ^= t.f(b1 + k[1][i])
		a2 ^= t.f(b2 + k[2][i])
		a3 ^= t.f(b3 + k[3][i])
	}
	// The last round does not swap, so the halves stand exchanged here.
	return uint64(b0) | uint64(a0)<<32,
		uint64(b1) | uint64(a1)<<32,
		uint64(b2) | uint64(a2)<<32,
		uint64(b3) | uint64(a3)<<32
}
