#ifndef CRYPTOGAP_GCRYPT_KDF_H
#define CRYPTOGAP_GCRYPT_KDF_H

#include <stddef.h>
#include <stdint.h>

/* out_len bytes of gcry_kdf_derive, n times. For PBKDF2 sub is the hash and
 * cost the iterations, for scrypt sub is N and cost p. */
int64_t cgg_kdf_derive(int algo, int sub, const uint8_t *password, size_t password_len, const uint8_t *salt,
	size_t salt_len, unsigned long cost, uint8_t *out, size_t out_len, int64_t n, int64_t *ns);

/* out_len bytes of HKDF over the MAC sub, n times. */
int64_t cgg_kdf_hkdf(int sub, const uint8_t *key, size_t key_len, const uint8_t *salt, size_t salt_len,
	const uint8_t *info, size_t info_len, uint8_t *out, size_t out_len, int64_t n, int64_t *ns);

/* out_len bytes of the Argon2 variant sub, n times. memory is in KiB. */
int64_t cgg_kdf_argon2(int sub, unsigned long passes, unsigned long memory, unsigned long lanes,
	const uint8_t *password, size_t password_len, const uint8_t *salt, size_t salt_len, uint8_t *out,
	size_t out_len, int64_t n, int64_t *ns);

#endif
