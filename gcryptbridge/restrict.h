#ifndef CRYPTOGAP_GCRYPT_RESTRICT_H
#define CRYPTOGAP_GCRYPT_RESTRICT_H

#include <stdint.h>

/* Makes the library do without a hardware feature, by its own name for it.
 * One that it does not know it has no code for: that is CG_OK. CG_REFUSED after the library has looked at
 * the CPU. */
int64_t cgg_restrict(const char *feature);

#endif
