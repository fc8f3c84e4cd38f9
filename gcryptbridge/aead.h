#ifndef CRYPTOGAP_GCRYPT_AEAD_H
#define CRYPTOGAP_GCRYPT_AEAD_H

#include <stddef.h>
#include <stdint.h>

/* Opens the cipher algo in the AEAD mode under a key, with tags of tag_len
 * bytes, once it takes a nonce of that length.
 * *aead is freed by cgg_aead_close. */
int64_t cgg_aead_open(int algo, int mode, const uint8_t *key, size_t key_len, const uint8_t *nonce, size_t nonce_len,
	size_t tag_len, uintptr_t *aead);
void cgg_aead_close(uintptr_t aead);

/* In the functions below a key that is not NULL is set for each message, and
 * len is the plaintext's. A sealed message is the ciphertext, then the tag. */

/* Seals msg into out, n times. */
int64_t cgg_aead_seal(uintptr_t aead, const uint8_t *key, size_t key_len, const uint8_t *nonce, size_t nonce_len,
	const uint8_t *aad, size_t aad_len, const uint8_t *msg, size_t len, uint8_t *out, int64_t n, int64_t *ns);

/* Opens sealed into out, n times. A wrong tag is an error. */
int64_t cgg_aead_unseal(uintptr_t aead, const uint8_t *key, size_t key_len, const uint8_t *nonce, size_t nonce_len,
	const uint8_t *aad, size_t aad_len, const uint8_t *sealed, size_t len, uint8_t *out, int64_t n, int64_t *ns);

/* The same where a wrong tag is an answer: *accepted is whether any of the n was
 * taken for right. */
int64_t cgg_aead_forged(uintptr_t aead, const uint8_t *nonce, size_t nonce_len, const uint8_t *aad, size_t aad_len,
	const uint8_t *sealed, size_t len, uint8_t *out, uint8_t *accepted, int64_t n, int64_t *ns);

#endif
