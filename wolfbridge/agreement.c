//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/error-crypt.h>
#include <wolfssl/wolfcrypt/curve25519.h>
#include <wolfssl/wolfcrypt/curve448.h>
#include <wolfssl/wolfcrypt/dh.h>
#include <wolfssl/wolfcrypt/ecc.h>
#include <wolfssl/wolfcrypt/random.h>

#include "agreement.h"
#include "shim.h"

#define HAVE_ANY_ECC (CGW_HAVE_ECC_256 || CGW_HAVE_ECC_384 || CGW_HAVE_ECC_521)
#define HAVE_ANY_DH (CGW_HAVE_FFDHE_2048 || CGW_HAVE_FFDHE_3072)
#define HAVE_ANY (HAVE_ANY_ECC || HAVE_ANY_DH || CGW_HAVE_CURVE25519 || CGW_HAVE_CURVE448)

#if HAVE_ANY

#define WIDEST 384 /* ffdhe3072's */

struct cgw_agreement {
	int group;
	WC_RNG rng;
	union {
#if HAVE_ANY_ECC
		struct {
			ecc_key own;
			ecc_key peer;
		} ecc;
#endif
#if CGW_HAVE_CURVE25519
		struct {
			curve25519_key own;
			curve25519_key peer;
		} x25519;
#endif
#if CGW_HAVE_CURVE448
		struct {
			curve448_key own;
			curve448_key peer;
		} x448;
#endif
#if HAVE_ANY_DH
		struct {
			DhKey group;
			uint8_t priv[WIDEST];
			uint8_t pub[WIDEST];
			uint8_t peer[WIDEST];
			word32 privlen;
			word32 publen;
			word32 peerlen;
		} dh;
#endif
	} k __attribute__((aligned(CG_ALIGN)));
};

#if HAVE_ANY_ECC

static int curve_id(int group)
{
	switch (group) {
#if CGW_HAVE_ECC_256
	case CGW_P256: return ECC_SECP256R1;
#endif
#if CGW_HAVE_ECC_384
	case CGW_P384: return ECC_SECP384R1;
#endif
#if CGW_HAVE_ECC_521
	case CGW_P521: return ECC_SECP521R1;
#endif
	}
	return ECC_CURVE_INVALID;
}

static int init_ecc(struct cgw_agreement *h, ecc_key *key)
{
	int rc = wc_ecc_init(key);

#ifdef ECC_TIMING_RESISTANT
	if (rc == 0)
		rc = wc_ecc_set_rng(key, &h->rng);
#else
	(void)h;
#endif
	return rc;
}

static int new_ecc(struct cgw_agreement *h, const uint8_t *priv, uint32_t privlen, const uint8_t *peer, uint32_t peerlen)
{
	int curve = curve_id(h->group);
	int rc = curve == ECC_CURVE_INVALID ? NOT_COMPILED_IN : init_ecc(h, &h->k.ecc.own);

	if (rc == 0)
		rc = init_ecc(h, &h->k.ecc.peer);
	if (rc != 0 || privlen == 0)
		return rc;
	if (privlen != (uint32_t)wc_ecc_get_curve_size_from_id(curve))
		return BUFFER_E;
	rc = wc_ecc_import_private_key_ex(priv, privlen, NULL, 0, &h->k.ecc.own, curve);
	if (rc == 0)
		rc = wc_ecc_import_x963_ex(peer, peerlen, &h->k.ecc.peer, curve);
	if (rc == 0)
		rc = wc_ecc_check_key(&h->k.ecc.peer);
	return rc;
}

#endif

#if CGW_HAVE_CURVE25519

static int init_x25519(struct cgw_agreement *h, curve25519_key *key)
{
	int rc = wc_curve25519_init(key);

#ifdef WOLFSSL_CURVE25519_BLINDING
	if (rc == 0)
		rc = wc_curve25519_set_rng(key, &h->rng);
#else
	(void)h;
#endif
	return rc;
}

