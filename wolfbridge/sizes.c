//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/aes.h>
#include <wolfssl/wolfcrypt/chacha.h>
#include <wolfssl/wolfcrypt/cmac.h>
#include <wolfssl/wolfcrypt/dh.h>
#include <wolfssl/wolfcrypt/ecc.h>
#include <wolfssl/wolfcrypt/ed25519.h>
#include <wolfssl/wolfcrypt/hash.h>
#include <wolfssl/wolfcrypt/hmac.h>
#include <wolfssl/wolfcrypt/poly1305.h>
#include <wolfssl/wolfcrypt/random.h>
#include <wolfssl/wolfcrypt/rsa.h>

#include "shim.h"
#include "sizes.h"

#if CGW_HAVE_MLKEM
#include <wolfssl/wolfcrypt/wc_mlkem.h>
#endif
#if CGW_HAVE_MLDSA
#include <wolfssl/wolfcrypt/wc_mldsa.h>
#endif

/* More than any of the types is likely to differ by. */
#define GUARD 16384
#define GUARD_BYTE 0xa5

/* The probes write all of a type that its functions do; what they return is of
 * no matter here. */
static const uint8_t data[256] = { 1 };

#if CGW_HAVE_SHA256
static void probe_sha256(void *p)
{
	uint8_t out[WC_SHA256_DIGEST_SIZE];

	if (wc_InitSha256(p) == 0 && wc_Sha256Update(p, data, sizeof(data)) == 0)
		(void)wc_Sha256Final(p, out);
	wc_Sha256Free(p);
}
#endif

#if CGW_HAVE_SHA512
static void probe_sha512(void *p)
{
	uint8_t out[WC_SHA512_DIGEST_SIZE];

	if (wc_InitSha512(p) == 0 && wc_Sha512Update(p, data, sizeof(data)) == 0)
		(void)wc_Sha512Final(p, out);
	wc_Sha512Free(p);
}
#endif

#if CGW_HAVE_SHA3_256
static void probe_sha3(void *p)
{
	uint8_t out[WC_SHA3_256_DIGEST_SIZE];

	if (wc_InitSha3_256(p, NULL, INVALID_DEVID) == 0 && wc_Sha3_256_Update(p, data, sizeof(data)) == 0)
		(void)wc_Sha3_256_Final(p, out);
	wc_Sha3_256_Free(p);
}
#endif

#if CGW_HAVE_HMAC && CGW_HAVE_SHA256
static void probe_hmac(void *p)
{
	uint8_t out[WC_MAX_DIGEST_SIZE];

	if (wc_HmacInit(p, NULL, INVALID_DEVID) == 0 && wc_HmacSetKey(p, WC_HASH_TYPE_SHA256, data, 32) == 0 && wc_HmacUpdate(p, data, sizeof(data)) == 0)
		(void)wc_HmacFinal(p, out);
	wc_HmacFree(p);
}
#endif

#if CGW_HAVE_AES_GCM && CGW_HAVE_AES_128
static void probe_aes(void *p)
{
	uint8_t out[sizeof(data)], tag[16];

	if (wc_AesInit(p, NULL, INVALID_DEVID) == 0 && wc_AesGcmSetKey(p, data, 16) == 0)
		(void)wc_AesGcmEncrypt(p, out, data, sizeof(data), data, 12, tag, sizeof(tag), data, 13);
	wc_AesFree(p);
}
#endif

#if CGW_HAVE_CMAC && CGW_HAVE_AES_128
static void probe_cmac(void *p)
{
	uint8_t out[16];
	word32 size = sizeof(out);

	if (wc_InitCmac(p, data, 16, WC_CMAC_AES, NULL) == 0 && wc_CmacUpdate(p, data, sizeof(data)) == 0)
		(void)wc_CmacFinal(p, out, &size);
}
#endif

#if CGW_HAVE_POLY1305
static void probe_poly1305(void *p)
{
	uint8_t out[16];

	if (wc_Poly1305SetKey(p, data, 32) == 0 && wc_Poly1305Update(p, data, sizeof(data)) == 0)
		(void)wc_Poly1305Final(p, out);
}
#endif

#if CGW_HAVE_CHACHA
static void probe_chacha(void *p)
{
	uint8_t out[sizeof(data)];

	if (wc_Chacha_SetKey(p, data, 32) == 0 && wc_Chacha_SetIV(p, data, 0) == 0)
		(void)wc_Chacha_Process(p, out, data, sizeof(data));
}
#endif

