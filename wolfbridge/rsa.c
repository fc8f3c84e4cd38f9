//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/error-crypt.h>
#include <wolfssl/wolfcrypt/asn_public.h>
#include <wolfssl/wolfcrypt/asn.h>
#include <wolfssl/wolfcrypt/random.h>
#include <wolfssl/wolfcrypt/rsa.h>

#include "rsa.h"
#include "verify.h"

#if CGW_HAVE_RSA

#define DIGEST 32 /* SHA-256's */

struct cgw_rsa {
	RsaKey key __attribute__((aligned(CG_ALIGN)));
	WC_RNG rng;
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

int64_t cgw_rsa_new(int private_key, const uint8_t *der, uint32_t derlen, uintptr_t *handle, uint32_t *size)
{
	struct cgw_rsa *h = cg_new(sizeof(*h));
	word32 read = 0;
	int rc;

	*handle = 0;
	*size = 0;
	if (h == NULL)
		return CG_NO_MEMORY;
	rc = wc_InitRng(&h->rng);
	if (rc != 0) {
		cg_free(h, sizeof(*h));
		return cg_lib(rc);
	}
	rc = init_key(h);
	if (rc == 0 && derlen != 0) {
		rc = private_key ? wc_RsaPrivateKeyDecode(der, &read, &h->key, derlen) : wc_RsaPublicKeyDecode(der, &read, &h->key, derlen);
		if (rc == 0 && read != derlen)
			rc = ASN_PARSE_E;
		if (rc == 0)
			*size = (uint32_t)wc_RsaEncryptSize(&h->key);
	}
	*handle = (uintptr_t)h;
	if (rc != 0) {
		cgw_rsa_free(*handle);
		*handle = 0;
	}
	return cgw_status(rc);
}

void cgw_rsa_free(uintptr_t handle)
{
	struct cgw_rsa *h = (struct cgw_rsa *)handle;

	wc_FreeRsaKey(&h->key);
	wc_FreeRng(&h->rng);
	cg_free(h, sizeof(*h));
}

/* pkcs1_sign puts the digest in its DigestInfo and signs that. */
static int pkcs1_sign(struct cgw_rsa *h, const uint8_t *digest, uint32_t len, uint8_t *out, word32 space)
{
	uint8_t info[MAX_DER_DIGEST_SZ];
	word32 size;

	if (len != DIGEST)
		return BAD_LENGTH_E;
	size = wc_EncodeSignature(info, digest, len, SHA256h);
	return wc_RsaSSL_Sign(info, size, out, space, &h->key, &h->rng);
}

/* WRITE does call, which returns a length or an error, n times. */
#define WRITE(call)                                    \
	CG_LOOP(n, ns, status, {                       \
		int rc = (call);                       \
		if (rc < 0)                            \
			status = cg_lib(rc);           \
		else                                   \
			*outlen = (uint32_t)rc;        \
	})

int64_t cgw_rsa(uintptr_t handle, int op, const uint8_t *in, uint32_t len, uint8_t *out, uint32_t *outlen, int64_t n, int64_t *ns)
{
	struct cgw_rsa *h = (struct cgw_rsa *)handle;
	const word32 space = *outlen;
	int64_t status = CG_UNSUPPORTED;

	switch (op) {
	case CGW_PKCS1_ENCRYPT:
		WRITE(wc_RsaPublicEncrypt(in, len, out, space, &h->key, &h->rng));
		break;
	case CGW_PKCS1_DECRYPT:
		WRITE(wc_RsaPrivateDecrypt(in, len, out, space, &h->key));
		break;
	case CGW_PKCS1_SIGN:
		WRITE(pkcs1_sign(h, in, len, out, space));
		break;
#if CGW_HAVE_OAEP
	case CGW_OAEP_ENCRYPT:
		WRITE(wc_RsaPublicEncrypt_ex(in, len, out, space, &h->key, &h->rng, WC_RSA_OAEP_PAD, WC_HASH_TYPE_SHA256, WC_MGF1SHA256, NULL, 0));
		break;
	case CGW_OAEP_DECRYPT:
		WRITE(wc_RsaPrivateDecrypt_ex(in, len, out, space, &h->key, WC_RSA_OAEP_PAD, WC_HASH_TYPE_SHA256, WC_MGF1SHA256, NULL, 0));
		break;
#endif
#if CGW_HAVE_PSS
	case CGW_PSS_SIGN:
		WRITE(wc_RsaPSS_Sign(in, len, out, space, WC_HASH_TYPE_SHA256, WC_MGF1SHA256, &h->key, &h->rng));
		break;
#endif
	}
	return status;
}

/* verified is what a verification comes to that returned a length, or an
 * error, rc: the library has one for each thing that can be wrong with a signature. */
static inline int verified(int rc)
{
	switch (rc) {
	case RSA_OUT_OF_RANGE_E: /* not less than the modulus, or 0 or 1 */
	case RSA_PAD_E:
	case BAD_PADDING_E:
	case PSS_SALTLEN_E:
	case RSA_BUFFER_E: /* padding, and nothing behind it */
		return SIG_VERIFY_E;
	}
	return rc < 0 ? rc : 0;
}

/* pkcs1_verify wants the signature to be of exactly the bytes that were to be
 * signed. */
static int pkcs1_verify(struct cgw_rsa *h, const uint8_t *digest, uint32_t len, const uint8_t *sig, uint32_t siglen, uint8_t *scratch)
{
	uint8_t info[MAX_DER_DIGEST_SZ];
	word32 size = wc_EncodeSignature(info, digest, len, SHA256h);
	int rc = wc_RsaSSL_Verify(sig, siglen, scratch, siglen, &h->key);

	if (rc < 0)
		return verified(rc);
	return (word32)rc == size && memcmp(info, scratch, size) == 0 ? 0 : SIG_VERIFY_E;
}

#if CGW_HAVE_PSS

static int pss_verify(struct cgw_rsa *h, const uint8_t *digest, uint32_t len, const uint8_t *sig, uint32_t siglen, uint8_t *scratch)
{
	/* Before 5.8 it took the signature as writable, and did not write it. */
	return verified(wc_RsaPSS_VerifyCheck((uint8_t *)(uintptr_t)sig, siglen, scratch, siglen, digest, len, WC_HASH_TYPE_SHA256, WC_MGF1SHA256, &h->key));
}

#endif

int64_t cgw_rsa_verify(uintptr_t handle, int op, const uint8_t *digest, uint32_t len, const uint8_t *sig, uint32_t siglen,
		       uint8_t *scratch, uint8_t *valid, int64_t n, int64_t *ns)
{
	struct cgw_rsa *h = (struct cgw_rsa *)handle;
	int64_t status = CG_UNSUPPORTED;

	if (len != DIGEST || siglen != (uint32_t)wc_RsaEncryptSize(&h->key))
		return CG_BAD_LENGTH;
	switch (op) {
	case CGW_PKCS1_VERIFY:
		CG_LOOP(n, ns, status, status = cgw_answer(pkcs1_verify(h, digest, len, sig, siglen, scratch), valid));
		break;
#if CGW_HAVE_PSS
	case CGW_PSS_VERIFY:
		CG_LOOP(n, ns, status, status = cgw_answer(pss_verify(h, digest, len, sig, siglen, scratch), valid));
		break;
#endif
	}
	return status;
}

#if CGW_HAVE_RSA_KEYGEN

int64_t cgw_rsa_keygen(uintptr_t handle, int bits, int64_t n, int64_t *ns)
{
	struct cgw_rsa *h = (struct cgw_rsa *)handle;
	int64_t status;

	CG_LOOP(n, ns, status, {
		int rc;
		wc_FreeRsaKey(&h->key);
		rc = init_key(h);
		if (rc == 0)
			rc = wc_MakeRsaKey(&h->key, bits, WC_RSA_EXPONENT, &h->rng);
		status = cgw_status(rc);
	});
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

int64_t cgw_rsa_keygen(uintptr_t, int, int64_t, int64_t *) { return CG_UNSUPPORTED; }
int64_t cgw_rsa_export(uintptr_t, uint8_t *, uint32_t *) { return CG_UNSUPPORTED; }

#endif

#else

int64_t cgw_rsa_new(int, const uint8_t *, uint32_t, uintptr_t *, uint32_t *) { return CG_UNSUPPORTED; }
void cgw_rsa_free(uintptr_t) { }
int64_t cgw_rsa(uintptr_t, int, const uint8_t *, uint32_t, uint8_t *, uint32_t *, int64_t, int64_t *) { return CG_UNSUPPORTED; }
int64_t cgw_rsa_verify(uintptr_t, int, const uint8_t *, uint32_t, const uint8_t *, uint32_t, uint8_t *, uint8_t *, int64_t, int64_t *) { return CG_UNSUPPORTED; }
int64_t cgw_rsa_keygen(uintptr_t, int, int64_t, int64_t *) { return CG_UNSUPPORTED; }
int64_t cgw_rsa_export(uintptr_t, uint8_t *, uint32_t *) { return CG_UNSUPPORTED; }

#endif
