/* What every shim needs: the library, the loop, and the translation of
 * arguments and results. */
#ifndef CRYPTOGAP_GCRYPT_SHIM_H
#define CRYPTOGAP_GCRYPT_SHIM_H

#include <stddef.h>
#include <stdint.h>

#include "cgg_features.h"
#include "loop.h"
#include "memory.h"
#include "status.h"

/* cgg_status turns the library's error into a status. The number it packs is
 * the bare code, without the part that says which library raised it. */
static inline int64_t cgg_status(gcry_error_t err)
{
	return err == 0 ? CG_OK : cg_lib((int64_t)gcry_err_code(err));
}

/* cgg_bytes gives an empty slice an address, since the library refuses NULL
 * where it takes no bytes. */
static inline const uint8_t *cgg_bytes(const uint8_t *p)
{
	static const uint8_t none[1];

	return p != NULL ? p : none;
}

#endif
