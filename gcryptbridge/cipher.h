#ifndef CRYPTOGAP_GCRYPT_CIPHER_H
#define CRYPTOGAP_GCRYPT_CIPHER_H

#include <stddef.h>
#include <stdint.h>

/* How a message begins. */
enum {
	CGG_START_NONE, /* the mode has no state */
	CGG_START_IV,	/* the nonce is set, which starts the mode anew */
	CGG_START_CTR,	/* the nonce is set as the counter */
	CGG_START_RESET /* the key's stream starts anew */
};

/* The status with which the library would open the cipher algo. */
int64_t cgg_cipher_test(int algo);

/* The length of algo's block; 1 for stream ciphers. */
size_t cgg_cipher_block(int algo);

/* Opens algo in mode under a key. *cipher is freed by cgg_cipher_close. */
int64_t cgg_cipher_open(int algo, int mode, const uint8_t *key, size_t key_len, uintptr_t *cipher);
void cgg_cipher_close(uintptr_t cipher);

/* len bytes at in are encrypted, or decrypted, to out, n times. */
int64_t cgg_cipher_crypt(uintptr_t cipher, int decrypt, int start, const uint8_t *nonce, size_t nonce_len,
	const uint8_t *in, size_t len, uint8_t *out, int64_t n, int64_t *ns);

#endif
