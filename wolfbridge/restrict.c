//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/types.h>
#include <wolfssl/wolfcrypt/cpuid.h>

#include "restrict.h"
#include "shim.h"

#ifdef HAVE_CPUID

/* Some builds do not export these functions, whose types differ between versions. */
#pragma weak cpuid_get_flags
#pragma weak cpuid_select_flags

static const struct {
	const char *feature;
	unsigned int flags;
} switches[] = {
#ifdef HAVE_CPUID_INTEL
	{"aes", CPUID_AESNI},
	{"avx", CPUID_AVX1},
	{"avx2", CPUID_AVX2},
	{"bmi2", CPUID_BMI2},
	{"adx", CPUID_ADX},
	{"rdrand", CPUID_RDRAND | CPUID_RDSEED},
#ifdef CPUID_MOVBE
	{"movbe", CPUID_MOVBE},
#endif
#ifdef CPUID_BMI1
	{"bmi1", CPUID_BMI1},
#endif
#ifdef CPUID_SHA
	{"sha", CPUID_SHA},
#endif
#elif defined(HAVE_CPUID_AARCH64)
	{"aes", CPUID_AES},
	{"pmull", CPUID_PMULL},
	{"sha2", CPUID_SHA256},
	{"sha512", CPUID_SHA512},
	{"sha3", CPUID_SHA3},
	{"sm3", CPUID_SM3},
	{"sm4", CPUID_SM4},
#endif
	{"", 0},
};

int cgw_restrictable(void)
{
	return cpuid_get_flags != NULL && cpuid_select_flags != NULL;
}

static unsigned int flags_of(const char *feature)
{
	size_t i = 0;

	while (switches[i].flags != 0 && strcmp(switches[i].feature, feature) != 0)
		i++;
	return switches[i].flags;
}

int cgw_uses(const char *feature)
{
	return cpuid_get_flags != NULL && ((unsigned int)cpuid_get_flags() & flags_of(feature)) != 0;
}

void cgw_restrict(const char *feature)
{
	if (cgw_restrictable())
		cpuid_select_flags((unsigned int)cpuid_get_flags() & ~flags_of(feature));
}

#else

int cgw_restrictable(void)
{
	return -1;
}

int cgw_uses(const char *feature)
{
	(void)feature;
	return 0;
}

void cgw_restrict(const char *feature)
{
	(void)feature;
}

#endif
