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

func Wc_ChaCha20Poly1305_Encrypt(inKey, inIv, inAAD, inPlain, outCipher, outAuthTag []byte) int {
	return int(C.wc_ChaCha20Poly1305_Encrypt(at(inKey), at(inIv), maybe(inAAD), u32(len(inAAD)),
		maybe(inPlain), u32(len(inPlain)), maybe(outCipher), at(outAuthTag)))
}

func Wc_ChaCha20Poly1305_Decrypt(inKey, inIv, inAAD, inCipher, inAuthTag, outPlain []byte) int {
	return int(C.wc_ChaCha20Poly1305_Decrypt(at(inKey), at(inIv), maybe(inAAD), u32(len(inAAD)),
		maybe(inCipher), u32(len(inCipher)), at(inAuthTag), at(outPlain)))
}

func Wc_XChaCha20Poly1305_Encrypt(outCipher, inPlain, inAAD, inIv, inKey []byte) int {
	return int(C.standin_encrypt(at(outCipher), size(outCipher), maybe(inPlain), size(inPlain),
		maybe(inAAD), size(inAAD), at(inIv), size(inIv), at(inKey), size(inKey)))
}

func Wc_XChaCha20Poly1305_Decrypt(outPlain, inCipher, inAAD, inIv, inKey []byte) int {
	return int(C.standin_decrypt(at(outPlain), size(outPlain), maybe(inCipher), size(inCipher),
		maybe(inAAD), size(inAAD), at(inIv), size(inIv), at(inKey), size(inKey)))
}

func size(b []byte) C.size_t { return C.size_t(len(b)) }
