//go:build cgo && !nogcrypt

#include "kdf.h"

#include "shim.h"

int64_t cgg_kdf_derive(int algo, int sub, const uint8_t *password, size_t password_len, const uint8_t *salt,
	size_t salt_len, unsigned long cost, uint8_t *out, size_t out_len, int64_t n, int64_t *ns)
{
	int64_t status;

	password = cgg_bytes(password);
	salt = cgg_bytes(salt);
	CG_LOOP(n, ns, status,
		status = cgg_status(
			gcry_kdf_derive(password, password_len, algo, sub, salt, salt_len, cost, out_len, out)));
	return status;
}

/* computed takes the result out of an opened derivation and closes it. */
static int64_t computed(gcry_kdf_hd_t hd, uint8_t *out, size_t out_len)
{
	gcry_error_t err = gcry_kdf_compute(hd, NULL);

	if (err == 0)
		err = gcry_kdf_final(hd, out_len, out);
	gcry_kdf_close(hd);
	return cgg_status(err);
}

#if CGG_HAVE_HKDF

static int64_t hkdf(int sub, const uint8_t *key, size_t key_len, const uint8_t *salt, size_t salt_len,
	const uint8_t *info, size_t info_len, uint8_t *out, size_t out_len)
{
	const unsigned long param[] = {out_len};
	gcry_kdf_hd_t hd;
	gcry_error_t err =
		gcry_kdf_open(&hd, GCRY_KDF_HKDF, sub, param, 1, key, key_len, NULL, 0, salt, salt_len, info, info_len);

	return err ? cgg_status(err) : computed(hd, out, out_len);
}

int64_t cgg_kdf_hkdf(int sub, const uint8_t *key, size_t key_len, const uint8_t *salt, size_t salt_len,
	const uint8_t *info, size_t info_len, uint8_t *out, size_t out_len, int64_t n, int64_t *ns)
{
	int64_t status;

	key = cgg_bytes(key);
	salt = cgg_bytes(salt);
	info = cgg_bytes(info);
	CG_LOOP(n, ns, status, status = hkdf(sub, key, key_len, salt, salt_len, info, info_len, out, out_len));
	return status;
}

#else

int64_t cgg_kdf_hkdf(int sub, const uint8_t *key, size_t key_len, const uint8_t *salt, size_t salt_len,
	const uint8_t *info, size_t info_len, uint8_t *out, size_t out_len, int64_t n, int64_t *ns)
{
	(void)sub, (void)key, (void)key_len, (void)salt, (void)salt_len;
	(void)info, (void)info_len, (void)out, (void)out_len, (void)n, (void)ns;
	return CG_UNSUPPORTED;
}

#endif

static int64_t argon2(int sub, const unsigned long param[4], const uint8_t *password, size_t password_len,
	const uint8_t *salt, size_t salt_len, uint8_t *out, size_t out_len)
{
	gcry_kdf_hd_t hd;
	gcry_error_t err = gcry_kdf_open(
		&hd, GCRY_KDF_ARGON2, sub, param, 4, password, password_len, salt, salt_len, NULL, 0, NULL, 0);

	return err ? cgg_status(err) : computed(hd, out, out_len);
}

int64_t cgg_kdf_argon2(int sub, unsigned long passes, unsigned long memory, unsigned long lanes,
	const uint8_t *password, size_t password_len, const uint8_t *salt, size_t salt_len, uint8_t *out,
	size_t out_len, int64_t n, int64_t *ns)
{
	const unsigned long param[] = {out_len, passes, memory, lanes};
	int64_t status;

	password = cgg_bytes(password);
	salt = cgg_bytes(salt);
	CG_LOOP(n, ns, status, status = argon2(sub, param, password, password_len, salt, salt_len, out, out_len));
	return status;
}
