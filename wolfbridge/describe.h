//go:build cgo && !nowolf

#ifndef CGW_DESCRIBE_H
#define CGW_DESCRIBE_H

#include <stdint.h>

/* What the project's own build wrote about the library; empty for another's. */
#if __has_include(<cryptogap-wolfssl.h>)
#include <cryptogap-wolfssl.h>
#define CGW_BUILD_SHA256 CG_WOLFSSL_PROVENANCE_SHA256
#define CGW_BUILD_SOURCE CG_WOLFSSL_PROVENANCE_SOURCE
#define CGW_BUILD_CONFIGURE CG_WOLFSSL_PROVENANCE_CONFIGURE
#define CGW_BUILD_COMPILER CG_WOLFSSL_PROVENANCE_COMPILER
#define CGW_BUILD_CFLAGS CG_WOLFSSL_PROVENANCE_CFLAGS
#define CGW_BUILD_KEY CG_WOLFSSL_PROVENANCE_KEY
#define CGW_BUILD_NOTE CG_WOLFSSL_PROVENANCE_NOTE
#else
#define CGW_BUILD_SHA256 ""
#define CGW_BUILD_SOURCE ""
#define CGW_BUILD_CONFIGURE ""
#define CGW_BUILD_COMPILER ""
#define CGW_BUILD_CFLAGS ""
#define CGW_BUILD_KEY ""
#define CGW_BUILD_NOTE ""
#endif

/* What the library says about itself; "" where it does not. */
const char *cgw_version(void);
const char *cgw_configure(void);
const char *cgw_cflags(void);

/* Which code the library's big integers are. */
const char *cgw_math(void);

#endif
