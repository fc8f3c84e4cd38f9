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

#if CGW_HAVE_HMAC

/* The key is a copy, since wc_HmacSetKey keeps the address it is given. */
struct cgw_hmac {
	int type;
	uint32_t keylen;
	size_t size; /* of all this */
	Hmac hmac __attribute__((aligned(CG_ALIGN)));
	uint8_t key[];
};

int64_t cgw_hmac_new(int type, const uint8_t *key, uint32_t keylen, uintptr_t *handle)
{
	size_t size = sizeof(struct cgw_hmac) + keylen;
	struct cgw_hmac *h = cg_new(size);
	int rc;

	*handle = 0;
	if (h == NULL)
		return CG_NO_MEMORY;
	h->type = type;
	h->keylen = keylen;
	h->size = size;
	memcpy(h->key, key, keylen);
	rc = wc_HmacInit(&h->hmac, NULL, INVALID_DEVID);
	if (rc == 0)
		rc = wc_HmacSetKey(&h->hmac, type, h->key, keylen);
	if (rc != 0) {
		cg_free(h, size);
		return cg_lib(rc);
	}
	*handle = (uintptr_t)h;
	return CG_OK;
}

void cgw_hmac_free(uintptr_t handle)
{
	struct cgw_hmac *h = (struct cgw_hmac *)handle;

	wc_HmacFree(&h->hmac);
	cg_free(h, h->size);
}

int64_t cgw_hmac(uintptr_t handle, const uint8_t *in, uint32_t len, uint8_t *tag, int64_t n, int64_t *ns)
{
	struct cgw_hmac *h = (struct cgw_hmac *)handle;
	int64_t status;

	/* wc_HmacFinal leaves the context ready for a next message. */
	CG_LOOP(n, ns, status, {
		int rc = wc_HmacUpdate(&h->hmac, in, len);
		if (rc == 0)
			rc = wc_HmacFinal(&h->hmac, tag);
		status = cgw_status(rc);
	});
	return status;
}

int64_t cgw_hmac_rekey(uintptr_t handle, const uint8_t *in, uint32_t len, uint8_t *tag, int64_t n, int64_t *ns)
{
	struct cgw_hmac *h = (struct cgw_hmac *)handle;
	int64_t status;

	CG_LOOP(n, ns, status, {
		int rc = wc_HmacSetKey(&h->hmac, h->type, h->key, h->keylen);
		if (rc == 0)
			rc = wc_HmacUpdate(&h->hmac, in, len);
		if (rc == 0)
			rc = wc_HmacFinal(&h->hmac, tag);
		status = cgw_status(rc);
	});
	return status;
}

static int64_t keyed(void *handle, const uint8_t *a, size_t alen, const uint8_t *b, size_t blen, uint8_t *tag)
{
	struct cgw_hmac *h = handle;
	int rc = wc_HmacSetKey(&h->hmac, h->type, h->key, h->keylen);

	if (rc == 0)
		rc = wc_HmacUpdate(&h->hmac, a, (word32)alen);
	if (rc == 0)
		rc = wc_HmacUpdate(&h->hmac, b, (word32)blen);
	if (rc == 0)
		rc = wc_HmacFinal(&h->hmac, tag);
	return cgw_status(rc);
}

int64_t cgw_hmac_pbkdf2(uintptr_t handle, uint32_t width, const uint8_t *salt, uint32_t saltlen, int iterations,
			uint8_t *out, uint32_t outlen, int64_t n, int64_t *ns)
{
	void *h = (void *)handle;
	int64_t status;

	CG_LOOP(n, ns, status, {
		status = cg_pbkdf2(keyed, h, width, salt, saltlen, (unsigned long)iterations, out, outlen);
	});
	return status;
}

#else

int64_t cgw_hmac_new(int, const uint8_t *, uint32_t, uintptr_t *) { return CG_UNSUPPORTED; }
void cgw_hmac_free(uintptr_t) { }
int64_t cgw_hmac(uintptr_t, const uint8_t *, uint32_t, uint8_t *, int64_t, int64_t *) { return CG_UNSUPPORTED; }
int64_t cgw_hmac_rekey(uintptr_t, const uint8_t *, uint32_t, uint8_t *, int64_t, int64_t *) { return CG_UNSUPPORTED; }
int64_t cgw_hmac_pbkdf2(uintptr_t, uint32_t, const uint8_t *, uint32_t, int, uint8_t *, uint32_t, int64_t, int64_t *) { return CG_UNSUPPORTED; }

#endif

struct cgw_mac {
	int alg;
	uint32_t keylen;
	size_t size; /* of all this */
	union {
#if CGW_HAVE_AES_GCM
		Gmac gmac;
#endif
#if CGW_HAVE_CMAC
		struct {
			Cmac work;
			Cmac keyed;
		} cmac;
#endif
#if CGW_HAVE_POLY1305
		Poly1305 poly1305;
#endif
		uint8_t none;
	} c __attribute__((aligned(CG_ALIGN)));
	uint8_t key[];
};

