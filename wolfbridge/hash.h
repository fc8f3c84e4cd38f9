//go:build cgo && !nowolf

#ifndef CGW_HASH_H
#define CGW_HASH_H

#include <stdint.h>

/* The hashes of this library, as the rows name them. */
enum {
	CGW_MD4,
	CGW_MD5,
	CGW_SHA1,
	CGW_SHA224,
	CGW_SHA256,
	CGW_SHA384,
	CGW_SHA512,
	CGW_SHA512_224,
	CGW_SHA512_256,
	CGW_SHA3_224,
	CGW_SHA3_256,
	CGW_SHA3_384,
	CGW_SHA3_512,
	CGW_SHAKE128,
	CGW_SHAKE256,
	CGW_BLAKE2B_512,
	CGW_BLAKE2B_256,
	CGW_BLAKE2S_256,
	CGW_RIPEMD160
};

/* cgw_hash_type is wolfCrypt's number for a hash, WC_HASH_TYPE_NONE (0) where it has none. */
int cgw_hash_type(int alg);

/* cgw_hash_new returns a context for cgw_hash_sum, 0 for want of memory. */
uintptr_t cgw_hash_new(int alg);
void cgw_hash_free(uintptr_t handle);

/* cgw_hash_length is the length of its digest; 0 where outlen says it. */
uint32_t cgw_hash_length(int alg);

/* cgw_hash_sum sets the context up and writes the outlen bytes of the digest of in to out. */
int64_t cgw_hash_sum(uintptr_t handle, const uint8_t *in, uint32_t len, uint8_t *out, uint32_t outlen, int64_t n, int64_t *ns);

#endif
