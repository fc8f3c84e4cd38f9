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

#define AES(mode) AND(OFF(NO_AES), ON(mode))
#define AES_BOTH_WAYS(mode) AND(AES(mode), ON(HAVE_AES_DECRYPT))
#define WITH_IV "wc_AesSetIV, "

/* A cipher: name, the catalogue's ID, where it is built and by which option, the type of its context, whether both
 * directions run it forwards, the only lengths of key and IV that its functions take, unseen, what begins a message, in
 * words and as a call, and the functions that encrypt and decrypt, each with its arguments. c[0] is the context that a
 * message is worked through, c[1] a keyed one that some copy. */
#define CIPHERS(X) \
	X(AES_CBC, "aes-*-cbc", AES_BOTH_WAYS(HAVE_AES_CBC), "--enable-aescbc", Aes, 0, 0, 16, WITH_IV, \
		wc_AesSetIV(c, iv), wc_AesCbcEncrypt, (c, out, in, len), wc_AesCbcDecrypt, (c, out, in, len)) \
	X(AES_CTR, "aes-*-ctr", AES(WOLFSSL_AES_COUNTER), "--enable-aesctr", Aes, 1, 0, 16, WITH_IV, \
		wc_AesSetIV(c, iv), wc_AesCtrEncrypt, (c, out, in, len), wc_AesCtrEncrypt, (c, out, in, len)) \
	X(AES_ECB, "aes-*-ecb", AES_BOTH_WAYS(HAVE_AES_ECB), "HAVE_AES_ECB", Aes, 0, 0, 0, "", 0, wc_AesEcbEncrypt, \
		(c, out, in, len), wc_AesEcbDecrypt, (c, out, in, len)) \
	X(AES_CFB, "aes-*-cfb", AES(WOLFSSL_AES_CFB), "--enable-aescfb", Aes, 1, 0, 16, WITH_IV, wc_AesSetIV(c, iv), \
		wc_AesCfbEncrypt, (c, out, in, len), wc_AesCfbDecrypt, (c, out, in, len)) \
	X(AES_OFB, "aes-*-ofb", AES(WOLFSSL_AES_OFB), "--enable-aesofb", Aes, 1, 0, 16, WITH_IV, wc_AesSetIV(c, iv), \
		wc_AesOfbEncrypt, (c, out, in, len), wc_AesOfbDecrypt, (c, out, in, len)) \
	X(AES_XTS, "aes-*-xts", AES(WOLFSSL_AES_XTS), "--enable-aesxts", XtsAes, 0, 0, 16, "", 0, wc_AesXtsEncrypt, \
		(c, out, in, len, iv, AES_BLOCK_SIZE), wc_AesXtsDecrypt, (c, out, in, len, iv, AES_BLOCK_SIZE)) \
	X(CHACHA20, "chacha20", ON(HAVE_CHACHA), "--enable-chacha", ChaCha, 0, 0, 12, "wc_Chacha_SetIV, ", \
		wc_Chacha_SetIV(c, iv, counter), wc_Chacha_Process, (c, out, in, len), none, ()) \
	X(DES3_CBC, "3des-cbc", OFF(NO_DES3), "--enable-des3", Des3, 0, 24, 8, "wc_Des3_SetIV, ", \
		wc_Des3_SetIV(c, iv), wc_Des3_CbcEncrypt, (c, out, in, len), wc_Des3_CbcDecrypt, (c, out, in, len)) \
	X(RC4, "rc4", OFF(NO_RC4), "--enable-arc4", Arc4, 0, 0, 0, "keyed Arc4 copied, ", (*c = c[1], 0), \
		wc_Arc4Process, (c, out, in, len), none, ()) \
	X(CAMELLIA_CBC, "camellia-*-cbc", ON(HAVE_CAMELLIA), "--enable-camellia", Camellia, 0, 0, 16, \
		"wc_CamelliaSetIV, ", wc_CamelliaSetIV(c, iv), wc_CamelliaCbcEncrypt, (c, out, in, len), \
		wc_CamelliaCbcDecrypt, (c, out, in, len))

