//go:build cgo && !nowolf

#ifndef CGW_RSA_H
#define CGW_RSA_H

#include <stdint.h>

/* RSA keys, for the kinds pke and signature. */

/* What is done with a key, and by which padding. Digests are SHA-256's, and so
 * is what OAEP and PSS use. */
enum {
	CGW_PKCS1_ENCRYPT,
	CGW_PKCS1_DECRYPT,
	CGW_PKCS1_SIGN,
	CGW_PKCS1_VERIFY,
	CGW_OAEP_ENCRYPT,
	CGW_OAEP_DECRYPT,
	CGW_PSS_SIGN,
	CGW_PSS_VERIFY
};

/* cgw_rsa_new leaves a key in *handle: of the PKCS #1 DER, or none where
 * derlen is 0. *size becomes the modulus's length in bytes, 0 for none. */
int64_t cgw_rsa_new(int private_key, const uint8_t *der, uint32_t derlen, uintptr_t *handle, uint32_t *size);
void cgw_rsa_free(uintptr_t handle);

/* cgw_rsa encrypts, decrypts, or signs a digest. It writes to out, which holds
 * *outlen bytes, and leaves in *outlen how many it wrote. */
int64_t cgw_rsa(uintptr_t handle, int op, const uint8_t *in, uint32_t len, uint8_t *out, uint32_t *outlen, int64_t n, int64_t *ns);

/* cgw_rsa_verify leaves 1 in *valid, or 0 for a signature that is not one;
 * scratch holds as many bytes as the modulus. */
int64_t cgw_rsa_verify(uintptr_t handle, int op, const uint8_t *digest, uint32_t len, const uint8_t *sig, uint32_t siglen,
		       uint8_t *scratch, uint8_t *valid, int64_t n, int64_t *ns);

/* cgw_rsa_keygen replaces the key by a fresh one of the exponent 65537. */
int64_t cgw_rsa_keygen(uintptr_t handle, int bits, int64_t n, int64_t *ns);

/* cgw_rsa_export writes the private key as PKCS #1 DER. */
int64_t cgw_rsa_export(uintptr_t handle, uint8_t *out, uint32_t *outlen);

#endif
