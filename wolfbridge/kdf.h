//go:build cgo && !nowolf

#ifndef CGW_KDF_H
#define CGW_KDF_H

#include <stdint.h>

/* cgw_pbkdf2 derives outlen bytes. type is wolfCrypt's number for the hash. */
int64_t cgw_pbkdf2(int type, const uint8_t *password, uint32_t passlen, const uint8_t *salt, uint32_t saltlen, int iterations,
		   uint8_t *out, uint32_t outlen, int64_t n, int64_t *ns);

#endif
