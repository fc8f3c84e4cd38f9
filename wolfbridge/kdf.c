//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/hmac.h>
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

#if CGW_HAVE_HKDF

int64_t cgw_hkdf(int type, const uint8_t *ikm, uint32_t ikmlen, const uint8_t *salt, uint32_t saltlen, const uint8_t *info, uint32_t infolen,
		 uint8_t *out, uint32_t outlen, int64_t n, int64_t *ns)
{
	int64_t status;

	CG_LOOP(n, ns, status, {
		status = cgw_status(wc_HKDF(type, ikm, ikmlen, salt, saltlen, info, infolen, out, outlen));
	});
	return status;
}

#else

int64_t cgw_hkdf(int, const uint8_t *, uint32_t, const uint8_t *, uint32_t, const uint8_t *, uint32_t, uint8_t *, uint32_t, int64_t, int64_t *) { return CG_UNSUPPORTED; }

#endif

#if CGW_HAVE_SCRYPT

int64_t cgw_scrypt(const uint8_t *password, uint32_t passlen, const uint8_t *salt, uint32_t saltlen, int log2n, int r, int p,
		   uint8_t *out, uint32_t outlen, int64_t n, int64_t *ns)
{
	int64_t status;

	CG_LOOP(n, ns, status, {
		status = cgw_status(wc_scrypt(out, password, (int)passlen, salt, (int)saltlen, log2n, r, p, (int)outlen));
	});
	return status;
}

#else

int64_t cgw_scrypt(const uint8_t *, uint32_t, const uint8_t *, uint32_t, int, int, int, uint8_t *, uint32_t, int64_t, int64_t *) { return CG_UNSUPPORTED; }

#endif
