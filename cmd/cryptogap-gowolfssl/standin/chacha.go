package wolfSSL

/*
#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/error-crypt.h>
#include <wolfssl/wolfcrypt/chacha20_poly1305.h>

#ifndef HAVE_XCHACHA
#define wc_XChaCha20Poly1305_Encrypt(...) NOT_COMPILED_IN
#define wc_XChaCha20Poly1305_Decrypt(...) NOT_COMPILED_IN
#endif

static int standin_encrypt(byte *out, size_t space, const byte *in, size_t n, const byte *aad, size_t aadlen,
			   const byte *nonce, size_t noncelen, const byte *key, size_t keylen)
{
	(void)out, (void)space, (void)in, (void)n, (void)aad, (void)aadlen, (void)nonce, (void)noncelen, (void)key, (void)keylen;
	return wc_XChaCha20Poly1305_Encrypt(out, space, in, n, aad, aadlen, nonce, noncelen, key, keylen);
}

static int standin_decrypt(byte *out, size_t space, const byte *in, size_t n, const byte *aad, size_t aadlen,
			   const byte *nonce, size_t noncelen, const byte *key, size_t keylen)
{
	(void)out, (void)space, (void)in, (void)n, (void)aad, (void)aadlen, (void)nonce, (void)noncelen, (void)key, (void)keylen;
	return wc_XChaCha20Poly1305_Decrypt(out, space, in, n, aad, aadlen, nonce, noncelen, key, keylen);
}
*/
import "C"

const (
	keyLen = int(C.CHACHA20_POLY1305_AEAD_KEYSIZE)
	ivLen  = int(C.CHACHA20_POLY1305_AEAD_IV_SIZE)
	tagLen = int(C.CHACHA20_POLY1305_AEAD_AUTHTAG_SIZE)
)

func Wc_ChaCha20Poly1305_Encrypt(inKey, inIv, inAAD, inPlain, outCipher, outAuthTag []byte) int {
	if len(inKey) < keyLen || len(inIv) < ivLen || len(outAuthTag) < tagLen || len(outCipher) < len(inPlain) {
		return badArgument
	}
	return int(C.wc_ChaCha20Poly1305_Encrypt(at(inKey), at(inIv), at(inAAD), u32(len(inAAD)),
		at(inPlain), u32(len(inPlain)), at(outCipher), at(outAuthTag)))
}

func Wc_ChaCha20Poly1305_Decrypt(inKey, inIv, inAAD, inCipher, inAuthTag, outPlain []byte) int {
	if len(inKey) < keyLen || len(inIv) < ivLen || len(inAuthTag) < tagLen || len(outPlain) < len(inCipher) {
		return badArgument
	}
	return int(C.wc_ChaCha20Poly1305_Decrypt(at(inKey), at(inIv), at(inAAD), u32(len(inAAD)),
		at(inCipher), u32(len(inCipher)), at(inAuthTag), at(outPlain)))
}

func Wc_XChaCha20Poly1305_Encrypt(outCipher, inPlain, inAAD, inIv, inKey []byte) int {
	if len(inKey) == 0 || len(inIv) == 0 || len(outCipher) == 0 {
		return badArgument
	}
	return int(C.standin_encrypt(at(outCipher), size(outCipher), at(inPlain), size(inPlain),
		at(inAAD), size(inAAD), at(inIv), size(inIv), at(inKey), size(inKey)))
}

func Wc_XChaCha20Poly1305_Decrypt(outPlain, inCipher, inAAD, inIv, inKey []byte) int {
	if len(inKey) == 0 || len(inIv) == 0 {
		return badArgument
	}
	return int(C.standin_decrypt(at(outPlain), size(outPlain), at(inCipher), size(inCipher),
		at(inAAD), size(inAAD), at(inIv), size(inIv), at(inKey), size(inKey)))
}

func size(b []byte) C.size_t { return C.size_t(len(b)) }
