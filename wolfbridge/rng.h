//go:build cgo && !nowolf

#ifndef CGW_RNG_H
#define CGW_RNG_H

#include <stdint.h>

/* cgw_rng_new leaves a seeded generator in *handle. */
int64_t cgw_rng_new(uintptr_t *handle);
void cgw_rng_free(uintptr_t handle);

/* cgw_rng_read fills out. */
int64_t cgw_rng_read(uintptr_t handle, uint8_t *out, uint32_t len, int64_t n, int64_t *ns);

#endif
