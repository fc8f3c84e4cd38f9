//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/hash.h>
#include <wolfssl/wolfcrypt/md4.h>
#include <wolfssl/wolfcrypt/ripemd.h>
#include <wolfssl/wolfcrypt/blake2.h>

#include "hash.h"
#include "shim.h"

#define SHA3(set) AND(ON(WOLFSSL_SHA3), OFF(WOLFSSL_NOSHA3_##set))
#define SHA512(set) AND(ON(WOLFSSL_SHA512), AND(OFF(WOLFSSL_NOSHA512_##set), AND(OFF(HAVE_FIPS), OFF(HAVE_SELFTEST))))

/* A hash: name, the catalogue's ID, where it is built and by which option, the type of its context, the shape of its
 * calls, the stems of their names, the library's number for HMAC over it, and the length of its digest, 0 where the
 * calls take one. */
#define HASHES(X) \
	X(MD5, "md5", OFF(NO_MD5), "--enable-md5", wc_Md5, PLAIN, Md5, Md5, MD5, 16) \
	X(SHA1, "sha1", OFF(NO_SHA), "--enable-sha", wc_Sha, PLAIN, Sha, Sha, SHA, 20) \
	X(SHA224, "sha224", ON(WOLFSSL_SHA224), "--enable-sha224", wc_Sha224, PLAIN, Sha224, Sha224, SHA224, 28) \
	X(SHA256, "sha256", OFF(NO_SHA256), "SHA-256 (no NO_SHA256)", wc_Sha256, PLAIN, Sha256, Sha256, SHA256, 32) \
	X(SHA384, "sha384", ON(WOLFSSL_SHA384), "--enable-sha384", wc_Sha384, PLAIN, Sha384, Sha384, SHA384, 48) \
	X(SHA512, "sha512", ON(WOLFSSL_SHA512), "--enable-sha512", wc_Sha512, PLAIN, Sha512, Sha512, SHA512, 64) \
	X(SHA512_224, "sha512-224", SHA512(224), "--enable-sha512 (no WOLFSSL_NOSHA512_224)", wc_Sha512, PLAIN, \
		Sha512_224, Sha512_224, SHA512_224, 28) \
	X(SHA512_256, "sha512-256", SHA512(256), "--enable-sha512 (no WOLFSSL_NOSHA512_256)", wc_Sha512, PLAIN, \
		Sha512_256, Sha512_256, SHA512_256, 32) \
	X(SHA3_224, "sha3-224", SHA3(224), "--enable-sha3", wc_Sha3, DEVICE, Sha3_224, Sha3_224_, SHA3_224, 28) \
	X(SHA3_256, "sha3-256", SHA3(256), "--enable-sha3", wc_Sha3, DEVICE, Sha3_256, Sha3_256_, SHA3_256, 32) \
	X(SHA3_384, "sha3-384", SHA3(384), "--enable-sha3", wc_Sha3, DEVICE, Sha3_384, Sha3_384_, SHA3_384, 48) \
	X(SHA3_512, "sha3-512", SHA3(512), "--enable-sha3", wc_Sha3, DEVICE, Sha3_512, Sha3_512_, SHA3_512, 64) \
	X(SHAKE128, "shake128", AND(ON(WOLFSSL_SHAKE128), OFF(WOLFSSL_NO_SHAKE128)), "--enable-shake128", wc_Shake, \
		XOF, Shake128, Shake128_, NONE, 0) \
	X(SHAKE256, "shake256", AND(ON(WOLFSSL_SHAKE256), OFF(WOLFSSL_NO_SHAKE256)), "--enable-shake256", wc_Shake, \
		XOF, Shake256, Shake256_, NONE, 0) \
	X(BLAKE2B_512, "blake2b-512", ON(HAVE_BLAKE2B), "--enable-blake2", Blake2b, SIZED, Blake2b, Blake2b, NONE, 0) \
	X(BLAKE2B_256, "blake2b-256", ON(HAVE_BLAKE2B), "--enable-blake2", Blake2b, SIZED, Blake2b, Blake2b, NONE, 0) \
	X(BLAKE2S_256, "blake2s-256", ON(HAVE_BLAKE2S), "--enable-blake2s", Blake2s, SIZED, Blake2s, Blake2s, NONE, 0) \
	X(RIPEMD160, "ripemd160", ON(WOLFSSL_RIPEMD), "--enable-ripemd", RipeMd, UNOWNED, RipeMd, RipeMd, NONE, 20) \
	X(MD4, "md4", OFF(NO_MD4), "--enable-md4", Md4, EARLY, Md4, Md4, NONE, 16)

