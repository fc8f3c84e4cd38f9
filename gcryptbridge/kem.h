#ifndef CRYPTOGAP_GCRYPT_KEM_H
#define CRYPTOGAP_GCRYPT_KEM_H

#include <stddef.h>
#include <stdint.h>

/* The key pair that seed gives, or of a fresh seed that is left at seed, n
 * times. */
int64_t cgg_kem_keygen(int algo, int fresh, uint8_t *seed, size_t seed_len, uint8_t *public, size_t public_len,
	uint8_t *private, size_t private_len, int64_t n, int64_t *ns);

/* A shared secret and its ciphertext for public, n times: of the randomness, or fresh ones where there is none. */
int64_t cgg_kem_encap(int algo, const uint8_t *public, size_t public_len, const uint8_t *random, size_t random_len,
	uint8_t *shared, size_t shared_len, uint8_t *sealed, size_t sealed_len, int64_t n, int64_t *ns);

/* The shared secret in sealed, n times. private is what cgg_kem_keygen gave. */
int64_t cgg_kem_decap(int algo, const uint8_t *private, size_t private_len, const uint8_t *sealed, size_t sealed_len,
	uint8_t *shared, size_t shared_len, int64_t n, int64_t *ns);

#endif
