//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/error-crypt.h>
#include <wolfssl/wolfcrypt/asn_public.h>
#include <wolfssl/wolfcrypt/ecc.h>
#include <wolfssl/wolfcrypt/ed25519.h>
#include <wolfssl/wolfcrypt/ed448.h>
#include <wolfssl/wolfcrypt/random.h>

#include "signature.h"
#include "verify.h"

#if CGW_HAVE_MLDSA
#include <wolfssl/wolfcrypt/wc_mldsa.h>
#endif
#if CGW_HAVE_SLHDSA
#include <wolfssl/wolfcrypt/wc_slhdsa.h>
#endif

#define HAVE_ANY_ECC (CGW_HAVE_ECC_256 || CGW_HAVE_ECC_384 || CGW_HAVE_ECC_521)
#define HAVE_ANY (HAVE_ANY_ECC || CGW_HAVE_ED25519 || CGW_HAVE_ED448 || CGW_HAVE_MLDSA || CGW_HAVE_SLHDSA)

#if HAVE_ANY

#define MLDSA_SEED 32 /* FIPS 204 section 3.6.1 */

/* The algorithms that one type of key, and the functions over it, serve. */
enum { ECDSA, ED25519, ED448, MLDSA, SLHDSA };

static int family(int alg)
{
	switch (alg) {
	case CGW_ECDSA_P256:
	case CGW_ECDSA_P384:
	case CGW_ECDSA_P521:
		return ECDSA;
	case CGW_ED25519:
		return ED25519;
	case CGW_ED448:
		return ED448;
	case CGW_MLDSA_44:
	case CGW_MLDSA_65:
	case CGW_MLDSA_87:
		return MLDSA;
	}
	return SLHDSA;
}

struct cgw_signature {
	int alg;
	int family;
	WC_RNG rng;
#if CGW_HAVE_MLDSA
	uint8_t seed[MLDSA_SEED];
#endif
	union {
#if HAVE_ANY_ECC
		ecc_key ecc;
#endif
#if CGW_HAVE_ED25519
		ed25519_key ed25519;
#endif
#if CGW_HAVE_ED448
		ed448_key ed448;
#endif
#if CGW_HAVE_MLDSA
		wc_MlDsaKey mldsa;
#endif
#if CGW_HAVE_SLHDSA
		SlhDsaKey slhdsa;
#endif
	} k __attribute__((aligned(CG_ALIGN)));
};

#if HAVE_ANY_ECC

static int curve_id(int alg)
{
	switch (alg) {
#if CGW_HAVE_ECC_256
	case CGW_ECDSA_P256: return ECC_SECP256R1;
#endif
#if CGW_HAVE_ECC_384
	case CGW_ECDSA_P384: return ECC_SECP384R1;
#endif
#if CGW_HAVE_ECC_521
	case CGW_ECDSA_P521: return ECC_SECP521R1;
#endif
	}
	return ECC_CURVE_INVALID;
}

static int new_ecc(struct cgw_signature *h, const uint8_t *priv, uint32_t privlen, const uint8_t *pub, uint32_t publen)
{
	int curve = curve_id(h->alg);
	int rc = curve == ECC_CURVE_INVALID ? NOT_COMPILED_IN : wc_ecc_init(&h->k.ecc);

#ifdef ECC_TIMING_RESISTANT
	if (rc == 0)
		rc = wc_ecc_set_rng(&h->k.ecc, &h->rng);
#endif
	if (rc == 0 && privlen != 0)
		rc = wc_ecc_import_private_key_ex(priv, privlen, NULL, 0, &h->k.ecc, curve);
	if (rc == 0 && publen != 0) {
		rc = wc_ecc_import_x963_ex(pub, publen, &h->k.ecc, curve);
		if (rc == 0)
			rc = wc_ecc_check_key(&h->k.ecc);
	}
	return rc;
}

#endif

#if CGW_HAVE_ED25519