/* The shapes of calls: how they begin, go on and end, and what releases the context. */
#define PLAIN(init, update, final, release) init(c), update(c, in, len), final(c, out), release(c)
#define DEVICE(init, update, final, release) init(c, NULL, INVALID_DEVID), update(c, in, len), final(c, out), release(c)
#define XOF(init, update, final, release) \
	init(c, NULL, INVALID_DEVID), update(c, in, len), final(c, out, outlen), release(c)
#define SIZED(init, update, final, release) init(c, outlen), update(c, in, len), final(c, out, outlen), (void)0
#define UNOWNED(init, update, final, release) init(c), update(c, in, len), final(c, out), (void)0
#if CGW_MD4_RETURNS
#define EARLY UNOWNED
#else
#define EARLY(init, update, final, release) (init(c), 0), (update(c, in, len), 0), (final(c, out), 0), (void)0
#endif

enum { HASHES(NAME) };

#define ROW(name, id, built, option, type, shape, init, stem, number, length) \
	{id, built, option, {"wc_Init" #init ", wc_" #stem "Update, wc_" #stem "Final"}, \
		IF(built, .hash = WC_HASH_TYPE_##number, ).out = length},

static const struct cgw_row rows[] = {HASHES(ROW){0}};
const struct cgw_row *const cgw_hashes = rows;

struct cgw_hash {
	int alg;
	union {
		uint8_t nothing;
		HASHES(CONTEXT)
	} c __attribute__((aligned(CG_ALIGN)));
};

int64_t cgw_hash_new(int alg, uintptr_t *handle)
{
	struct cgw_hash *h = cg_new(sizeof(*h));

	*handle = (uintptr_t)h;
	if (h == NULL)
		return CG_NO_MEMORY;
	h->alg = alg;
	return CG_OK;
}

void cgw_hash_free(uintptr_t handle)
{
	struct cgw_hash *h = (struct cgw_hash *)handle;

	cg_free(h, sizeof(*h));
}

/* A context owns nothing beyond its own bytes, which are wiped at the end, except in the builds that keep their scratch
 * memory outside it. */
#if defined(WOLFSSL_SMALL_STACK_CACHE) || defined(WOLFSSL_ASYNC_CRYPT) || defined(WOLFSSL_HASH_KEEP)
#define RELEASE(call) call
#else
#define RELEASE(call) (void)0
#endif

/* SUM is one digest, n times. */
#define SUM(...) SUM_(__VA_ARGS__)
#define SUM_(init, update, final, release) \
	CG_LOOP(n, ns, status, { \
		int rc = (init); \
		if (rc == 0) \
			rc = (update); \
		if (rc == 0) \
			rc = (final); \
		RELEASE(release); \
		status = cgw_status(rc); \
	})

#define CASE_SUM(name, id, built, option, type, shape, init, stem, ...) \
	CASE(ROW_##name, m_##name, built, type, \
		SUM(shape(wc_Init##init, wc_##stem##Update, wc_##stem##Final, wc_##stem##Free)))

int64_t cgw_hash_sum(
	uintptr_t handle, const uint8_t *in, uint32_t len, uint8_t *out, uint32_t outlen, int64_t n, int64_t *ns)
{
	struct cgw_hash *h = (struct cgw_hash *)handle;
	int64_t status = CG_UNSUPPORTED;

	(void)in, (void)len, (void)out, (void)outlen, (void)n, (void)ns; /* where the build has none of these */
	switch (h->alg) {
		HASHES(CASE_SUM)
	}
	return status;
}
