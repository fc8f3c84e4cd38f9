//go:build cgo && !nowolf

#ifndef CGW_KEM_H
#define CGW_KEM_H

#include "row.h"

/* The KEMs; their operations are keygen, encap and decap. */
extern const struct cgw_row *const cgw_kems;

#define CGW_MLKEM_SEED 64 /* FIPS 203 section 7.1: d, then z */
#define CGW_MLKEM_SECRET 32
#define CGW_MLKEM_RANDOM 32 /* FIPS 203 section 6.2: m */

/* cgw_kem_new leaves in *handle the key pair of a seed, where seedlen is not 0, a public key, where publen is not 0, or
 * room for a key that is to be made. random is what encapsulations are made of, NULL: the library's generator. *length
 * becomes the length of a ciphertext. */
int64_t cgw_kem_new(int alg, const uint8_t *seed, uint32_t seedlen, const uint8_t *pub, uint32_t publen,
	const uint8_t *random, uintptr_t *handle, uint32_t *length);
void cgw_kem_free(uintptr_t handle);

/* cgw_kem_encap writes a fresh secret and then its ciphertext. */
int64_t cgw_kem_encap(uintptr_t handle, uint8_t *out, int64_t n, int64_t *ns);

/* cgw_kem_decap writes the secret. */
int64_t cgw_kem_decap(uintptr_t handle, const uint8_t *ct, uint32_t ctlen, uint8_t *secret, int64_t n, int64_t *ns);

/* cgw_kem_keygen makes a key pair of a fresh seed. */
int64_t cgw_kem_keygen(uintptr_t handle, int64_t n, int64_t *ns);

/* cgw_kem_export writes the seed that was drawn last and its public key, of publen bytes. */
int64_t cgw_kem_export(uintptr_t handle, uint8_t *seed, uint8_t *pub, uint32_t publen);

#endif
