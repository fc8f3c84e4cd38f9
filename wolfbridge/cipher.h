//go:build cgo && !nowolf

#ifndef CGW_CIPHER_H
#define CGW_CIPHER_H

#include <stdint.h>

/* The ciphers of this library, as the rows name them. */
enum {
	CGW_AES_CBC,
	CGW_AES_CTR,
	CGW_AES_ECB,
	CGW_AES_CFB,
	CGW_AES_OFB,
	CGW_AES_XTS,
	CGW_CHACHA20,
	CGW_DES3_CBC,
	CGW_RC4,
	CGW_CAMELLIA_CBC
};

/* cgw_cipher_new leaves a context with its key set for one direction in
 * *handle. */
int64_t cgw_cipher_new(int alg, int decrypt, const uint8_t *key, uint32_t keylen, uintptr_t *handle);
void cgw_cipher_free(uintptr_t handle);

/* cgw_cipher sets iv and writes len bytes to out, which is not in. counter is ChaCha20's. */
int64_t cgw_cipher(uintptr_t handle, const uint8_t *iv, uint32_t counter, const uint8_t *in, uint32_t len, uint8_t *out, int64_t n, int64_t *ns);

#endif
