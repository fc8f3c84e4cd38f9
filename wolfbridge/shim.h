//go:build cgo && !nowolf

/* What every shim needs, after <wolfssl/options.h>. A shim that this build has
 * not is defined with its parameters unnamed and returns CG_UNSUPPORTED. */
#ifndef CGW_SHIM_H
#define CGW_SHIM_H

#include <stddef.h>
#include <stdint.h>

#include "cgw_features.h"
#include "loop.h"
#include "memory.h"
#include "status.h"

/* cgw_status turns what a function of the library returned into a status. */
static inline int64_t cgw_status(int rc)
{
	return rc == 0 ? CG_OK : cg_lib(rc);
}

#endif
