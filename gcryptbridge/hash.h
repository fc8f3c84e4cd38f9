#ifndef CRYPTOGAP_GCRYPT_HASH_H
#define CRYPTOGAP_GCRYPT_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The status with which the library would open algo. */
int64_t cgg_hash_test(int algo);

/* The length of algo's digest; 0 where it has no fixed one. */
size_t cgg_hash_length(int algo);

/* The digest of len bytes at msg, n times, into out. */
int64_t cgg_hash_sum(int algo, const uint8_t *msg, size_t len, uint8_t *out, int64_t n, int64_t *ns);

/* The same with out_len bytes of an extendable output function. */
int64_t cgg_xof_sum(int algo, const uint8_t *msg, size_t len, uint8_t *out, size_t out_len, int64_t n, int64_t *ns);

#endif