static int new_ed25519(struct cgw_signature *h, const uint8_t *priv, uint32_t privlen, const uint8_t *pub, uint32_t publen)
{
	ed25519_key *key = &h->k.ed25519;
	int rc = wc_ed25519_init(key);

	if (rc == 0 && privlen != 0) {
		uint8_t own[ED25519_PUB_KEY_SIZE];

		rc = wc_ed25519_import_private_only(priv, privlen, key);
		if (rc == 0)
			rc = wc_ed25519_make_public(key, own, sizeof(own));
		if (rc == 0)
			rc = wc_ed25519_import_private_key(priv, privlen, own, sizeof(own), key);
	}
	if (rc == 0 && publen != 0)
		rc = wc_ed25519_import_public(pub, publen, key);
	return rc;
}

#endif

#if CGW_HAVE_ED448

static int new_ed448(struct cgw_signature *h, const uint8_t *priv, uint32_t privlen, const uint8_t *pub, uint32_t publen)
{
	ed448_key *key = &h->k.ed448;
	int rc = wc_ed448_init(key);

	if (rc == 0 && privlen != 0) {
		uint8_t own[ED448_PUB_KEY_SIZE];

		rc = wc_ed448_import_private_only(priv, privlen, key);
		if (rc == 0)
			rc = wc_ed448_make_public(key, own, sizeof(own));
		if (rc == 0)
			rc = wc_ed448_import_private_key(priv, privlen, own, sizeof(own), key);
	}
	if (rc == 0 && publen != 0)
		rc = wc_ed448_import_public(pub, publen, key);
	return rc;
}

#endif

#if CGW_HAVE_MLDSA

static int new_mldsa(struct cgw_signature *h, const uint8_t *priv, uint32_t privlen, const uint8_t *pub, uint32_t publen)
{
	wc_MlDsaKey *key = &h->k.mldsa;
	byte level = h->alg == CGW_MLDSA_44 ? WC_ML_DSA_44 : h->alg == CGW_MLDSA_65 ? WC_ML_DSA_65 : WC_ML_DSA_87;
	int rc = wc_MlDsaKey_Init(key, NULL, INVALID_DEVID);

	if (rc == 0)
		rc = wc_MlDsaKey_SetParams(key, level);
	if (rc == 0 && privlen != 0)
		rc = privlen == MLDSA_SEED ? wc_MlDsaKey_MakeKeyFromSeed(key, priv) : BUFFER_E;
	if (rc == 0 && publen != 0)
		rc = wc_MlDsaKey_ImportPubRaw(key, pub, publen);
	return rc;
}

#endif

#if CGW_HAVE_SLHDSA

static int new_slhdsa(struct cgw_signature *h, const uint8_t *priv, uint32_t privlen, const uint8_t *pub, uint32_t publen)
{
	SlhDsaKey *key = &h->k.slhdsa;
	enum SlhDsaParam param;
	int rc;

	switch (h->alg) {
	case CGW_SLHDSA_SHAKE_128S: param = SLHDSA_SHAKE128S; break;
	case CGW_SLHDSA_SHAKE_128F: param = SLHDSA_SHAKE128F; break;
#if CGW_HAVE_SLHDSA_SHA2
	case CGW_SLHDSA_SHA2_128S: param = SLHDSA_SHA2_128S; break;
	case CGW_SLHDSA_SHA2_128F: param = SLHDSA_SHA2_128F; break;
#endif
	default: return NOT_COMPILED_IN;
	}
	rc = wc_SlhDsaKey_Init(key, param, NULL, INVALID_DEVID);
	if (rc == 0 && privlen != 0)
		rc = wc_SlhDsaKey_ImportPrivate(key, priv, privlen);
	if (rc == 0 && publen != 0)
		rc = wc_SlhDsaKey_ImportPublic(key, pub, publen);
	return rc;
}

#endif

