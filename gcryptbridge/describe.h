#ifndef CRYPTOGAP_GCRYPT_DESCRIBE_H
#define CRYPTOGAP_GCRYPT_DESCRIBE_H

#if __has_include(<cryptogap-libgcrypt.h>)
#include <cryptogap-libgcrypt.h>
#define CG_PROVENANCE(field) CG_LIBGCRYPT_PROVENANCE_##field
#else
#define CG_PROVENANCE(field) ""
#endif
#include "provenance.h"

/* The version of the library that is running. */
const char *cgg_version(void);

/* The line of gcry_get_config that begins with key, or "". Freed by
 * cgg_config_free. */
char *cgg_config(const char *key);
void cgg_config_free(char *line);

/* Which random number generator is used; "" where the library does not say. */
const char *cgg_rng(void);

#endif