/* The types of context, how they get a key and how they end. */
#define KEY_Aes(c, back) \
	BOTH(wc_AesInit(c, NULL, INVALID_DEVID), \
		wc_AesSetKey(c, key, keylen, NULL, (back) ? AES_DECRYPTION : AES_ENCRYPTION))
#define FREE_Aes(c) wc_AesFree(c)
#define KEY_XtsAes(c, back) \
	wc_AesXtsSetKey(c, key, keylen, (back) ? AES_DECRYPTION : AES_ENCRYPTION, NULL, INVALID_DEVID)
#define FREE_XtsAes(c) wc_AesXtsFree(c)
#define KEY_ChaCha(c, back) wc_Chacha_SetKey(c, key, keylen)
#define FREE_ChaCha(c) (void)0
#define KEY_Des3(c, back) \
	BOTH(wc_Des3Init(c, NULL, INVALID_DEVID), \
		wc_Des3_SetKey(c, key, NULL, (back) ? DES_DECRYPTION : DES_ENCRYPTION))
#define FREE_Des3(c) wc_Des3Free(c)
#define KEY_Arc4(c, back) BOTH(wc_Arc4Init(c + 1, NULL, INVALID_DEVID), wc_Arc4SetKey(c + 1, key, keylen))
#define FREE_Arc4(c) wc_Arc4Free(c + 1)
#define KEY_Camellia(c, back) wc_CamelliaSetKey(c, key, keylen, NULL)
#define FREE_Camellia(c) (void)0

enum { CIPHERS(NAME) };

#define ROW(name, id, built, option, type, forward, keylen, ivlen, how, begin, enc, with, dec, ...) \
	{id, built, option, {how #enc, how #dec}, .key = keylen, .nonce = ivlen},

static const struct cgw_row rows[] = {CIPHERS(ROW){0}};
const struct cgw_row *const cgw_ciphers = rows;

struct cgw_cipher {
	int alg;
	int decrypt;
	union {
		uint8_t nothing;
		CIPHERS(CONTEXT)
	} c __attribute__((aligned(CG_ALIGN)));
};

#define CASE_NEW(name, id, built, option, type, forward, ...) \
	CASE(ROW_##name, m_##name, built, type, rc = KEY_##type(c, decrypt && !forward))
#define CASE_FREE(name, id, built, option, type, ...) CASE(ROW_##name, m_##name, built, type, FREE_##type(c))
#define CASE_RUN(name, id, built, option, type, forward, keylen, ivlen, how, begin, enc, with, dec, using) \
	CASE(ROW_##name, m_##name, built, type, if (h->decrypt) THREE(begin, dec using, 0); \
		else THREE(begin, enc with, 0))

int64_t cgw_cipher_new(int alg, int decrypt, const uint8_t *key, uint32_t keylen, uintptr_t *handle)
{
	struct cgw_cipher *h = cg_new(sizeof(*h));
	int rc = NOT_COMPILED_IN;

	*handle = 0;
	if (h == NULL)
		return CG_NO_MEMORY;
	(void)key, (void)keylen; /* where the build has none of these */
	h->alg = alg;
	h->decrypt = decrypt;
	switch (alg) {
		CIPHERS(CASE_NEW)
	}
	if (rc != 0)
		cgw_cipher_free((uintptr_t)h);
	else
		*handle = (uintptr_t)h;
	return cgw_status(rc);
}

void cgw_cipher_free(uintptr_t handle)
{
	struct cgw_cipher *h = (struct cgw_cipher *)handle;

	switch (h->alg) {
		CIPHERS(CASE_FREE)
	}
	cg_free(h, sizeof(*h));
}

int64_t cgw_cipher(uintptr_t handle, const uint8_t *iv, uint32_t counter, const uint8_t *in, uint32_t len, uint8_t *out,
	int64_t n, int64_t *ns)
{
	struct cgw_cipher *h = (struct cgw_cipher *)handle;
	int64_t status = CG_UNSUPPORTED;

	(void)iv, (void)counter, (void)in, (void)len, (void)out, (void)n,
		(void)ns; /* where the build has none of these */
	switch (h->alg) {
		CIPHERS(CASE_RUN)
	}
	return status;
}
