//go:build cgo && !nogcrypt

#include "rng.h"

#include "shim.h"

/* Neither function can fail: the library aborts where it has no entropy. */

int64_t cgg_rng_strong(uint8_t *out, size_t len, int64_t n, int64_t *ns)
{
	int64_t status;

	CG_LOOP(n, ns, status, gcry_randomize(out, len, GCRY_STRONG_RANDOM));
	return status;
}

int64_t cgg_rng_nonce(uint8_t *out, size_t len, int64_t n, int64_t *ns)
{
	int64_t status;

	CG_LOOP(n, ns, status, gcry_create_nonce(out, len));
	return status;
}
