//go:build cgo && !nowolf

/* What the wolfCrypt at hand was built with: its macros, as constants of our
 * own that are always defined, 1 or 0. Shims and rows ask these alone. (It is
 * not features.h: the C library has a header of that name.) */
#ifndef CGW_FEATURES_H
#define CGW_FEATURES_H

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/version.h>

/* Hashes. */

#ifndef NO_MD5
#define CGW_HAVE_MD5 1
#else
#define CGW_HAVE_MD5 0
#endif

#ifndef NO_MD4
#define CGW_HAVE_MD4 1
#else
#define CGW_HAVE_MD4 0
#endif

/* Until 5.7.2 its functions returned nothing. */
#if LIBWOLFSSL_VERSION_HEX > 0x05007002
#define CGW_MD4_RETURNS 1
#else
#define CGW_MD4_RETURNS 0
#endif

#ifndef NO_SHA
#define CGW_HAVE_SHA1 1
#else
#define CGW_HAVE_SHA1 0
#endif

#ifdef WOLFSSL_SHA224
#define CGW_HAVE_SHA224 1
#else
#define CGW_HAVE_SHA224 0
#endif

#ifndef NO_SHA256
#define CGW_HAVE_SHA256 1
#else
#define CGW_HAVE_SHA256 0
#endif

#ifdef WOLFSSL_SHA384
#define CGW_HAVE_SHA384 1
#else
#define CGW_HAVE_SHA384 0
#endif

#ifdef WOLFSSL_SHA512
#define CGW_HAVE_SHA512 1
#else
#define CGW_HAVE_SHA512 0
#endif

#if CGW_HAVE_SHA512 && !defined(WOLFSSL_NOSHA512_224) && !defined(HAVE_FIPS) && !defined(HAVE_SELFTEST)
#define CGW_HAVE_SHA512_224 1
#else
#define CGW_HAVE_SHA512_224 0
#endif

#if CGW_HAVE_SHA512 && !defined(WOLFSSL_NOSHA512_256) && !defined(HAVE_FIPS) && !defined(HAVE_SELFTEST)
#define CGW_HAVE_SHA512_256 1
#else
#define CGW_HAVE_SHA512_256 0
#endif

#if defined(WOLFSSL_SHA3) && !defined(WOLFSSL_NOSHA3_224)
#define CGW_HAVE_SHA3_224 1
#else
#define CGW_HAVE_SHA3_224 0
#endif

#if defined(WOLFSSL_SHA3) && !defined(WOLFSSL_NOSHA3_256)
#define CGW_HAVE_SHA3_256 1
#else
#define CGW_HAVE_SHA3_256 0
#endif

#if defined(WOLFSSL_SHA3) && !defined(WOLFSSL_NOSHA3_384)
#define CGW_HAVE_SHA3_384 1
#else
#define CGW_HAVE_SHA3_384 0
#endif

#if defined(WOLFSSL_SHA3) && !defined(WOLFSSL_NOSHA3_512)
#define CGW_HAVE_SHA3_512 1
#else
#define CGW_HAVE_SHA3_512 0
#endif

#if defined(WOLFSSL_SHAKE128) && !defined(WOLFSSL_NO_SHAKE128)
#define CGW_HAVE_SHAKE128 1
#else
#define CGW_HAVE_SHAKE128 0
#endif

#if defined(WOLFSSL_SHAKE256) && !defined(WOLFSSL_NO_SHAKE256)
#define CGW_HAVE_SHAKE256 1
#else
#define CGW_HAVE_SHAKE256 0
#endif

#ifdef HAVE_BLAKE2B
#define CGW_HAVE_BLAKE2B 1
#else
#define CGW_HAVE_BLAKE2B 0
#endif

#ifdef HAVE_BLAKE2S
#define CGW_HAVE_BLAKE2S 1
#else
#define CGW_HAVE_BLAKE2S 0
#endif

#ifdef WOLFSSL_RIPEMD
#define CGW_HAVE_RIPEMD 1
#else
#define CGW_HAVE_RIPEMD 0
#endif

/* MACs. */

#ifndef NO_HMAC
#define CGW_HAVE_HMAC 1
#else
#define CGW_HAVE_HMAC 0
#endif

/* HMAC keeps the states after the key's pads and copies them, instead of
 * hashing the pads for each message. */
