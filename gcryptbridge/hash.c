//go:build cgo && !nogcrypt

#include "hash.h"

#include <limits.h>

#include "shim.h"

int64_t cgg_hash_test(int algo)
{
	return cgg_status(gcry_md_test_algo(algo));
}

size_t cgg_hash_length(int algo)
{
	return gcry_md_get_algo_dlen(algo);
}

/* gcry_md_hash_buffers is gcry_md_hash_buffer with an error to check. Both
 * set a context up and take it down inside the call: on the stack for the hashes that have a fast path (SHA-1,
 * SHA-2, SHA-3, BLAKE2, SM3, RIPEMD-160), on the heap for the others. */
int64_t cgg_hash_sum(int algo, const uint8_t *msg, size_t len, uint8_t *out, int64_t n, int64_t *ns)
{
	const gcry_buffer_t iov = {.len = len, .data = (void *)cgg_bytes(msg)};
	int64_t status;

	CG_LOOP(n, ns, status, status = cgg_status(gcry_md_hash_buffers(algo, 0, out, &iov, 1)));
	return status;
}

#if CGG_HAVE_HASH_EXT

int64_t cgg_xof_sum(int algo, const uint8_t *msg, size_t len, uint8_t *out, size_t out_len, int64_t n, int64_t *ns)
{
	const gcry_buffer_t iov = {.len = len, .data = (void *)cgg_bytes(msg)};
	int64_t status;

	if (out_len > INT_MAX)
		return CG_BAD_LENGTH;
	CG_LOOP(n, ns, status, status = cgg_status(gcry_md_hash_buffers_ext(algo, 0, out, (int)out_len, &iov, 1)));
	return status;
}

#else

static gcry_error_t extract(int algo, const uint8_t *msg, size_t len, uint8_t *out, size_t out_len)
{
	gcry_md_hd_t md;
	gcry_error_t err = gcry_md_open(&md, algo, 0);

	if (err)
		return err;
	gcry_md_write(md, msg, len);
	err = gcry_md_extract(md, algo, out, out_len);
	gcry_md_close(md);
	return err;
}

int64_t cgg_xof_sum(int algo, const uint8_t *msg, size_t len, uint8_t *out, size_t out_len, int64_t n, int64_t *ns)
{
	int64_t status;

	msg = cgg_bytes(msg);
	CG_LOOP(n, ns, status, status = cgg_status(extract(algo, msg, len, out, out_len)));
	return status;
}

#endif
