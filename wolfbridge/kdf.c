//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/hmac.h>
#include <wolfssl/wolfcrypt/pwdbased.h>

#include "kdf.h"
#include "shim.h"

/* A KDF: name, the catalogue's ID, where it is built and by which option, and its function with its arguments. */
#define KDFS(X) \
	X(PBKDF2, "pbkdf2-hmac-*", AND(ON(HAVE_PBKDF2), AND(OFF(NO_PWDBASED), OFF(NO_HMAC))), \
		"PBKDF2 (no NO_PWDBASED)", wc_PBKDF2_ex, \
		(out, key, (int)keylen, salt, (int)saltlen, cost, (int)outlen, hash, NULL, INVALID_DEVID)) \
	X(HKDF, "hkdf-*", ON(HAVE_HKDF), "--enable-hkdf", wc_HKDF, \
		(hash, key, keylen, salt, saltlen, info, infolen, out, outlen)) \
	X(SCRYPT, "scrypt", ON(HAVE_SCRYPT), "--enable-scrypt", wc_scrypt, SCRYPT_ARGUMENTS) \
	X(SCRYPT_LARGE, "scrypt-large", ON(HAVE_SCRYPT), "--enable-scrypt", wc_scrypt, SCRYPT_ARGUMENTS)

#define SCRYPT_ARGUMENTS (out, key, (int)keylen, salt, (int)saltlen, cost, r, p, (int)outlen)

#define ROW(name, id, built, option, function, with) {id, built, option, .how = {#function}},

static const struct cgw_row rows[] = {KDFS(ROW){0}};
const struct cgw_row *const cgw_kdfs = rows;

enum { KDFS(NAME) };

#define CASE_KDF(name, id, built, option, function, with) IF(built, case ROW_##name : CALL(function with); break;)

int64_t cgw_kdf(int alg, int hash, const uint8_t *key, uint32_t keylen, const uint8_t *salt, uint32_t saltlen,
	const uint8_t *info, uint32_t infolen, int cost, int r, int p, uint8_t *out, uint32_t outlen, int64_t n,
	int64_t *ns)
{
	int64_t status = CG_UNSUPPORTED;

	(void)hash, (void)key, (void)keylen, (void)salt, (void)saltlen, (void)info,
		(void)infolen; /* where the build has none of these */
	(void)cost, (void)r, (void)p, (void)out, (void)outlen, (void)n, (void)ns;
	switch (alg) {
		KDFS(CASE_KDF)
	}
	return status;
}
