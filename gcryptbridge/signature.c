//go:build cgo && !nogcrypt

#include "signature.h"

#include <limits.h>

#include "pk.h"

/* The formats of gcry_sexp_build: %b is an int and that many bytes. A program
 * that signs a message builds the first for each one and takes the parts out
 * of the result, so both belong to the operation. */
struct scheme {
	const char *data;   /* the message; the hash's name (%s) comes first, except for ML-DSA */
	const char *sig;    /* a signature */
	const char *genkey; /* ML-DSA: a key from a seed */
	int halves;	    /* a signature is two numbers, r and s */
	int salted;	    /* the length of a salt (%d) comes last */
};

/* libgcrypt 1.12 has no way to say that ML-DSA's context is empty: without a
 * label it refuses, and a label cannot have no bytes. With no-prefix the message comes with
 * the two bytes that FIPS 204 puts before it. */
#define MLDSA(set) \
	{ \
		"(data(flags raw no-prefix)(value %b))", "(sig-val(" set "(s %b)))", "(genkey(" set "(S%b)))", 0, 0 \
	}

static const struct scheme schemes[] = {
	[CGG_RSA_PKCS1] = {"(data(flags pkcs1)(hash %s %b))", "(sig-val(rsa(s %b)))", NULL, 0, 0},
	[CGG_RSA_PSS] = {"(data(flags pss)(hash %s %b)(salt-length %d))", "(sig-val(rsa(s %b)))", NULL, 0, 1},
	[CGG_ECDSA] = {"(data(flags raw)(hash %s %b))", "(sig-val(ecdsa(r %b)(s %b)))", NULL, 1, 0},
	[CGG_EDDSA] = {"(data(flags eddsa)(hash-algo %s)(value %b))", "(sig-val(eddsa(r %b)(s %b)))", NULL, 1, 0},
	[CGG_MLDSA44] = MLDSA("dilithium2"),
	[CGG_MLDSA65] = MLDSA("dilithium3"),
	[CGG_MLDSA87] = MLDSA("dilithium5"),
};

static gcry_error_t build_data(
	gcry_sexp_t *data, const struct scheme *s, const char *hash, int salt, const uint8_t *msg, int len)
{
	if (s->salted)
		return gcry_sexp_build(data, NULL, s->data, hash, len, msg, salt);
	if (s->genkey != NULL)
		return gcry_sexp_build(data, NULL, s->data, len, msg);
	return gcry_sexp_build(data, NULL, s->data, hash, len, msg);
}

static int64_t sign(gcry_sexp_t key, const struct scheme *s, const char *hash, int salt, const uint8_t *msg, int len,
	uint8_t *sig, size_t sig_len)
{
	gcry_sexp_t data, made;
	gcry_error_t err = build_data(&data, s, hash, salt, msg, len);
	int64_t status;

	if (err)
		return cgg_status(err);
	err = gcry_pk_sign(&made, data, key);
	gcry_sexp_release(data);
	if (err)
		return cgg_status(err);
	if (s->halves) {
		status = cgg_get(made, "r", sig, sig_len / 2);
		if (status == CG_OK)
			status = cgg_get(made, "s", sig + sig_len / 2, sig_len / 2);
	} else {
		status = cgg_get(made, "s", sig, sig_len);
	}
	gcry_sexp_release(made);
	return status;
}

int64_t cgg_sign(uintptr_t key, int scheme, const char *hash, int salt, const uint8_t *msg, size_t len, uint8_t *sig,
	size_t sig_len, int64_t n, int64_t *ns)
{
	int64_t status;

	if (len > INT_MAX)
		return CG_BAD_LENGTH;
	msg = cgg_bytes(msg);
	CG_LOOP(n, ns, status,
		status = sign((gcry_sexp_t)key, &schemes[scheme], hash, salt, msg, (int)len, sig, sig_len));
	return status;
}

static int64_t verify(gcry_sexp_t key, const struct scheme *s, const char *hash, int salt, const uint8_t *msg, int len,
	const uint8_t *sig, int sig_len, uint8_t *valid)
{
	gcry_sexp_t data, given;
	gcry_error_t err = build_data(&data, s, hash, salt, msg, len);

	if (err)
		return cgg_status(err);
	if (s->halves)
		err = gcry_sexp_build(&given, NULL, s->sig, sig_len / 2, sig, sig_len / 2, sig + sig_len / 2);
	else
		err = gcry_sexp_build(&given, NULL, s->sig, sig_len, sig);
	if (err == 0) {
		err = gcry_pk_verify(given, data, key);
		gcry_sexp_release(given);
	}
	gcry_sexp_release(data);
	*valid = err == 0;
	return gcry_err_code(err) == GPG_ERR_BAD_SIGNATURE ? CG_OK : cgg_status(err);
}

int64_t cgg_verify(uintptr_t key, int scheme, const char *hash, int salt, const uint8_t *msg, size_t len,
	const uint8_t *sig, size_t sig_len, uint8_t *valid, int64_t n, int64_t *ns)
{
	int64_t status;

	if (len > INT_MAX || sig_len > INT_MAX)
		return CG_BAD_LENGTH;
	msg = cgg_bytes(msg);
	sig = cgg_bytes(sig);
	CG_LOOP(n, ns, status,
		status = verify(
			(gcry_sexp_t)key, &schemes[scheme], hash, salt, msg, (int)len, sig, (int)sig_len, valid));
	return status;
}

static gcry_error_t mldsa_key(gcry_sexp_t *key, const struct scheme *s, const uint8_t *seed, int seed_len)
{
	gcry_sexp_t params;
	gcry_error_t err = gcry_sexp_build(&params, NULL, s->genkey, seed_len, seed);

	if (err)
		return err;
	err = gcry_pk_genkey(key, params);
	gcry_sexp_release(params);
	return err;
}

int64_t cgg_mldsa_private(int scheme, const uint8_t *seed, size_t seed_len, uintptr_t *key)
{
	gcry_sexp_t pair, private;
	gcry_error_t err;

	if (seed_len > INT_MAX)
		return CG_BAD_LENGTH;
	err = mldsa_key(&pair, &schemes[scheme], cgg_bytes(seed), (int)seed_len);
	if (err)
		return cgg_status(err);
	private = gcry_sexp_find_token(pair, "private-key", 0);
	gcry_sexp_release(pair);
	if (private == NULL)
		return cg_lib(GPG_ERR_NO_OBJ);
	*key = (uintptr_t) private;
	return CG_OK;
}

/* Without a seed, libgcrypt 1.12.4 refuses. */
static int64_t mldsa_genkey(const struct scheme *s, uintptr_t *key)
{
	uint8_t seed[32];
	gcry_sexp_t fresh;
	gcry_error_t err;

	gcry_randomize(seed, sizeof seed, GCRY_STRONG_RANDOM);
	err = mldsa_key(&fresh, s, seed, sizeof seed);
	explicit_bzero(seed, sizeof seed);
	if (err)
		return cgg_status(err);
	gcry_sexp_release((gcry_sexp_t)*key);
	*key = (uintptr_t)fresh;
	return CG_OK;
}

int64_t cgg_mldsa_genkey(int scheme, uintptr_t *key, int64_t n, int64_t *ns)
{
	int64_t status;

	CG_LOOP(n, ns, status, status = mldsa_genkey(&schemes[scheme], key));
	return status;
}
