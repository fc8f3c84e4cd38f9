//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/error-crypt.h>
#include <wolfssl/wolfcrypt/asn_public.h>
#include <wolfssl/wolfcrypt/asn.h>
#include <wolfssl/wolfcrypt/rsa.h>

#include "pke.h"
#include "shim.h"

#define OAEP AND(CGW_RSA, AND(OFF(WC_NO_RSA_OAEP), OFF(NO_SHA256)))
#define PSS AND(CGW_RSA, AND(ON(WC_RSA_PSS), OFF(NO_SHA256)))
#define HASHED h->hash, h->mgf
#if CGW_RSA
#define OPTION(option) option
#else
#define OPTION(option) "--enable-rsa"
#endif

/* An encryption: name, the catalogue's ID, where it is built and by which option, what a case may set, and the
 * functions that encrypt and decrypt, each with its arguments; they return a length or an error. */
#define PKES(X) \
	X(PKCS1, "rsa-*-pkcs1", CGW_RSA, "--enable-rsa", 0, wc_RsaPublicEncrypt, \
		(in, len, out, space, &h->key, &h->rng), wc_RsaPrivateDecrypt, (in, len, out, space, &h->key)) \
	X(OAEP, "rsa-*-oaep", OAEP, OPTION("--enable-oaep"), CGW_TAKES_HASH | CGW_TAKES_CONTEXT, \
		wc_RsaPublicEncrypt_ex, \
		(in, len, out, space, &h->key, &h->rng, WC_RSA_OAEP_PAD, HASHED, h->label, h->labellen), \
		wc_RsaPrivateDecrypt_ex, \
		(in, len, out, space, &h->key, WC_RSA_OAEP_PAD, HASHED, h->label, h->labellen))

/* A signature: the same with the functions in words, and signing and verifying as calls. A verification returns 0, or
 * SIG_VERIFY_E for a signature that is not one. */
#define SIGNATURES(X) \
	X(PKCS1, "rsa-*-pkcs1-sha256", CGW_RSA, "--enable-rsa", "wc_EncodeSignature, wc_RsaSSL_Sign", \
		"wc_EncodeSignature, wc_RsaSSL_Verify", sign_pkcs1(h, in, len, out, space), \
		verify_pkcs1(h, digest, len, sig, siglen, scratch)) \
	X(PSS, "rsa-*-pss-sha256", PSS, OPTION("--enable-rsapss"), "wc_RsaPSS_Sign", "wc_RsaPSS_VerifyCheck", \
		sign_pss(h, in, len, out, space), verify_pss(h, digest, len, sig, siglen, scratch))

/* Before 5.8 wc_RsaPSS_VerifyCheck took the signature as writable, and did not write it. */
#define UNWRITTEN(p) ((uint8_t *)(uintptr_t)(p))