#if CGW_HAVE_RNG
static void probe_rng(void *p)
{
	(void)wc_InitRng(p);
	(void)wc_FreeRng(p);
}
#endif

#if CGW_HAVE_RSA
static void probe_rsa(void *p)
{
	(void)wc_InitRsaKey(p, NULL);
	(void)wc_FreeRsaKey(p);
}
#endif

#ifdef HAVE_ECC
static void probe_ecc(void *p)
{
	(void)wc_ecc_init(p);
	(void)wc_ecc_free(p);
}
#endif

#ifndef NO_DH
static void probe_dh(void *p)
{
	(void)wc_InitDhKey(p);
	(void)wc_FreeDhKey(p);
}
#endif

#if CGW_HAVE_ED25519
static void probe_ed25519(void *p)
{
	(void)wc_ed25519_init(p);
	wc_ed25519_free(p);
}
#endif

#if CGW_HAVE_MLKEM
static void probe_mlkem(void *p)
{
	(void)wc_MlKemKey_Init(p, WC_ML_KEM_1024, NULL, INVALID_DEVID);
	(void)wc_MlKemKey_Free(p);
}
#endif

#if CGW_HAVE_MLDSA
static void probe_mldsa(void *p)
{
	(void)wc_MlDsaKey_Init(p, NULL, INVALID_DEVID);
	wc_MlDsaKey_Free(p);
}
#endif

static const struct probe {
	const char *name;
	size_t size;
	void (*run)(void *);
} probes[] = {
#if CGW_HAVE_SHA256
	{ "wc_Sha256", sizeof(wc_Sha256), probe_sha256 },
#endif
#if CGW_HAVE_SHA512
	{ "wc_Sha512", sizeof(wc_Sha512), probe_sha512 },
#endif
#if CGW_HAVE_SHA3_256
	{ "wc_Sha3", sizeof(wc_Sha3), probe_sha3 },
#endif
#if CGW_HAVE_HMAC && CGW_HAVE_SHA256
	{ "Hmac", sizeof(Hmac), probe_hmac },
#endif
#if CGW_HAVE_AES_GCM && CGW_HAVE_AES_128
	{ "Aes", sizeof(Aes), probe_aes },
#endif
#if CGW_HAVE_CMAC && CGW_HAVE_AES_128
	{ "Cmac", sizeof(Cmac), probe_cmac },
#endif
#if CGW_HAVE_POLY1305
	{ "Poly1305", sizeof(Poly1305), probe_poly1305 },
#endif
#if CGW_HAVE_CHACHA
	{ "ChaCha", sizeof(ChaCha), probe_chacha },
#endif
#if CGW_HAVE_RNG
	{ "WC_RNG", sizeof(WC_RNG), probe_rng },
#endif
#if CGW_HAVE_RSA
	{ "RsaKey", sizeof(RsaKey), probe_rsa },
#endif
#ifdef HAVE_ECC
	{ "ecc_key", sizeof(ecc_key), probe_ecc },
#endif
#ifndef NO_DH
	{ "DhKey", sizeof(DhKey), probe_dh },
#endif
#if CGW_HAVE_ED25519
	{ "ed25519_key", sizeof(ed25519_key), probe_ed25519 },
#endif
#if CGW_HAVE_MLKEM
	{ "MlKemKey", sizeof(MlKemKey), probe_mlkem },
#endif
#if CGW_HAVE_MLDSA
	{ "wc_MlDsaKey", sizeof(wc_MlDsaKey), probe_mldsa },
#endif
	{ NULL, 0, NULL },
};

/* intact runs a probe and says whether the guard, which begins at `size`, is as
 * it was. */
static int intact(const struct probe *p, size_t size)
{
	const size_t all = p->size + GUARD;
	uint8_t *memory = cg_new(all);
	int same = 1;

	if (memory == NULL)
		return 1; /* the next allocation will say so */
	memset(memory + size, GUARD_BYTE, all - size);
	p->run(memory);
	for (size_t i = size; i < all; i++)
		same &= memory[i] == GUARD_BYTE;
	cg_free(memory, all);
	return same;
}

const char *cgw_sizes(size_t less)
{
	for (const struct probe *p = probes; p->name != NULL; p++)
		if (!intact(p, p->size > less ? p->size - less : 0))
			return p->name;
	return NULL;
}
