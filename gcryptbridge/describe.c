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

void cgg_config_free(char *line)
{
	gcry_free(line);
}
