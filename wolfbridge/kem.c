//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/error-crypt.h>
#include <wolfssl/wolfcrypt/random.h>

#include "kem.h"
#include "shim.h"

#if CGW_HAVE_MLKEM

#include <wolfssl/wolfcrypt/wc_mlkem.h>

struct cgw_kem {
	WC_RNG rng;
	uint8_t seed[CGW_MLKEM_SEED];
	MlKemKey key __attribute__((aligned(CG_ALIGN)));
};

static int type_of(int alg)
{
	switch (alg) {
	case CGW_MLKEM_512: return WC_ML_KEM_512;
	case CGW_MLKEM_768: return WC_ML_KEM_768;
	default: return WC_ML_KEM_1024;
	}
}

int64_t cgw_kem_new(int alg, const uint8_t *seed, uint32_t seedlen, const uint8_t *pub, uint32_t publen, uintptr_t *handle)
{
	struct cgw_kem *h = cg_new(sizeof(*h));
	int rc;

	*handle = 0;
	if (h == NULL)
		return CG_NO_MEMORY;
	rc = wc_InitRng(&h->rng);
	if (rc != 0) {
		cg_free(h, sizeof(*h));
		return cg_lib(rc);
	}
	rc = wc_MlKemKey_Init(&h->key, type_of(alg), NULL, INVALID_DEVID);
	if (rc == 0 && seedlen != 0)
		rc = wc_MlKemKey_MakeKeyWithRandom(&h->key, seed, (int)seedlen);
	if (rc == 0 && publen != 0)
		rc = wc_MlKemKey_DecodePublicKey(&h->key, pub, publen);
	*handle = (uintptr_t)h;
	if (rc != 0) {
		cgw_kem_free(*handle);
		*handle = 0;
	}
	return cgw_status(rc);
}

void cgw_kem_free(uintptr_t handle)
{
	struct cgw_kem *h = (struct cgw_kem *)handle;

	wc_MlKemKey_Free(&h->key);
	wc_FreeRng(&h->rng);
	cg_free(h, sizeof(*h));
}

uint32_t cgw_kem_ciphertext(uintptr_t handle)
{
	struct cgw_kem *h = (struct cgw_kem *)handle;
	word32 length = 0;

	return wc_MlKemKey_CipherTextSize(&h->key, &length) == 0 ? length : 0;
}

int64_t cgw_kem_encap(uintptr_t handle, uint8_t *out, int64_t n, int64_t *ns)
{
	struct cgw_kem *h = (struct cgw_kem *)handle;
	int64_t status;

	CG_LOOP(n, ns, status, status = cgw_status(wc_MlKemKey_Encapsulate(&h->key, out + CGW_MLKEM_SECRET, out, &h->rng)));
	return status;
}

int64_t cgw_kem_decap(uintptr_t handle, const uint8_t *ct, uint32_t ctlen, uint8_t *secret, int64_t n, int64_t *ns)
{
	struct cgw_kem *h = (struct cgw_kem *)handle;
	int64_t status;

	CG_LOOP(n, ns, status, status = cgw_status(wc_MlKemKey_Decapsulate(&h->key, secret, ct, ctlen)));
	return status;
}

/* keygen draws the seed itself, as wc_MlKemKey_MakeKey does, because that one does
 * not give it back. */
static int keygen(struct cgw_kem *h)
{
	int rc = wc_RNG_GenerateBlock(&h->rng, h->seed, sizeof(h->seed));

	return rc != 0 ? rc : wc_MlKemKey_MakeKeyWithRandom(&h->key, h->seed, sizeof(h->seed));
}

int64_t cgw_kem_keygen(uintptr_t handle, int64_t n, int64_t *ns)
{
	struct cgw_kem *h = (struct cgw_kem *)handle;
	int64_t status;

	CG_LOOP(n, ns, status, status = cgw_status(keygen(h)));
	return status;
}

int64_t cgw_kem_export(uintptr_t handle, uint8_t *seed, uint8_t *pub, uint32_t publen)
{
	struct cgw_kem *h = (struct cgw_kem *)handle;

	memcpy(seed, h->seed, sizeof(h->seed));
	return cgw_status(wc_MlKemKey_EncodePublicKey(&h->key, pub, publen));
}

#else

int64_t cgw_kem_new(int, const uint8_t *, uint32_t, const uint8_t *, uint32_t, uintptr_t *) { return CG_UNSUPPORTED; }
void cgw_kem_free(uintptr_t) { }
uint32_t cgw_kem_ciphertext(uintptr_t) { return 0; }
int64_t cgw_kem_encap(uintptr_t, uint8_t *, int64_t, int64_t *) { return CG_UNSUPPORTED; }
int64_t cgw_kem_decap(uintptr_t, const uint8_t *, uint32_t, uint8_t *, int64_t, int64_t *) { return CG_UNSUPPORTED; }
int64_t cgw_kem_keygen(uintptr_t, int64_t, int64_t *) { return CG_UNSUPPORTED; }
int64_t cgw_kem_export(uintptr_t, uint8_t *, uint8_t *, uint32_t) { return CG_UNSUPPORTED; }

#endif
