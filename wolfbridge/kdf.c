//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/pwdbased.h>

#include "kdf.h"
#include "shim.h"

#if CGW_HAVE_PBKDF2

int64_t cgw_pbkdf2(int type, const uint8_t *password, uint32_t passlen, const uint8_t *salt, uint32_t saltlen, int iterations,
		   uint8_t *out, uint32_t outlen, int64_t n, int64_t *ns)
{
	int64_t status;

	CG_LOOP(n, ns, status, {
		status = cgw_status(wc_PBKDF2_ex(out, password, (int)passlen, salt, (int)saltlen, iterations, (int)outlen, type, NULL, INVALID_DEVID));
	});
	return status;
}

#else

int64_t cgw_pbkdf2(int, const uint8_t *, uint32_t, const uint8_t *, uint32_t, int, uint8_t *, uint32_t, int64_t, int64_t *) { return CG_UNSUPPORTED; }

#endif
