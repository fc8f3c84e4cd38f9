#ifndef CRYPTOGAP_GCRYPT_SIGNATURE_H
#define CRYPTOGAP_GCRYPT_SIGNATURE_H

#include <stddef.h>
#include <stdint.h>

/* How a message and a signature are written as S-expressions. */
enum { CGG_RSA_PKCS1, CGG_RSA_PSS, CGG_ECDSA, CGG_EDDSA, CGG_MLDSA44, CGG_MLDSA65, CGG_MLDSA87 };

/* Signs len bytes at msg, n times, into sig_len bytes at sig. hash is the name
 * of the hash that msg is a digest of, or that the scheme uses; salt is the length of
 * PSS's. */
int64_t cgg_sign(uintptr_t key, int scheme, const char *hash, int salt, const uint8_t *msg, size_t len, uint8_t *sig,
	size_t sig_len, int64_t n, int64_t *ns);

/* Verifies, n times: *valid is whether sig is a signature of msg. */
int64_t cgg_verify(uintptr_t key, int scheme, const char *hash, int salt, const uint8_t *msg, size_t len,
	const uint8_t *sig, size_t sig_len, uint8_t *valid, int64_t n, int64_t *ns);

/* Expands seed to the private key that cgg_sign takes. */
int64_t cgg_mldsa_private(int scheme, const uint8_t *seed, size_t seed_len, uintptr_t *key);

/* A fresh ML-DSA key pair, n times. The last one replaces *key. */
int64_t cgg_mldsa_genkey(int scheme, uintptr_t *key, int64_t n, int64_t *ns);

#endif