static int new_x25519(struct cgw_agreement *h, const uint8_t *priv, uint32_t privlen, const uint8_t *peer, uint32_t peerlen)
{
	int rc = init_x25519(h, &h->k.x25519.own);

	if (rc == 0)
		rc = init_x25519(h, &h->k.x25519.peer);
	if (rc != 0 || privlen == 0)
		return rc;
	rc = wc_curve25519_import_private_ex(priv, privlen, &h->k.x25519.own, EC25519_LITTLE_ENDIAN);
	if (rc == 0)
		rc = wc_curve25519_import_public_ex(peer, peerlen, &h->k.x25519.peer, EC25519_LITTLE_ENDIAN);
	return rc;
}

#endif

#if CGW_HAVE_CURVE448

static int new_x448(struct cgw_agreement *h, const uint8_t *priv, uint32_t privlen, const uint8_t *peer, uint32_t peerlen)
{
	int rc = wc_curve448_init(&h->k.x448.own);

	if (rc == 0)
		rc = wc_curve448_init(&h->k.x448.peer);
	if (rc != 0 || privlen == 0)
		return rc;
	rc = wc_curve448_import_private_ex(priv, privlen, &h->k.x448.own, EC448_LITTLE_ENDIAN);
	if (rc == 0)
		rc = wc_curve448_import_public_ex(peer, peerlen, &h->k.x448.peer, EC448_LITTLE_ENDIAN);
	return rc;
}

#endif

#if HAVE_ANY_DH

static int new_dh(struct cgw_agreement *h, const uint8_t *priv, uint32_t privlen, const uint8_t *peer, uint32_t peerlen)
{
	int rc = wc_InitDhKey(&h->k.dh.group);
	int name = 0;

	switch (h->group) {
#if CGW_HAVE_FFDHE_2048
	case CGW_FFDHE2048: name = WC_FFDHE_2048; break;
#endif
#if CGW_HAVE_FFDHE_3072
	case CGW_FFDHE3072: name = WC_FFDHE_3072; break;
#endif
	}
	if (rc == 0)
		rc = wc_DhSetNamedKey(&h->k.dh.group, name);
	if (rc != 0 || privlen == 0)
		return rc;
	if (privlen > WIDEST || peerlen > WIDEST)
		return BUFFER_E;
	memcpy(h->k.dh.priv, priv, privlen);
	memcpy(h->k.dh.peer, peer, peerlen);
	h->k.dh.privlen = privlen;
	h->k.dh.peerlen = peerlen;
	return 0;
}

#endif

int64_t cgw_agree_new(int group, const uint8_t *priv, uint32_t privlen, const uint8_t *peer, uint32_t peerlen, uintptr_t *handle)
{
	struct cgw_agreement *h = cg_new(sizeof(*h));
	int rc;

	*handle = 0;
	if (h == NULL)
		return CG_NO_MEMORY;
	h->group = group;
	rc = wc_InitRng(&h->rng);
	if (rc != 0) {
		cg_free(h, sizeof(*h));
		return cg_lib(rc);
	}
	switch (group) {
#if HAVE_ANY_ECC
	case CGW_P256:
	case CGW_P384:
	case CGW_P521:
		rc = new_ecc(h, priv, privlen, peer, peerlen);
		break;
#endif
#if CGW_HAVE_CURVE25519
	case CGW_X25519:
		rc = new_x25519(h, priv, privlen, peer, peerlen);
		break;
#endif
#if CGW_HAVE_CURVE448
	case CGW_X448:
		rc = new_x448(h, priv, privlen, peer, peerlen);
		break;
#endif
#if HAVE_ANY_DH
	case CGW_FFDHE2048:
	case CGW_FFDHE3072:
		rc = new_dh(h, priv, privlen, peer, peerlen);
		break;
#endif
	default:
		rc = NOT_COMPILED_IN;
	}
	*handle = (uintptr_t)h;
	if (rc != 0) {
		cgw_agree_free(*handle);
		*handle = 0;
	}
	return cgw_status(rc);
}

