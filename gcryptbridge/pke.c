//go:build cgo && !nogcrypt

#include "pke.h"

#include <limits.h>

#include "pk.h"

/* What a message or a ciphertext is handed to the library with. */
struct padding {
	int form;
	const char *hash;
	const uint8_t *label;
	int label_len;
};

/* In the formats of gcry_sexp_build %b is an int and that many bytes. */
static gcry_error_t build_data(gcry_sexp_t *data, const struct padding *p, const uint8_t *msg, int len)
{
	switch (p->form) {
	case CGG_PKE_PKCS1:
		return gcry_sexp_build(data, NULL, "(data(flags pkcs1)(value %b))", len, msg);
	case CGG_PKE_OAEP:
		return gcry_sexp_build(data, NULL, "(data(flags oaep)(hash-algo %s)(value %b))", p->hash, len, msg);
	default:
		return gcry_sexp_build(data, NULL, "(data(flags oaep)(hash-algo %s)(label %b)(value %b))", p->hash,
			p->label_len, p->label, len, msg);
	}
}

static gcry_error_t build_sealed(gcry_sexp_t *sealed, const struct padding *p, const uint8_t *value, int len)
{
	switch (p->form) {
	case CGG_PKE_PKCS1:
		return gcry_sexp_build(sealed, NULL, "(enc-val(flags pkcs1)(rsa(a %b)))", len, value);
	case CGG_PKE_OAEP:
		return gcry_sexp_build(
			sealed, NULL, "(enc-val(flags oaep)(hash-algo %s)(rsa(a %b)))", p->hash, len, value);
	default:
		return gcry_sexp_build(sealed, NULL, "(enc-val(flags oaep)(hash-algo %s)(label %b)(rsa(a %b)))",
			p->hash, p->label_len, p->label, len, value);
	}
}

static int64_t encrypt(
	gcry_sexp_t key, const struct padding *p, const uint8_t *msg, int len, uint8_t *out, size_t width)
{
	gcry_sexp_t data, sealed;
	gcry_error_t err = build_data(&data, p, msg, len);
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

int64_t cgg_pke_encrypt(uintptr_t key, int padding, const char *hash, const uint8_t *label, size_t label_len,
	const uint8_t *msg, size_t len, uint8_t *out, size_t width, int64_t n, int64_t *ns)
{
	const struct padding p = {padding, hash, label, (int)label_len};
	int64_t status;

	if (len > INT_MAX || label_len > INT_MAX)
		return CG_BAD_LENGTH;
	msg = cgg_bytes(msg);
	CG_LOOP(n, ns, status, status = encrypt((gcry_sexp_t)key, &p, msg, (int)len, out, width));
	return status;
}

static int64_t decrypt(gcry_sexp_t key, const struct padding *p, const uint8_t *sealed, int sealed_len, uint8_t *out,
	size_t out_size, size_t *len)
{
	gcry_sexp_t data, plain;
	gcry_error_t err = build_sealed(&data, p, sealed, sealed_len);
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

int64_t cgg_pke_decrypt(uintptr_t key, int padding, const char *hash, const uint8_t *label, size_t label_len,
	const uint8_t *sealed, size_t sealed_len, uint8_t *out, size_t out_size, size_t *len, int64_t n, int64_t *ns)
{
	const struct padding p = {padding, hash, label, (int)label_len};
	int64_t status;

	if (sealed_len > INT_MAX || label_len > INT_MAX)
		return CG_BAD_LENGTH;
	sealed = cgg_bytes(sealed);
	CG_LOOP(n, ns, status, status = decrypt((gcry_sexp_t)key, &p, sealed, (int)sealed_len, out, out_size, len));
	return status;
}
