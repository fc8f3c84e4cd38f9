//go:build cgo && !nowolf

#ifndef CGW_PKE_H
#define CGW_PKE_H

#include "row.h"

/* RSA, for the kinds pke and signature. */

/* The operations of a row are encrypt, decrypt and keygen, of a signature sign and verify. */
extern const struct cgw_row *const cgw_pkes;
extern const struct cgw_row *const cgw_rsa_signatures;

/* cgw_rsa_new leaves a key in *handle: of the PKCS #1 DER, or none where *derlen is 0. *derlen becomes how many bytes
 * of it are the key, *width the modulus's length in bytes, 0 for none. */
int64_t cgw_rsa_new(int private_key, const uint8_t *der, uint32_t *derlen, uintptr_t *handle, uint32_t *width);

/* cgw_rsa_set says by wolfCrypt's numbers which hash signatures and OAEP use, and which the mask generation function;
 * PSS's salt in bytes, and OAEP's label of at most 256 bytes. CG_UNSUPPORTED: it has no such hash or function. */
int64_t cgw_rsa_set(uintptr_t handle, int hash, int mgf, int saltlen, const uint8_t *label, uint32_t labellen);
void cgw_rsa_free(uintptr_t handle);

/* cgw_rsa_crypt encrypts or decrypts. It writes to out, which holds *outlen bytes, and leaves in *outlen how many it
 * wrote. */
int64_t cgw_rsa_crypt(uintptr_t handle, int alg, int decrypt, const uint8_t *in, uint32_t len, uint8_t *out,
	uint32_t *outlen, int64_t n, int64_t *ns);

/* cgw_rsa_sign signs a digest, with the lengths as in cgw_rsa_crypt. */
int64_t cgw_rsa_sign(uintptr_t handle, int alg, const uint8_t *in, uint32_t len, uint8_t *out, uint32_t *outlen,
	int64_t n, int64_t *ns);

/* cgw_rsa_verify leaves 1 in *valid, or 0 for a signature that is not one; scratch holds as many bytes as the signature
 * and as the modulus. */
int64_t cgw_rsa_verify(uintptr_t handle, int alg, const uint8_t *digest, uint32_t len, const uint8_t *sig,
	uint32_t siglen, uint8_t *scratch, uint8_t *valid, int64_t n, int64_t *ns);

/* cgw_rsa_keygen replaces the key by a fresh one of the exponent 65537. */
int64_t cgw_rsa_keygen(uintptr_t handle, int bits, int64_t n, int64_t *ns);

/* cgw_rsa_export writes the private key as PKCS #1 DER. */
int64_t cgw_rsa_export(uintptr_t handle, uint8_t *out, uint32_t *outlen);

#endif
