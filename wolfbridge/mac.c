//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/hmac.h>

#include "mac.h"
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

#else

int64_t cgw_hmac_new(int, const uint8_t *, uint32_t, uintptr_t *) { return CG_UNSUPPORTED; }
void cgw_hmac_free(uintptr_t) { }
int64_t cgw_hmac(uintptr_t, const uint8_t *, uint32_t, uint8_t *, int64_t, int64_t *) { return CG_UNSUPPORTED; }
int64_t cgw_hmac_rekey(uintptr_t, const uint8_t *, uint32_t, uint8_t *, int64_t, int64_t *) { return CG_UNSUPPORTED; }

#endif
