//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>

#include "describe.h"
#include "shim.h"

/* Some builds have these functions and export them, some do not. */
extern const char *wolfSSL_lib_version(void) __attribute__((weak));
extern const char *wolfSSL_configure_args(void) __attribute__((weak));
extern const char *wolfSSL_global_cflags(void) __attribute__((weak));

const char *cgw_version(void)
{
	return wolfSSL_lib_version != NULL ? wolfSSL_lib_version() : "";
}

const char *cgw_configure(void)
{
	return wolfSSL_configure_args != NULL ? wolfSSL_configure_args() : "";
}

const char *cgw_cflags(void)
{
	return wolfSSL_global_cflags != NULL ? wolfSSL_global_cflags() : "";
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
