#ifndef CRYPTOGAP_GCRYPT_AGREEMENT_H
#define CRYPTOGAP_GCRYPT_AGREEMENT_H

#include <stddef.h>
#include <stdint.h>

/* X25519 and X448: curve is GCRY_ECC_CURVE25519 or GCRY_ECC_CURVE448, every
 * string as long as cgg_xdh_length says. */
size_t cgg_xdh_length(int curve);

/* The shared secret of private and peer, n times. */
int64_t cgg_xdh_agree(int curve, const uint8_t *private, const uint8_t *peer, uint8_t *out, int64_t n, int64_t *ns);

/* A fresh key pair, n times. */
int64_t cgg_xdh_keygen(int curve, uint8_t *private, uint8_t *public, int64_t n, int64_t *ns);

/* ECDH over the curve of that name, whose coordinates have width bytes.
 * *ecdh is freed by cgg_ecdh_close. */
int64_t cgg_ecdh_open(const char *curve, size_t width, const uint8_t *private, size_t private_len, uintptr_t *ecdh);
void cgg_ecdh_close(uintptr_t ecdh);

/* The x-coordinate shared with the uncompressed point peer, n times. */
int64_t cgg_ecdh_agree(uintptr_t ecdh, const uint8_t *peer, size_t peer_len, uint8_t *out, int64_t n, int64_t *ns);

/* DH in the group of the prime p, as wide as every value, and the generator g.
 * private is empty for key generation. *dh is freed by cgg_dh_close. */
int64_t cgg_dh_open(const uint8_t *p, size_t width, const uint8_t *g, size_t g_len, const uint8_t *private,
	size_t private_len, uintptr_t *dh);
void cgg_dh_close(uintptr_t dh);

/* The secret shared with peer, n times. */
int64_t cgg_dh_agree(uintptr_t dh, const uint8_t *peer, size_t peer_len, uint8_t *out, int64_t n, int64_t *ns);

/* A fresh private key of private_len bytes and its public key, n times. */
int64_t cgg_dh_keygen(uintptr_t dh, uint8_t *private, size_t private_len, uint8_t *public, int64_t n, int64_t *ns);

#endif