int64_t cgw_sig_new(int alg, const uint8_t *priv, uint32_t privlen, const uint8_t *pub, uint32_t publen, uintptr_t *handle)
{
	struct cgw_signature *h = cg_new(sizeof(*h));
	int rc;

	*handle = 0;
	if (h == NULL)
		return CG_NO_MEMORY;
	h->alg = alg;
	h->family = family(alg);
	rc = wc_InitRng(&h->rng);
	if (rc != 0) {
		cg_free(h, sizeof(*h));
		return cg_lib(rc);
	}
	switch (h->family) {
#if HAVE_ANY_ECC
	case ECDSA:
		rc = new_ecc(h, priv, privlen, pub, publen);
		break;
#endif
#if CGW_HAVE_ED25519
	case ED25519:
		rc = new_ed25519(h, priv, privlen, pub, publen);
		break;
#endif
#if CGW_HAVE_ED448
	case ED448:
		rc = new_ed448(h, priv, privlen, pub, publen);
		break;
#endif
#if CGW_HAVE_MLDSA
	case MLDSA:
		rc = new_mldsa(h, priv, privlen, pub, publen);
		break;
#endif
#if CGW_HAVE_SLHDSA
	case SLHDSA:
		rc = new_slhdsa(h, priv, privlen, pub, publen);
		break;
#endif
	default:
		rc = NOT_COMPILED_IN;
	}
	*handle = (uintptr_t)h;
	if (rc != 0) {
		cgw_sig_free(*handle);
		*handle = 0;
	}
	return cgw_status(rc);
}

void cgw_sig_free(uintptr_t handle)
{
	struct cgw_signature *h = (struct cgw_signature *)handle;

	switch (h->family) {
#if HAVE_ANY_ECC
	case ECDSA:
		wc_ecc_free(&h->k.ecc);
		break;
#endif
#if CGW_HAVE_ED25519
	case ED25519:
		wc_ed25519_free(&h->k.ed25519);
		break;
#endif
#if CGW_HAVE_ED448
	case ED448:
		wc_ed448_free(&h->k.ed448);
		break;
#endif
#if CGW_HAVE_MLDSA
	case MLDSA:
		wc_MlDsaKey_Free(&h->k.mldsa);
		break;
#endif
#if CGW_HAVE_SLHDSA
	case SLHDSA:
		wc_SlhDsaKey_Free(&h->k.slhdsa);
		break;
#endif
	}
	wc_FreeRng(&h->rng);
	cg_free(h, sizeof(*h));
}

uint32_t cgw_sig_length(uintptr_t handle)
{
	struct cgw_signature *h = (struct cgw_signature *)handle;
	int length = 0;

	switch (h->family) {
#if HAVE_ANY_ECC
	case ECDSA:
		length = wc_ecc_sig_size(&h->k.ecc);
		break;
#endif
#if CGW_HAVE_ED25519
	case ED25519:
		length = ED25519_SIG_SIZE;
		break;
#endif
#if CGW_HAVE_ED448
	case ED448:
		length = ED448_SIG_SIZE;
		break;
#endif
#if CGW_HAVE_MLDSA
	case MLDSA:
		length = wc_MlDsaKey_SigSize(&h->k.mldsa);
		break;
#endif
#if CGW_HAVE_SLHDSA
	case SLHDSA:
		length = wc_SlhDsaKey_SigSize(&h->k.slhdsa);
		break;
#endif
	}
	return length > 0 ? (uint32_t)length : 0;
}

/* SIGN does call n times; it reads and leaves a length in `length`. */
#define SIGN(call)                             \
	CG_LOOP(n, ns, status, {               \
		length = space;                \
		status = cgw_status(call);     \
	})

