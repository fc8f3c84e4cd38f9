//go:build cgo && !nowolf

#ifndef CGW_AGREEMENT_H
#define CGW_AGREEMENT_H

#include "row.h"

/* The groups; their operations are keygen and agree. Keys are in the encodings of the catalogue. */
extern const struct cgw_row *const cgw_agreements;

/* cgw_agree_new leaves in *handle what cgw_agree needs. privlen 0: a context for cgw_agree_keygen, without keys. */
int64_t cgw_agree_new(int alg, const uint8_t *priv, uint32_t privlen, uintptr_t *handle);
void cgw_agree_free(uintptr_t handle);

/* cgw_agree decodes and checks the peer's public key, as far as the library does, and writes the shared secret to out,
 * which holds *outlen bytes, and leaves in *outlen how many it wrote: less than the group is wide where the secret
 * begins with zeros and the library drops them. */
int64_t cgw_agree(uintptr_t handle, const uint8_t *peer, uint32_t peerlen, uint8_t *out, uint32_t *outlen, int64_t n,
	int64_t *ns);

/* cgw_agree_keygen makes a fresh key pair, whose private key has at most width bytes. */
int64_t cgw_agree_keygen(uintptr_t handle, uint32_t width, int64_t n, int64_t *ns);

/* cgw_agree_export writes the key pair that was made last, with the lengths as in cgw_agree. */
int64_t cgw_agree_export(uintptr_t handle, uint8_t *priv, uint32_t *privlen, uint8_t *pub, uint32_t *publen);

#endif
