//go:build cgo && !nogcrypt

#include "kdf.h"

#include "shim.h"

int64_t cgg_kdf_derive(int algo, int sub, const uint8_t *password,
		       size_t password_len, const uint8_t *salt,
		       size_t salt_len, unsigned long cost, uint8_t *out,
		       size_t out_len, int64_t n, int64_t *ns)
{
	int64_t status;

	password = cgg_bytes(password);
	salt = cgg_bytes(salt);
	CG_LOOP(n, ns, status,
		status = cgg_status(gcry_kdf_derive(password, password_len,
						    algo, sub, salt, salt_len,
						    cost, out_len, out)));
	return status;
}
