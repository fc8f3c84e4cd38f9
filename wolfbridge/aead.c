//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/error-crypt.h>
#include <wolfssl/wolfcrypt/aes.h>
#include <wolfssl/wolfcrypt/chacha20_poly1305.h>

#include "aead.h"
#include "shim.h"

#define AES(mode) AND(OFF(NO_AES), ON(mode))

/* An AEAD: name, the catalogue's ID, where it is built and by which option, the type of its context, the only lengths
 * of key, nonce and tag that its functions take, unseen, what it returns for a wrong tag, and the functions that set a
 * key, seal and open, each with its arguments. */
#define AEADS(X) \
	X(AES_GCM, "aes-*-gcm", CGW_AES_GCM, "--enable-aesgcm", Aes, 0, 0, 0, AES_GCM_AUTH_E, wc_AesGcmSetKey, \
		(c, h->key, h->keylen), wc_AesGcmEncrypt, \
		(c, out, in, len, nonce, noncelen, tag, taglen, aad, aadlen), wc_AesGcmDecrypt, \
		(c, out, in, len, nonce, noncelen, tag, taglen, aad, aadlen)) \
	X(AES_CCM, "aes-*-ccm", AES(HAVE_AESCCM), "--enable-aesccm", Aes, 0, 0, 0, AES_CCM_AUTH_E, wc_AesCcmSetKey, \
		(c, h->key, h->keylen), wc_AesCcmEncrypt, \
		(c, out, in, len, nonce, noncelen, tag, taglen, aad, aadlen), wc_AesCcmDecrypt, \
		(c, out, in, len, nonce, noncelen, tag, taglen, aad, aadlen)) \
	X(AES_SIV, "aes-*-siv", AES(WOLFSSL_AES_SIV), "--enable-aessiv", keyless, 0, 0, 16, AES_SIV_AUTH_E, none, (), \
		wc_AesSivEncrypt, (h->key, h->keylen, aad, aadlen, nonce, noncelen, in, len, tag, out), \
		wc_AesSivDecrypt, (h->key, h->keylen, aad, aadlen, nonce, noncelen, in, len, UNWRITTEN(tag), out)) \
	X(AES_EAX, "aes-*-eax", AES(WOLFSSL_AES_EAX), "--enable-aeseax (5.6.4 or later)", keyless, 0, 0, 0, \
		AES_EAX_AUTH_E, none, (), wc_AesEaxEncryptAuth, \
		(h->key, h->keylen, out, in, len, nonce, noncelen, tag, taglen, aad, aadlen), wc_AesEaxDecryptAuth, \
		(h->key, h->keylen, out, in, len, nonce, noncelen, tag, taglen, aad, aadlen)) \
	X(CHACHA20_POLY1305, "chacha20-poly1305", AND(ON(HAVE_CHACHA), ON(HAVE_POLY1305)), \
		"--enable-chacha and --enable-poly1305", keyless, 32, 12, 16, MAC_CMP_FAILED_E, none, (), \
		wc_ChaCha20Poly1305_Encrypt, (h->key, nonce, aad, aadlen, in, len, out, tag), \
		wc_ChaCha20Poly1305_Decrypt, (h->key, nonce, aad, aadlen, in, len, tag, out)) \
	X(XCHACHA20_POLY1305, "xchacha20-poly1305", AND(ON(HAVE_XCHACHA), ON(HAVE_POLY1305)), \
		"--enable-xchacha and --enable-poly1305", keyless, 32, 24, 16, MAC_CMP_FAILED_E, none, (), \
		wc_XChaCha20Poly1305_Encrypt, \
		(out, (size_t)len + taglen, in, len, aad, aadlen, nonce, noncelen, h->key, h->keylen), \
		wc_XChaCha20Poly1305_Decrypt, \
		(out, len, in, (size_t)len + taglen, aad, aadlen, nonce, noncelen, h->key, h->keylen))

/* wc_AesSivDecrypt takes the tag as writable and does not write it. */
#define UNWRITTEN(p) ((uint8_t *)(uintptr_t)(p))

/* The types of context: how they begin and end, and what that is in words for an operation under a standing key and for
 * one that sets it. */
typedef uint8_t keyless;
#define INIT_keyless(c) 0
#define FREE_keyless(c) (void)0
#define STANDING_keyless "; it takes the key with each message"
#define REKEYED_keyless(set)
#define INIT_Aes(c) wc_AesInit(c, NULL, INVALID_DEVID)
#define FREE_Aes(c) wc_AesFree(c)
#define STANDING_Aes ""
#define REKEYED_Aes(set) set ", "