#define ROW_PKE(name, id, built, option, set, encrypt, with, decrypt, ...) \
	{id, built, option, .how = {#encrypt, #decrypt}, .takes = set},
#define ROW_SIGNATURE(name, id, built, option, sign, verify, ...) \
	{id, built, option, .how = {sign, verify}, .takes = CGW_TAKES_HASH},

static const struct cgw_row pkes[] = {
	PKES(ROW_PKE){"rsa-*", CGW_RSA_KEYGEN, OPTION("--enable-keygen"), .how = {NULL, NULL, "wc_MakeRsaKey"}}, {0}};
static const struct cgw_row signatures[] = {SIGNATURES(ROW_SIGNATURE){0}};
const struct cgw_row *const cgw_pkes = pkes;
const struct cgw_row *const cgw_rsa_signatures = signatures;

#if CGW_RSA

#define NAME_SIGNATURE(name, ...) SIGNATURE_##name,

enum { PKES(NAME) };
enum { SIGNATURES(NAME_SIGNATURE) };

struct cgw_rsa {
	WC_RNG rng; /* first, for cgw_key_new */
	RsaKey key __attribute__((aligned(CG_ALIGN)));
	enum wc_HashType hash;
	int oid, mgf; /* hash's number in a DigestInfo, the mask generation function's */
	uint32_t digestlen;
	int saltlen;
	uint32_t labellen;
	uint8_t label[256];
};

static int init_key(struct cgw_rsa *h)
{
	int rc = wc_InitRsaKey(&h->key, NULL);

#ifdef WC_RSA_BLINDING
	if (rc == 0)
		rc = wc_RsaSetRNG(&h->key, &h->rng);
#endif
	return rc;
}

int64_t cgw_rsa_new(int private_key, const uint8_t *der, uint32_t *derlen, uintptr_t *handle, uint32_t *width)
{
	int64_t status;
	struct cgw_rsa *h = cgw_key_new(sizeof(*h), &status);
	word32 read = 0;
	int rc;

	*handle = 0;
	*width = 0;
	if (h == NULL)
		return status;
	rc = init_key(h);
	if (rc == 0 && *derlen != 0) {
		rc = private_key ? wc_RsaPrivateKeyDecode(der, &read, &h->key, *derlen)
				 : wc_RsaPublicKeyDecode(der, &read, &h->key, *derlen);
		if (rc == 0)
			*width = (uint32_t)wc_RsaEncryptSize(&h->key);
		*derlen = read;
	}
	return cgw_key_made(rc, h, cgw_rsa_free, handle);
}

void cgw_rsa_free(uintptr_t handle)
{
	struct cgw_rsa *h = (struct cgw_rsa *)handle;

	wc_FreeRsaKey(&h->key);
	cgw_key_free(h, sizeof(*h));
}

/* WRITE does call, which returns a length or an error, n times. */
#define WRITE(call) \
	CG_LOOP(n, ns, status, { \
		int rc = (call); \
		if (rc < 0) \
			status = cg_lib(rc); \
		else \
			*outlen = (uint32_t)rc; \
	})

#define CASE_PKE(name, id, built, option, set, enc, with, dec, using) \
	IF(built, CASE_PKE_(ROW_##name, if (decrypt) WRITE(dec using); else WRITE(enc with)))
#define CASE_SIGN(name, id, built, option, signed, verified, sign, verify) \
	IF(built, CASE_PKE_(SIGNATURE_##name, WRITE(sign)))
#define CASE_VERIFY(name, id, built, option, signed, verified, sign, verify) \
	IF(built, CASE_PKE_(SIGNATURE_##name, ANSWER(verify)))
#define CASE_PKE_(row, body) \
	case row: \
		body; \
		break;

int64_t cgw_rsa_crypt(uintptr_t handle, int alg, int decrypt, const uint8_t *in, uint32_t len, uint8_t *out,
	uint32_t *outlen, int64_t n, int64_t *ns)
{
	struct cgw_rsa *h = (struct cgw_rsa *)handle;
	const word32 space = *outlen;
	int64_t status = CG_UNSUPPORTED;

	switch (alg) {
		PKES(CASE_PKE)
	}
	return status;
}

static int mgf_of(int hash)
{
	switch (hash) {
#ifdef WC_MGF1SHA1
	case WC_HASH_TYPE_SHA:
		return WC_MGF1SHA1;
#endif
	case WC_HASH_TYPE_SHA224:
		return WC_MGF1SHA224;
	case WC_HASH_TYPE_SHA256:
		return WC_MGF1SHA256;
	case WC_HASH_TYPE_SHA384:
		return WC_MGF1SHA384;
	case WC_HASH_TYPE_SHA512:
		return WC_MGF1SHA512;
#ifdef WC_MGF1SHA512_224
	case WC_HASH_TYPE_SHA512_224:
		return WC_MGF1SHA512_224;
	case WC_HASH_TYPE_SHA512_256:
		return WC_MGF1SHA512_256;
#endif
	}
	return WC_MGF1NONE;
}

int64_t cgw_rsa_set(uintptr_t handle, int hash, int mgf, int saltlen, const uint8_t *label, uint32_t labellen)
{
	struct cgw_rsa *h = (struct cgw_rsa *)handle;
	int digestlen = wc_HashGetDigestSize((enum wc_HashType)hash);

	if (labellen > sizeof(h->label))
		return CG_BAD_LENGTH;
	if (digestlen <= 0 || (mgf != 0 && mgf_of(mgf) == WC_MGF1NONE))
		return CG_UNSUPPORTED;
	h->hash = (enum wc_HashType)hash;
	h->oid = wc_HashGetOID(h->hash);
	h->mgf = mgf_of(mgf);
	h->digestlen = (uint32_t)digestlen;
	h->saltlen = saltlen;
	h->labellen = labellen;
	memcpy(h->label, label, labellen);
	return CG_OK;
}

/* sign_pkcs1 puts the digest in its DigestInfo and signs that. */
static int sign_pkcs1(struct cgw_rsa *h, const uint8_t *digest, uint32_t len, uint8_t *out, word32 space)
{
	uint8_t info[MAX_DER_DIGEST_SZ];
	word32 size = wc_EncodeSignature(info, digest, len, h->oid);

	return wc_RsaSSL_Sign(info, size, out, space, &h->key, &h->rng);
}

#if PSS

/* A salt as long as the digest is what the functions without _ex are for. */
static int sign_pss(struct cgw_rsa *h, const uint8_t *digest, uint32_t len, uint8_t *out, word32 space)
{
	if (h->saltlen == (int)len)
		return wc_RsaPSS_Sign(digest, len, out, space, HASHED, &h->key, &h->rng);
	return wc_RsaPSS_Sign_ex(digest, len, out, space, HASHED, h->saltlen, &h->key, &h->rng);
}

#endif

int64_t cgw_rsa_sign(uintptr_t handle, int alg, const uint8_t *in, uint32_t len, uint8_t *out, uint32_t *outlen,
	int64_t n, int64_t *ns)
{
	struct cgw_rsa *h = (struct cgw_rsa *)handle;
	const word32 space = *outlen;
	int64_t status = CG_UNSUPPORTED;

	switch (alg) {
		SIGNATURES(CASE_SIGN)
	}
	return status;
}

/* verified is what a verification comes to that returned a length, or an error, rc: the library has one for each thing
 * that can be wrong with a signature. */
static inline int verified(struct cgw_rsa *h, int rc, uint32_t siglen)
{
	switch (rc) {
	case RSA_OUT_OF_RANGE_E: /* not less than the modulus, or 0 or 1 */
	case RSA_PAD_E:
	case BAD_PADDING_E:
	case PSS_SALTLEN_E:
	case RSA_BUFFER_E: /* padding and nothing behind it, or a wrong length */
		return SIG_VERIFY_E;
	case BAD_FUNC_ARG:
	case MP_TO_E: /* 5.5.4, of a signature that is too short for the result */
		return siglen != (uint32_t)wc_RsaEncryptSize(&h->key) ? SIG_VERIFY_E : rc;
	}
	return rc < 0 ? rc : 0;
}

/* verify_pkcs1 wants the signature to be of exactly the bytes that were to be signed. */
static int verify_pkcs1(
	struct cgw_rsa *h, const uint8_t *digest, uint32_t len, const uint8_t *sig, uint32_t siglen, uint8_t *scratch)
{
	uint8_t info[MAX_DER_DIGEST_SZ];
	word32 size = wc_EncodeSignature(info, digest, len, h->oid);
	int rc = wc_RsaSSL_Verify(sig, siglen, scratch, siglen, &h->key);

	if (rc < 0)
		return verified(h, rc, siglen);
	return (word32)rc == size && memcmp(info, scratch, size) == 0 ? 0 : SIG_VERIFY_E;
}

#if PSS

static int verify_pss(
	struct cgw_rsa *h, const uint8_t *digest, uint32_t len, const uint8_t *sig, uint32_t siglen, uint8_t *scratch)
{
	int rc;

	if (h->saltlen == (int)len)
		return verified(h,
			wc_RsaPSS_VerifyCheck(UNWRITTEN(sig), siglen, scratch, siglen, digest, len, HASHED, &h->key),
			siglen);
	rc = wc_RsaPSS_Verify_ex(UNWRITTEN(sig), siglen, scratch, siglen, HASHED, h->saltlen, &h->key);
	if (rc > 0)
		rc = wc_RsaPSS_CheckPadding_ex(
			digest, len, scratch, (word32)rc, h->hash, h->saltlen, wc_RsaEncryptSize(&h->key) * 8);
	return verified(h, rc, siglen);
}

#endif

/* ANSWER does a verification n times. That a signature is not one is an answer and no failure. */
#define ANSWER(verify) \
	CG_LOOP(n, ns, status, { \
		int rc = (verify); \
		*valid = rc == 0; \
		status = rc == SIG_VERIFY_E ? CG_OK : cgw_status(rc); \
	})

int64_t cgw_rsa_verify(uintptr_t handle, int alg, const uint8_t *digest, uint32_t len, const uint8_t *sig,
	uint32_t siglen, uint8_t *scratch, uint8_t *valid, int64_t n, int64_t *ns)
{
	struct cgw_rsa *h = (struct cgw_rsa *)handle;
	int64_t status = CG_UNSUPPORTED;

	switch (alg) {
		SIGNATURES(CASE_VERIFY)
	}
	return status;
}

#else

ABSENT(cgw_rsa_new, int, const uint8_t *, uint32_t *, uintptr_t *, uint32_t *)
ABSENT(cgw_rsa_set, uintptr_t, int, int, int, const uint8_t *, uint32_t)
ABSENT(cgw_rsa_crypt, uintptr_t, int, int, const uint8_t *, uint32_t, uint8_t *, uint32_t *, int64_t, int64_t *)
ABSENT(cgw_rsa_sign, uintptr_t, int, const uint8_t *, uint32_t, uint8_t *, uint32_t *, int64_t, int64_t *)
ABSENT(cgw_rsa_verify, uintptr_t, int, const uint8_t *, uint32_t, const uint8_t *, uint32_t, uint8_t *, uint8_t *,
	int64_t, int64_t *)
void cgw_rsa_free(uintptr_t)
{
}

#endif

#if CGW_RSA_KEYGEN

int64_t cgw_rsa_keygen(uintptr_t handle, int bits, int64_t n, int64_t *ns)
{
	struct cgw_rsa *h = (struct cgw_rsa *)handle;
	int64_t status;

	THREE((wc_FreeRsaKey(&h->key), 0), init_key(h), wc_MakeRsaKey(&h->key, bits, WC_RSA_EXPONENT, &h->rng));
	return status;
}

int64_t cgw_rsa_export(uintptr_t handle, uint8_t *out, uint32_t *outlen)
{
	struct cgw_rsa *h = (struct cgw_rsa *)handle;
	int rc = wc_RsaKeyToDer(&h->key, out, *outlen);

	if (rc < 0)
		return cg_lib(rc);
	*outlen = (uint32_t)rc;
	return CG_OK;
}

#else

ABSENT(cgw_rsa_keygen, uintptr_t, int, int64_t, int64_t *)
ABSENT(cgw_rsa_export, uintptr_t, uint8_t *, uint32_t *)

#endif