int64_t cgw_sig_sign(uintptr_t handle, const uint8_t *msg, uint32_t len, uint8_t *out, uint32_t *outlen, int64_t n, int64_t *ns)
{
	struct cgw_signature *h = (struct cgw_signature *)handle;
	const word32 space = *outlen;
	word32 length = 0;
	int64_t status = CG_UNSUPPORTED;

	switch (h->family) {
#if HAVE_ANY_ECC
	case ECDSA:
		SIGN(wc_ecc_sign_hash(msg, len, out, &length, &h->rng, &h->k.ecc));
		break;
#endif
#if CGW_HAVE_ED25519
	case ED25519:
		SIGN(wc_ed25519_sign_msg(msg, len, out, &length, &h->k.ed25519));
		break;
#endif
#if CGW_HAVE_ED448
	case ED448:
		SIGN(wc_ed448_sign_msg(msg, len, out, &length, &h->k.ed448, NULL, 0));
		break;
#endif
#if CGW_HAVE_MLDSA
	case MLDSA:
		SIGN(wc_MlDsaKey_SignCtx(&h->k.mldsa, NULL, 0, out, &length, msg, len, &h->rng));
		break;
#endif
#if CGW_HAVE_SLHDSA
	case SLHDSA:
		SIGN(wc_SlhDsaKey_Sign(&h->k.slhdsa, NULL, 0, msg, len, out, &length, &h->rng));
		break;
#endif
	}
	*outlen = length;
	return status;
}

/* VERIFY does call n times, which answers in `good`. malformed says of its
 * result, in rc, that there is something in the signature that can be in none. */
#define VERIFY(call, malformed)                            \
	CG_LOOP(n, ns, status, {                           \
		int good = 0;                              \
		int rc = (call);                           \
		if ((malformed) || (rc == 0 && good != 1)) \
			rc = SIG_VERIFY_E;                 \
		status = cgw_answer(rc, valid);            \
	})

/* r or s is 0, or not less than the group's order, or no number. */
#define BAD_ECDSA (rc == MP_ZERO_E || rc == MP_VAL || rc == ASN_ECC_KEY_E)

/* s is not less than the group's order. The key and the lengths, of which the
 * library would say the same, were looked at before. */
#define BAD_EDDSA (rc == BAD_FUNC_ARG)

int64_t cgw_sig_verify(uintptr_t handle, const uint8_t *msg, uint32_t len, const uint8_t *sig, uint32_t siglen,
		       uint8_t *valid, int64_t n, int64_t *ns)
{
	struct cgw_signature *h = (struct cgw_signature *)handle;
	int64_t status = CG_UNSUPPORTED;

	switch (h->family) {
#if HAVE_ANY_ECC
	case ECDSA:
		VERIFY(wc_ecc_verify_hash(sig, siglen, msg, len, &good, &h->k.ecc), BAD_ECDSA);
		break;
#endif
#if CGW_HAVE_ED25519
	case ED25519:
		VERIFY(wc_ed25519_verify_msg(sig, siglen, msg, len, &good, &h->k.ed25519), BAD_EDDSA);
		break;
#endif
#if CGW_HAVE_ED448
	case ED448:
		VERIFY(wc_ed448_verify_msg(sig, siglen, msg, len, &good, &h->k.ed448, NULL, 0), BAD_EDDSA);
		break;
#endif
#if CGW_HAVE_MLDSA
	case MLDSA:
		VERIFY(wc_MlDsaKey_VerifyCtx(&h->k.mldsa, sig, siglen, NULL, 0, msg, len, &good), 0);
		break;
#endif
#if CGW_HAVE_SLHDSA
	case SLHDSA:
		VERIFY((good = 1, wc_SlhDsaKey_Verify(&h->k.slhdsa, NULL, 0, msg, len, sig, siglen)), 0);
		break;
#endif
	}
	return status;
}

#if CGW_HAVE_MLDSA

/* keygen_mldsa draws the seed itself, as wc_MlDsaKey_MakeKey does, because
 * that one does not give it back. */
static int keygen_mldsa(struct cgw_signature *h)
{
	int rc = wc_RNG_GenerateBlock(&h->rng, h->seed, sizeof(h->seed));

	return rc != 0 ? rc : wc_MlDsaKey_MakeKeyFromSeed(&h->k.mldsa, h->seed);
}