#ifdef WOLFSSL_HMAC_COPY_HASH
#define CGW_HMAC_COPIES 1
#else
#define CGW_HMAC_COPIES 0
#endif

#if !defined(NO_AES) && defined(WOLFSSL_CMAC)
#define CGW_HAVE_CMAC 1
#else
#define CGW_HAVE_CMAC 0
#endif

/* Before 5.7 a tag could only be had by wiping the key with it. */
#if LIBWOLFSSL_VERSION_HEX >= 0x05007000
#define CGW_CMAC_KEEPS_KEY 1
#else
#define CGW_CMAC_KEEPS_KEY 0
#endif

#ifdef HAVE_POLY1305
#define CGW_HAVE_POLY1305 1
#else
#define CGW_HAVE_POLY1305 0
#endif

#ifdef WOLFSSL_SIPHASH
#define CGW_HAVE_SIPHASH 1
#else
#define CGW_HAVE_SIPHASH 0
#endif

/* HMAC over BLAKE2 has functions of its own, since 5.9.0. */
#if LIBWOLFSSL_VERSION_HEX >= 0x05009000
#define CGW_HAVE_BLAKE2_HMAC 1
#else
#define CGW_HAVE_BLAKE2_HMAC 0
#endif

/* Key derivation. */

#if defined(HAVE_PBKDF2) && !defined(NO_PWDBASED) && CGW_HAVE_HMAC
#define CGW_HAVE_PBKDF2 1
#else
#define CGW_HAVE_PBKDF2 0
#endif

#ifdef HAVE_HKDF
#define CGW_HAVE_HKDF 1
#else
#define CGW_HAVE_HKDF 0
#endif

#ifdef HAVE_SCRYPT
#define CGW_HAVE_SCRYPT 1
#else
#define CGW_HAVE_SCRYPT 0
#endif

/* Ciphers and AEADs. */

#if !defined(NO_AES) && defined(WOLFSSL_AES_128)
#define CGW_HAVE_AES_128 1
#else
#define CGW_HAVE_AES_128 0
#endif

#if !defined(NO_AES) && defined(WOLFSSL_AES_192)
#define CGW_HAVE_AES_192 1
#else
#define CGW_HAVE_AES_192 0
#endif

#if !defined(NO_AES) && defined(WOLFSSL_AES_256)
#define CGW_HAVE_AES_256 1
#else
#define CGW_HAVE_AES_256 0
#endif

#if !defined(NO_AES) && defined(HAVE_AES_CBC) && defined(HAVE_AES_DECRYPT)
#define CGW_HAVE_AES_CBC 1
#else
#define CGW_HAVE_AES_CBC 0
#endif

#if !defined(NO_AES) && defined(WOLFSSL_AES_COUNTER)
#define CGW_HAVE_AES_CTR 1
#else
#define CGW_HAVE_AES_CTR 0
#endif

#if !defined(NO_AES) && defined(HAVE_AES_ECB) && defined(HAVE_AES_DECRYPT)
#define CGW_HAVE_AES_ECB 1
#else
#define CGW_HAVE_AES_ECB 0
#endif

#if !defined(NO_AES) && defined(WOLFSSL_AES_CFB)
#define CGW_HAVE_AES_CFB 1
#else
#define CGW_HAVE_AES_CFB 0
#endif

#if !defined(NO_AES) && defined(WOLFSSL_AES_OFB)
#define CGW_HAVE_AES_OFB 1
#else
#define CGW_HAVE_AES_OFB 0
#endif

#if !defined(NO_AES) && defined(WOLFSSL_AES_XTS)
#define CGW_HAVE_AES_XTS 1
#else
#define CGW_HAVE_AES_XTS 0
#endif

#if !defined(NO_AES) && defined(HAVE_AESGCM)
#define CGW_HAVE_AES_GCM 1
#else
#define CGW_HAVE_AES_GCM 0
#endif

#if !defined(NO_AES) && defined(HAVE_AESCCM)
#define CGW_HAVE_AES_CCM 1
#else
#define CGW_HAVE_AES_CCM 0
#endif

#if !defined(NO_AES) && defined(WOLFSSL_AES_SIV)
#define CGW_HAVE_AES_SIV 1
#else
#define CGW_HAVE_AES_SIV 0
#endif

#if !defined(NO_AES) && defined(WOLFSSL_AES_EAX)
#define CGW_HAVE_AES_EAX 1
#else
#define CGW_HAVE_AES_EAX 0
#endif

