/* PBKDF2 over an HMAC that is keyed anew for each iteration: what a program
 * pays that keeps no context. The libraries' own PBKDF2 does not come this way.
 */
#ifndef CRYPTOGAP_PBKDF2_H
#define CRYPTOGAP_PBKDF2_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "status.h"

/* The widest digest of the catalogue. */
#define CG_PRF_MAX 64

/* A cg_prf sets its key, and writes the tag of a, then b. */
typedef int64_t cg_prf(void *key, const uint8_t *a, size_t alen, const uint8_t *b, size_t blen, uint8_t *tag);

/* cg_pbkdf2 derives len bytes (RFC 8018 section 5.2). width is the length of
 * prf's tag. It is inline so that the call of prf is direct. */
static inline int64_t cg_pbkdf2(cg_prf *prf, void *key, size_t width, const uint8_t *salt, size_t saltlen,
	unsigned long iterations, uint8_t *out, size_t len)
{
	uint8_t u[CG_PRF_MAX], t[CG_PRF_MAX];

	if (width == 0 || width > CG_PRF_MAX)
		return CG_BAD_LENGTH;
	for (uint32_t block = 1; len > 0; block++) {
		const uint8_t index[4] = {
			(uint8_t)(block >> 24), (uint8_t)(block >> 16), (uint8_t)(block >> 8), (uint8_t)block};
		size_t part = len < width ? len : width;
		int64_t status = prf(key, salt, saltlen, index, sizeof index, u);

		memcpy(t, u, width);
		for (unsigned long i = 1; status == CG_OK && i < iterations; i++) {
			status = prf(key, u, width, NULL, 0, u);
			for (size_t k = 0; k < width; k++)
				t[k] ^= u[k];
		}
		if (status != CG_OK)
			return status;
		memcpy(out, t, part);
		out += part;
		len -= part;
	}
	return CG_OK;
}

#endif
