#ifndef CRYPTOGAP_GCRYPT_PKE_H
#define CRYPTOGAP_GCRYPT_PKE_H

#include <stddef.h>
#include <stdint.h>

/* RSA encryption: PKCS #1 v1.5, or OAEP with an empty or another label. */
enum { CGG_PKE_PKCS1, CGG_PKE_OAEP, CGG_PKE_OAEP_LABEL };

/* In the functions below hash is the name of OAEP's hash. */

/* Encrypts len bytes at msg into width bytes at out, n times. */
int64_t cgg_pke_encrypt(uintptr_t key, int padding, const char *hash, const uint8_t *label, size_t label_len,
	const uint8_t *msg, size_t len, uint8_t *out, size_t width, int64_t n, int64_t *ns);

/* Decrypts into at most out_size bytes at out, n times. *len is the length of
 * the message. */
int64_t cgg_pke_decrypt(uintptr_t key, int padding, const char *hash, const uint8_t *label, size_t label_len,
	const uint8_t *sealed, size_t sealed_len, uint8_t *out, size_t out_size, size_t *len, int64_t n, int64_t *ns);

#endif