#if defined(HAVE_CHACHA)
#define CGW_HAVE_CHACHA 1
#else
#define CGW_HAVE_CHACHA 0
#endif

#if defined(HAVE_CHACHA) && defined(HAVE_POLY1305)
#define CGW_HAVE_CHACHA_POLY 1
#else
#define CGW_HAVE_CHACHA_POLY 0
#endif

#if defined(HAVE_XCHACHA) && defined(HAVE_POLY1305)
#define CGW_HAVE_XCHACHA_POLY 1
#else
#define CGW_HAVE_XCHACHA_POLY 0
#endif

#if !defined(NO_DES3)
#define CGW_HAVE_DES3 1
#else
#define CGW_HAVE_DES3 0
#endif

#if !defined(NO_RC4)
#define CGW_HAVE_RC4 1
#else
#define CGW_HAVE_RC4 0
#endif

#if defined(HAVE_CAMELLIA)
#define CGW_HAVE_CAMELLIA 1
#else
#define CGW_HAVE_CAMELLIA 0
#endif

/* Random numbers. */

#if !defined(WC_NO_RNG)
#define CGW_HAVE_RNG 1
#else
#define CGW_HAVE_RNG 0
#endif

/* Public keys. */

#if !defined(NO_RSA) && !defined(WC_NO_RNG)
#define CGW_HAVE_RSA 1
#else
#define CGW_HAVE_RSA 0
#endif

#if CGW_HAVE_RSA && defined(WOLFSSL_KEY_GEN)
#define CGW_HAVE_RSA_KEYGEN 1
#else
#define CGW_HAVE_RSA_KEYGEN 0
#endif

#if CGW_HAVE_RSA && !defined(WC_NO_RSA_OAEP) && !defined(NO_SHA256)
#define CGW_HAVE_OAEP 1
#else
#define CGW_HAVE_OAEP 0
#endif

#if CGW_HAVE_RSA && defined(WC_RSA_PSS) && !defined(NO_SHA256)
#define CGW_HAVE_PSS 1
#else
#define CGW_HAVE_PSS 0
#endif

#if defined(WC_RSA_BLINDING)
#define CGW_RSA_BLINDING 1
#else
#define CGW_RSA_BLINDING 0
#endif

/* The single-precision code, which takes keys of these sizes before any other
 * sees them, is constant time and blinds nothing. */

#if defined(WOLFSSL_HAVE_SP_RSA) && !defined(WOLFSSL_SP_NO_2048)
#define CGW_RSA_SP_2048 1
#else
#define CGW_RSA_SP_2048 0
#endif

#if defined(WOLFSSL_HAVE_SP_RSA) && !defined(WOLFSSL_SP_NO_3072)
#define CGW_RSA_SP_3072 1
#else
#define CGW_RSA_SP_3072 0
#endif

#if defined(WOLFSSL_HAVE_SP_RSA) && defined(WOLFSSL_SP_4096)
#define CGW_RSA_SP_4096 1
#else
#define CGW_RSA_SP_4096 0
#endif

#if defined(HAVE_ECC) && !defined(NO_ECC256) && !defined(WC_NO_RNG)
#define CGW_HAVE_ECC_256 1
#else
#define CGW_HAVE_ECC_256 0
#endif

#if defined(HAVE_ECC) && (defined(HAVE_ECC384) || defined(HAVE_ALL_CURVES)) && !defined(WC_NO_RNG)
#define CGW_HAVE_ECC_384 1
#else
#define CGW_HAVE_ECC_384 0
#endif

#if defined(HAVE_ECC) && (defined(HAVE_ECC521) || defined(HAVE_ALL_CURVES)) && !defined(WC_NO_RNG)
#define CGW_HAVE_ECC_521 1
#else
#define CGW_HAVE_ECC_521 0
#endif

/* Points that come again get tables, which make work with them faster. */
#ifdef FP_ECC
#define CGW_ECC_TABLES 1
#else
#define CGW_ECC_TABLES 0
#endif

#if defined(WOLFSSL_ECDSA_DETERMINISTIC_K)
#define CGW_ECDSA_DETERMINISTIC 1
#else
#define CGW_ECDSA_DETERMINISTIC 0
#endif

#if defined(HAVE_CURVE25519) && !defined(WC_NO_RNG)
#define CGW_HAVE_CURVE25519 1
#else
#define CGW_HAVE_CURVE25519 0
#endif

