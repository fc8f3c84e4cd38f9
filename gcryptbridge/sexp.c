//go:build cgo && !nogcrypt

#include "sexp.h"

#include "pk.h"

int64_t cgg_sexp_new(const uint8_t *text, size_t len, uintptr_t *sexp)
{
	gcry_sexp_t s;
	gcry_error_t err = gcry_sexp_new(&s, text, len, 1);

	if (err == 0)
		*sexp = (uintptr_t)s;
	return cgg_status(err);
}

void cgg_sexp_release(uintptr_t sexp)
{
	gcry_sexp_release((gcry_sexp_t)sexp);
}

int64_t cgg_sexp_field(uintptr_t sexp, const char *list, const char *name, uint8_t *out, size_t width)
{
	gcry_sexp_t part = gcry_sexp_find_token((gcry_sexp_t)sexp, list, 0);
	int64_t status;

	if (part == NULL)
		return cg_lib(GPG_ERR_NO_OBJ);
	status = cgg_get(part, name, out, width);
	gcry_sexp_release(part);
	return status;
}

static int64_t genkey(gcry_sexp_t params, uintptr_t *key)
{
	gcry_sexp_t fresh;
	gcry_error_t err = gcry_pk_genkey(&fresh, params);

	if (err)
		return cgg_status(err);
	gcry_sexp_release((gcry_sexp_t)*key);
	*key = (uintptr_t)fresh;
	return CG_OK;
}

int64_t cgg_genkey(uintptr_t params, uintptr_t *key, int64_t n, int64_t *ns)
{
	int64_t status;

	CG_LOOP(n, ns, status, status = genkey((gcry_sexp_t)params, key));
	return status;
}
