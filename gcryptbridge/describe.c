//go:build cgo && !nogcrypt

#include "describe.h"

#include <gcrypt.h>

const char *cgg_version(void)
{
	return gcry_check_version(NULL);
}

char *cgg_config(const char *key)
{
	return gcry_get_config(0, key);
}

/* gcry_get_config tells it too, but tries out the jitter generator for it,
 * which takes 10 ms. */
const char *cgg_rng(void)
{
	int type = 0;

	if (gcry_control(GCRYCTL_GET_CURRENT_RNG_TYPE, &type))
		return "";
	switch (type) {
	case GCRY_RNG_TYPE_STANDARD:
		return "standard";
	case GCRY_RNG_TYPE_FIPS:
		return "fips";
	case GCRY_RNG_TYPE_SYSTEM:
		return "system";
	}
	return "";
}

void cgg_config_free(char *line)
{
	gcry_free(line);
}
