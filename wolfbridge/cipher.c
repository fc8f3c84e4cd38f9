//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/error-crypt.h>
#include <wolfssl/wolfcrypt/aes.h>
#include <wolfssl/wolfcrypt/arc4.h>
#include <wolfssl/wolfcrypt/camellia.h>
#include <wolfssl/wolfcrypt/chacha.h>
#include <wolfssl/wolfcrypt/des3.h>

#include "cipher.h"
#include "shim.h"

struct cgw_cipher {
	int alg;
	int decrypt;
	union {
#ifndef NO_AES
		Aes aes;
#endif
#if CGW_HAVE_AES_XTS
		XtsAes xts;
#endif
#if CGW_HAVE_CHACHA
		ChaCha chacha;
#endif
#if CGW_HAVE_DES3
		Des3 des3;
#endif
#if CGW_HAVE_RC4
		struct {
			Arc4 work;
			Arc4 keyed;
		} rc4;
#endif
#if CGW_HAVE_CAMELLIA
		Camellia camellia;
#endif
	} c __attribute__((aligned(CG_ALIGN)));
};

static int set_key(struct cgw_cipher *h, const uint8_t *key, uint32_t keylen)
{
	int rc;

	(void)rc;
	switch (h->alg) {
#if CGW_HAVE_AES_CBC || CGW_HAVE_AES_ECB
	case CGW_AES_CBC:
	case CGW_AES_ECB:
		rc = wc_AesInit(&h->c.aes, NULL, INVALID_DEVID);
		if (rc == 0)
			rc = wc_AesSetKey(&h->c.aes, key, keylen, NULL, h->decrypt ? AES_DECRYPTION : AES_ENCRYPTION);
		return rc;
#endif
#ifndef NO_AES
	case CGW_AES_CTR:
	case CGW_AES_CFB:
	case CGW_AES_OFB:
		/* Both directions run the cipher forwards. */
		rc = wc_AesInit(&h->c.aes, NULL, INVALID_DEVID);
		if (rc == 0)
			rc = wc_AesSetKey(&h->c.aes, key, keylen, NULL, AES_ENCRYPTION);
		return rc;
#endif
#if CGW_HAVE_AES_XTS
	case CGW_AES_XTS:
		return wc_AesXtsSetKey(&h->c.xts, key, keylen, h->decrypt ? AES_DECRYPTION : AES_ENCRYPTION, NULL, INVALID_DEVID);
#endif
#if CGW_HAVE_CHACHA
	case CGW_CHACHA20:
		return wc_Chacha_SetKey(&h->c.chacha, key, keylen);
#endif
#if CGW_HAVE_DES3
	case CGW_DES3_CBC:
		if (keylen != DES3_KEY_SIZE)
			return BAD_FUNC_ARG;
		rc = wc_Des3Init(&h->c.des3, NULL, INVALID_DEVID);
		if (rc == 0)
			rc = wc_Des3_SetKey(&h->c.des3, key, NULL, h->decrypt ? DES_DECRYPTION : DES_ENCRYPTION);
		return rc;
#endif
#if CGW_HAVE_RC4
	case CGW_RC4:
		rc = wc_Arc4Init(&h->c.rc4.keyed, NULL, INVALID_DEVID);
		if (rc == 0)
			rc = wc_Arc4SetKey(&h->c.rc4.keyed, key, keylen);
		return rc;
#endif
#if CGW_HAVE_CAMELLIA
	case CGW_CAMELLIA_CBC:
		return wc_CamelliaSetKey(&h->c.camellia, key, keylen, NULL);
#endif
	}
	return NOT_COMPILED_IN;
}

int64_t cgw_cipher_new(int alg, int decrypt, const uint8_t *key, uint32_t keylen, uintptr_t *handle)
{
	struct cgw_cipher *h = cg_new(sizeof(*h));
	int rc;

	*handle = 0;
	if (h == NULL)
		return CG_NO_MEMORY;
	h->alg = alg;
	h->decrypt = decrypt;
	rc = set_key(h, key, keylen);
	if (rc != 0) {
		cgw_cipher_free((uintptr_t)h);
		return cg_lib(rc);
	}
	*handle = (uintptr_t)h;
	return CG_OK;
}

