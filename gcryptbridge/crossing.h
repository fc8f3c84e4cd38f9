#ifndef CRYPTOGAP_GCRYPT_CROSSING_H
#define CRYPTOGAP_GCRYPT_CROSSING_H

#include <stdint.h>

/* Nothing, n times. */
int64_t cgg_crossing(int64_t n, int64_t *ns);

#endif
