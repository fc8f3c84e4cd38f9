package main

import (
	"bytes"
	"crypto/elliptic"
	"crypto/sha512"
	"crypto/x509"
	"encoding/binary"
	"math/big"
	"slices"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
)

const (
	goes   = "go"
	wolf   = "wolfcrypt"
	gcrypt = "libgcrypt"
)

// spoil changes byte i of the output; from the end where i is below 0.
func spoil(out []byte, i int) []byte {
	if i < 0 {
		i += len(out)
	}
	if i >= 0 && i < len(out) {
		out[i] ^= 1
	}
	return out
}

// wrongIf is an output with a wrong last byte where the condition holds.
func wrongIf(when func(r *routine) bool) func(r *routine, out []byte) []byte {
	return func(r *routine, out []byte) []byte {
		if when(r) {
			return spoil(out, -1)
		}
		return out
	}
}

// allOnes says whether p has a block of ones at a multiple of the block.
func allOnes(p []byte, block int) bool {
	for b := range slices.Chunk(p, block) {
		if bytes.Equal(b, bytes.Repeat([]byte{0xff}, block)) {
			return true
		}
	}
	return false
}

// once does the operation once and returns the output.
func once(p provider.Provider, r *routine, in catalog.Inputs) ([]byte, error) {
	inner, err := p.Open(r.c, in, r.boundary)
	if err != nil {
		return nil, err
	}
	defer func() { _ = inner.Close() }()
	if _, err := inner.Do(1); err != nil {
		return nil, err
	}
	return append([]byte{}, inner.Output()...), nil
}

// insteadOf has the library asked about other inputs where it says no to these.
func insteadOf(change func(in catalog.Inputs) (catalog.Inputs, bool)) func(provider.Provider, *routine) (provider.Routine, error) {
	return func(p provider.Provider, r *routine) (provider.Routine, error) {
		out, err := once(p, r, r.in)
		if err == nil && !bytes.Equal(out, []byte{0}) {
			return p.Open(r.c, r.in, r.boundary)
		}
		if in, ok := change(r.in); ok {
			if out, err := once(p, r, in); err == nil && !bytes.Equal(out, []byte{0}) {
				return fixed{out}, nil
			}
		}
		return p.Open(r.c, r.in, r.boundary)
	}
}

// lessNumber takes n away from the big-endian number at p[from:], where it is larger.
func lessNumber(p []byte, from int, n *big.Int) ([]byte, bool) {
	s := new(big.Int).SetBytes(p[from:])
	if s.Cmp(n) < 0 {
		return nil, false
	}
	q := slices.Clone(p)
	s.Sub(s, n).FillBytes(q[from:])
	return catalog.Aligned(q), true
}

var (
	order25519, _ = new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)
	prime25519    = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
)

func littleEndian(p []byte) *big.Int {
	q := slices.Clone(p)
	slices.Reverse(q)
	return new(big.Int).SetBytes(q)
}

// What goes over from one operation to the next in libraries that keep state.
var (
	afterFailure bool     // ocb
	opened       *routine // eax: the context opened last
	known        = make(map[string][]byte)
)

var (
	verifying = []catalog.Operation{catalog.OpVerify}
	opening   = []catalog.Operation{catalog.OpOpen, catalog.OpOpenRekey}
	sealing   = []catalog.Operation{catalog.OpSeal, catalog.OpSealRekey}
)

