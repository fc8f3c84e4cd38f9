#ifndef CRYPTOGAP_GCRYPT_RNG_H
#define CRYPTOGAP_GCRYPT_RNG_H

#include <stddef.h>
#include <stdint.h>

/* len bytes of the generator for keys, n times. */
int64_t cgg_rng_strong(uint8_t *out, size_t len, int64_t n, int64_t *ns);

/* len bytes of the generator for nonces, n times. */
int64_t cgg_rng_nonce(uint8_t *out, size_t len, int64_t n, int64_t *ns);

#endif
