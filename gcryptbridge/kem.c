//go:build cgo && !nogcrypt

#include "kem.h"

#include "shim.h"

#if CGG_HAVE_MLKEM

static int64_t keygen(int algo, int fresh, uint8_t *seed, size_t seed_len, uint8_t *public, size_t public_len,
	uint8_t *private, size_t private_len)
{
	if (fresh)
		gcry_randomize(seed, seed_len, GCRY_STRONG_RANDOM);
	return cgg_status(gcry_kem_genkey(algo, public, public_len, private, private_len, seed, seed_len));
}

int64_t cgg_kem_keygen(int algo, int fresh, uint8_t *seed, size_t seed_len, uint8_t *public, size_t public_len,
	uint8_t *private, size_t private_len, int64_t n, int64_t *ns)
{
	int64_t status;

	CG_LOOP(n, ns, status, status = keygen(algo, fresh, seed, seed_len, public, public_len, private, private_len));
	return status;
}

int64_t cgg_kem_encap(int algo, const uint8_t *public, size_t public_len, const uint8_t *random, size_t random_len,
	uint8_t *shared, size_t shared_len, uint8_t *sealed, size_t sealed_len, int64_t n, int64_t *ns)
{
	int64_t status;

	CG_LOOP(n, ns, status,
		status = cgg_status(gcry_kem_encap(algo, public, public_len, sealed, sealed_len, shared, shared_len,
			random_len > 0 ? random : NULL, random_len)));
	return status;
}

int64_t cgg_kem_decap(int algo, const uint8_t *private, size_t private_len, const uint8_t *sealed, size_t sealed_len,
	uint8_t *shared, size_t shared_len, int64_t n, int64_t *ns)
{
	int64_t status;

	CG_LOOP(n, ns, status,
		status = cgg_status(
			gcry_kem_decap(algo, private, private_len, sealed, sealed_len, shared, shared_len, NULL, 0)));
	return status;
}

#else

int64_t cgg_kem_keygen(int algo, int fresh, uint8_t *seed, size_t seed_len, uint8_t *public, size_t public_len,
	uint8_t *private, size_t private_len, int64_t n, int64_t *ns)
{
	(void)algo, (void)fresh, (void)seed, (void)seed_len, (void)public;
	(void)public_len, (void)private, (void)private_len, (void)n, (void)ns;
	return CG_UNSUPPORTED;
}

int64_t cgg_kem_encap(int algo, const uint8_t *public, size_t public_len, const uint8_t *random, size_t random_len,
	uint8_t *shared, size_t shared_len, uint8_t *sealed, size_t sealed_len, int64_t n, int64_t *ns)
{
	(void)algo, (void)public, (void)public_len, (void)random, (void)random_len, (void)shared;
	(void)shared_len, (void)sealed, (void)sealed_len, (void)n, (void)ns;
	return CG_UNSUPPORTED;
}

int64_t cgg_kem_decap(int algo, const uint8_t *private, size_t private_len, const uint8_t *sealed, size_t sealed_len,
	uint8_t *shared, size_t shared_len, int64_t n, int64_t *ns)
{
	(void)algo, (void)private, (void)private_len, (void)sealed;
	(void)sealed_len, (void)shared, (void)shared_len, (void)n, (void)ns;
	return CG_UNSUPPORTED;
}

#endif