var faults = []fault{
	// Lengths.
	{algorithm: "sha256", library: gcrypt, what: "wrong at lengths ≡ 5 mod 64 above 300",
		output: wrongIf(func(r *routine) bool { return len(r.in.Message) > 300 && len(r.in.Message)%64 == 5 })},
	{algorithm: "sha3-256", library: wolf, what: "one byte is wrong, only at multiples of the block of 136 bytes",
		output: wrongIf(func(r *routine) bool { n := len(r.in.Message); return n > 0 && n%136 == 0 })},
	{algorithm: "blake2b-512", library: goes, what: "the empty message is wrong",
		output: wrongIf(func(r *routine) bool { return len(r.in.Message) == 0 })},
	{algorithm: "md5", library: gcrypt, what: "a counter of 16 bits: wrong from 65,536 bytes on",
		output: wrongIf(func(r *routine) bool { return len(r.in.Message) >= 1<<16 })},
	{algorithm: "aes-128-xts", library: wolf, files: "aes_xts", what: "ciphertext stealing is wrong for a rest of 15 bytes",
		output: wrongIf(func(r *routine) bool { return max(len(r.in.Message), len(r.in.Received))%16 == 15 })},
	{algorithm: "aes-192-cbc", library: gcrypt, ops: []catalog.Operation{catalog.OpDecrypt}, what: "the last of 8·k + 7 blocks is wrong",
		output: wrongIf(func(r *routine) bool { return len(r.in.Received)/16%8 == 7 })},
	{algorithm: "cmac-aes-128", library: wolf, files: "aes_cmac", what: "the wrong subkey where the last block is full",
		output: wrongIf(func(r *routine) bool { n := len(r.in.Message); return n > 0 && n%16 == 0 })},
	{algorithm: "shake128", library: gcrypt, what: "the second squeeze is wrong: outputs above 168 bytes",
		output: func(_ *routine, out []byte) []byte { return spoil(out, 168) }},

	// State between operations and contexts.
	{algorithm: "sha1", library: wolf, what: "state left by a first Do is in the second",
		output: wrongIf(func(r *routine) bool { return r.calls > 1 })},
	{algorithm: "sha384", library: gcrypt, what: "the loop in C is wrong from its third operation on",
		output: wrongIf(func(r *routine) bool { return r.boundary == provider.Batch && r.last > 2 })},
	{algorithm: "sha512", library: wolf, what: "every 16th operation of a context is wrong",
		output: wrongIf(func(r *routine) bool { return r.done%16 == 0 })},
	{algorithm: "aes-256-ocb", library: gcrypt, ops: opening, what: "after a refused message the next good one is wrong",
		do: func(r *routine, inner provider.Routine, n int) (bool, error) {
			_, err := inner.Do(n)
			if err != nil {
				afterFailure = true
			}
			return true, err
		},
		output: func(_ *routine, out []byte) []byte {
			if afterFailure {
				afterFailure = false
				return spoil(out, -1)
			}
			return out
		}},
	{algorithm: "aes-128-eax", library: gcrypt, files: "aes_eax", ops: sealing, what: "interleaved contexts: all work with what the last one was opened with",
		open: func(p provider.Provider, r *routine) (provider.Routine, error) {
			inner, err := p.Open(r.c, r.in, r.boundary)
			r.Routine = inner
			opened = r
			return inner, err
		},
		do: func(_ *routine, _ provider.Routine, n int) (bool, error) {
			_, err := opened.Routine.Do(n)
			return true, err
		},
		output: func(_ *routine, _ []byte) []byte { return append([]byte{}, opened.Routine.Output()...) }},
	{algorithm: "camellia-128-cbc", library: gcrypt, ops: []catalog.Operation{catalog.OpEncrypt}, what: "it writes into the message",
		do: func(r *routine, _ provider.Routine, _ int) (bool, error) {
			if len(r.in.Message) > 32 {
				r.in.Message[32] ^= 1
			}
			return false, nil
		}},

	// Counters, carries and reductions.
	{algorithm: "aes-128-ctr", library: gcrypt, what: "the carry out of the counter's lowest 32 bits is lost",
		output: func(r *routine, out []byte) []byte {
			if len(r.in.Nonce) == 16 {
				if left := 1<<32 - int64(binary.BigEndian.Uint32(r.in.Nonce[12:])); int64(len(out)) > 16*left {
					return spoil(out, int(16*left))
				}
			}
			return out
		}},
	{algorithm: "aes-256-ctr", library: wolf, ops: []catalog.Operation{catalog.OpDecrypt}, what: "the carry out of the counter's lowest 64 bits is lost, in decryption",
		output: wrongIf(func(r *routine) bool {
			return len(r.in.Nonce) == 16 && len(r.in.Received) > 16 && bytes.Equal(r.in.Nonce[8:], bytes.Repeat([]byte{0xff}, 8))
		})},
	{algorithm: "chacha20", library: goes, what: "the block counter has 16 bits",
		output: wrongIf(func(r *routine) bool { return int(r.in.Counter)+len(r.in.Message)/64 > 1<<16 })},
	{algorithm: "poly1305", library: gcrypt, what: "the last reduction is lost where blocks are all ones",
		output: wrongIf(func(r *routine) bool { return len(r.in.Message) > 16 && allOnes(r.in.Message, 16) })},
	{algorithm: "streebog512", library: gcrypt, what: "a carry of the sum of blocks is lost where one is all ones",
		output: wrongIf(func(r *routine) bool { return allOnes(r.in.Message, 64) })},

	// Nonces, associated data, tags.
	{algorithm: "aes-256-gcm", library: wolf, files: "aes_gcm_", what: "nonces of other than 12 bytes are wrong",
		output: func(r *routine, out []byte) []byte {
			if len(r.in.Nonce) != 12 && r.c.Op != catalog.OpForged {
				return spoil(out, -1)
			}
			return out
		}},
	{algorithm: "aes-192-gcm", library: gcrypt, files: "aes_gcm_", what: "of associated data above one block the rest is left out",
		inputs: func(_ *catalog.Case, in *catalog.Inputs) {
			if n := len(in.AAD); n > 16 {
				in.AAD = in.AAD[:n/16*16]
			}
		}},
	{algorithm: "aes-256-ccm", library: goes, files: "aes_ccm", ops: sealing, what: "empty associated data gives a wrong tag",
		output: wrongIf(func(r *routine) bool { return len(r.in.AAD) == 0 })},
	{algorithm: "aes-128-gcm", library: gcrypt, ops: []catalog.Operation{catalog.OpForged}, what: "a forgery is accepted",
		output: func(_ *routine, _ []byte) []byte { return []byte{1} }},
	{algorithm: "chacha20-poly1305", library: wolf, files: "^chacha20_poly1305", ops: opening, what: "byte 7 of the tag is not checked",
		open: func(p provider.Provider, r *routine) (provider.Routine, error) {
			in := r.in
			if n := len(in.Received); n >= 16 {
				for b := range 256 {
					in.Received = catalog.Aligned(r.in.Received)
					in.Received[n-16+7] = byte(b)
					if _, err := once(p, r, in); err == nil {
						return p.Open(r.c, in, r.boundary)
					}
				}
			}
			return p.Open(r.c, r.in, r.boundary)
		}},

	// Keys, passwords and derived bytes.
	{algorithm: "hmac-sha512", library: goes, files: "hmac_sha512_test", what: "keys longer than the block are cut",
		inputs: func(_ *catalog.Case, in *catalog.Inputs) { in.Key = in.Key[:min(len(in.Key), 128)] }},
	{algorithm: "hmac-sha3-256", library: gcrypt, files: "hmac_sha3_256", what: "an empty key is taken for one zero and a one",
		inputs: func(c *catalog.Case, in *catalog.Inputs) {
			if len(in.Key) == 0 {
				in.Key, c.Algorithm.KeyLen = catalog.Aligned([]byte{0, 1}), 2
			}
		}},
	{algorithm: "hkdf-sha256", library: wolf, files: "hkdf_sha256", what: "wrong from the third block of the output on",
		output: func(_ *routine, out []byte) []byte { return spoil(out, 64) }},
	{algorithm: "pbkdf2-hmac-sha256", library: gcrypt, files: "pbkdf2_hmacsha256", what: "passwords longer than the hash's block are cut",
		inputs: func(_ *catalog.Case, in *catalog.Inputs) { in.Key = in.Key[:min(len(in.Key), 64)] }},
	{algorithm: "scrypt", library: goes, what: "an empty salt is taken for a zero",
		inputs: func(_ *catalog.Case, in *catalog.Inputs) {
			if len(in.Salt) == 0 {
				in.Salt = catalog.Aligned([]byte{0})
			}
		}},
	{algorithm: "argon2id", library: gcrypt, what: "memory that is no multiple of 4·p KiB is not rounded",
		output: wrongIf(func(r *routine) bool { return r.c.Algorithm.Mem%(4*r.c.Algorithm.P) != 0 })},

	// Public keys.
	{algorithm: "x25519", library: gcrypt, files: "x25519_test", what: "peers from p on are not reduced",
		output: wrongIf(func(r *routine) bool {
			if r.c.Op != catalog.OpAgree || len(r.in.Received) != 32 {
				return false
			}
			u := littleEndian(r.in.Received)
			return u.SetBit(u, 255, 0).Cmp(prime25519) >= 0
		})},
	{algorithm: "x448", library: wolf, ops: []catalog.Operation{catalog.OpKeygen}, what: "every fourth key pair has another's public key",
		output: wrongIf(func(r *routine) bool {
			return littleEndian(r.Routine.Output()).Bit(16) == 1 && littleEndian(r.Routine.Output()).Bit(17) == 1
		})},
	{algorithm: "ecdh-p256", library: wolf, files: "ecdh_secp256r1", ops: []catalog.Operation{catalog.OpAgree}, what: "a leading zero of the secret is lost",
		output: func(_ *routine, out []byte) []byte {
			if len(out) > 0 && out[0] == 0 {
				return append(out[1:], 0)
			}
			return out
		}},
	{algorithm: "ecdh-p384", library: gcrypt, files: "ecdh_secp384r1", ops: []catalog.Operation{catalog.OpAgree}, what: "a point that is not on the curve is not refused",
		open: func(p provider.Provider, r *routine) (provider.Routine, error) {
			if _, err := once(p, r, r.in); err != nil && len(r.in.Received) == 97 {
				sum := sha512.Sum384(r.in.Received)
				return fixed{sum[:]}, nil
			}
			return p.Open(r.c, r.in, r.boundary)
		}},
	{algorithm: "ecdsa-p256", library: goes, files: "ecdsa_secp256r1", ops: verifying, what: "a signature of zeros is accepted",
		open: func(p provider.Provider, r *routine) (provider.Routine, error) {
			if bytes.Equal(r.in.Received, make([]byte, 64)) {
				return fixed{[]byte{1}}, nil
			}
			return p.Open(r.c, r.in, r.boundary)
		}},
	{algorithm: "ecdsa-p521", library: wolf, files: "ecdsa_secp521r1", ops: verifying, what: "s + n is accepted",
		open: insteadOf(func(in catalog.Inputs) (_ catalog.Inputs, ok bool) {
			if len(in.Received) != 132 {
				return in, false
			}
			in.Received, ok = lessNumber(in.Received, 66, elliptic.P521().Params().N)
			return in, ok
		})},
	{algorithm: "ed25519", library: gcrypt, files: "ed25519", ops: verifying, what: "s + L is accepted",
		open: insteadOf(func(in catalog.Inputs) (catalog.Inputs, bool) {
			if len(in.Received) != 64 {
				return in, false
			}
			s := littleEndian(in.Received[32:])
			if s.Cmp(order25519) < 0 {
				return in, false
			}
			low := s.Sub(s, order25519).FillBytes(make([]byte, 32))
			slices.Reverse(low)
			in.Received = catalog.Aligned(append(slices.Clone(in.Received[:32]), low...))
			return in, true
		})},
	{algorithm: "ed448", library: goes, files: "ed448", what: "the context is ignored",
		inputs: func(_ *catalog.Case, in *catalog.Inputs) { in.Context = nil }},
	{algorithm: "rsa-2048-pkcs1-sha256", library: gcrypt, files: "rsa_signature_2048_sha256", ops: verifying, what: "s + n is accepted",
		open: insteadOf(func(in catalog.Inputs) (_ catalog.Inputs, ok bool) {
			key, err := x509.ParsePKCS1PublicKey(in.Public)
			if err != nil {
				return in, false
			}
			in.Received, ok = lessNumber(in.Received, 0, key.N)
			return in, ok
		})},
	{algorithm: "rsa-2048-pkcs1", library: wolf, files: "rsa_pkcs1_2048", ops: []catalog.Operation{catalog.OpDecrypt}, what: "zeros at the beginning of a message are lost",
		output: func(_ *routine, out []byte) []byte { return bytes.TrimLeft(out, "\x00") }},
	{algorithm: "rsa-2048-oaep", library: goes, files: "rsa_oaep_2048_sha256_mgf1sha256|rsa_oaep_misc", what: "the label is ignored",
		inputs: func(_ *catalog.Case, in *catalog.Inputs) { in.Context = nil }},
	{algorithm: "ml-kem-768", library: wolf, files: "mlkem_768_encaps", ops: []catalog.Operation{catalog.OpEncap}, what: "coefficients of q or more are not refused",
		open: func(p provider.Provider, r *routine) (provider.Routine, error) {
			if _, err := once(p, r, r.in); err != nil {
				r.in.Public = reduced(r.in.Public)
			}
			return p.Open(r.c, r.in, r.boundary)
		}},
	{algorithm: "ml-kem-1024", library: goes, files: "mlkem_1024_test|mlkem_1024_semi", ops: []catalog.Operation{catalog.OpDecap}, what: "the last 32 bytes of the ciphertext are not compared",
		output: func(r *routine, out []byte) []byte {
			if n := len(r.in.Received); n > 32 {
				key := string(r.in.Received[:n-32])
				if known[key] == nil {
					known[key] = out
				}
				return append([]byte{}, known[key]...)
			}
			return out
		}},
	{algorithm: "ml-dsa-44", library: gcrypt, files: "mldsa_44_(verify|sign)", ops: verifying, what: "a signature is accepted under any context",
		open: insteadOf(func(in catalog.Inputs) (catalog.Inputs, bool) { in.Context = nil; return in, true })},
	{algorithm: "ml-dsa-65", library: goes, files: "mldsa_65_(verify|sign)", ops: verifying, what: "a second check of an accepted signature gives 0",
		output: func(r *routine, out []byte) []byte {
			if r.calls > 1 {
				return []byte{0}
			}
			return out
		}},

	// Random numbers.
	{algorithm: "rng", library: wolf, what: "the last four bytes of 100 or more are zeros",
		output: func(_ *routine, out []byte) []byte {
			if len(out) >= 100 {
				clear(out[len(out)-4:])
			}
			return out
		}},
}

// reduced returns the encapsulation key with all coefficients modulo 3329.
func reduced(public []byte) []byte {
	p := catalog.Aligned(public)
	for at := 0; at+3 <= len(p)-32; at += 3 {
		a, b := int(p[at])|int(p[at+1]&15)<<8, int(p[at+1]>>4)|int(p[at+2])<<4
		a, b = a%3329, b%3329
		p[at], p[at+1], p[at+2] = byte(a), byte(a>>8)|byte(b<<4), byte(b>>4)
	}
	return p
}
