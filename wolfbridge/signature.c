//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/error-crypt.h>
#include <wolfssl/wolfcrypt/asn_public.h>
#include <wolfssl/wolfcrypt/ecc.h>
#include <wolfssl/wolfcrypt/ed25519.h>
#include <wolfssl/wolfcrypt/ed448.h>

#include "signature.h"
#include "shim.h"

#if CGW_MLDSA
#include <wolfssl/wolfcrypt/wc_mldsa.h>
#endif
#if CGW_SLHDSA
#include <wolfssl/wolfcrypt/wc_slhdsa.h>
#endif

#define EDDSA(curve) AND(ON(HAVE_##curve), CGW_RNG)
#define SLHDSA_SHA2 AND(CGW_SLHDSA, ON(WOLFSSL_SLHDSA_SHA2))
#define MLDSA_OPTION "--enable-mldsa (5.9.2 or later)"
#define SHAKE_OPTION "--enable-slhdsa (5.9.2 or later)"
#define SHA2_OPTION "--enable-slhdsa=yes,sha2 (5.9.2 or later)"

/* A signature: name, the catalogue's ID, where it is built and by which option, its family, the library's parameter for
 * it, and the lengths of a private and a public key. */
#define SIGNATURES(X) \
	X(ECDSA_P256, "ecdsa-p256", CGW_P256, "--enable-ecc", ecdsa, ECC_SECP256R1, 32, 65) \
	X(ECDSA_P384, "ecdsa-p384", CGW_P384, "HAVE_ECC384", ecdsa, ECC_SECP384R1, 48, 97) \
	X(ECDSA_P521, "ecdsa-p521", CGW_P521, "HAVE_ECC521", ecdsa, ECC_SECP521R1, 66, 133) \
	X(ED25519, "ed25519", EDDSA(ED25519), "--enable-ed25519", ed25519, 0, 32, 32) \
	X(ED448, "ed448", EDDSA(ED448), "--enable-ed448", ed448, 0, 57, 57) \
	X(MLDSA_44, "ml-dsa-44", CGW_MLDSA, MLDSA_OPTION, mldsa, WC_ML_DSA_44, 32, 1312) \
	X(MLDSA_65, "ml-dsa-65", CGW_MLDSA, MLDSA_OPTION, mldsa, WC_ML_DSA_65, 32, 1952) \
	X(MLDSA_87, "ml-dsa-87", CGW_MLDSA, MLDSA_OPTION, mldsa, WC_ML_DSA_87, 32, 2592) \
	X(SLHDSA_SHA2_128S, "slh-dsa-sha2-128s", SLHDSA_SHA2, SHA2_OPTION, slhdsa, SLHDSA_SHA2_128S, 64, 32) \
	X(SLHDSA_SHA2_128F, "slh-dsa-sha2-128f", SLHDSA_SHA2, SHA2_OPTION, slhdsa, SLHDSA_SHA2_128F, 64, 32) \
	X(SLHDSA_SHAKE_128S, "slh-dsa-shake-128s", CGW_SLHDSA, SHAKE_OPTION, slhdsa, SLHDSA_SHAKE128S, 64, 32) \
	X(SLHDSA_SHAKE_128F, "slh-dsa-shake-128f", CGW_SLHDSA, SHAKE_OPTION, slhdsa, SLHDSA_SHAKE128F, 64, 32)

/* A family, which one type of key and the functions over it serve: where it is built, the type, how it gets a private
 * and a public key, a fresh pair, how it signs, how it verifies, which answers in `good`, what of the result rc says
 * that there is something in the signature that can be in none, the length of a signature, how a key pair is exported,
 * and how the key ends. HOW_ is the functions in words. */