enum { AEADS(NAME) };

#define ROW(name, id, built, option, type, keylen, noncelen, only, refusal, set, with, seal, sealed, open, ...) \
	{id, built, option, \
		{#seal STANDING_##type, #open STANDING_##type, REKEYED_##type(#set) #seal, REKEYED_##type(#set) #open, \
			#open STANDING_##type}, \
		.key = keylen, .nonce = noncelen, .out = only, .takes = (only) ? 0 : CGW_TAKES_TAG},

static const struct cgw_row rows[] = {AEADS(ROW){0}};
const struct cgw_row *const cgw_aeads = rows;

struct cgw_aead {
	int alg;
	uint32_t keylen, taglen;
	uint8_t key[64];
	union {
		uint8_t nothing;
		AEADS(CONTEXT)
	} c __attribute__((aligned(CG_ALIGN)));
};

#define CASE_NEW(name, id, built, option, type, key, nonce, only, refusal, set, with, ...) \
	CASE(ROW_##name, m_##name, built, type, rc = BOTH(INIT_##type(c), set with))
#define CASE_FREE(name, id, built, option, type, ...) CASE(ROW_##name, m_##name, built, type, FREE_##type(c))
#define CASE_SEAL(name, id, built, option, type, key, nonce, only, refusal, set, with, seal, sealed, ...) \
	CASE(ROW_##name, m_##name, built, type, THREE(rekey ? set with : 0, seal sealed, 0))
#define CASE_OPEN(name, id, built, option, type, key, nonce, only, refusal, set, with, seal, sealed, open, opened) \
	CASE(ROW_##name, m_##name, built, type, if (accepted) ANSWER(open opened, refusal); \
		else THREE(rekey ? set with : 0, open opened, 0))

/* ANSWER opens a message n times and says whether that was accepted; an error that is not the refusal is one. */
#define ANSWER(open, refusal) \
	CG_LOOP(n, ns, status, { \
		int rc = (open); \
		*accepted = rc == 0; \
		status = rc == (refusal) ? CG_OK : cgw_status(rc); \
	})

int64_t cgw_aead_new(int alg, uint32_t taglen, const uint8_t *key, uint32_t keylen, uintptr_t *handle)
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
	h->taglen = taglen;
	memcpy(h->key, key, keylen);
	switch (alg) {
		AEADS(CASE_NEW)
	}
	if (rc != 0)
		cgw_aead_free((uintptr_t)h);
	else
		*handle = (uintptr_t)h;
	return cgw_status(rc);
}

void cgw_aead_free(uintptr_t handle)
{
	struct cgw_aead *h = (struct cgw_aead *)handle;

	switch (h->alg) {
		AEADS(CASE_FREE)
	}
	cg_free(h, sizeof(*h));
}

int64_t cgw_aead_seal(uintptr_t handle, int rekey, const uint8_t *nonce, uint32_t noncelen, const uint8_t *aad,
	uint32_t aadlen, const uint8_t *in, uint32_t len, uint8_t *out, int64_t n, int64_t *ns)
{
	struct cgw_aead *h = (struct cgw_aead *)handle;
	const uint32_t taglen = h->taglen;
	uint8_t *tag = out + len;
	int64_t status = CG_UNSUPPORTED;

	(void)rekey, (void)nonce, (void)noncelen, (void)aad, (void)aadlen; /* where the build has none of these */
	(void)in, (void)tag, (void)taglen, (void)n, (void)ns;
	switch (h->alg) {
		AEADS(CASE_SEAL)
	}
	return status;
}

int64_t cgw_aead_open(uintptr_t handle, int rekey, const uint8_t *nonce, uint32_t noncelen, const uint8_t *aad,
	uint32_t aadlen, const uint8_t *in, uint32_t len, uint8_t *out, uint8_t *accepted, int64_t n, int64_t *ns)
{
	struct cgw_aead *h = (struct cgw_aead *)handle;
	int64_t status = CG_UNSUPPORTED;
	const uint32_t taglen = h->taglen;
	const uint8_t *tag;

	if (len < taglen)
		return CG_BAD_LENGTH;
	len -= taglen;
	tag = in + len;
	(void)rekey, (void)nonce, (void)noncelen, (void)aad, (void)aadlen; /* where the build has none of these */
	(void)tag, (void)taglen, (void)out, (void)accepted, (void)n, (void)ns;
	switch (h->alg) {
		AEADS(CASE_OPEN)
	}
	return status;
}
