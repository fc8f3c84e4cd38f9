//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/error-crypt.h>
#include <wolfssl/wolfcrypt/aes.h>
#include <wolfssl/wolfcrypt/blake2.h>
#include <wolfssl/wolfcrypt/cmac.h>
#include <wolfssl/wolfcrypt/hmac.h>
#include <wolfssl/wolfcrypt/poly1305.h>
#include <wolfssl/wolfcrypt/siphash.h>

#include "mac.h"
#include "pbkdf2.h"
#include "shim.h"

#if CGW_CMAC_KEEPS_KEY
#define CMAC_FINAL wc_CmacFinalNoFree
#define CMAC_HOW "keyed Cmac copied, wc_CmacUpdate, wc_CmacFinalNoFree"
#else
#define CMAC_FINAL wc_CmacFinal
#define CMAC_HOW "keyed Cmac copied, wc_CmacUpdate, wc_CmacFinal"
#endif
#if CGW_HMAC_COPIES
#define HMAC_HOW "wc_HmacUpdate, wc_HmacFinal; the states after the key's pads kept"
#else
#define HMAC_HOW "wc_HmacUpdate, wc_HmacFinal; the key's pads kept and hashed for each message"
#endif

/* A MAC: name, the catalogue's ID, where it is built and by which option, the type of its context, the only lengths of
 * key and tag that its functions take, unseen, the functions under a standing key and with the key set for each
 * message, how the key is set at first, a message under it and with it, and how the context ends. c[0] is the context
 * that a message is worked through, c[1] a keyed one that some copy; wc_HmacFinal leaves its own ready for a next
 * message. */
#define MACS(X) \
	X(HMAC, "hmac-*", OFF(NO_HMAC), "HMAC (no NO_HMAC)", Hmac, 0, 0, HMAC_HOW, \
		"wc_HmacSetKey, wc_HmacUpdate, wc_HmacFinal", \
		BOTH(wc_HmacInit(c, NULL, INVALID_DEVID), wc_HmacSetKey(c, h->hash, h->key, h->keylen)), \
		THREE(0, wc_HmacUpdate(c, in, len), wc_HmacFinal(c, tag)), \
		THREE(wc_HmacSetKey(c, h->hash, h->key, h->keylen), wc_HmacUpdate(c, in, len), wc_HmacFinal(c, tag)), \
		wc_HmacFree(c)) \
	X(GMAC, "gmac-aes-*", CGW_AES_GCM, "--enable-aesgcm", Gmac, 0, 0, "wc_GmacUpdate", NULL, \
		BOTH(wc_AesInit(&c->aes, NULL, INVALID_DEVID), wc_GmacSetKey(c, h->key, h->keylen)), \
		CALL(wc_GmacUpdate(c, h->nonce, h->noncelen, in, len, tag, h->taglen)), NOTHING, wc_AesFree(&c->aes)) \
	X(CMAC, "cmac-aes-*", AND(OFF(NO_AES), ON(WOLFSSL_CMAC)), "--enable-cmac", Cmac, 0, 0, CMAC_HOW, \
		"wc_InitCmac, wc_CmacUpdate, wc_CmacFinal", wc_InitCmac(c + 1, h->key, h->keylen, WC_CMAC_AES, NULL), \
		THREE((*c = c[1], size = h->taglen, 0), wc_CmacUpdate(c, in, len), CMAC_FINAL(c, tag, &size)), \
		THREE((size = h->taglen, wc_InitCmac(c, h->key, h->keylen, WC_CMAC_AES, NULL)), \
			wc_CmacUpdate(c, in, len), wc_CmacFinal(c, tag, &size)), \
		wc_AesFree(&c[1].aes)) \
	X(POLY1305, "poly1305", ON(HAVE_POLY1305), "--enable-poly1305", Poly1305, 32, 16, NULL, \
		"wc_Poly1305SetKey, wc_Poly1305Update, wc_Poly1305Final", 0, NOTHING, \
		THREE(wc_Poly1305SetKey(c, h->key, h->keylen), wc_Poly1305Update(c, in, len), \
			wc_Poly1305Final(c, tag)), \
		(void)0) \
	X(SIPHASH_64, "siphash-2-4-64", ON(WOLFSSL_SIPHASH), "--enable-siphash", uint8_t, 16, 0, NULL, "wc_SipHash", \
		0, NOTHING, CALL(wc_SipHash(h->key, in, len, tag, (unsigned char)h->taglen)), (void)0) \
	X(SIPHASH_128, "siphash-2-4-128", ON(WOLFSSL_SIPHASH), "--enable-siphash", uint8_t, 16, 0, NULL, "wc_SipHash", \
		0, NOTHING, CALL(wc_SipHash(h->key, in, len, tag, (unsigned char)h->taglen)), (void)0) \
	X(HMAC_BLAKE2B, "hmac-blake2b-512", AND(CGW_5_9_0, ON(HAVE_BLAKE2B)), "--enable-blake2 (5.9.0 or later)", \
		uint8_t, 0, 64, NULL, "wc_Blake2bHmac", 0, NOTHING, \
		CALL(wc_Blake2bHmac(in, len, h->key, h->keylen, tag, h->taglen)), (void)0) \
	X(HMAC_BLAKE2S, "hmac-blake2s-256", AND(CGW_5_9_0, ON(HAVE_BLAKE2S)), "--enable-blake2s (5.9.0 or later)", \
		uint8_t, 0, 32, NULL, "wc_Blake2sHmac", 0, NOTHING, \
		CALL(wc_Blake2sHmac(in, len, h->key, h->keylen, tag, h->taglen)), (void)0)