int64_t cgw_mac_new(int alg, const uint8_t *key, uint32_t keylen, uintptr_t *handle)
{
	size_t size = sizeof(struct cgw_mac) + keylen;
	struct cgw_mac *h = cg_new(size);
	int rc = 0;

	*handle = 0;
	if (h == NULL)
		return CG_NO_MEMORY;
	h->alg = alg;
	h->size = size;
	h->keylen = keylen;
	memcpy(h->key, key, keylen);
	switch (alg) {
#if CGW_HAVE_AES_GCM
	case CGW_GMAC:
		rc = wc_AesInit(&h->c.gmac.aes, NULL, INVALID_DEVID);
		if (rc == 0)
			rc = wc_GmacSetKey(&h->c.gmac, key, keylen);
		break;
#endif
#if CGW_HAVE_CMAC
	case CGW_CMAC:
		rc = wc_InitCmac(&h->c.cmac.keyed, key, keylen, WC_CMAC_AES, NULL);
		break;
#endif
	}
	*handle = (uintptr_t)h;
	if (rc != 0) {
		cgw_mac_free(*handle);
		*handle = 0;
	}
	return cgw_status(rc);
}

void cgw_mac_free(uintptr_t handle)
{
	struct cgw_mac *h = (struct cgw_mac *)handle;

	switch (h->alg) {
#if CGW_HAVE_AES_GCM
	case CGW_GMAC:
		wc_AesFree(&h->c.gmac.aes);
		break;
#endif
#if CGW_HAVE_CMAC
	case CGW_CMAC:
		wc_AesFree(&h->c.cmac.keyed.aes);
		break;
#endif
	}
	cg_free(h, h->size);
}

#if CGW_HAVE_CMAC

/* keyed_cmac makes the context that a message is worked through. The library
 * has no function that starts a new message under the same key, but the state after the
 * key can be copied. */
static inline int keyed_cmac(struct cgw_mac *h, int rekey)
{
	if (rekey)
		return wc_InitCmac(&h->c.cmac.work, h->key, h->keylen, WC_CMAC_AES, NULL);
	h->c.cmac.work = h->c.cmac.keyed;
	return 0;
}

static inline int final_cmac(struct cgw_mac *h, int rekey, uint8_t *tag, uint32_t taglen)
{
	word32 size = taglen;

#if CGW_CMAC_KEEPS_KEY
	if (!rekey)
		return wc_CmacFinalNoFree(&h->c.cmac.work, tag, &size);
#else
	(void)rekey;
#endif
	return wc_CmacFinal(&h->c.cmac.work, tag, &size);
}

#endif

/* TAG is one message, n times. */
#define TAG(set_key, update, final)            \
	CG_LOOP(n, ns, status, {               \
		int rc = (set_key);            \
		if (rc == 0)                   \
			rc = (update);         \
		if (rc == 0)                   \
			rc = (final);          \
		status = cgw_status(rc);       \
	})

int64_t cgw_mac(uintptr_t handle, int rekey, const uint8_t *nonce, uint32_t noncelen, const uint8_t *in, uint32_t len,
		uint8_t *tag, uint32_t taglen, int64_t n, int64_t *ns)
{
	struct cgw_mac *h = (struct cgw_mac *)handle;
	int64_t status = CG_UNSUPPORTED;

	(void)rekey, (void)nonce, (void)noncelen, (void)in, (void)len, (void)tag, (void)taglen, (void)n, (void)ns; /* where the build has none of these */
	switch (h->alg) {
#if CGW_HAVE_AES_GCM
	case CGW_GMAC:
		TAG(0, wc_GmacUpdate(&h->c.gmac, nonce, noncelen, in, len, tag, taglen), 0);
		break;
#endif
#if CGW_HAVE_CMAC
	case CGW_CMAC:
		TAG(keyed_cmac(h, rekey), wc_CmacUpdate(&h->c.cmac.work, in, len), final_cmac(h, rekey, tag, taglen));
		break;
#endif
#if CGW_HAVE_POLY1305
	case CGW_POLY1305:
		TAG(wc_Poly1305SetKey(&h->c.poly1305, h->key, h->keylen), wc_Poly1305Update(&h->c.poly1305, in, len), wc_Poly1305Final(&h->c.poly1305, tag));
		break;
#endif
#if CGW_HAVE_SIPHASH
	case CGW_SIPHASH:
		TAG(0, wc_SipHash(h->key, in, len, tag, (unsigned char)taglen), 0);
		break;
#endif
#if CGW_HAVE_BLAKE2_HMAC && CGW_HAVE_BLAKE2B
	case CGW_HMAC_BLAKE2B:
		TAG(0, wc_Blake2bHmac(in, len, h->key, h->keylen, tag, taglen), 0);
		break;
#endif
#if CGW_HAVE_BLAKE2_HMAC && CGW_HAVE_BLAKE2S
	case CGW_HMAC_BLAKE2S:
		TAG(0, wc_Blake2sHmac(in, len, h->key, h->keylen, tag, taglen), 0);
		break;
#endif
	}
	return status;
}
