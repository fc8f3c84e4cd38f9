//go:build cgo && !nowolf

#ifndef CGW_CIPHER_H
#define CGW_CIPHER_H

#include "row.h"

/* The ciphers; their operations are encrypt and decrypt. */
extern const struct cgw_row *const cgw_ciphers;

/* cgw_cipher_new leaves a context with its key set for one direction in *handle. */
int64_t cgw_cipher_new(int alg, int decrypt, const uint8_t *key, uint32_t keylen, uintptr_t *handle);
void cgw_cipher_free(uintptr_t handle);

/* cgw_cipher sets iv and writes len bytes to out, which is not in. counter is ChaCha20's. */
int64_t cgw_cipher(uintptr_t handle, const uint8_t *iv, uint32_t counter, const uint8_t *in, uint32_t len, uint8_t *out,
	int64_t n, int64_t *ns);

#endif
