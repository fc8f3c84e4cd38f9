//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/hash.h>
#include <wolfssl/wolfcrypt/md4.h>
#include <wolfssl/wolfcrypt/ripemd.h>
#include <wolfssl/wolfcrypt/blake2.h>

#include "hash.h"
#include "shim.h"

struct cgw_hash {
	int alg;
	union {
#if CGW_HAVE_MD4
		Md4 md4;
#endif
#if CGW_HAVE_MD5
		wc_Md5 md5;
#endif
#if CGW_HAVE_SHA1
		wc_Sha sha1;
#endif
#if CGW_HAVE_SHA224
		wc_Sha224 sha224;
#endif
#if CGW_HAVE_SHA256
		wc_Sha256 sha256;
#endif
#if CGW_HAVE_SHA384
		wc_Sha384 sha384;
#endif
#if CGW_HAVE_SHA512
		wc_Sha512 sha512;
#endif
#ifdef WOLFSSL_SHA3
		wc_Sha3 sha3;
#endif
#if CGW_HAVE_BLAKE2B
		Blake2b blake2b;
#endif
#if CGW_HAVE_BLAKE2S
		Blake2s blake2s;
#endif
#if CGW_HAVE_RIPEMD
		RipeMd ripemd;
#endif
	} c __attribute__((aligned(CG_ALIGN)));
};

int cgw_hash_type(int alg)
{
	switch (alg) {
	case CGW_MD5: return WC_HASH_TYPE_MD5;
	case CGW_SHA1: return WC_HASH_TYPE_SHA;
	case CGW_SHA224: return WC_HASH_TYPE_SHA224;
	case CGW_SHA256: return WC_HASH_TYPE_SHA256;
	case CGW_SHA384: return WC_HASH_TYPE_SHA384;
	case CGW_SHA512: return WC_HASH_TYPE_SHA512;
#if CGW_HAVE_SHA512_224
	case CGW_SHA512_224: return WC_HASH_TYPE_SHA512_224;
#endif
#if CGW_HAVE_SHA512_256
	case CGW_SHA512_256: return WC_HASH_TYPE_SHA512_256;
#endif
	case CGW_SHA3_224: return WC_HASH_TYPE_SHA3_224;
	case CGW_SHA3_256: return WC_HASH_TYPE_SHA3_256;
	case CGW_SHA3_384: return WC_HASH_TYPE_SHA3_384;
	case CGW_SHA3_512: return WC_HASH_TYPE_SHA3_512;
	}
	return WC_HASH_TYPE_NONE;
}

uint32_t cgw_hash_length(int alg)
{
	switch (alg) {
	case CGW_MD4: return 16;
	case CGW_RIPEMD160: return 20;
	}
	int type = cgw_hash_type(alg);
	int length = type == WC_HASH_TYPE_NONE ? 0 : wc_HashGetDigestSize((enum wc_HashType)type);

	return length > 0 ? (uint32_t)length : 0;
}

uintptr_t cgw_hash_new(int alg)
{
	struct cgw_hash *h = cg_new(sizeof(*h));

	if (h != NULL)
		h->alg = alg;
	return (uintptr_t)h;
}

void cgw_hash_free(uintptr_t handle)
{
	struct cgw_hash *h = (struct cgw_hash *)handle;

	cg_free(h, sizeof(*h));
}

/* A context owns nothing beyond its own bytes, which are wiped at the end,
 * except in the builds that keep their scratch memory outside it. */
#if defined(WOLFSSL_SMALL_STACK_CACHE) || defined(WOLFSSL_ASYNC_CRYPT) || defined(WOLFSSL_HASH_KEEP)
#define RELEASE(call) call
#else
#define RELEASE(call) (void)0
#endif

/* SUM is one digest, n times. */
#define SUM(init, update, final, release)      \
	CG_LOOP(n, ns, status, {               \
		int rc = (init);               \
		if (rc == 0)                   \
			rc = (update);         \
		if (rc == 0)                   \
			rc = (final);          \
		RELEASE(release);              \
		status = cgw_status(rc);       \
	})

#if CGW_MD4_RETURNS
#define CGW_MD4_CALL(call) (call)
#else
#define CGW_MD4_CALL(call) ((call), 0)
#endif

