//go:build cgo && !nowolf

/* What the verifications of signatures share. */
#ifndef CGW_VERIFY_H
#define CGW_VERIFY_H

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/error-crypt.h>

#include "shim.h"

/* cgw_answer turns what a verification returned into a status. That a
 * signature is not one is an answer, *valid = 0, and no failure. Each scheme translates the
 * library's errors for that into SIG_VERIFY_E. */
static inline int64_t cgw_answer(int rc, uint8_t *valid)
{
	*valid = rc == 0;
	return rc == SIG_VERIFY_E ? CG_OK : cgw_status(rc);
}

#endif
