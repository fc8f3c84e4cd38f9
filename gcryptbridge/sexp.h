#ifndef CRYPTOGAP_GCRYPT_SEXP_H
#define CRYPTOGAP_GCRYPT_SEXP_H

#include <stddef.h>
#include <stdint.h>

/* The library's public-key functions take and give S-expressions. Here they
 * are handles; 0 is none. */

/* Parses len bytes at text. *sexp is freed by cgg_sexp_release. */
int64_t cgg_sexp_new(const uint8_t *text, size_t len, uintptr_t *sexp);
void cgg_sexp_release(uintptr_t sexp);

/* Puts the value of name, in the list that begins with the name list, at the
 * end of width bytes at out, after zeros: the library drops the leading zeros
 * of a number, and puts one before a number whose first bit is set. */
int64_t cgg_sexp_field(uintptr_t sexp, const char *list, const char *name, uint8_t *out, size_t width);

/* A fresh key pair of the genkey parameters, n times. The last one replaces
 * *key. */
int64_t cgg_genkey(uintptr_t params, uintptr_t *key, int64_t n, int64_t *ns);

#endif
