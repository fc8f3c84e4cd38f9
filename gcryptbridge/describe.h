#ifndef CRYPTOGAP_GCRYPT_DESCRIBE_H
#define CRYPTOGAP_GCRYPT_DESCRIBE_H

/* What the project's own build wrote about the library; empty for another's. */
#if __has_include(<cryptogap-libgcrypt.h>)
#include <cryptogap-libgcrypt.h>
#define CGG_BUILD_SHA256 CG_LIBGCRYPT_PROVENANCE_SHA256
#define CGG_BUILD_SOURCE CG_LIBGCRYPT_PROVENANCE_SOURCE
#define CGG_BUILD_CONFIGURE CG_LIBGCRYPT_PROVENANCE_CONFIGURE
#define CGG_BUILD_COMPILER CG_LIBGCRYPT_PROVENANCE_COMPILER
#define CGG_BUILD_CFLAGS CG_LIBGCRYPT_PROVENANCE_CFLAGS
#define CGG_BUILD_KEY CG_LIBGCRYPT_PROVENANCE_KEY
#define CGG_BUILD_NOTE CG_LIBGCRYPT_PROVENANCE_NOTE
#else
#define CGG_BUILD_SHA256 ""
#define CGG_BUILD_SOURCE ""
#define CGG_BUILD_CONFIGURE ""
#define CGG_BUILD_COMPILER ""
#define CGG_BUILD_CFLAGS ""
#define CGG_BUILD_KEY ""
#define CGG_BUILD_NOTE ""
#endif

/* The version of the library that is running. */
const char *cgg_version(void);

/* The line of gcry_get_config that begins with key, or "". Freed by
 * cgg_config_free. */
char *cgg_config(const char *key);
void cgg_config_free(char *line);

/* Which random number generator is used; "" where the library does not say. */
const char *cgg_rng(void);

#endif
