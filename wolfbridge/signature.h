//go:build cgo && !nowolf

#ifndef CGW_SIGNATURE_H
#define CGW_SIGNATURE_H

#include "row.h"

/* The signatures besides RSA's; their operations are keygen, sign and verify. Keys are in the encodings of the
 * catalogue. */
extern const struct cgw_row *const cgw_signatures;

/* cgw_sig_new leaves in *handle a private key, where privlen is not 0, a public key, where publen is not 0, or room for
 * a key that is to be made. *length becomes the length of a signature, or the most it can be. */
int64_t cgw_sig_new(int alg, const uint8_t *priv, uint32_t privlen, const uint8_t *pub, uint32_t publen,
	uintptr_t *handle, uint32_t *length);
void cgw_sig_free(uintptr_t handle);

/* cgw_sig_set sets what a case sets beyond the catalogue: a context of at most 255 bytes, and what signatures are made
 * of in place of the library's generator, where randomlen is not 0. */
int64_t cgw_sig_set(
	uintptr_t handle, const uint8_t *context, uint32_t contextlen, const uint8_t *random, uint32_t randomlen);

/* cgw_sig_sign writes to out, which holds *outlen bytes, and leaves in *outlen how many it wrote. ECDSA's are DER. */
int64_t cgw_sig_sign(
	uintptr_t handle, const uint8_t *msg, uint32_t len, uint8_t *out, uint32_t *outlen, int64_t n, int64_t *ns);

/* cgw_sig_verify leaves 1 in *valid, or 0 for a signature that is not one. */
int64_t cgw_sig_verify(uintptr_t handle, const uint8_t *msg, uint32_t len, const uint8_t *sig, uint32_t siglen,
	uint8_t *valid, int64_t n, int64_t *ns);

/* cgw_sig_keygen makes a fresh key pair. */
int64_t cgw_sig_keygen(uintptr_t handle, int64_t n, int64_t *ns);

/* cgw_sig_export writes the key pair that was made last, and leaves in *privlen and *publen how many bytes it wrote. */
int64_t cgw_sig_export(uintptr_t handle, uint8_t *priv, uint32_t *privlen, uint8_t *pub, uint32_t *publen);

#endif
