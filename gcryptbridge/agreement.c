//go:build cgo && !nogcrypt

#include "agreement.h"

#include <limits.h>

#include "pk.h"

size_t cgg_xdh_length(int curve)
{
	return gcry_ecc_get_algo_keylen(curve);
}

int64_t cgg_xdh_agree(int curve, const uint8_t *private, const uint8_t *peer, uint8_t *out, int64_t n, int64_t *ns)
{
	int64_t status;

	CG_LOOP(n, ns, status, status = cgg_status(gcry_ecc_mul_point(curve, out, private, peer)));
	return status;
}

static int64_t xdh_keygen(int curve, size_t len, uint8_t *private, uint8_t *public)
{
	gcry_randomize(private, len, GCRY_STRONG_RANDOM);
	return cgg_status(gcry_ecc_mul_point(curve, public, private, NULL));
}

int64_t cgg_xdh_keygen(int curve, uint8_t *private, uint8_t *public, int64_t n, int64_t *ns)
{
	const size_t len = gcry_ecc_get_algo_keylen(curve);
	int64_t status;

	CG_LOOP(n, ns, status, status = xdh_keygen(curve, len, private, public));
	return status;
}

/* print writes v into width bytes. */
static int64_t print(gcry_mpi_t v, uint8_t *out, size_t width)
{
	const size_t len = (gcry_mpi_get_nbits(v) + 7) / 8;

	if (len > width)
		return CG_BAD_LENGTH;
	memset(out, 0, width - len);
	return cgg_status(gcry_mpi_print(GCRYMPI_FMT_USG, out + width - len, len, NULL, v));
}

/* secret reads a private number. The library's functions on numbers protect
 * against leaks through time where the number is in secure memory. The flag
 * says so, whether there is such memory or not. */
static gcry_error_t secret(gcry_mpi_t *v, const uint8_t *bytes, size_t len)
{
	gcry_error_t err = gcry_mpi_scan(v, GCRYMPI_FMT_USG, bytes, len, NULL);

	if (err == 0)
		gcry_mpi_set_flag(*v, GCRYMPI_FLAG_SECURE);
	return err;
}

struct ecdh {
	gcry_ctx_t curve;
	gcry_mpi_t private;
	gcry_mpi_point_t peer, shared;
	gcry_mpi_t x;
	size_t width;
};

int64_t cgg_ecdh_open(const char *curve, size_t width, const uint8_t *private, size_t private_len, uintptr_t *ecdh)
{
	struct ecdh *e = cg_new(sizeof *e);
	gcry_error_t err;

	if (e == NULL)
		return CG_NO_MEMORY;
	e->width = width;
	e->peer = gcry_mpi_point_new(0);
	e->shared = gcry_mpi_point_new(0);
	e->x = gcry_mpi_new(0);
	err = gcry_mpi_ec_new(&e->curve, NULL, curve);
	if (err == 0)
		err = secret(&e->private, cgg_bytes(private), private_len);
	if (err) {
		cgg_ecdh_close((uintptr_t)e);
		return cgg_status(err);
	}
	*ecdh = (uintptr_t)e;
	return CG_OK;
}

void cgg_ecdh_close(uintptr_t ecdh)
{
	struct ecdh *e = (struct ecdh *)ecdh;

	gcry_ctx_release(e->curve);
	gcry_mpi_release(e->private);
	gcry_mpi_point_release(e->peer);
	gcry_mpi_point_release(e->shared);
	gcry_mpi_release(e->x);
	cg_free(e, sizeof *e);
}

static int64_t ecdh_agree(const struct ecdh *e, const uint8_t *peer, unsigned int bits, uint8_t *out)
{
	gcry_mpi_t encoded = gcry_mpi_set_opaque_copy(NULL, peer, bits);
	gcry_error_t err = gcry_mpi_ec_decode_point(e->peer, encoded, e->curve);

	gcry_mpi_release(encoded);
	if (err)
		return cgg_status(err);
	if (!gcry_mpi_ec_curve_point(e->peer, e->curve))
		return cg_lib(GPG_ERR_BAD_PUBKEY);
	gcry_mpi_ec_mul(e->shared, e->private, e->peer, e->curve);
	if (gcry_mpi_ec_get_affine(e->x, NULL, e->shared, e->curve))
		return cg_lib(GPG_ERR_BAD_PUBKEY);
	return print(e->x, out, e->width);
}

