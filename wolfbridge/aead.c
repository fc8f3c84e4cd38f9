//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/error-crypt.h>
#include <wolfssl/wolfcrypt/aes.h>
#include <wolfssl/wolfcrypt/chacha20_poly1305.h>

#include "aead.h"
#include "shim.h"

struct cgw_aead {
	int alg;
	uint32_t keylen;
	uint8_t key[64];
#ifndef NO_AES
	Aes aes __attribute__((aligned(CG_ALIGN)));
#endif
};

int64_t cgw_aead_new(int alg, const uint8_t *key, uint32_t keylen, uintptr_t *handle)
{
	struct cgw_aead *h;
	int rc = NOT_COMPILED_IN;

	*handle = 0;
	if (keylen > sizeof(h->key))
		return CG_BAD_LENGTH;
	h = cg_new(sizeof(*h));
	if (h == NULL)
		return CG_NO_MEMORY;
	h->alg = alg;
	h->keylen = keylen;
	memcpy(h->key, key, keylen);
	switch (alg) {
#if CGW_HAVE_AES_GCM
	case CGW_AES_GCM:
		rc = wc_AesInit(&h->aes, NULL, INVALID_DEVID);
		if (rc == 0)
			rc = wc_AesGcmSetKey(&h->aes, key, keylen);
		break;
#endif
#if CGW_HAVE_AES_CCM
	case CGW_AES_CCM:
		rc = wc_AesInit(&h->aes, NULL, INVALID_DEVID);
		if (rc == 0)
			rc = wc_AesCcmSetKey(&h->aes, key, keylen);
		break;
#endif
	case CGW_AES_SIV:
	case CGW_AES_EAX:
	case CGW_CHACHA20_POLY1305:
	case CGW_XCHACHA20_POLY1305:
		/* Their functions take the key with the message. */
		rc = 0;
		break;
	}
	*handle = (uintptr_t)h;
	if (rc != 0) {
		cgw_aead_free(*handle);
		*handle = 0;
	}
	return cgw_status(rc);
}

void cgw_aead_free(uintptr_t handle)
{
	struct cgw_aead *h = (struct cgw_aead *)handle;

#ifndef NO_AES
	if (h->alg == CGW_AES_GCM || h->alg == CGW_AES_CCM)
		wc_AesFree(&h->aes);
#endif
	cg_free(h, sizeof(*h));
}

/* RUN is one message, n times. Where forged is not 0, it is right that the
 * library returns refusal, and only that. */
#define RUN(set_key, process, refusal)                         \
	CG_LOOP(n, ns, status, {                               \
		int rc = rekey ? (set_key) : 0;                \
		if (rc == 0)                                   \
			rc = (process);                        \
		if (!forged)                                   \
			status = cgw_status(rc);               \
		else if (rc == 0)                              \
			status = CG_ACCEPTED;                  \
		else if (rc != (refusal))                      \
			status = cg_lib(rc);                   \
	})

