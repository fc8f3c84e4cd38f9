//go:build cgo && !nowolf

#ifndef CGW_KDF_H
#define CGW_KDF_H

#include "row.h"

/* The KDFs; their operation is derive. */
extern const struct cgw_row *const cgw_kdfs;

/* cgw_kdf derives outlen bytes. hash is wolfCrypt's number for PBKDF2's and HKDF's, cost PBKDF2's iterations or the
 * logarithm of scrypt's N. */
int64_t cgw_kdf(int alg, int hash, const uint8_t *key, uint32_t keylen, const uint8_t *salt, uint32_t saltlen,
	const uint8_t *info, uint32_t infolen, int cost, int r, int p, uint8_t *out, uint32_t outlen, int64_t n,
	int64_t *ns);

#endif
