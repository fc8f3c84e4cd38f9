/* Result codes of the shims in wolfbridge and gcryptbridge.
 *
 * A shim returns one int64_t so that a failure and the library's own error
 * number come back in the cgo call that met them: the low byte is one of the
 * codes below, the rest is the library's number (CG_LIB).
 */
#ifndef CRYPTOGAP_STATUS_H
#define CRYPTOGAP_STATUS_H

#include <stdint.h>

enum {
	CG_OK = 0,
	CG_UNSUPPORTED = 1, /* the library, or this build of it, has it not */
	CG_REFUSED = 2,	    /* the library returned an error */
	CG_NO_MEMORY = 3,   /* allocation failed */
	CG_BAD_LENGTH = 4   /* a length the library's integers cannot hold, or the shim does not hand on */
};

/* CG_LIB packs the library's error number rc with CG_REFUSED. */
static inline int64_t cg_lib(int64_t rc)
{
	return (int64_t)((uint64_t)rc << 8) | CG_REFUSED;
}

#endif
