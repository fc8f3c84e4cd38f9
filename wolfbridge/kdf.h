//go:build cgo && !nowolf

#ifndef CGW_KDF_H
#define CGW_KDF_H

#include <stdint.h>

/* cgw_pbkdf2 derives outlen bytes. type is wolfCrypt's number for the hash. */
int64_t cgw_pbkdf2(int type, const uint8_t *password, uint32_t passlen, const uint8_t *salt, uint32_t saltlen, int iterations,
		   uint8_t *out, uint32_t outlen, int64_t n, int64_t *ns);

/* cgw_hkdf extracts and expands (RFC 5869). */
int64_t cgw_hkdf(int type, const uint8_t *ikm, uint32_t ikmlen, const uint8_t *salt, uint32_t saltlen, const uint8_t *info, uint32_t infolen,
		 uint8_t *out, uint32_t outlen, int64_t n, int64_t *ns);

/* cgw_scrypt has N = 2^log2n (RFC 7914). */
int64_t cgw_scrypt(const uint8_t *password, uint32_t passlen, const uint8_t *salt, uint32_t saltlen, int log2n, int r, int p,
		   uint8_t *out, uint32_t outlen, int64_t n, int64_t *ns);

#endif
