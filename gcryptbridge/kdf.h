#ifndef CRYPTOGAP_GCRYPT_KDF_H
#define CRYPTOGAP_GCRYPT_KDF_H

#include <stddef.h>
#include <stdint.h>

/* out_len bytes of gcry_kdf_derive, n times. sub is the hash for PBKDF2 and N
 * for scrypt, cost is the iterations for PBKDF2 and p for scrypt. */
int64_t cgg_kdf_derive(int algo, int sub, const uint8_t *password,
		       size_t password_len, const uint8_t *salt,
		       size_t salt_len, unsigned long cost, uint8_t *out,
		       size_t out_len, int64_t n, int64_t *ns);

#endif
