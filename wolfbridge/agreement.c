//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/error-crypt.h>
#include <wolfssl/wolfcrypt/curve25519.h>
#include <wolfssl/wolfcrypt/curve448.h>
#include <wolfssl/wolfcrypt/dh.h>
#include <wolfssl/wolfcrypt/ecc.h>

#include "agreement.h"
#include "shim.h"

#define CURVE(curve) AND(ON(HAVE_##curve), CGW_RNG)
#define DH(group) AND(OFF(NO_DH), AND(ON(HAVE_##group), CGW_RNG))
#define ANY_DH OR(DH(FFDHE_2048), DH(FFDHE_3072))

/* A group: name, the catalogue's ID, where it is built and by which option, its family, the library's parameter for it,
 * and the length of a public key. */
#define AGREEMENTS(X) \
	X(FFDHE2048, "dh-ffdhe2048", DH(FFDHE_2048), "HAVE_FFDHE_2048", dh, WC_FFDHE_2048, 256) \
	X(FFDHE3072, "dh-ffdhe3072", DH(FFDHE_3072), "HAVE_FFDHE_3072", dh, WC_FFDHE_3072, 384) \
	X(P256, "ecdh-p256", CGW_P256, "--enable-ecc", ecdh, ECC_SECP256R1, 65) \
	X(P384, "ecdh-p384", CGW_P384, "HAVE_ECC384", ecdh, ECC_SECP384R1, 97) \
	X(P521, "ecdh-p521", CGW_P521, "HAVE_ECC521", ecdh, ECC_SECP521R1, 133) \
	X(X25519, "x25519", CURVE(CURVE25519), "--enable-curve25519", x25519, 0, 32) \
	X(X448, "x448", CURVE(CURVE448), "--enable-curve448", x448, 0, 56)

/* A family, which one type of key and the functions over it serve: where it is built, the type, of which c[0] is our
 * key and c[1] the peer's, how a key begins, how the private key is set, the secret with the peer's, a fresh key pair,
 * its export, and how a key ends. HOW_ is the functions in words. */
#define FAMILIES(F) \
	F(dh, ANY_DH, struct dh, BOTH(wc_InitDhKey(&c->group), wc_DhSetNamedKey(&c->group, h->param)), \
		set_dh(c, priv, privlen), wc_DhAgree(&c->group, out, &length, c->priv, c->privlen, peer, peerlen), \
		keygen_dh(c, &h->rng, width), export_dh(c, priv, privlen, pub, publen), wc_FreeDhKey(&c->group)) \
	F(ecdh, CGW_ECC, ecc_key, BOTH(init_ecc(c, &h->rng), init_ecc(c + 1, &h->rng)), \
		set_ecc(c, h->param, priv, privlen), \
		BOTH(peer_ecc(c + 1, h->param, peer, peerlen), wc_ecc_shared_secret(c, c + 1, out, &length)), \
		(wc_ecc_free(c), \
			BOTH(init_ecc(c, &h->rng), \
				wc_ecc_make_key_ex(&h->rng, wc_ecc_get_curve_size_from_id(h->param), c, h->param))), \
		BOTH(wc_ecc_export_private_only(c, priv, privlen), wc_ecc_export_x963(c, pub, publen)), \
		(wc_ecc_free(c), wc_ecc_free(c + 1))) \
	F(x25519, CURVE(CURVE25519), curve25519_key, BOTH(init_x25519(c, &h->rng), init_x25519(c + 1, &h->rng)), \
		wc_curve25519_import_private_ex(priv, privlen, c, EC25519_LITTLE_ENDIAN), \
		BOTH(wc_curve25519_import_public_ex(peer, peerlen, c + 1, EC25519_LITTLE_ENDIAN), \
			wc_curve25519_shared_secret_ex(c, c + 1, out, &length, EC25519_LITTLE_ENDIAN)), \
		wc_curve25519_make_key(&h->rng, CURVE25519_KEYSIZE, c), \
		wc_curve25519_export_key_raw_ex(c, priv, privlen, pub, publen, EC25519_LITTLE_ENDIAN), \
		(wc_curve25519_free(c), wc_curve25519_free(c + 1))) \
	F(x448, CURVE(CURVE448), curve448_key, BOTH(wc_curve448_init(c), wc_curve448_init(c + 1)), \
		wc_curve448_import_private_ex(priv, privlen, c, EC448_LITTLE_ENDIAN), \
		BOTH(wc_curve448_import_public_ex(peer, peerlen, c + 1, EC448_LITTLE_ENDIAN), \
			wc_curve448_shared_secret_ex(c, c + 1, out, &length, EC448_LITTLE_ENDIAN)), \
		wc_curve448_make_key(&h->rng, CURVE448_KEY_SIZE, c), \
		wc_curve448_export_key_raw_ex(c, priv, privlen, pub, publen, EC448_LITTLE_ENDIAN), \
		(wc_curve448_free(c), wc_curve448_free(c + 1)))

