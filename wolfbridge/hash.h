//go:build cgo && !nowolf

#ifndef CGW_HASH_H
#define CGW_HASH_H

#include "row.h"

/* The hashes and XOFs; their operation is sum. */
extern const struct cgw_row *const cgw_hashes;

/* cgw_hash_new leaves a context for cgw_hash_sum in *handle. */
int64_t cgw_hash_new(int alg, uintptr_t *handle);
void cgw_hash_free(uintptr_t handle);

/* cgw_hash_sum sets the context up and writes the outlen bytes of the digest of in to out. */
int64_t cgw_hash_sum(
	uintptr_t handle, const uint8_t *in, uint32_t len, uint8_t *out, uint32_t outlen, int64_t n, int64_t *ns);

#endif