#define FAMILIES(F) \
	F(ecdsa, CGW_ECC, ecc_key, new_ecdsa(h, param, priv, privlen, pub, publen), NOT_COMPILED_IN, \
		wc_ecc_sign_hash(msg, len, out, &length, &h->rng, c), \
		wc_ecc_verify_hash(sig, siglen, msg, len, &good, c), BAD_ECDSA, wc_ecc_sig_size(c), NOT_COMPILED_IN, \
		wc_ecc_free(c)) \
	F(ed25519, EDDSA(ED25519), ed25519_key, NEW_EDDSA(ed25519, ED25519), \
		wc_ed25519_make_key(&h->rng, ED25519_KEY_SIZE, c), wc_ed25519_sign_msg(msg, len, out, &length, c), \
		wc_ed25519_verify_msg(sig, siglen, msg, len, &good, c), BAD_EDDSA, ED25519_SIG_SIZE, \
		BOTH(wc_ed25519_export_private_only(c, priv, privlen), wc_ed25519_export_public(c, pub, publen)), \
		wc_ed25519_free(c)) \
	F(ed448, EDDSA(ED448), ed448_key, NEW_EDDSA(ed448, ED448), wc_ed448_make_key(&h->rng, ED448_KEY_SIZE, c), \
		wc_ed448_sign_msg(msg, len, out, &length, c, h->context, h->contextlen), \
		wc_ed448_verify_msg(sig, siglen, msg, len, &good, c, h->context, h->contextlen), BAD_EDDSA, \
		ED448_SIG_SIZE, \
		BOTH(wc_ed448_export_private_only(c, priv, privlen), wc_ed448_export_public(c, pub, publen)), \
		wc_ed448_free(c)) \
	F(mldsa, CGW_MLDSA, wc_MlDsaKey, new_mldsa(h, param, priv, privlen, pub, publen), \
		BOTH(wc_RNG_GenerateBlock(&h->rng, h->seed, MLDSA_SEED), wc_MlDsaKey_MakeKeyFromSeed(c, h->seed)), \
		h->fixed \
			? wc_MlDsaKey_SignCtxWithSeed(c, h->context, h->contextlen, out, &length, msg, len, h->random) \
			: wc_MlDsaKey_SignCtx(c, h->context, h->contextlen, out, &length, msg, len, &h->rng), \
		wc_MlDsaKey_VerifyCtx(c, sig, siglen, h->context, h->contextlen, msg, len, &good), rc == BUFFER_E, \
		wc_MlDsaKey_SigSize(c), export_mldsa(h, priv, privlen, pub, publen), wc_MlDsaKey_Free(c)) \
	F(slhdsa, CGW_SLHDSA, SlhDsaKey, new_slhdsa(h, param, priv, privlen, pub, publen), \
		wc_SlhDsaKey_MakeKey(c, &h->rng), \
		h->fixed \
			? wc_SlhDsaKey_SignWithRandom(c, h->context, h->contextlen, msg, len, out, &length, h->random) \
			: wc_SlhDsaKey_Sign(c, h->context, h->contextlen, msg, len, out, &length, &h->rng), \
		(good = 1, wc_SlhDsaKey_Verify(c, h->context, h->contextlen, msg, len, sig, siglen)), \
		rc == BAD_LENGTH_E, wc_SlhDsaKey_SigSize(c), \
		BOTH(wc_SlhDsaKey_ExportPrivate(c, priv, privlen), wc_SlhDsaKey_ExportPublic(c, pub, publen)), \
		wc_SlhDsaKey_Free(c))

#define HOW_ecdsa \
	{ \
		NULL, ECDSA_SIGN, "wc_ecc_verify_hash" TABLES \
	}
#define HOW_ed25519 \
	{ \
		"wc_ed25519_make_key", "wc_ed25519_sign_msg", "wc_ed25519_verify_msg" \
	}
#define HOW_ed448 \
	{ \
		"wc_ed448_make_key", "wc_ed448_sign_msg", "wc_ed448_verify_msg" \
	}