int64_t cgg_ecdh_agree(uintptr_t ecdh, const uint8_t *peer, size_t peer_len, uint8_t *out, int64_t n, int64_t *ns)
{
	const struct ecdh *e = (const struct ecdh *)ecdh;
	int64_t status;

	if (peer_len != 1 + 2 * e->width)
		return CG_BAD_LENGTH;
	CG_LOOP(n, ns, status, status = ecdh_agree(e, peer, (unsigned int)(8 * peer_len), out));
	return status;
}

struct dh {
	gcry_mpi_t p, g, last; /* last is p - 1 */
	gcry_mpi_t private;
	gcry_mpi_t result;
	size_t width;
};

int64_t cgg_dh_open(const uint8_t *p, size_t width, const uint8_t *g, size_t g_len, const uint8_t *private,
	size_t private_len, uintptr_t *dh)
{
	struct dh *d = cg_new(sizeof *d);
	gcry_error_t err;

	if (d == NULL)
		return CG_NO_MEMORY;
	d->width = width;
	d->result = gcry_mpi_new(0);
	d->last = gcry_mpi_new(0);
	err = gcry_mpi_scan(&d->p, GCRYMPI_FMT_USG, p, width, NULL);
	if (err == 0)
		err = gcry_mpi_scan(&d->g, GCRYMPI_FMT_USG, g, g_len, NULL);
	if (err == 0)
		err = secret(&d->private, cgg_bytes(private), private_len);
	if (err) {
		cgg_dh_close((uintptr_t)d);
		return cgg_status(err);
	}
	gcry_mpi_sub_ui(d->last, d->p, 1);
	*dh = (uintptr_t)d;
	return CG_OK;
}

void cgg_dh_close(uintptr_t dh)
{
	struct dh *d = (struct dh *)dh;

	gcry_mpi_release(d->p);
	gcry_mpi_release(d->g);
	gcry_mpi_release(d->last);
	gcry_mpi_release(d->private);
	gcry_mpi_release(d->result);
	cg_free(d, sizeof *d);
}

/* The peer's share must be in [2, p - 2] (RFC 7919 section 5.1). */
static int64_t dh_agree(const struct dh *d, const uint8_t *peer, size_t len, uint8_t *out)
{
	gcry_mpi_t share;
	gcry_error_t err = gcry_mpi_scan(&share, GCRYMPI_FMT_USG, peer, len, NULL);
	int64_t status;

	if (err)
		return cgg_status(err);
	if (gcry_mpi_cmp_ui(share, 1) <= 0 || gcry_mpi_cmp(share, d->last) >= 0) {
		status = cg_lib(GPG_ERR_BAD_PUBKEY);
	} else {
		gcry_mpi_powm(d->result, share, d->private, d->p);
		status = print(d->result, out, d->width);
	}
	gcry_mpi_release(share);
	return status;
}

int64_t cgg_dh_agree(uintptr_t dh, const uint8_t *peer, size_t peer_len, uint8_t *out, int64_t n, int64_t *ns)
{
	const struct dh *d = (const struct dh *)dh;
	int64_t status;

	if (peer_len != d->width)
		return CG_BAD_LENGTH;
	CG_LOOP(n, ns, status, status = dh_agree(d, peer, peer_len, out));
	return status;
}

static int64_t dh_keygen(const struct dh *d, uint8_t *private, size_t private_len, uint8_t *public)
{
	gcry_mpi_t x;
	gcry_error_t err;

	gcry_randomize(private, private_len, GCRY_STRONG_RANDOM);
	err = secret(&x, private, private_len);
	if (err)
		return cgg_status(err);
	gcry_mpi_powm(d->result, d->g, x, d->p);
	gcry_mpi_release(x);
	return print(d->result, public, d->width);
}

int64_t cgg_dh_keygen(uintptr_t dh, uint8_t *private, size_t private_len, uint8_t *public, int64_t n, int64_t *ns)
{
	const struct dh *d = (const struct dh *)dh;
	int64_t status;

	CG_LOOP(n, ns, status, status = dh_keygen(d, private, private_len, public));
	return status;
}