#if defined(WOLFSSL_CURVE25519_BLINDING)
#define CGW_X25519_BLINDING 1
#else
#define CGW_X25519_BLINDING 0
#endif

#if defined(HAVE_CURVE448) && !defined(WC_NO_RNG)
#define CGW_HAVE_CURVE448 1
#else
#define CGW_HAVE_CURVE448 0
#endif

#if defined(HAVE_ED25519) && !defined(WC_NO_RNG)
#define CGW_HAVE_ED25519 1
#else
#define CGW_HAVE_ED25519 0
#endif

#if defined(HAVE_ED448) && !defined(WC_NO_RNG)
#define CGW_HAVE_ED448 1
#else
#define CGW_HAVE_ED448 0
#endif

#if !defined(NO_DH) && defined(HAVE_FFDHE_2048) && !defined(WC_NO_RNG)
#define CGW_HAVE_FFDHE_2048 1
#else
#define CGW_HAVE_FFDHE_2048 0
#endif

#if !defined(NO_DH) && defined(HAVE_FFDHE_3072) && !defined(WC_NO_RNG)
#define CGW_HAVE_FFDHE_3072 1
#else
#define CGW_HAVE_FFDHE_3072 0
#endif

/* The final standards, by the names that the library has for them since 5.9.2:
 * before, the names were others, and until 5.7.2 it had drafts alone. */

#if LIBWOLFSSL_VERSION_HEX >= 0x05009002 && defined(WOLFSSL_HAVE_MLKEM) && !defined(WC_NO_RNG)
#define CGW_HAVE_MLKEM 1
#else
#define CGW_HAVE_MLKEM 0
#endif

#if LIBWOLFSSL_VERSION_HEX >= 0x05009002 && defined(WOLFSSL_HAVE_MLDSA) && !defined(WC_NO_RNG)
#define CGW_HAVE_MLDSA 1
#else
#define CGW_HAVE_MLDSA 0
#endif

#if LIBWOLFSSL_VERSION_HEX >= 0x05009002 && defined(WOLFSSL_HAVE_SLHDSA) && !defined(WC_NO_RNG)
#define CGW_HAVE_SLHDSA 1
#else
#define CGW_HAVE_SLHDSA 0
#endif

#if CGW_HAVE_SLHDSA && defined(WOLFSSL_SLHDSA_SHA2)
#define CGW_HAVE_SLHDSA_SHA2 1
#else
#define CGW_HAVE_SLHDSA_SHA2 0
#endif

/* Speed: which of its assembly the library has, and what costs it time. */

#if defined(WOLFSSL_AESNI) && !defined(WOLFSSL_NO_ASM)
#define CGW_AESNI 1
#else
#define CGW_AESNI 0
#endif

#if defined(USE_INTEL_SPEEDUP) && !defined(WOLFSSL_NO_ASM)
#define CGW_INTELASM 1
#else
#define CGW_INTELASM 0
#endif

#if defined(WOLFSSL_ARMASM)
#define CGW_ARMASM 1
#else
#define CGW_ARMASM 0
#endif

#if defined(WOLFSSL_SP_X86_64_ASM) || defined(WOLFSSL_SP_ARM64_ASM)
#define CGW_SP_ASM 1
#else
#define CGW_SP_ASM 0
#endif

#if defined(WOLFSSL_HAVE_SP_RSA) && defined(WOLFSSL_HAVE_SP_ECC)
#define CGW_SP 1
#else
#define CGW_SP 0
#endif

#if defined(WOLFSSL_SMALL_STACK)
#define CGW_SMALL_STACK 1
#else
#define CGW_SMALL_STACK 0
#endif

#if defined(DEBUG_WOLFSSL)
#define CGW_DEBUG 1
#else
#define CGW_DEBUG 0
#endif

#if defined(HAVE_FIPS)
#define CGW_FIPS 1
#else
#define CGW_FIPS 0
#endif

#if defined(HAVE_HASHDRBG)
#define CGW_HASH_DRBG 1
#else
#define CGW_HASH_DRBG 0
#endif

#if defined(ECC_TIMING_RESISTANT) && (defined(TFM_TIMING_RESISTANT) || defined(WOLFSSL_SP_MATH_ALL) || defined(WOLFSSL_SP_MATH))
#define CGW_TIMING_RESISTANT 1
#else
#define CGW_TIMING_RESISTANT 0
#endif

#endif
