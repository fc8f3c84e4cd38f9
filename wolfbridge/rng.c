//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/random.h>

#include "rng.h"
#include "shim.h"

#if CGW_RNG

/* The generator gives no more than this at once (SP 800-90A table 2). */
#define LARGEST RNG_MAX_BLOCK_LEN

int64_t cgw_rng_new(uintptr_t *handle)
{
	WC_RNG *rng = cg_new(sizeof(*rng));
	int rc;

	*handle = 0;
	if (rng == NULL)
		return CG_NO_MEMORY;
	rc = wc_InitRng(rng);
	if (rc != 0)
		cg_free(rng, sizeof(*rng));
	else
		*handle = (uintptr_t)rng;
	return cgw_status(rc);
}

void cgw_rng_free(uintptr_t handle)
{
	WC_RNG *rng = (WC_RNG *)handle;

	wc_FreeRng(rng);
	cg_free(rng, sizeof(*rng));
}

int64_t cgw_rng_read(uintptr_t handle, uint8_t *out, uint32_t len, int64_t n, int64_t *ns)
{
	WC_RNG *rng = (WC_RNG *)handle;
	int64_t status;

	CG_LOOP(n, ns, status, {
		uint32_t done = 0;
		int rc;
		do {
			uint32_t part = len - done < LARGEST ? len - done : LARGEST;
			rc = wc_RNG_GenerateBlock(rng, out + done, part);
			done += part;
		} while (rc == 0 && done < len);
		status = cgw_status(rc);
	});
	return status;
}

#else

ABSENT(cgw_rng_new, uintptr_t *)
ABSENT(cgw_rng_read, uintptr_t, uint8_t *, uint32_t, int64_t, int64_t *)
void cgw_rng_free(uintptr_t)
{
}

#endif