#define HOW_dh \
	{ \
		"wc_DhGenerateKeyPair, private key of the length the library chooses", "wc_DhAgree" \
	}
#define HOW_x448 \
	{ \
		"wc_curve448_make_key", "wc_curve448_shared_secret_ex" \
	}
#if CGW_ECC_TABLES
#define HOW_ecdh \
	{ \
		"wc_ecc_make_key_ex", "wc_ecc_shared_secret, with tables (FP_ECC) of a peer it has seen before" \
	}
#else
#define HOW_ecdh \
	{ \
		"wc_ecc_make_key_ex", "wc_ecc_shared_secret" \
	}
#endif
#if CGW_X25519_BLINDING
#define HOW_x25519 \
	{ \
		"wc_curve25519_make_key", "wc_curve25519_shared_secret_ex, blinding on" \
	}
#else
#define HOW_x25519 \
	{ \
		"wc_curve25519_make_key", "wc_curve25519_shared_secret_ex" \
	}
#endif

#define ROW(name, id, built, option, family, param, publen) {id, built, option, HOW_##family, .pub = publen},

static const struct cgw_row rows[] = {AGREEMENTS(ROW){0}};
const struct cgw_row *const cgw_agreements = rows;

#if ANY_DH

#define WIDEST 384 /* ffdhe3072's */

struct dh {
	DhKey group;
	uint8_t priv[WIDEST], pub[WIDEST];
	word32 privlen, publen;
};

static int set_dh(struct dh *c, const uint8_t *priv, uint32_t privlen)
{
	if (privlen > WIDEST)
		return BUFFER_E;
	memcpy(c->priv, priv, privlen);
	c->privlen = privlen;
	return 0;
}

static int keygen_dh(struct dh *c, WC_RNG *rng, uint32_t width)
{
	c->privlen = width < WIDEST ? width : WIDEST;
	c->publen = WIDEST;
	return wc_DhGenerateKeyPair(&c->group, rng, c->priv, &c->privlen, c->pub, &c->publen);
}

static int export_dh(const struct dh *c, uint8_t *priv, uint32_t *privlen, uint8_t *pub, uint32_t *publen)
{
	if (*privlen < c->privlen || *publen < c->publen)
		return BUFFER_E;
	memcpy(priv, c->priv, *privlen = c->privlen);
	memcpy(pub, c->pub, *publen = c->publen);
	return 0;
}

#endif

#if CGW_ECC

static int init_ecc(ecc_key *c, WC_RNG *rng)
{
	int rc = wc_ecc_init(c);

	(void)rng;
#ifdef ECC_TIMING_RESISTANT
	if (rc == 0)
		rc = wc_ecc_set_rng(c, rng);
#endif
	return rc;
}

static int set_ecc(ecc_key *c, int curve, const uint8_t *priv, uint32_t privlen)
{
	if (privlen != (uint32_t)wc_ecc_get_curve_size_from_id(curve))
		return BUFFER_E;
	return wc_ecc_import_private_key_ex(priv, privlen, NULL, 0, c, curve);
}

static int peer_ecc(ecc_key *c, int curve, const uint8_t *peer, uint32_t peerlen)
{
	int rc;

	return BOTH(wc_ecc_import_x963_ex(peer, peerlen, c, curve), wc_ecc_check_key(c));
}

#endif

#if CURVE(CURVE25519)

static int init_x25519(curve25519_key *c, WC_RNG *rng)
{
	int rc = wc_curve25519_init(c);

	(void)rng;
#ifdef WOLFSSL_CURVE25519_BLINDING
	if (rc == 0)
		rc = wc_curve25519_set_rng(c, rng);
#endif
	return rc;
}

