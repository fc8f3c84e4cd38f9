package wolfSSL

/*
#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/error-crypt.h>
#include <wolfssl/wolfcrypt/blake2.h>
#include <wolfssl/wolfcrypt/hash.h>

#ifndef HAVE_BLAKE2S
typedef struct Blake2s { int none; } Blake2s;
#define wc_InitBlake2s(b, n) NOT_COMPILED_IN
#define wc_Blake2sUpdate(b, in, n) NOT_COMPILED_IN
#define wc_Blake2sFinal(b, out, n) NOT_COMPILED_IN
#endif

static int standin_init(Blake2s *b, word32 n)
{
	(void)b, (void)n;
	return wc_InitBlake2s(b, n);
}

static int standin_update(Blake2s *b, const byte *in, word32 n)
{
	(void)b, (void)in, (void)n;
	return wc_Blake2sUpdate(b, in, n);
}

static int standin_final(Blake2s *b, byte *out, word32 n)
{
	(void)b, (void)out, (void)n;
	return wc_Blake2sFinal(b, out, n);
}
*/
import "C"

const WC_SHA256 = int(C.WC_HASH_TYPE_SHA256)

func Wc_Md5Hash(input []byte, inputSz int, output []byte) int {
	if short(inputSz, input) || len(output) < int(C.WC_MD5_DIGEST_SIZE) {
		return badArgument
	}
	return int(C.wc_Md5Hash(at(input), u32(inputSz), at(output)))
}

func Wc_ShaHash(input []byte, inputSz int, output []byte) int {
	if short(inputSz, input) || len(output) < int(C.WC_SHA_DIGEST_SIZE) {
		return badArgument
	}
	return int(C.wc_ShaHash(at(input), u32(inputSz), at(output)))
}

func Wc_Sha256Hash(input []byte, inputSz int, output []byte) int {
	if short(inputSz, input) || len(output) < int(C.WC_SHA256_DIGEST_SIZE) {
		return badArgument
	}
	return int(C.wc_Sha256Hash(at(input), u32(inputSz), at(output)))
}

func Wc_Sha384Hash(input []byte, inputSz int, output []byte) int {
	if short(inputSz, input) || len(output) < int(C.WC_SHA384_DIGEST_SIZE) {
		return badArgument
	}
	return int(C.wc_Sha384Hash(at(input), u32(inputSz), at(output)))
}

func Wc_Sha512Hash(input []byte, inputSz int, output []byte) int {
	if short(inputSz, input) || len(output) < int(C.WC_SHA512_DIGEST_SIZE) {
		return badArgument
	}
	return int(C.wc_Sha512Hash(at(input), u32(inputSz), at(output)))
}

type Blake2s = C.struct_Blake2s

func Wc_InitBlake2s(blake2s *Blake2s, digestSz int) int {
	return int(C.standin_init(blake2s, u32(digestSz)))
}

func Wc_Blake2sUpdate(blake2s *Blake2s, in []byte, sz int) int {
	if short(sz, in) {
		return badArgument
	}
	return int(C.standin_update(blake2s, at(in), u32(sz)))
}

func Wc_Blake2sFinal(blake2s *Blake2s, out []byte, requestSz int) int {
	if len(out) == 0 || short(requestSz, out) {
		return badArgument
	}
	return int(C.standin_final(blake2s, at(out), u32(requestSz)))
}

// Wc_Blake2s_HMAC is RFC 2104 over BLAKE2s-256; it leaves out alone where outlen is not
// the digest's.
func Wc_Blake2s_HMAC(out []byte, in, key []byte, outlen int) {
	const block, digest = 64, 32
	if outlen != digest {
		return
	}
	var state Blake2s
	sum := func(out []byte, parts ...[]byte) {
		Wc_InitBlake2s(&state, digest)
		for _, p := range parts {
			Wc_Blake2sUpdate(&state, p, len(p))
		}
		Wc_Blake2sFinal(&state, out, digest)
	}
	inner, outer := make([]byte, block), make([]byte, block)
	if len(key) > block {
		sum(inner[:digest], key)
	} else {
		copy(inner, key)
	}
	for i, k := range inner {
		inner[i], outer[i] = k^0x36, k^0x5c
	}
	sum(out, inner, in)
	sum(out, outer, out[:digest])
}
