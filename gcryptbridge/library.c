//go:build cgo && !nogcrypt

#include "library.h"

#include <stdarg.h>
#include <stdio.h>

#include "shim.h"

/* What the library would write to stderr goes nowhere, except the last words
 * before it aborts. */
static void quiet(void *opaque, int level, const char *format, va_list args)
{
	(void)opaque;
	if (level == GCRY_LOG_FATAL || level == GCRY_LOG_BUG)
		vfprintf(stderr, format, args);
}

/* libgcrypt 1.12's header says that gcry_set_log_handler is without effect
 * and marks it deprecated; its code still heeds it, and there is no other way. */
static void set_log_handler(void)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
	gcry_set_log_handler(quiet, NULL);
#pragma GCC diagnostic pop
}

/* No secure memory: keys of the other libraries lie in ordinary memory too,
 * and its locked pool is small and slow. The library's own benchmarks disable it as well.
 *
 * The random generator is used once, as it has been in any program that made a key: from then on each
 * message digest context that is opened stirs its pool, which takes about 5 µs. Otherwise it would depend on which rows
 * came before whether a row has that in it. */
int64_t cgg_start(void)
{
	gcry_error_t err;
	unsigned char used;

	setvbuf(stdout, NULL, _IOLBF, 0); /* what the library prints is known with the call */
	set_log_handler();
	if (gcry_check_version(NULL) == NULL)
		return CG_UNSUPPORTED;
	if (gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P))
		return CG_OK;
	err = gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
	if (err == 0)
		err = gcry_control(GCRYCTL_DISABLE_SECMEM_WARN);
	if (err == 0)
		err = gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
	if (err == 0)
		gcry_randomize(&used, sizeof used, GCRY_STRONG_RANDOM);
	return cgg_status(err);
}

int cgg_fips(void)
{
	return gcry_fips_mode_active() != 0;
}

const char *cgg_words(int code)
{
	return gcry_strerror((gcry_error_t)code);
}
