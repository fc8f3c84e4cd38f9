#ifndef CRYPTOGAP_GCRYPT_LIBRARY_H
#define CRYPTOGAP_GCRYPT_LIBRARY_H

#include <stdint.h>

/* Initialises the library. Once, before anything else and in one thread. */
int64_t cgg_start(void);

/* Whether the library is in FIPS mode. */
int cgg_fips(void);

/* The library's words for a status's error number. */
const char *cgg_words(int code);

#endif