int64_t cgw_aead_seal(uintptr_t handle, int rekey, const uint8_t *nonce, uint32_t noncelen, const uint8_t *aad, uint32_t aadlen,
		      const uint8_t *in, uint32_t len, uint8_t *out, int64_t n, int64_t *ns)
{
	struct cgw_aead *h = (struct cgw_aead *)handle;
	const int forged = 0;
	uint8_t *tag = out + len;
	int64_t status = CG_UNSUPPORTED;

	(void)rekey, (void)forged, (void)nonce, (void)noncelen, (void)aad, (void)aadlen; /* where the build has none of these */
	(void)in, (void)tag, (void)n, (void)ns;
	switch (h->alg) {
#if CGW_HAVE_AES_GCM
	case CGW_AES_GCM:
		RUN(wc_AesGcmSetKey(&h->aes, h->key, h->keylen),
		    wc_AesGcmEncrypt(&h->aes, out, in, len, nonce, noncelen, tag, CGW_TAG, aad, aadlen), 0);
		break;
#endif
#if CGW_HAVE_AES_CCM
	case CGW_AES_CCM:
		RUN(wc_AesCcmSetKey(&h->aes, h->key, h->keylen),
		    wc_AesCcmEncrypt(&h->aes, out, in, len, nonce, noncelen, tag, CGW_TAG, aad, aadlen), 0);
		break;
#endif
#if CGW_HAVE_AES_SIV
	case CGW_AES_SIV:
		RUN(0, wc_AesSivEncrypt(h->key, h->keylen, aad, aadlen, nonce, noncelen, in, len, tag, out), 0);
		break;
#endif
#if CGW_HAVE_AES_EAX
	case CGW_AES_EAX:
		RUN(0, wc_AesEaxEncryptAuth(h->key, h->keylen, out, in, len, nonce, noncelen, tag, CGW_TAG, aad, aadlen), 0);
		break;
#endif
#if CGW_HAVE_CHACHA_POLY
	case CGW_CHACHA20_POLY1305:
		RUN(0, wc_ChaCha20Poly1305_Encrypt(h->key, nonce, aad, aadlen, in, len, out, tag), 0);
		break;
#endif
#if CGW_HAVE_XCHACHA_POLY
	case CGW_XCHACHA20_POLY1305:
		RUN(0, wc_XChaCha20Poly1305_Encrypt(out, (size_t)len + CGW_TAG, in, len, aad, aadlen, nonce, noncelen, h->key, h->keylen), 0);
		break;
#endif
	}
	return status;
}

int64_t cgw_aead_open(uintptr_t handle, int rekey, int forged, const uint8_t *nonce, uint32_t noncelen, const uint8_t *aad, uint32_t aadlen,
		      const uint8_t *in, uint32_t len, uint8_t *out, int64_t n, int64_t *ns)
{
	struct cgw_aead *h = (struct cgw_aead *)handle;
	int64_t status = CG_UNSUPPORTED;
	const uint8_t *tag;

	if (len < CGW_TAG)
		return CG_BAD_LENGTH;
	len -= CGW_TAG;
	tag = in + len;
	(void)rekey, (void)forged, (void)nonce, (void)noncelen, (void)aad, (void)aadlen; /* where the build has none of these */
	(void)tag, (void)out, (void)n, (void)ns;
	switch (h->alg) {
#if CGW_HAVE_AES_GCM
	case CGW_AES_GCM:
		RUN(wc_AesGcmSetKey(&h->aes, h->key, h->keylen),
		    wc_AesGcmDecrypt(&h->aes, out, in, len, nonce, noncelen, tag, CGW_TAG, aad, aadlen), AES_GCM_AUTH_E);
		break;
#endif
#if CGW_HAVE_AES_CCM
	case CGW_AES_CCM:
		RUN(wc_AesCcmSetKey(&h->aes, h->key, h->keylen),
		    wc_AesCcmDecrypt(&h->aes, out, in, len, nonce, noncelen, tag, CGW_TAG, aad, aadlen), AES_CCM_AUTH_E);
		break;
#endif
#if CGW_HAVE_AES_SIV
	case CGW_AES_SIV:
		/* It takes the tag as writable and does not write it. */
		RUN(0, wc_AesSivDecrypt(h->key, h->keylen, aad, aadlen, nonce, noncelen, in, len, (uint8_t *)(uintptr_t)tag, out), AES_SIV_AUTH_E);
		break;
#endif
#if CGW_HAVE_AES_EAX
	case CGW_AES_EAX:
		RUN(0, wc_AesEaxDecryptAuth(h->key, h->keylen, out, in, len, nonce, noncelen, tag, CGW_TAG, aad, aadlen), AES_EAX_AUTH_E);
		break;
#endif
#if CGW_HAVE_CHACHA_POLY
	case CGW_CHACHA20_POLY1305:
		RUN(0, wc_ChaCha20Poly1305_Decrypt(h->key, nonce, aad, aadlen, in, len, tag, out), MAC_CMP_FAILED_E);
		break;
#endif
#if CGW_HAVE_XCHACHA_POLY
	case CGW_XCHACHA20_POLY1305:
		RUN(0, wc_XChaCha20Poly1305_Decrypt(out, len, in, (size_t)len + CGW_TAG, aad, aadlen, nonce, noncelen, h->key, h->keylen), MAC_CMP_FAILED_E);
		break;
#endif
	}
	return status;
}
