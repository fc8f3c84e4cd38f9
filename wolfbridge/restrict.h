//go:build cgo && !nowolf

#ifndef CGW_RESTRICT_H
#define CGW_RESTRICT_H

#include <stdint.h>

/* The library's switches. */
enum {
	CGW_OFF_AES = 1 << 0,
	CGW_OFF_AVX = 1 << 1,
	CGW_OFF_AVX2 = 1 << 2,
	CGW_OFF_BMI1 = 1 << 3,
	CGW_OFF_BMI2 = 1 << 4,
	CGW_OFF_ADX = 1 << 5,
	CGW_OFF_MOVBE = 1 << 6,
	CGW_OFF_SHA = 1 << 7,
	CGW_OFF_RDRAND = 1 << 8, /* and RDSEED */
	CGW_OFF_PMULL = 1 << 9,
	CGW_OFF_SHA2 = 1 << 10,
	CGW_OFF_SHA512 = 1 << 11,
	CGW_OFF_SHA3 = 1 << 12,
	CGW_OFF_SM3 = 1 << 13,
	CGW_OFF_SM4 = 1 << 14
};

/* cgw_restrictable says whether the library has switches: 1, 0, or -1 where it
 * needs none, since it has no code to switch off. */
int cgw_restrictable(void);

/* cgw_restrict makes the library do without what the bits of off stand for. It
 * must be called before anything else of the library. */
void cgw_restrict(unsigned int off);

#endif