void cgw_agree_free(uintptr_t handle)
{
	struct cgw_agreement *h = (struct cgw_agreement *)handle;

	switch (h->group) {
#if HAVE_ANY_ECC
	case CGW_P256:
	case CGW_P384:
	case CGW_P521:
		wc_ecc_free(&h->k.ecc.own);
		wc_ecc_free(&h->k.ecc.peer);
		break;
#endif
#if CGW_HAVE_CURVE25519
	case CGW_X25519:
		wc_curve25519_free(&h->k.x25519.own);
		wc_curve25519_free(&h->k.x25519.peer);
		break;
#endif
#if CGW_HAVE_CURVE448
	case CGW_X448:
		wc_curve448_free(&h->k.x448.own);
		wc_curve448_free(&h->k.x448.peer);
		break;
#endif
#if HAVE_ANY_DH
	case CGW_FFDHE2048:
	case CGW_FFDHE3072:
		wc_FreeDhKey(&h->k.dh.group);
		break;
#endif
	}
	wc_FreeRng(&h->rng);
	cg_free(h, sizeof(*h));
}

/* AGREE does call n times; it reads and leaves a length in `length`. */
#define AGREE(call)                            \
	CG_LOOP(n, ns, status, {               \
		length = space;                \
		status = cgw_status(call);     \
	})

int64_t cgw_agree(uintptr_t handle, uint8_t *out, uint32_t *outlen, int64_t n, int64_t *ns)
{
	struct cgw_agreement *h = (struct cgw_agreement *)handle;
	const word32 space = *outlen;
	word32 length = 0;
	int64_t status = CG_UNSUPPORTED;

	switch (h->group) {
#if HAVE_ANY_ECC
	case CGW_P256:
	case CGW_P384:
	case CGW_P521:
		AGREE(wc_ecc_shared_secret(&h->k.ecc.own, &h->k.ecc.peer, out, &length));
		break;
#endif
#if CGW_HAVE_CURVE25519
	case CGW_X25519:
		AGREE(wc_curve25519_shared_secret_ex(&h->k.x25519.own, &h->k.x25519.peer, out, &length, EC25519_LITTLE_ENDIAN));
		break;
#endif
#if CGW_HAVE_CURVE448
	case CGW_X448:
		AGREE(wc_curve448_shared_secret_ex(&h->k.x448.own, &h->k.x448.peer, out, &length, EC448_LITTLE_ENDIAN));
		break;
#endif
#if HAVE_ANY_DH
	case CGW_FFDHE2048:
	case CGW_FFDHE3072:
		AGREE(wc_DhAgree(&h->k.dh.group, out, &length, h->k.dh.priv, h->k.dh.privlen, h->k.dh.peer, h->k.dh.peerlen));
		break;
#endif
	}
	*outlen = length;
	return status;
}

#if HAVE_ANY_ECC

static int keygen_ecc(struct cgw_agreement *h, int curve, int width)
{
	int rc;

	wc_ecc_free(&h->k.ecc.own);
	rc = init_ecc(h, &h->k.ecc.own);
	return rc != 0 ? rc : wc_ecc_make_key_ex(&h->rng, width, &h->k.ecc.own, curve);
}

#endif

#if HAVE_ANY_DH

static int keygen_dh(struct cgw_agreement *h, uint32_t privlen)
{
	h->k.dh.privlen = privlen;
	h->k.dh.publen = WIDEST;
	return wc_DhGenerateKeyPair(&h->k.dh.group, &h->rng, h->k.dh.priv, &h->k.dh.privlen, h->k.dh.pub, &h->k.dh.publen);
}

#endif