#define HOW_mldsa \
	{ \
		"wc_MlDsaKey_MakeKeyFromSeed of a fresh seed", "wc_MlDsaKey_SignCtx, hedged", "wc_MlDsaKey_VerifyCtx" \
	}
#define HOW_slhdsa \
	{ \
		"wc_SlhDsaKey_MakeKey", "wc_SlhDsaKey_Sign, hedged", "wc_SlhDsaKey_Verify" \
	}
#if CGW_ECDSA_DETERMINISTIC
#define ECDSA_SIGN "wc_ecc_sign_hash, deterministic k (RFC 6979)"
#else
#define ECDSA_SIGN "wc_ecc_sign_hash, random k"
#endif
#if CGW_ECC_TABLES
#define TABLES ", with tables (FP_ECC) of a key it has seen before"
#else
#define TABLES ""
#endif

/* What a case may set: a context, the randomness of a signature. */
#define TAKES_ecdsa CGW_TAKES_HASH
#define TAKES_ed25519 0
#define TAKES_ed448 CGW_TAKES_CONTEXT
#define TAKES_mldsa (CGW_TAKES_CONTEXT | CGW_TAKES_RANDOM)
#define TAKES_slhdsa (CGW_TAKES_CONTEXT | CGW_TAKES_RANDOM)

/* r or s is 0, or not less than the group's order, or no number. */
#define BAD_ECDSA (rc == MP_ZERO_E || rc == MP_VAL || rc == ASN_ECC_KEY_E)

/* s is not less than the group's order, or the signature of another length. The key, of which the library would say the
 * same, was looked at before. */
#define BAD_EDDSA (rc == BAD_FUNC_ARG)

