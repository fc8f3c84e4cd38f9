//go:build cgo && !nowolf

#ifndef CGW_MAC_H
#define CGW_MAC_H

#include "row.h"

/* The MACs; their operations are mac and mac-rekey. */
extern const struct cgw_row *const cgw_macs;

/* The place of HMAC among them. */
#define CGW_HMAC 0

/* cgw_mac_new leaves a context in *handle, with its key set. hash is wolfCrypt's number for HMAC's, nonce GMAC's. With
 * rekey, each message sets the key first. */
int64_t cgw_mac_new(int alg, int rekey, int hash, const uint8_t *key, uint32_t keylen, const uint8_t *nonce,
	uint32_t noncelen, uint32_t taglen, uintptr_t *handle);
void cgw_mac_free(uintptr_t handle);

/* cgw_mac writes the tag of in. */
int64_t cgw_mac(uintptr_t handle, const uint8_t *in, uint32_t len, uint8_t *tag, int64_t n, int64_t *ns);

/* cgw_mac_pbkdf2 derives outlen bytes by PBKDF2 (RFC 8018 section 5.2) over an HMAC, the key set for each iteration. */
int64_t cgw_mac_pbkdf2(uintptr_t handle, const uint8_t *salt, uint32_t saltlen, int iterations, uint8_t *out,
	uint32_t outlen, int64_t n, int64_t *ns);

#endif
