//go:build cgo && !nowolf

#ifndef CGW_AEAD_H
#define CGW_AEAD_H

#include "row.h"

/* The AEADs; their operations are seal, open, seal-rekey, open-rekey and forged. */
extern const struct cgw_row *const cgw_aeads;

/* cgw_aead_new leaves a context with its key set, for tags of taglen bytes, in *handle. */
int64_t cgw_aead_new(int alg, uint32_t taglen, const uint8_t *key, uint32_t keylen, uintptr_t *handle);
void cgw_aead_free(uintptr_t handle);

/* cgw_aead_seal writes the ciphertext of in and then the tag to out. Where rekey is not 0, it sets the key for each
 * message. */
int64_t cgw_aead_seal(uintptr_t handle, int rekey, const uint8_t *nonce, uint32_t noncelen, const uint8_t *aad,
	uint32_t aadlen, const uint8_t *in, uint32_t len, uint8_t *out, int64_t n, int64_t *ns);

/* cgw_aead_open checks the tag, the last bytes of in's len bytes, and writes the message to out. Where accepted is
 * not NULL, a wrong tag is an answer and no failure: *accepted = 0, or 1 where the message opens. */
int64_t cgw_aead_open(uintptr_t handle, int rekey, const uint8_t *nonce, uint32_t noncelen, const uint8_t *aad,
	uint32_t aadlen, const uint8_t *in, uint32_t len, uint8_t *out, uint8_t *accepted, int64_t n, int64_t *ns);

#endif
