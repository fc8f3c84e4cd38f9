//go:build cgo && !nowolf

/* What every shim needs, after <wolfssl/options.h>. */
#ifndef CGW_SHIM_H
#define CGW_SHIM_H

#include <stddef.h>
#include <stdint.h>

#include "loop.h"
#include "memory.h"
#include "rows.h"
#include "status.h"

/* cgw_status turns what a function of the library returned into a status. */
static inline int64_t cgw_status(int rc)
{
	return rc == 0 ? CG_OK : cg_lib(rc);
}

/* CALL runs a call of the library n times; THREE runs up to three, each if the one before it succeeded. */
#define CALL(call) CG_LOOP(n, ns, status, status = cgw_status(call))
#define THREE(first, second, third) \
	CG_LOOP(n, ns, status, { \
		int rc = (first); \
		if (rc == 0) \
			rc = (second); \
		if (rc == 0) \
			rc = (third); \
		status = cgw_status(rc); \
	})

/* ABSENT defines a shim that this build has not. */
#define ABSENT(shim, ...) \
	int64_t shim(__VA_ARGS__) \
	{ \
		return CG_UNSUPPORTED; \
	}

#endif
