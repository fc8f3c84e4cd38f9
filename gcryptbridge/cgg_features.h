/* What the libgcrypt that this is compiled against offers, under our own
 * prefix: an identifier that its headers lack is 0 here, a function they lack
 * has its CGG_HAVE_ at 0. The shim of an absent feature returns
 * CG_UNSUPPORTED. */
#ifndef CRYPTOGAP_GCRYPT_FEATURES_H
#define CRYPTOGAP_GCRYPT_FEATURES_H

#include <gcrypt.h>

#define CGG_SINCE(major, minor, micro) (GCRYPT_VERSION_NUMBER >= ((major) << 16 | (minor) << 8 | (micro)))

#define CGG_HAVE_HASH_EXT CGG_SINCE(1, 11, 0) /* gcry_md_hash_buffers_ext */
#define CGG_HAVE_HKDF CGG_SINCE(1, 11, 0)     /* GCRY_KDF_HKDF */
#define CGG_HAVE_MLDSA CGG_SINCE(1, 12, 0)    /* GCRY_PK_MLDSA */

/* gcry_kem_genkey, which takes a seed. 1.11.0 has ML-KEM as the draft of FIPS
 * 203 had it, and keys from no seed. */
#define CGG_HAVE_MLKEM CGG_SINCE(1, 12, 0)

#if CGG_SINCE(1, 11, 0)
#define CGG_CIPHER_ARIA128 GCRY_CIPHER_ARIA128
#define CGG_CIPHER_ARIA256 GCRY_CIPHER_ARIA256
#define CGG_KDF_HKDF GCRY_KDF_HKDF
#else
#define CGG_CIPHER_ARIA128 0
#define CGG_CIPHER_ARIA256 0
#define CGG_KDF_HKDF 0
#endif

#if CGG_HAVE_MLKEM
#define CGG_KEM_MLKEM512 GCRY_KEM_MLKEM512
#define CGG_KEM_MLKEM768 GCRY_KEM_MLKEM768
#define CGG_KEM_MLKEM1024 GCRY_KEM_MLKEM1024
#else
#define CGG_KEM_MLKEM512 0
#define CGG_KEM_MLKEM768 0
#define CGG_KEM_MLKEM1024 0
#endif

#endif
