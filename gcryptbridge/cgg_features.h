/* What the libgcrypt that this is compiled against offers, under our own
 * prefix: an identifier that its headers lack is 0 here, a function they lack has its CGG_HAVE_ at 0. The
 * shim of an absent feature returns CG_UNSUPPORTED. */
#ifndef CRYPTOGAP_GCRYPT_FEATURES_H
#define CRYPTOGAP_GCRYPT_FEATURES_H

#include <gcrypt.h>

#define CGG_SINCE(major, minor) \
	(GCRYPT_VERSION_NUMBER >= ((major) << 16 | (minor) << 8))

/* 1.11 */
#define CGG_HAVE_HASH_EXT CGG_SINCE(1, 11) /* gcry_md_hash_buffers_ext */
#define CGG_HAVE_HKDF CGG_SINCE(1, 11)     /* GCRY_KDF_HKDF */
#if CGG_SINCE(1, 11)
#define CGG_CIPHER_ARIA128 GCRY_CIPHER_ARIA128
#define CGG_CIPHER_ARIA256 GCRY_CIPHER_ARIA256
#define CGG_KDF_HKDF GCRY_KDF_HKDF
#else
#define CGG_CIPHER_ARIA128 0
#define CGG_CIPHER_ARIA256 0
#define CGG_KDF_HKDF 0
#endif

#endif