#define NOTHING status = CG_UNSUPPORTED

enum { MACS(NAME) };
_Static_assert(ROW_HMAC == CGW_HMAC, "HMAC is the first row");

#define ROW(name, id, built, option, type, keylen, taglen, standing, rekeyed, ...) \
	{id, built, option, {standing, rekeyed}, .key = keylen, .out = taglen},

static const struct cgw_row rows[] = {MACS(ROW){0}};
const struct cgw_row *const cgw_macs = rows;

/* The key is a copy, since wc_HmacSetKey keeps the address it is given. */
struct cgw_mac {
	size_t size; /* of all this */
	int alg, rekey, hash;
	uint32_t keylen, noncelen, taglen;
	union {
		uint8_t nothing;
		MACS(CONTEXT)
	} c __attribute__((aligned(CG_ALIGN)));
	uint8_t *nonce; /* behind the key */
	uint8_t key[];
};

#define CASE_NEW(name, id, built, option, type, keylen, taglen, standing, rekeyed, set, ...) \
	CASE(ROW_##name, m_##name, built, type, rc = (set))
#define CASE_FREE(name, id, built, option, type, keylen, taglen, standing, rekeyed, set, message, keyed, release) \
	CASE(ROW_##name, m_##name, built, type, release)
#define CASE_MAC(name, id, built, option, type, keylen, taglen, standing, rekeyed, set, message, keyed, release) \
	CASE(ROW_##name, m_##name, built, type, if (h->rekey) keyed; else message)

int64_t cgw_mac_new(int alg, int rekey, int hash, const uint8_t *key, uint32_t keylen, const uint8_t *nonce,
	uint32_t noncelen, uint32_t taglen, uintptr_t *handle)
{
	size_t size = sizeof(struct cgw_mac) + keylen + noncelen;
	struct cgw_mac *h = cg_new(size);
	int rc = NOT_COMPILED_IN;

	*handle = 0;
	if (h == NULL)
		return CG_NO_MEMORY;
	*h = (struct cgw_mac){size, alg, rekey, hash, keylen, noncelen, taglen, .nonce = h->key + keylen};
	memcpy(h->key, key, keylen);
	memcpy(h->nonce, nonce, noncelen);
	switch (alg) {
		MACS(CASE_NEW)
	}
	if (rc != 0)
		cgw_mac_free((uintptr_t)h);
	else
		*handle = (uintptr_t)h;
	return cgw_status(rc);
}

void cgw_mac_free(uintptr_t handle)
{
	struct cgw_mac *h = (struct cgw_mac *)handle;

	switch (h->alg) {
		MACS(CASE_FREE)
	}
	cg_free(h, h->size);
}

int64_t cgw_mac(uintptr_t handle, const uint8_t *in, uint32_t len, uint8_t *tag, int64_t n, int64_t *ns)
{
	struct cgw_mac *h = (struct cgw_mac *)handle;
	int64_t status = CG_UNSUPPORTED;
	word32 size;

	(void)in, (void)len, (void)tag, (void)n, (void)ns, (void)size; /* where the build has none of these */
	switch (h->alg) {
		MACS(CASE_MAC)
	}
	return status;
}

#if OFF(NO_HMAC)

static int64_t keyed(void *handle, const uint8_t *a, size_t alen, const uint8_t *b, size_t blen, uint8_t *tag)
{
	struct cgw_mac *h = handle;
	Hmac *c = h->c.m_HMAC;
	int rc = wc_HmacSetKey(c, h->hash, h->key, h->keylen);

	if (rc == 0)
		rc = wc_HmacUpdate(c, a, (word32)alen);
	if (rc == 0)
		rc = wc_HmacUpdate(c, b, (word32)blen);
	if (rc == 0)
		rc = wc_HmacFinal(c, tag);
	return cgw_status(rc);
}

int64_t cgw_mac_pbkdf2(uintptr_t handle, const uint8_t *salt, uint32_t saltlen, int iterations, uint8_t *out,
	uint32_t outlen, int64_t n, int64_t *ns)
{
	struct cgw_mac *h = (struct cgw_mac *)handle;
	int64_t status;

	CG_LOOP(n, ns, status,
		{ status = cg_pbkdf2(keyed, h, h->taglen, salt, saltlen, (unsigned long)iterations, out, outlen); });
	return status;
}

#else

ABSENT(cgw_mac_pbkdf2, uintptr_t, const uint8_t *, uint32_t, int, uint8_t *, uint32_t, int64_t, int64_t *)

#endif
