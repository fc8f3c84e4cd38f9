//go:build cgo && !nowolf

#ifndef CGW_MAC_H
#define CGW_MAC_H

#include <stdint.h>

/* cgw_hmac_new leaves a context with its key set in *handle. type is wolfCrypt's
 * number for the hash. */
int64_t cgw_hmac_new(int type, const uint8_t *key, uint32_t keylen, uintptr_t *handle);
void cgw_hmac_free(uintptr_t handle);

/* cgw_hmac writes the tag of in under the standing key. */
int64_t cgw_hmac(uintptr_t handle, const uint8_t *in, uint32_t len, uint8_t *tag, int64_t n, int64_t *ns);

/* cgw_hmac_rekey sets the key first. */
int64_t cgw_hmac_rekey(uintptr_t handle, const uint8_t *in, uint32_t len, uint8_t *tag, int64_t n, int64_t *ns);

#endif
