//go:build cgo && !nowolf

#ifndef CGW_MAC_H
#define CGW_MAC_H

#include <stdint.h>

/* HMAC over the hashes of hash.h that it takes. */

/* cgw_hmac_new leaves a context with its key set in *handle. type is wolfCrypt's
 * number for the hash. */
int64_t cgw_hmac_new(int type, const uint8_t *key, uint32_t keylen, uintptr_t *handle);
void cgw_hmac_free(uintptr_t handle);

/* cgw_hmac writes the tag of in under the standing key. */
int64_t cgw_hmac(uintptr_t handle, const uint8_t *in, uint32_t len, uint8_t *tag, int64_t n, int64_t *ns);

/* cgw_hmac_rekey sets the key first. */
int64_t cgw_hmac_rekey(uintptr_t handle, const uint8_t *in, uint32_t len, uint8_t *tag, int64_t n, int64_t *ns);

/* cgw_hmac_pbkdf2 derives outlen bytes by PBKDF2 (RFC 8018 section 5.2), the key set for each
 * iteration. width is the length of a tag. */
int64_t cgw_hmac_pbkdf2(uintptr_t handle, uint32_t width, const uint8_t *salt, uint32_t saltlen, int iterations,
			uint8_t *out, uint32_t outlen, int64_t n, int64_t *ns);

/* The MACs besides HMAC, as the rows name them. */
enum {
	CGW_GMAC,
	CGW_CMAC,
	CGW_POLY1305,
	CGW_SIPHASH,
	CGW_HMAC_BLAKE2B,
	CGW_HMAC_BLAKE2S
};

/* cgw_mac_new leaves a context in *handle, with its key set where the MAC
 * keeps one. */
int64_t cgw_mac_new(int alg, const uint8_t *key, uint32_t keylen, uintptr_t *handle);
void cgw_mac_free(uintptr_t handle);

/* cgw_mac writes the taglen bytes of the tag of in. nonce is GMAC's. Where
 * rekey is not 0, it sets the key first; what keeps no key does so always. */
int64_t cgw_mac(uintptr_t handle, int rekey, const uint8_t *nonce, uint32_t noncelen, const uint8_t *in, uint32_t len,
		uint8_t *tag, uint32_t taglen, int64_t n, int64_t *ns);

#endif
