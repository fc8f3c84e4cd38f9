//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/aes.h>
#include <wolfssl/wolfcrypt/ecc.h>
#include <wolfssl/wolfcrypt/error-crypt.h>
#include <wolfssl/wolfcrypt/rsa.h>
#include <wolfssl/wolfcrypt/wc_port.h>

#include <stdio.h>

#include "library.h"
#include "shim.h"

int64_t cgw_init(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0); /* what the library prints is known with the call */
	return cgw_status(wolfCrypt_Init());
}

const char *cgw_words(int code)
{
	return wc_GetErrorString(code);
}

/* LARGER returns the name of a type if init, which clears the whole of what the library takes for one, writes behind
 * it. */
#define LARGER(type, init, release) \
	do { \
		type *c = memset(space, 0xa5, sizeof(space)); \
		int rc = (init); \
		release(c); \
		for (size_t i = sizeof(type) - less; rc == 0 && i < sizeof(space); i++) \
			if (((uint8_t *)space)[i] != 0xa5) \
				return #type; \
	} while (0);

const char *cgw_larger(size_t less)
{
	static uint64_t space[4096] __attribute__((aligned(CG_ALIGN)));

	(void)space, (void)less; /* where the build has none of these */
	IF(OFF(NO_AES), LARGER(Aes, wc_AesInit(c, NULL, INVALID_DEVID), wc_AesFree))
	IF(OFF(NO_RSA), LARGER(RsaKey, wc_InitRsaKey(c, NULL), wc_FreeRsaKey))
	IF(ON(HAVE_ECC), LARGER(ecc_key, wc_ecc_init(c), wc_ecc_free))
	return NULL;
}
