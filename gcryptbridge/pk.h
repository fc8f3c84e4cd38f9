/* What the shims of public-key kinds share. */
#ifndef CRYPTOGAP_GCRYPT_PK_H
#define CRYPTOGAP_GCRYPT_PK_H

#include "shim.h"

/* cgg_put copies the number of len bytes at value to the end of width bytes
 * at out, after zeros. */
static inline int64_t cgg_put(const uint8_t *value, size_t len, uint8_t *out, size_t width)
{
	while (len > width && *value == 0) {
		value++;
		len--;
	}
	if (len > width)
		return CG_BAD_LENGTH;
	memset(out, 0, width - len);
	memcpy(out + width - len, value, len);
	return CG_OK;
}

/* cgg_get finds the value of name in sexp and puts it as cgg_put does. */
static inline int64_t cgg_get(gcry_sexp_t sexp, const char *name, uint8_t *out, size_t width)
{
	gcry_sexp_t list = gcry_sexp_find_token(sexp, name, 0);
	const char *value;
	size_t len;
	int64_t status;

	if (list == NULL)
		return cg_lib(GPG_ERR_NO_OBJ);
	value = gcry_sexp_nth_data(list, 1, &len);
	status = value == NULL ? cg_lib(GPG_ERR_NO_OBJ) : cgg_put((const uint8_t *)value, len, out, width);
	gcry_sexp_release(list);
	return status;
}

#endif