/* A private key of EdDSA is used together with its public one. */
#define NEW_EDDSA(x, X) \
	BOTH(wc_##x##_init(c), \
		privlen != 0  ? BOTH(wc_##x##_import_private_only(priv, privlen, c), \
					BOTH(wc_##x##_make_public(c, own, X##_PUB_KEY_SIZE), \
						wc_##x##_import_private_key(priv, privlen, own, X##_PUB_KEY_SIZE, c))) \
		: publen != 0 ? wc_##x##_import_public(pub, publen, c) \
			      : 0)

#define MLDSA_SEED 32 /* FIPS 204 section 3.6.1 */

#define ROW(name, id, built, option, family, param, privlen, publen) \
	{id, built, option, HOW_##family, .priv = privlen, .pub = publen, .takes = TAKES_##family},

static const struct cgw_row rows[] = {SIGNATURES(ROW){0}};
const struct cgw_row *const cgw_signatures = rows;

#define FAMILY(family, ...) ROW_##family,
#define KEY(family, built, type, ...) IF(built, type m_##family[1];)

enum { SIGNATURES(NAME) };
enum { FAMILIES(FAMILY) };

struct cgw_signature {
	WC_RNG rng; /* first, for cgw_key_new */
	int family;
	uint8_t seed[MLDSA_SEED]; /* of the key that was made last */
	uint8_t context[255], contextlen;
	uint8_t random[32];
	int fixed; /* random is what a signature is made of */
	union {
		uint8_t nothing;
		FAMILIES(KEY)
	} c __attribute__((aligned(CG_ALIGN)));
};

#if CGW_ECC

static int new_ecdsa(
	struct cgw_signature *h, int curve, const uint8_t *priv, uint32_t privlen, const uint8_t *pub, uint32_t publen)
{
	ecc_key *c = h->c.m_ecdsa;
	int rc = wc_ecc_init(c);

#ifdef ECC_TIMING_RESISTANT
	if (rc == 0)
		rc = wc_ecc_set_rng(c, &h->rng);
#endif
	if (rc == 0 && privlen != 0)
		rc = wc_ecc_import_private_key_ex(priv, privlen, NULL, 0, c, curve);
	if (rc == 0 && publen != 0)
		rc = BOTH(wc_ecc_import_x963_ex(pub, publen, c, curve), wc_ecc_check_key(c));
	return rc;
}

#endif

#if CGW_MLDSA

static int new_mldsa(
	struct cgw_signature *h, int level, const uint8_t *priv, uint32_t privlen, const uint8_t *pub, uint32_t publen)
{
	wc_MlDsaKey *c = h->c.m_mldsa;
	int rc = wc_MlDsaKey_Init(c, NULL, INVALID_DEVID);

	if (rc == 0)
		rc = wc_MlDsaKey_SetParams(c, (byte)level);
	if (rc == 0 && privlen != 0)
		rc = privlen == MLDSA_SEED ? wc_MlDsaKey_MakeKeyFromSeed(c, priv) : BUFFER_E;
	if (rc == 0 && publen != 0)
		rc = wc_MlDsaKey_ImportPubRaw(c, pub, publen);
	return rc;
}

/* The private key is the seed, which wc_MlDsaKey_MakeKey would not give back. */
static int export_mldsa(struct cgw_signature *h, uint8_t *priv, uint32_t *privlen, uint8_t *pub, uint32_t *publen)
{
	if (*privlen < MLDSA_SEED)
		return BUFFER_E;
	*privlen = MLDSA_SEED;
	memcpy(priv, h->seed, MLDSA_SEED);
	return wc_MlDsaKey_ExportPubRaw(h->c.m_mldsa, pub, publen);
}

#endif

#if CGW_SLHDSA

static int new_slhdsa(
	struct cgw_signature *h, int param, const uint8_t *priv, uint32_t privlen, const uint8_t *pub, uint32_t publen)
{
	SlhDsaKey *c = h->c.m_slhdsa;
	int rc = wc_SlhDsaKey_Init(c, (enum SlhDsaParam)param, NULL, INVALID_DEVID);

	if (rc == 0 && privlen != 0)
		rc = wc_SlhDsaKey_ImportPrivate(c, priv, privlen);
	if (rc == 0 && publen != 0)
		rc = wc_SlhDsaKey_ImportPublic(c, pub, publen);
	return rc;
}

#endif

/* PARAM is how a row finds its family. */
#define PARAM(name, id, built, option, kin, number, ...) IF(built, PARAM_(ROW_##name, ROW_##kin, number))
#define PARAM_(row, kin, number) \
	case row: \
		h->family = kin; \
		param = number; \
		break;
#define CASE_NEW(family, built, type, new, make, sign, verify, malformed, size, ...) \
	CASE(ROW_##family, m_##family, built, type, rc = (new); if (rc == 0) signature = (size))
#define CASE_MAKE(family, built, type, new, make, ...) CASE(ROW_##family, m_##family, built, type, CALL(make))
#define CASE_SIGN(family, built, type, new, make, sign, ...) CASE(ROW_##family, m_##family, built, type, SIGN(sign))
#define CASE_VERIFY(family, built, type, new, make, sign, verify, malformed, ...) \
	CASE(ROW_##family, m_##family, built, type, VERIFY(verify, malformed))
#define CASE_EXPORT(family, built, type, new, make, sign, verify, malformed, size, export, ...) \
	CASE(ROW_##family, m_##family, built, type, rc = (export))
#define CASE_FREE(family, built, type, new, make, sign, verify, malformed, size, export, release) \
	CASE(ROW_##family, m_##family, built, type, release)

int64_t cgw_sig_new(int alg, const uint8_t *priv, uint32_t privlen, const uint8_t *pub, uint32_t publen,
	uintptr_t *handle, uint32_t *length)
{
	int64_t status;
	struct cgw_signature *h = cgw_key_new(sizeof(*h), &status);
	uint8_t own[57]; /* Ed448's */
	int param = 0, signature = 0, rc;

	*handle = 0;
	if (h == NULL)
		return status;
	(void)own, (void)param, (void)priv, (void)privlen, (void)pub,
		(void)publen; /* where the build has none of these */
	h->family = -1;
	switch (alg) {
		SIGNATURES(PARAM)
	}
	rc = NOT_COMPILED_IN;
	switch (h->family) {
		FAMILIES(CASE_NEW)
	}
	*length = signature > 0 ? (uint32_t)signature : 0;
	return cgw_key_made(rc, h, cgw_sig_free, handle);
}

void cgw_sig_free(uintptr_t handle)
{
	struct cgw_signature *h = (struct cgw_signature *)handle;

	switch (h->family) {
		FAMILIES(CASE_FREE)
	}
	cgw_key_free(h, sizeof(*h));
}

int64_t cgw_sig_set(
	uintptr_t handle, const uint8_t *context, uint32_t contextlen, const uint8_t *random, uint32_t randomlen)
{
	struct cgw_signature *h = (struct cgw_signature *)handle;

	if (contextlen > sizeof(h->context) || randomlen > sizeof(h->random))
		return CG_BAD_LENGTH;
	memcpy(h->context, context, contextlen);
	memcpy(h->random, random, randomlen);
	h->contextlen = (uint8_t)contextlen;
	h->fixed = randomlen != 0;
	return CG_OK;
}

/* SIGN does call n times; it reads and leaves a length in `length`. */
#define SIGN(call) CG_LOOP(n, ns, status, (length = space, status = cgw_status(call)))

int64_t cgw_sig_sign(
	uintptr_t handle, const uint8_t *msg, uint32_t len, uint8_t *out, uint32_t *outlen, int64_t n, int64_t *ns)
{
	struct cgw_signature *h = (struct cgw_signature *)handle;
	const word32 space = *outlen;
	word32 length = 0;
	int64_t status = CG_UNSUPPORTED;

	(void)msg, (void)len, (void)out, (void)space, (void)n, (void)ns; /* where the build has none of these */
	switch (h->family) {
		FAMILIES(CASE_SIGN)
	}
	*outlen = length;
	return status;
}

/* VERIFY does call n times. That a signature is not one is an answer and no failure. */
#define VERIFY(call, malformed) \
	CG_LOOP(n, ns, status, { \
		int good = 0; \
		int rc = (call); \
		*valid = rc == 0 && good == 1; \
		status = rc == SIG_VERIFY_E || (malformed) ? CG_OK : cgw_status(rc); \
	})

int64_t cgw_sig_verify(uintptr_t handle, const uint8_t *msg, uint32_t len, const uint8_t *sig, uint32_t siglen,
	uint8_t *valid, int64_t n, int64_t *ns)
{
	struct cgw_signature *h = (struct cgw_signature *)handle;
	int64_t status = CG_UNSUPPORTED;

	(void)msg, (void)len, (void)sig, (void)siglen, (void)valid, (void)n,
		(void)ns; /* where the build has none of these */
	switch (h->family) {
		FAMILIES(CASE_VERIFY)
	}
	return status;
}

int64_t cgw_sig_keygen(uintptr_t handle, int64_t n, int64_t *ns)
{
	struct cgw_signature *h = (struct cgw_signature *)handle;
	int64_t status = CG_UNSUPPORTED;
	int rc = 0;

	(void)n, (void)ns, (void)rc; /* where the build has none of these */
	switch (h->family) {
		FAMILIES(CASE_MAKE)
	}
	return status;
}

int64_t cgw_sig_export(uintptr_t handle, uint8_t *priv, uint32_t *privlen, uint8_t *pub, uint32_t *publen)
{
	struct cgw_signature *h = (struct cgw_signature *)handle;
	int rc = NOT_COMPILED_IN;

	(void)priv, (void)privlen, (void)pub, (void)publen; /* where the build has none of these */
	switch (h->family) {
		FAMILIES(CASE_EXPORT)
	}
	return cgw_status(rc);
}