int64_t cgw_agree_keygen(uintptr_t handle, uint32_t privlen, int64_t n, int64_t *ns)
{
	struct cgw_agreement *h = (struct cgw_agreement *)handle;
	int64_t status = CG_UNSUPPORTED;

	(void)privlen;
	switch (h->group) {
#if HAVE_ANY_ECC
	case CGW_P256:
	case CGW_P384:
	case CGW_P521: {
		int curve = curve_id(h->group);
		int width = wc_ecc_get_curve_size_from_id(curve);

		CG_LOOP(n, ns, status, status = cgw_status(keygen_ecc(h, curve, width)));
		break;
	}
#endif
#if CGW_HAVE_CURVE25519
	case CGW_X25519:
		CG_LOOP(n, ns, status, status = cgw_status(wc_curve25519_make_key(&h->rng, CURVE25519_KEYSIZE, &h->k.x25519.own)));
		break;
#endif
#if CGW_HAVE_CURVE448
	case CGW_X448:
		CG_LOOP(n, ns, status, status = cgw_status(wc_curve448_make_key(&h->rng, CURVE448_KEY_SIZE, &h->k.x448.own)));
		break;
#endif
#if HAVE_ANY_DH
	case CGW_FFDHE2048:
	case CGW_FFDHE3072:
		if (privlen > WIDEST)
			return CG_BAD_LENGTH;
		CG_LOOP(n, ns, status, status = cgw_status(keygen_dh(h, privlen)));
		break;
#endif
	}
	return status;
}

int64_t cgw_agree_export(uintptr_t handle, uint8_t *priv, uint32_t *privlen, uint8_t *pub, uint32_t *publen)
{
	struct cgw_agreement *h = (struct cgw_agreement *)handle;
	word32 a = *privlen;
	word32 b = *publen;
	int rc = NOT_COMPILED_IN;

	switch (h->group) {
#if HAVE_ANY_ECC
	case CGW_P256:
	case CGW_P384:
	case CGW_P521:
		rc = wc_ecc_export_private_only(&h->k.ecc.own, priv, &a);
		if (rc == 0)
			rc = wc_ecc_export_x963(&h->k.ecc.own, pub, &b);
		break;
#endif
#if CGW_HAVE_CURVE25519
	case CGW_X25519:
		rc = wc_curve25519_export_key_raw_ex(&h->k.x25519.own, priv, &a, pub, &b, EC25519_LITTLE_ENDIAN);
		break;
#endif
#if CGW_HAVE_CURVE448
	case CGW_X448:
		rc = wc_curve448_export_key_raw_ex(&h->k.x448.own, priv, &a, pub, &b, EC448_LITTLE_ENDIAN);
		break;
#endif
#if HAVE_ANY_DH
	case CGW_FFDHE2048:
	case CGW_FFDHE3072:
		rc = a < h->k.dh.privlen || b < h->k.dh.publen ? BUFFER_E : 0;
		if (rc == 0) {
			a = h->k.dh.privlen;
			b = h->k.dh.publen;
			memcpy(priv, h->k.dh.priv, a);
			memcpy(pub, h->k.dh.pub, b);
		}
		break;
#endif
	}
	*privlen = a;
	*publen = b;
	return cgw_status(rc);
}

#else

int64_t cgw_agree_new(int, const uint8_t *, uint32_t, const uint8_t *, uint32_t, uintptr_t *) { return CG_UNSUPPORTED; }
void cgw_agree_free(uintptr_t) { }
int64_t cgw_agree(uintptr_t, uint8_t *, uint32_t *, int64_t, int64_t *) { return CG_UNSUPPORTED; }
int64_t cgw_agree_keygen(uintptr_t, uint32_t, int64_t, int64_t *) { return CG_UNSUPPORTED; }
int64_t cgw_agree_export(uintptr_t, uint8_t *, uint32_t *, uint8_t *, uint32_t *) { return CG_UNSUPPORTED; }

#endif
