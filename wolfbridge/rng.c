//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>

#include "rng.h"
#include "shim.h"

#if CGW_RNG

/* The generator gives no more than this at once (SP 800-90A table 2). */
#define LARGEST RNG_MAX_BLOCK_LEN

int64_t cgw_rng_new(uintptr_t *handle)
{
	int64_t status;

	*handle = (uintptr_t)cgw_key_new(sizeof(WC_RNG), &status);
	return status;
}

void cgw_rng_free(uintptr_t handle)
{
	cgw_key_free((void *)handle, sizeof(WC_RNG));
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
