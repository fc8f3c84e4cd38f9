//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/types.h>
#include <wolfssl/wolfcrypt/cpuid.h>

#include "describe.h"
#include "shim.h"

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#include <asm/hwcap.h>
#endif

/* Some builds have these functions and export them, some do not. */
extern const char *wolfSSL_lib_version(void) __attribute__((weak));
extern const char *wolfSSL_configure_args(void) __attribute__((weak));
extern const char *wolfSSL_global_cflags(void) __attribute__((weak));
#pragma weak cpuid_get_flags

const char *cgw_version(void)
{
	return wolfSSL_lib_version != NULL ? wolfSSL_lib_version() : NULL;
}

const char *cgw_configure(void)
{
	return wolfSSL_configure_args != NULL ? wolfSSL_configure_args() : NULL;
}

const char *cgw_cflags(void)
{
	return wolfSSL_global_cflags != NULL ? wolfSSL_global_cflags() : NULL;
}

const char *cgw_math(void)
{
#if defined(WOLFSSL_SP_MATH)
	return "sp_int, single precision alone";
#elif defined(WOLFSSL_SP_MATH_ALL) && CGW_SP
	return "sp_int, single precision for the usual sizes and curves";
#elif defined(WOLFSSL_SP_MATH_ALL)
	return "sp_int, for any size";
#elif defined(USE_FAST_MATH)
	return "tfm";
#else
	return "integer";
#endif
}

int cgw_cpu_has(void)
{
	int has = 0;

#if defined(__x86_64__)
	unsigned int a, b, c, d;

	__builtin_cpu_init();
	if (__builtin_cpu_supports("aes"))
		has |= CGW_CPU_AES;
	if (__builtin_cpu_supports("avx"))
		has |= CGW_CPU_AVX;
	if (__builtin_cpu_supports("avx2"))
		has |= CGW_CPU_AVX2;
	if (__builtin_cpu_supports("bmi2"))
		has |= CGW_CPU_BMI2;
	if (__get_cpuid(1, &a, &b, &c, &d) && (c & bit_RDRND))
		has |= CGW_CPU_RDRAND;
	if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
		if (b & bit_ADX)
			has |= CGW_CPU_ADX;
		if (b & bit_SHA)
			has |= CGW_CPU_SHA;
		if (b & bit_RDSEED)
			has |= CGW_CPU_RDSEED;
	}
#elif defined(__aarch64__) && defined(__linux__)
	unsigned long caps = getauxval(AT_HWCAP);

	if (caps & HWCAP_AES)
		has |= CGW_CPU_ARM_AES;
	if (caps & HWCAP_SHA2)
		has |= CGW_CPU_ARM_SHA2;
	if (caps & HWCAP_SHA3)
		has |= CGW_CPU_ARM_SHA3;
#endif
	return has;
}

int cgw_cpu_sees(void)
{
#ifdef HAVE_CPUID
	if (cpuid_get_flags != NULL) {
		unsigned int flags = (unsigned int)cpuid_get_flags();
		int sees = 0;

#ifdef HAVE_CPUID_INTEL
		if (flags & CPUID_AESNI)
			sees |= CGW_CPU_AES;
		if (flags & CPUID_AVX1)
			sees |= CGW_CPU_AVX;
		if (flags & CPUID_AVX2)
			sees |= CGW_CPU_AVX2;
		if (flags & CPUID_BMI2)
			sees |= CGW_CPU_BMI2;
		if (flags & CPUID_ADX)
			sees |= CGW_CPU_ADX;
#ifdef CPUID_SHA
		if (flags & CPUID_SHA)
			sees |= CGW_CPU_SHA;
#endif
		if (flags & CPUID_RDRAND)
			sees |= CGW_CPU_RDRAND;
		if (flags & CPUID_RDSEED)
			sees |= CGW_CPU_RDSEED;
#elif defined(HAVE_CPUID_AARCH64)
		if (flags & CPUID_AES)
			sees |= CGW_CPU_ARM_AES;
		if (flags & CPUID_SHA256)
			sees |= CGW_CPU_ARM_SHA2;
		if (flags & CPUID_SHA3)
			sees |= CGW_CPU_ARM_SHA3;
#endif
		return sees;
	}
#endif
	return -1;
}
