//go:build cgo && !nowolf

/* What the wolfCrypt at hand was built with, as far as no single row says it: constants that are always defined, 1 or
 * 0. (It is not features.h: the C library has a header of that name.) */
#ifndef CGW_FEATURES_H
#define CGW_FEATURES_H

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/version.h>

/* ON is 1 where the library's macro x is defined, as nothing or as 1, else 0. OFF is the reverse. Unlike #ifdef they
 * can stand in a row. A test sees that no macro has another value. */
#define ON(x) CGW_ON_(x)
#define OFF(x) CGW_NOT_(ON(x))
#define CGW_ON_(x) CGW_SECOND_(CGW_DEFINED_##x, 0, 0)
#define CGW_SECOND_(...) CGW_PICK_(__VA_ARGS__)
#define CGW_PICK_(first, second, ...) second
#define CGW_DEFINED_ 0, 1
#define CGW_DEFINED_1 0, 1
#define CGW_NOT_(x) CGW_NOT2_(x)
#define CGW_NOT2_(x) CGW_NOT_##x
#define CGW_NOT_0 1
#define CGW_NOT_1 0

#define AND(a, b) CGW_AND_(a, b)
#define CGW_AND_(a, b) CGW_AND_##a##b
#define CGW_AND_00 0
#define CGW_AND_01 0
#define CGW_AND_10 0
#define CGW_AND_11 1
#define OR(a, b) CGW_NOT_(AND(CGW_NOT_(a), CGW_NOT_(b)))

/* Versions. */

#if LIBWOLFSSL_VERSION_HEX >= 0x05009002
#define CGW_5_9_2 1
#else
#define CGW_5_9_2 0
#endif
#if LIBWOLFSSL_VERSION_HEX >= 0x05009000
#define CGW_5_9_0 1
#else
#define CGW_5_9_0 0
#endif

/* Until 5.7.2 the functions of MD4 returned nothing. */
#define CGW_MD4_RETURNS (LIBWOLFSSL_VERSION_HEX > 0x05007002)
/* Before 5.7 a tag of CMAC could only be had by wiping the key with it. */
#define CGW_CMAC_KEEPS_KEY (LIBWOLFSSL_VERSION_HEX >= 0x05007000)

/* What several rows or kinds need. */

#define CGW_AES_GCM AND(OFF(NO_AES), ON(HAVE_AESGCM))
#define CGW_AES_128 AND(OFF(NO_AES), ON(WOLFSSL_AES_128))
#define CGW_AES_192 AND(OFF(NO_AES), ON(WOLFSSL_AES_192))
#define CGW_AES_256 AND(OFF(NO_AES), ON(WOLFSSL_AES_256))
#define CGW_RNG OFF(WC_NO_RNG)
#define CGW_RSA AND(OFF(NO_RSA), CGW_RNG)
#define CGW_RSA_KEYGEN AND(CGW_RSA, ON(WOLFSSL_KEY_GEN))
#define CGW_ECC AND(ON(HAVE_ECC), CGW_RNG)
#define CGW_P256 AND(CGW_ECC, OFF(NO_ECC256))
#define CGW_P384 AND(CGW_ECC, OR(ON(HAVE_ECC384), ON(HAVE_ALL_CURVES)))
#define CGW_P521 AND(CGW_ECC, OR(ON(HAVE_ECC521), ON(HAVE_ALL_CURVES)))

/* The final standards, by the names that the library has for them since 5.9.2: before, the names were others, and until
 * 5.7.2 it had drafts alone. */
#define CGW_MLKEM AND(CGW_5_9_2, AND(ON(WOLFSSL_HAVE_MLKEM), CGW_RNG))
#define CGW_MLDSA AND(CGW_5_9_2, AND(ON(WOLFSSL_HAVE_MLDSA), CGW_RNG))
#define CGW_SLHDSA AND(CGW_5_9_2, AND(ON(WOLFSSL_HAVE_SLHDSA), CGW_RNG))

/* Speed: which of its assembly the library has, and what costs it time. */

#define CGW_AESNI AND(ON(WOLFSSL_AESNI), OFF(WOLFSSL_NO_ASM))
#define CGW_INTELASM AND(ON(USE_INTEL_SPEEDUP), OFF(WOLFSSL_NO_ASM))
#define CGW_ARMASM ON(WOLFSSL_ARMASM)
#define CGW_SP_ASM OR(ON(WOLFSSL_SP_X86_64_ASM), ON(WOLFSSL_SP_ARM64_ASM))
#define CGW_SP AND(ON(WOLFSSL_HAVE_SP_RSA), ON(WOLFSSL_HAVE_SP_ECC))
#define CGW_SMALL_STACK ON(WOLFSSL_SMALL_STACK)
#define CGW_DEBUG ON(DEBUG_WOLFSSL)
#define CGW_FIPS ON(HAVE_FIPS)
#define CGW_HASH_DRBG ON(HAVE_HASHDRBG)
#define CGW_TIMING_RESISTANT \
	AND(ON(ECC_TIMING_RESISTANT), OR(ON(TFM_TIMING_RESISTANT), OR(ON(WOLFSSL_SP_MATH_ALL), ON(WOLFSSL_SP_MATH))))
#define CGW_RSA_BLINDING ON(WC_RSA_BLINDING)
#define CGW_X25519_BLINDING ON(WOLFSSL_CURVE25519_BLINDING)
#define CGW_ECDSA_DETERMINISTIC ON(WOLFSSL_ECDSA_DETERMINISTIC_K)

/* The single-precision code, which takes RSA keys of these sizes before any other sees them, is constant time and
 * blinds nothing. */
#define CGW_RSA_SP_2048 AND(ON(WOLFSSL_HAVE_SP_RSA), OFF(WOLFSSL_SP_NO_2048))
#define CGW_RSA_SP_3072 AND(ON(WOLFSSL_HAVE_SP_RSA), OFF(WOLFSSL_SP_NO_3072))
#define CGW_RSA_SP_4096 AND(ON(WOLFSSL_HAVE_SP_RSA), ON(WOLFSSL_SP_4096))

/* Points that come again get tables, which make work with them faster. */
#define CGW_ECC_TABLES ON(FP_ECC)
/* HMAC keeps the states after the key's pads and copies them, instead of hashing the pads for each message. */
#define CGW_HMAC_COPIES ON(WOLFSSL_HMAC_COPY_HASH)

#endif