int64_t cgw_hash_sum(uintptr_t handle, const uint8_t *in, uint32_t len, uint8_t *out, uint32_t outlen, int64_t n, int64_t *ns)
{
	struct cgw_hash *h = (struct cgw_hash *)handle;
	int64_t status = CG_UNSUPPORTED;

	(void)in, (void)len, (void)out, (void)outlen, (void)n, (void)ns; /* where the build has none of these */
	switch (h->alg) {
#if CGW_HAVE_MD4
	case CGW_MD4:
		SUM(CGW_MD4_CALL(wc_InitMd4(&h->c.md4)),
		    CGW_MD4_CALL(wc_Md4Update(&h->c.md4, in, len)),
		    CGW_MD4_CALL(wc_Md4Final(&h->c.md4, out)),
		    (void)0);
		break;
#endif
#if CGW_HAVE_MD5
	case CGW_MD5:
		SUM(wc_InitMd5(&h->c.md5),
		    wc_Md5Update(&h->c.md5, in, len),
		    wc_Md5Final(&h->c.md5, out),
		    wc_Md5Free(&h->c.md5));
		break;
#endif
#if CGW_HAVE_SHA1
	case CGW_SHA1:
		SUM(wc_InitSha(&h->c.sha1),
		    wc_ShaUpdate(&h->c.sha1, in, len),
		    wc_ShaFinal(&h->c.sha1, out),
		    wc_ShaFree(&h->c.sha1));
		break;
#endif
#if CGW_HAVE_SHA224
	case CGW_SHA224:
		SUM(wc_InitSha224(&h->c.sha224),
		    wc_Sha224Update(&h->c.sha224, in, len),
		    wc_Sha224Final(&h->c.sha224, out),
		    wc_Sha224Free(&h->c.sha224));
		break;
#endif
#if CGW_HAVE_SHA256
	case CGW_SHA256:
		SUM(wc_InitSha256(&h->c.sha256),
		    wc_Sha256Update(&h->c.sha256, in, len),
		    wc_Sha256Final(&h->c.sha256, out),
		    wc_Sha256Free(&h->c.sha256));
		break;
#endif
#if CGW_HAVE_SHA384
	case CGW_SHA384:
		SUM(wc_InitSha384(&h->c.sha384),
		    wc_Sha384Update(&h->c.sha384, in, len),
		    wc_Sha384Final(&h->c.sha384, out),
		    wc_Sha384Free(&h->c.sha384));
		break;
#endif
#if CGW_HAVE_SHA512
	case CGW_SHA512:
		SUM(wc_InitSha512(&h->c.sha512),
		    wc_Sha512Update(&h->c.sha512, in, len),
		    wc_Sha512Final(&h->c.sha512, out),
		    wc_Sha512Free(&h->c.sha512));
		break;
#endif
#if CGW_HAVE_SHA512_224
	case CGW_SHA512_224:
		SUM(wc_InitSha512_224(&h->c.sha512),
		    wc_Sha512_224Update(&h->c.sha512, in, len),
		    wc_Sha512_224Final(&h->c.sha512, out),
		    wc_Sha512_224Free(&h->c.sha512));
		break;
#endif
#if CGW_HAVE_SHA512_256
	case CGW_SHA512_256:
		SUM(wc_InitSha512_256(&h->c.sha512),
		    wc_Sha512_256Update(&h->c.sha512, in, len),
		    wc_Sha512_256Final(&h->c.sha512, out),
		    wc_Sha512_256Free(&h->c.sha512));
		break;
#endif
#if CGW_HAVE_SHA3_224
	case CGW_SHA3_224:
		SUM(wc_InitSha3_224(&h->c.sha3, NULL, INVALID_DEVID),
		    wc_Sha3_224_Update(&h->c.sha3, in, len),
		    wc_Sha3_224_Final(&h->c.sha3, out),
		    wc_Sha3_224_Free(&h->c.sha3));
		break;
#endif
#if CGW_HAVE_SHA3_256
	case CGW_SHA3_256:
		SUM(wc_InitSha3_256(&h->c.sha3, NULL, INVALID_DEVID),
		    wc_Sha3_256_Update(&h->c.sha3, in, len),
		    wc_Sha3_256_Final(&h->c.sha3, out),
		    wc_Sha3_256_Free(&h->c.sha3));
		break;
#endif
#if CGW_HAVE_SHA3_384
	case CGW_SHA3_384:
		SUM(wc_InitSha3_384(&h->c.sha3, NULL, INVALID_DEVID),
		    wc_Sha3_384_Update(&h->c.sha3, in, len),
		    wc_Sha3_384_Final(&h->c.sha3, out),
		    wc_Sha3_384_Free(&h->c.sha3));
		break;
#endif
#if CGW_HAVE_SHA3_512
	case CGW_SHA3_512:
		SUM(wc_InitSha3_512(&h->c.sha3, NULL, INVALID_DEVID),
		    wc_Sha3_512_Update(&h->c.sha3, in, len),
		    wc_Sha3_512_Final(&h->c.sha3, out),
		    wc_Sha3_512_Free(&h->c.sha3));
		break;
#endif
#if CGW_HAVE_SHAKE128
	case CGW_SHAKE128:
		SUM(wc_InitShake128(&h->c.sha3, NULL, INVALID_DEVID),
		    wc_Shake128_Update(&h->c.sha3, in, len),
		    wc_Shake128_Final(&h->c.sha3, out, outlen),
		    wc_Shake128_Free(&h->c.sha3));
		break;
#endif
#if CGW_HAVE_SHAKE256
	case CGW_SHAKE256:
		SUM(wc_InitShake256(&h->c.sha3, NULL, INVALID_DEVID),
		    wc_Shake256_Update(&h->c.sha3, in, len),
		    wc_Shake256_Final(&h->c.sha3, out, outlen),
		    wc_Shake256_Free(&h->c.sha3));
		break;
#endif
#if CGW_HAVE_BLAKE2B
	case CGW_BLAKE2B_512:
	case CGW_BLAKE2B_256:
		SUM(wc_InitBlake2b(&h->c.blake2b, outlen),
		    wc_Blake2bUpdate(&h->c.blake2b, in, len),
		    wc_Blake2bFinal(&h->c.blake2b, out, outlen),
		    (void)0);
		break;
#endif
#if CGW_HAVE_BLAKE2S
	case CGW_BLAKE2S_256:
		SUM(wc_InitBlake2s(&h->c.blake2s, outlen),
		    wc_Blake2sUpdate(&h->c.blake2s, in, len),
		    wc_Blake2sFinal(&h->c.blake2s, out, outlen),
		    (void)0);
		break;
#endif
#if CGW_HAVE_RIPEMD
	case CGW_RIPEMD160:
		SUM(wc_InitRipeMd(&h->c.ripemd),
		    wc_RipeMdUpdate(&h->c.ripemd, in, len),
		    wc_RipeMdFinal(&h->c.ripemd, out),
		    (void)0);
		break;
#endif
	}
	return status;
}