void cgw_cipher_free(uintptr_t handle)
{
	struct cgw_cipher *h = (struct cgw_cipher *)handle;

	switch (h->alg) {
#ifndef NO_AES
	case CGW_AES_CBC:
	case CGW_AES_ECB:
	case CGW_AES_CTR:
	case CGW_AES_CFB:
	case CGW_AES_OFB:
		wc_AesFree(&h->c.aes);
		break;
#endif
#if CGW_HAVE_AES_XTS
	case CGW_AES_XTS:
		wc_AesXtsFree(&h->c.xts);
		break;
#endif
#if CGW_HAVE_DES3
	case CGW_DES3_CBC:
		wc_Des3Free(&h->c.des3);
		break;
#endif
#if CGW_HAVE_RC4
	case CGW_RC4:
		wc_Arc4Free(&h->c.rc4.keyed);
		break;
#endif
	}
	cg_free(h, sizeof(*h));
}

/* RUN is one message, n times: the IV, then the message. */
#define RUN(set_iv, process)                   \
	CG_LOOP(n, ns, status, {               \
		int rc = (set_iv);             \
		if (rc == 0)                   \
			rc = (process);        \
		status = cgw_status(rc);       \
	})

/* EITHER is RUN with the function of the context's direction. */
#define EITHER(set_iv, encrypt, decrypt_it)    \
	if (h->decrypt)                        \
		RUN(set_iv, decrypt_it);       \
	else                                   \
		RUN(set_iv, encrypt)

int64_t cgw_cipher(uintptr_t handle, const uint8_t *iv, uint32_t counter, const uint8_t *in, uint32_t len, uint8_t *out, int64_t n, int64_t *ns)
{
	struct cgw_cipher *h = (struct cgw_cipher *)handle;
	int64_t status = CG_UNSUPPORTED;

	(void)iv, (void)counter, (void)in, (void)len, (void)out, (void)n, (void)ns; /* where the build has none of these */
	switch (h->alg) {
#if CGW_HAVE_AES_CBC
	case CGW_AES_CBC:
		EITHER(wc_AesSetIV(&h->c.aes, iv),
		       wc_AesCbcEncrypt(&h->c.aes, out, in, len),
		       wc_AesCbcDecrypt(&h->c.aes, out, in, len));
		break;
#endif
#if CGW_HAVE_AES_CTR
	case CGW_AES_CTR:
		RUN(wc_AesSetIV(&h->c.aes, iv), wc_AesCtrEncrypt(&h->c.aes, out, in, len));
		break;
#endif
#if CGW_HAVE_AES_ECB
	case CGW_AES_ECB:
		EITHER(0,
		       wc_AesEcbEncrypt(&h->c.aes, out, in, len),
		       wc_AesEcbDecrypt(&h->c.aes, out, in, len));
		break;
#endif
#if CGW_HAVE_AES_CFB
	case CGW_AES_CFB:
		EITHER(wc_AesSetIV(&h->c.aes, iv),
		       wc_AesCfbEncrypt(&h->c.aes, out, in, len),
		       wc_AesCfbDecrypt(&h->c.aes, out, in, len));
		break;
#endif
#if CGW_HAVE_AES_OFB
	case CGW_AES_OFB:
		EITHER(wc_AesSetIV(&h->c.aes, iv),
		       wc_AesOfbEncrypt(&h->c.aes, out, in, len),
		       wc_AesOfbDecrypt(&h->c.aes, out, in, len));
		break;
#endif
#if CGW_HAVE_AES_XTS
	case CGW_AES_XTS:
		EITHER(0,
		       wc_AesXtsEncrypt(&h->c.xts, out, in, len, iv, AES_BLOCK_SIZE),
		       wc_AesXtsDecrypt(&h->c.xts, out, in, len, iv, AES_BLOCK_SIZE));
		break;
#endif
#if CGW_HAVE_CHACHA
	case CGW_CHACHA20:
		RUN(wc_Chacha_SetIV(&h->c.chacha, iv, counter), wc_Chacha_Process(&h->c.chacha, out, in, len));
		break;
#endif
#if CGW_HAVE_DES3
	case CGW_DES3_CBC:
		EITHER(wc_Des3_SetIV(&h->c.des3, iv),
		       wc_Des3_CbcEncrypt(&h->c.des3, out, in, len),
		       wc_Des3_CbcDecrypt(&h->c.des3, out, in, len));
		break;
#endif
#if CGW_HAVE_RC4
	case CGW_RC4:
		/* A stream has no IV: what starts it anew is the state after the
		 * key, copied. */
		RUN((h->c.rc4.work = h->c.rc4.keyed, 0), wc_Arc4Process(&h->c.rc4.work, out, in, len));
		break;
#endif
#if CGW_HAVE_CAMELLIA
	case CGW_CAMELLIA_CBC:
		EITHER(wc_CamelliaSetIV(&h->c.camellia, iv),
		       wc_CamelliaCbcEncrypt(&h->c.camellia, out, in, len),
		       wc_CamelliaCbcDecrypt(&h->c.camellia, out, in, len));
		break;
#endif
	}
	return status;
}
