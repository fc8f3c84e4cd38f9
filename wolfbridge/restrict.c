//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/types.h>
#include <wolfssl/wolfcrypt/cpuid.h>

#include "restrict.h"
#include "shim.h"

#ifdef HAVE_CPUID

/* Some builds do not export these functions. */
#pragma weak cpuid_get_flags
#pragma weak cpuid_select_flags

int cgw_restrictable(void)
{
	return cpuid_get_flags != NULL && cpuid_select_flags != NULL;
}

/* The types of the two functions differ between versions. */
void cgw_restrict(unsigned int off)
{
	static const struct {
		unsigned int off, flags;
	} switches[] = {
#ifdef HAVE_CPUID_INTEL
		{ CGW_OFF_AES, CPUID_AESNI },
		{ CGW_OFF_AVX, CPUID_AVX1 },
		{ CGW_OFF_AVX2, CPUID_AVX2 },
		{ CGW_OFF_BMI2, CPUID_BMI2 },
		{ CGW_OFF_ADX, CPUID_ADX },
		{ CGW_OFF_RDRAND, CPUID_RDRAND | CPUID_RDSEED },
#ifdef CPUID_MOVBE
		{ CGW_OFF_MOVBE, CPUID_MOVBE },
#endif
#ifdef CPUID_BMI1
		{ CGW_OFF_BMI1, CPUID_BMI1 },
#endif
#ifdef CPUID_SHA
		{ CGW_OFF_SHA, CPUID_SHA },
#endif
#elif defined(HAVE_CPUID_AARCH64)
		{ CGW_OFF_AES, CPUID_AES },
		{ CGW_OFF_PMULL, CPUID_PMULL },
		{ CGW_OFF_SHA2, CPUID_SHA256 },
		{ CGW_OFF_SHA512, CPUID_SHA512 },
		{ CGW_OFF_SHA3, CPUID_SHA3 },
		{ CGW_OFF_SM3, CPUID_SM3 },
		{ CGW_OFF_SM4, CPUID_SM4 },
#endif
	};
	unsigned int flags;
	size_t i;

	if (cgw_restrictable() != 1)
		return;
	flags = (unsigned int)cpuid_get_flags();
	for (i = 0; i < sizeof switches / sizeof switches[0]; i++)
		if (off & switches[i].off)
			flags &= ~switches[i].flags;
	cpuid_select_flags(flags);
}

#else

int cgw_restrictable(void)
{
	return -1;
}

void cgw_restrict(unsigned int off)
{
	(void)off;
}

#endif