#endif

int64_t cgw_sig_keygen(uintptr_t handle, int64_t n, int64_t *ns)
{
	struct cgw_signature *h = (struct cgw_signature *)handle;
	int64_t status = CG_UNSUPPORTED;

	switch (h->family) {
#if CGW_HAVE_ED25519
	case ED25519:
		CG_LOOP(n, ns, status, status = cgw_status(wc_ed25519_make_key(&h->rng, ED25519_KEY_SIZE, &h->k.ed25519)));
		break;
#endif
#if CGW_HAVE_ED448
	case ED448:
		CG_LOOP(n, ns, status, status = cgw_status(wc_ed448_make_key(&h->rng, ED448_KEY_SIZE, &h->k.ed448)));
		break;
#endif
#if CGW_HAVE_MLDSA
	case MLDSA:
		CG_LOOP(n, ns, status, status = cgw_status(keygen_mldsa(h)));
		break;
#endif
#if CGW_HAVE_SLHDSA
	case SLHDSA:
		CG_LOOP(n, ns, status, status = cgw_status(wc_SlhDsaKey_MakeKey(&h->k.slhdsa, &h->rng)));
		break;
#endif
	}
	return status;
}

int64_t cgw_sig_export(uintptr_t handle, uint8_t *priv, uint32_t *privlen, uint8_t *pub, uint32_t *publen)
{
	struct cgw_signature *h = (struct cgw_signature *)handle;
	word32 a = *privlen;
	word32 b = *publen;
	int rc = NOT_COMPILED_IN;

	switch (h->family) {
#if CGW_HAVE_ED25519
	case ED25519:
		rc = wc_ed25519_export_private_only(&h->k.ed25519, priv, &a);
		if (rc == 0)
			rc = wc_ed25519_export_public(&h->k.ed25519, pub, &b);
		break;
#endif
#if CGW_HAVE_ED448
	case ED448:
		rc = wc_ed448_export_private_only(&h->k.ed448, priv, &a);
		if (rc == 0)
			rc = wc_ed448_export_public(&h->k.ed448, pub, &b);
		break;
#endif
#if CGW_HAVE_MLDSA
	case MLDSA:
		rc = a < MLDSA_SEED ? BUFFER_E : wc_MlDsaKey_ExportPubRaw(&h->k.mldsa, pub, &b);
		if (rc == 0) {
			a = MLDSA_SEED;
			memcpy(priv, h->seed, a);
		}
		break;
#endif
#if CGW_HAVE_SLHDSA
	case SLHDSA:
		rc = wc_SlhDsaKey_ExportPrivate(&h->k.slhdsa, priv, &a);
		if (rc == 0)
			rc = wc_SlhDsaKey_ExportPublic(&h->k.slhdsa, pub, &b);
		break;
#endif
	}
	*privlen = a;
	*publen = b;
	return cgw_status(rc);
}

#else

int64_t cgw_sig_new(int, const uint8_t *, uint32_t, const uint8_t *, uint32_t, uintptr_t *) { return CG_UNSUPPORTED; }
void cgw_sig_free(uintptr_t) { }
uint32_t cgw_sig_length(uintptr_t) { return 0; }
int64_t cgw_sig_sign(uintptr_t, const uint8_t *, uint32_t, uint8_t *, uint32_t *, int64_t, int64_t *) { return CG_UNSUPPORTED; }
int64_t cgw_sig_verify(uintptr_t, const uint8_t *, uint32_t, const uint8_t *, uint32_t, uint8_t *, int64_t, int64_t *) { return CG_UNSUPPORTED; }
int64_t cgw_sig_keygen(uintptr_t, int64_t, int64_t *) { return CG_UNSUPPORTED; }
int64_t cgw_sig_export(uintptr_t, uint8_t *, uint32_t *, uint8_t *, uint32_t *) { return CG_UNSUPPORTED; }

#endif
