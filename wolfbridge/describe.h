//go:build cgo && !nowolf

#ifndef CGW_DESCRIBE_H
#define CGW_DESCRIBE_H

#include <stdint.h>

#if __has_include(<cryptogap-wolfssl.h>)
#include <cryptogap-wolfssl.h>
#define CG_PROVENANCE(field) CG_WOLFSSL_PROVENANCE_##field
#else
#define CG_PROVENANCE(field) ""
#endif
#include "provenance.h"

/* What the library says about itself; "" where it does not. */
const char *cgw_version(void);
const char *cgw_configure(void);
const char *cgw_cflags(void);

/* Which code the library's big integers are. */
const char *cgw_math(void);

#endif
