//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/error-crypt.h>

#include "kem.h"
#include "shim.h"

#if CGW_MLKEM
#include <wolfssl/wolfcrypt/wc_mlkem.h>
#endif

/* A KEM: name, the catalogue's ID, the library's parameter set, and the length of an encapsulation key. */
#define KEMS(X) \
	X(MLKEM_512, "ml-kem-512", WC_ML_KEM_512, 800) \
	X(MLKEM_768, "ml-kem-768", WC_ML_KEM_768, 1184) \
	X(MLKEM_1024, "ml-kem-1024", WC_ML_KEM_1024, 1568)

#define ROW(name, id, set, publen) \
	{id, CGW_MLKEM, "--enable-mlkem (5.9.2 or later)", \
		{"wc_MlKemKey_MakeKeyWithRandom of a fresh seed", "wc_MlKemKey_Encapsulate", \
			"wc_MlKemKey_Decapsulate"}, \
		.pub = publen, .takes = CGW_TAKES_RANDOM},

static const struct cgw_row rows[] = {KEMS(ROW){0}};
const struct cgw_row *const cgw_kems = rows;

#if CGW_MLKEM

struct cgw_kem {
	WC_RNG rng; /* first, for cgw_key_new */
	uint8_t seed[CGW_MLKEM_SEED];
	uint8_t random[CGW_MLKEM_RANDOM];
	int fixed; /* random is what an encapsulation is made of */
	MlKemKey key __attribute__((aligned(CG_ALIGN)));
};

#define SET(name, id, set, publen) set,

int64_t cgw_kem_new(int alg, const uint8_t *seed, uint32_t seedlen, const uint8_t *pub, uint32_t publen,
	const uint8_t *random, uintptr_t *handle, uint32_t *length)
{
	static const int sets[] = {KEMS(SET)};
	int64_t status;
	struct cgw_kem *h = cgw_key_new(sizeof(*h), &status);
	int rc;

	*handle = 0;
	if (h == NULL)
		return status;
	rc = wc_MlKemKey_Init(&h->key, sets[alg], NULL, INVALID_DEVID);
	if (rc == 0 && seedlen != 0)
		rc = wc_MlKemKey_MakeKeyWithRandom(&h->key, seed, (int)seedlen);
	if (rc == 0 && publen != 0)
		rc = wc_MlKemKey_DecodePublicKey(&h->key, pub, publen);
	if (rc == 0)
		rc = wc_MlKemKey_CipherTextSize(&h->key, length);
	h->fixed = random != NULL;
	if (h->fixed)
		memcpy(h->random, random, sizeof(h->random));
	return cgw_key_made(rc, h, cgw_kem_free, handle);
}

void cgw_kem_free(uintptr_t handle)
{
	struct cgw_kem *h = (struct cgw_kem *)handle;

	wc_MlKemKey_Free(&h->key);
	cgw_key_free(h, sizeof(*h));
}

int64_t cgw_kem_encap(uintptr_t handle, uint8_t *out, int64_t n, int64_t *ns)
{
	struct cgw_kem *h = (struct cgw_kem *)handle;
	int64_t status;

	if (h->fixed)
		CALL(wc_MlKemKey_EncapsulateWithRandom(
			&h->key, out + CGW_MLKEM_SECRET, out, h->random, sizeof(h->random)));
	else
		CALL(wc_MlKemKey_Encapsulate(&h->key, out + CGW_MLKEM_SECRET, out, &h->rng));
	return status;
}

int64_t cgw_kem_decap(uintptr_t handle, const uint8_t *ct, uint32_t ctlen, uint8_t *secret, int64_t n, int64_t *ns)
{
	struct cgw_kem *h = (struct cgw_kem *)handle;
	int64_t status;

	CALL(wc_MlKemKey_Decapsulate(&h->key, secret, ct, ctlen));
	return status;
}

/* The seed is drawn here, as wc_MlKemKey_MakeKey does, because that one does not give it back. */
int64_t cgw_kem_keygen(uintptr_t handle, int64_t n, int64_t *ns)
{
	struct cgw_kem *h = (struct cgw_kem *)handle;
	int64_t status;

	THREE(wc_RNG_GenerateBlock(&h->rng, h->seed, sizeof(h->seed)),
		wc_MlKemKey_MakeKeyWithRandom(&h->key, h->seed, sizeof(h->seed)), 0);
	return status;
}

int64_t cgw_kem_export(uintptr_t handle, uint8_t *seed, uint8_t *pub, uint32_t publen)
{
	struct cgw_kem *h = (struct cgw_kem *)handle;

	memcpy(seed, h->seed, sizeof(h->seed));
	return cgw_status(wc_MlKemKey_EncodePublicKey(&h->key, pub, publen));
}

#else

ABSENT(cgw_kem_new, int, const uint8_t *, uint32_t, const uint8_t *, uint32_t, const uint8_t *, uintptr_t *, uint32_t *)
ABSENT(cgw_kem_encap, uintptr_t, uint8_t *, int64_t, int64_t *)
ABSENT(cgw_kem_decap, uintptr_t, const uint8_t *, uint32_t, uint8_t *, int64_t, int64_t *)
ABSENT(cgw_kem_keygen, uintptr_t, int64_t, int64_t *)
ABSENT(cgw_kem_export, uintptr_t, uint8_t *, uint8_t *, uint32_t)
void cgw_kem_free(uintptr_t)
{
}

#endif