#endif

#define FAMILY(family, ...) ROW_##family,
#define KEY(family, built, type, ...) IF(built, type m_##family[2];)

enum { AGREEMENTS(NAME) };
enum { FAMILIES(FAMILY) };

struct cgw_agreement {
	WC_RNG rng; /* first, for cgw_key_new */
	int family, param;
	union {
		uint8_t nothing;
		FAMILIES(KEY)
	} c __attribute__((aligned(CG_ALIGN)));
};

/* PARAM is how a row finds its family. */
#define PARAM(name, id, built, option, kin, number, ...) IF(built, PARAM_(ROW_##name, ROW_##kin, number))
#define PARAM_(row, kin, number) \
	case row: \
		h->family = kin; \
		h->param = number; \
		break;
#define CASE_NEW(family, built, type, begin, set, ...) \
	CASE(ROW_##family, m_##family, built, type, rc = (begin); if (rc == 0 && privlen != 0) rc = (set))
#define CASE_AGREE(family, built, type, begin, set, agree, ...) \
	CASE(ROW_##family, m_##family, built, type, \
		CG_LOOP(n, ns, status, (length = space, status = cgw_status(agree))))
#define CASE_MAKE(family, built, type, begin, set, agree, make, ...) \
	CASE(ROW_##family, m_##family, built, type, CALL(make))
#define CASE_EXPORT(family, built, type, begin, set, agree, make, export, ...) \
	CASE(ROW_##family, m_##family, built, type, rc = (export))
#define CASE_FREE(family, built, type, begin, set, agree, make, export, release) \
	CASE(ROW_##family, m_##family, built, type, release)

int64_t cgw_agree_new(int alg, const uint8_t *priv, uint32_t privlen, uintptr_t *handle)
{
	int64_t status;
	struct cgw_agreement *h = cgw_key_new(sizeof(*h), &status);
	int rc;

	*handle = 0;
	if (h == NULL)
		return status;
	(void)priv, (void)privlen; /* where the build has none of these */
	h->family = -1;
	switch (alg) {
		AGREEMENTS(PARAM)
	}
	rc = NOT_COMPILED_IN;
	switch (h->family) {
		FAMILIES(CASE_NEW)
	}
	return cgw_key_made(rc, h, cgw_agree_free, handle);
}

void cgw_agree_free(uintptr_t handle)
{
	struct cgw_agreement *h = (struct cgw_agreement *)handle;

	switch (h->family) {
		FAMILIES(CASE_FREE)
	}
	cgw_key_free(h, sizeof(*h));
}

int64_t cgw_agree(
	uintptr_t handle, const uint8_t *peer, uint32_t peerlen, uint8_t *out, uint32_t *outlen, int64_t n, int64_t *ns)
{
	struct cgw_agreement *h = (struct cgw_agreement *)handle;
	const word32 space = *outlen;
	word32 length = 0;
	int64_t status = CG_UNSUPPORTED;
	int rc = 0;

	(void)rc, (void)peer, (void)peerlen, (void)out, (void)space, (void)n,
		(void)ns; /* where the build has none of these */
	switch (h->family) {
		FAMILIES(CASE_AGREE)
	}
	*outlen = length;
	return status;
}

int64_t cgw_agree_keygen(uintptr_t handle, uint32_t width, int64_t n, int64_t *ns)
{
	struct cgw_agreement *h = (struct cgw_agreement *)handle;
	int64_t status = CG_UNSUPPORTED;
	int rc = 0;

	(void)width, (void)rc, (void)n, (void)ns; /* where the build has none of these */
	switch (h->family) {
		FAMILIES(CASE_MAKE)
	}
	return status;
}

int64_t cgw_agree_export(uintptr_t handle, uint8_t *priv, uint32_t *privlen, uint8_t *pub, uint32_t *publen)
{
	struct cgw_agreement *h = (struct cgw_agreement *)handle;
	int rc = NOT_COMPILED_IN;

	(void)priv, (void)privlen, (void)pub, (void)publen; /* where the build has none of these */
	switch (h->family) {
		FAMILIES(CASE_EXPORT)
	}
	return cgw_status(rc);
}
