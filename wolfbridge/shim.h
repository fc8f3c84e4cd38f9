//go:build cgo && !nowolf

/* What every shim needs, after <wolfssl/options.h>. */
#ifndef CGW_SHIM_H
#define CGW_SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/random.h>

#include "loop.h"
#include "memory.h"
#include "rows.h"
#include "status.h"

/* cgw_status turns what a function of the library returned into a status. */
static inline int64_t cgw_status(int rc)
{
	return rc == 0 ? CG_OK : cg_lib(rc);
}

/* CALL runs a call of the library n times; THREE runs up to three, each if the one before it succeeded. */
#define CALL(call) CG_LOOP(n, ns, status, status = cgw_status(call))
#define THREE(first, second, third) \
	CG_LOOP(n, ns, status, { \
		int rc = (first); \
		if (rc == 0) \
			rc = (second); \
		if (rc == 0) \
			rc = (third); \
		status = cgw_status(rc); \
	})

/* cgw_key_new allocates an object that begins with a random generator; NULL is a failure that *status names. */
static inline void *cgw_key_new(size_t size, int64_t *status)
{
	WC_RNG *rng = cg_new(size);
	int rc;

	*status = CG_NO_MEMORY;
	if (rng == NULL)
		return NULL;
	rc = wc_InitRng(rng);
	*status = cgw_status(rc);
	if (rc != 0) {
		cg_free(rng, size);
		return NULL;
	}
	return rng;
}

/* cgw_key_made gives an object's handle to Go, or frees the object where making its key failed. */
static inline int64_t cgw_key_made(int rc, void *object, void (*release)(uintptr_t), uintptr_t *handle)
{
	if (rc != 0)
		release((uintptr_t)object);
	else
		*handle = (uintptr_t)object;
	return cgw_status(rc);
}

static inline void cgw_key_free(void *object, size_t size)
{
	wc_FreeRng(object);
	cg_free(object, size);
}

/* ABSENT defines a shim that this build has not. */
#define ABSENT(shim, ...) \
	int64_t shim(__VA_ARGS__) \
	{ \
		return CG_UNSUPPORTED; \
	}

#endif
