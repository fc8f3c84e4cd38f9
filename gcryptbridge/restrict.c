//go:build cgo && !nogcrypt

#include "restrict.h"

#include "shim.h"

int64_t cgg_restrict(const char *feature)
{
	gcry_error_t err;

	if (gcry_control(GCRYCTL_ANY_INITIALIZATION_P))
		return cg_lib(GPG_ERR_CONFLICT);
	err = gcry_control(GCRYCTL_DISABLE_HWF, feature, NULL);
	if (gcry_err_code(err) == GPG_ERR_INV_NAME)
		return CG_OK;
	return cgg_status(err);
}
