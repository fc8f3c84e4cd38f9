//go:build cgo && !nowolf

#ifndef CGW_AEAD_H
#define CGW_AEAD_H

#include <stdint.h>

/* The AEADs of this library, as the rows name them. */
enum {
	CGW_AES_GCM,
	CGW_AES_CCM,
	CGW_AES_SIV,
	CGW_AES_EAX,
	CGW_CHACHA20_POLY1305,
	CGW_XCHACHA20_POLY1305
};

/* The tag of each of them, in bytes. */
#define CGW_TAG 16

/* cgw_aead_new leaves a context with its key set in *handle. */
int64_t cgw_aead_new(int alg, const uint8_t *key, uint32_t keylen, uintptr_t *handle);
void cgw_aead_free(uintptr_t handle);

/* cgw_aead_seal writes the ciphertext of in and then the tag to out. Where
 * rekey is not 0, it sets the key for each message. */
int64_t cgw_aead_seal(uintptr_t handle, int rekey, const uint8_t *nonce, uint32_t noncelen, const uint8_t *aad, uint32_t aadlen,
		      const uint8_t *in, uint32_t len, uint8_t *out, int64_t n, int64_t *ns);

/* cgw_aead_open checks the tag, the last CGW_TAG of in's len bytes, and writes
 * the message to out. Where forged is not 0, only a wrong tag is right: a message that
 * opens is CG_ACCEPTED, and any other failure is one. */
int64_t cgw_aead_open(uintptr_t handle, int rekey, int forged, const uint8_t *nonce, uint32_t noncelen, const uint8_t *aad, uint32_t aadlen,
		      const uint8_t *in, uint32_t len, uint8_t *out, int64_t n, int64_t *ns);

#endif
