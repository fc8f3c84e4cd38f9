//go:build cgo && !nogcrypt

#include "pke.h"

#include <limits.h>

#include "pk.h"

/* The formats of gcry_sexp_build: %b is an int and that many bytes. */
static const struct padding {
	const char *data;   /* a message */
	const char *sealed; /* a ciphertext */
} paddings[] = {
	[CGG_PKE_PKCS1] = { "(data(flags pkcs1)(value %b))",
			    "(enc-val(flags pkcs1)(rsa(a %b)))" },
	[CGG_PKE_OAEP] = {
		"(data(flags oaep)(hash-algo sha256)(value %b))",
		"(enc-val(flags oaep)(hash-algo sha256)(rsa(a %b)))" },
};

static int64_t encrypt(gcry_sexp_t key, const struct padding *p,
		       const uint8_t *msg, int len, uint8_t *out, size_t width)
{
	gcry_sexp_t data, sealed;
	gcry_error_t err = gcry_sexp_build(&data, NULL, p->data, len, msg);
	int64_t status;

	if (err)
		return cgg_status(err);
	err = gcry_pk_encrypt(&sealed, data, key);
	gcry_sexp_release(data);
	if (err)
		return cgg_status(err);
	status = cgg_get(sealed, "a", out, width);
	gcry_sexp_release(sealed);
	return status;
}

int64_t cgg_pke_encrypt(uintptr_t key, int padding, const uint8_t *msg,
			size_t len, uint8_t *out, size_t width, int64_t n,
			int64_t *ns)
{
	int64_t status;

	if (len > INT_MAX)
		return CG_BAD_LENGTH;
	msg = cgg_bytes(msg);
	CG_LOOP(n, ns, status,
		status = encrypt((gcry_sexp_t)key, &paddings[padding], msg,
				 (int)len, out, width));
	return status;
}

static int64_t decrypt(gcry_sexp_t key, const struct padding *p,
		       const uint8_t *sealed, int sealed_len, uint8_t *out,
		       size_t out_size, size_t *len)
{
	gcry_sexp_t data, plain;
	gcry_error_t err =
		gcry_sexp_build(&data, NULL, p->sealed, sealed_len, sealed);
	const char *value;
	int64_t status = CG_OK;

	if (err)
		return cgg_status(err);
	err = gcry_pk_decrypt(&plain, data, key);
	gcry_sexp_release(data);
	if (err)
		return cgg_status(err);
	value = gcry_sexp_nth_data(plain, 1, len);
	if (value == NULL)
		*len = 0; /* an S-expression has no empty value */
	else if (*len > out_size)
		status = CG_BAD_LENGTH;
	else
		memcpy(out, value, *len);
	gcry_sexp_release(plain);
	return status;
}

int64_t cgg_pke_decrypt(uintptr_t key, int padding, const uint8_t *sealed,
			size_t sealed_len, uint8_t *out, size_t out_size,
			size_t *len, int64_t n, int64_t *ns)
{
	int64_t status;

	if (sealed_len > INT_MAX)
		return CG_BAD_LENGTH;
	sealed = cgg_bytes(sealed);
	CG_LOOP(n, ns, status,
		status = decrypt((gcry_sexp_t)key, &paddings[padding], sealed,
				 (int)sealed_len, out, out_size, len));
	return status;
}
