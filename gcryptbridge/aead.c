//go:build cgo && !nogcrypt

#include "aead.h"

#include "shim.h"

struct aead {
	gcry_cipher_hd_t hd;
	size_t tag_len;
	/* What the mode asks for besides a nonce, AAD, text and tag. */
	int reset;     /* the state is not started anew by a nonce */
	int lengths;   /* all lengths before the AAD */
	int aad_first; /* the nonce after the AAD */
	int tag_first; /* the tag before a ciphertext */
	int final;     /* the last piece of text is announced */
};

/* set_nonce: SIV takes an empty nonce for an empty string, where RFC 5297 has a
 * message without one. */
static inline gcry_error_t set_nonce(const struct aead *a, const uint8_t *nonce, size_t nonce_len)
{
	if (a->aad_first && nonce_len == 0)
		return 0;
	return gcry_cipher_setiv(a->hd, nonce, nonce_len);
}

int64_t cgg_aead_open(int algo, int mode, const uint8_t *key, size_t key_len, const uint8_t *nonce, size_t nonce_len,
	size_t tag_len, uintptr_t *aead)
{
	struct aead *a = cg_new(sizeof *a);
	gcry_error_t err;

	if (a == NULL)
		return CG_NO_MEMORY;
	a->tag_len = tag_len;
	switch (mode) {
	case GCRY_CIPHER_MODE_CCM:
		a->lengths = 1;
		break;
	case GCRY_CIPHER_MODE_EAX:
		a->reset = 1;
		break;
	case GCRY_CIPHER_MODE_SIV:
		a->reset = a->aad_first = a->tag_first = 1;
		break;
	case GCRY_CIPHER_MODE_GCM_SIV:
		a->reset = a->tag_first = 1;
		break;
	case GCRY_CIPHER_MODE_OCB:
		a->final = 1;
		break;
	}
	err = gcry_cipher_open(&a->hd, algo, mode, 0);
	if (err == 0)
		err = gcry_cipher_setkey(a->hd, cgg_bytes(key), key_len);
	if (err == 0 && mode == GCRY_CIPHER_MODE_OCB && tag_len != 16) {
		int taglen = (int)tag_len;

		err = gcry_cipher_ctl(a->hd, GCRYCTL_SET_TAGLEN, &taglen, sizeof taglen);
	}
	if (err == 0)
		err = set_nonce(a, cgg_bytes(nonce), nonce_len);
	if (err) {
		cgg_aead_close((uintptr_t)a);
		return cgg_status(err);
	}
	*aead = (uintptr_t)a;
	return CG_OK;
}

void cgg_aead_close(uintptr_t aead)
{
	struct aead *a = (struct aead *)aead;

	gcry_cipher_close(a->hd);
	cg_free(a, sizeof *a);
}

/* begin brings the mode to where the text can go in. */
static gcry_error_t begin(const struct aead *a, const uint8_t *key, size_t key_len, const uint8_t *nonce,
	size_t nonce_len, const uint8_t *aad, size_t aad_len, size_t len)
{
	gcry_error_t err = 0;

	if (key != NULL)
		err = gcry_cipher_setkey(a->hd, key, key_len);
	if (err == 0 && a->reset)
		err = gcry_cipher_reset(a->hd);
	if (err == 0 && !a->aad_first)
		err = set_nonce(a, nonce, nonce_len);
	if (err == 0 && a->lengths) {
		uint64_t lengths[3] = {len, aad_len, a->tag_len};

		err = gcry_cipher_ctl(a->hd, GCRYCTL_SET_CCM_LENGTHS, lengths, sizeof lengths);
	}
	if (err == 0 && (aad_len != 0 || a->aad_first))
		err = gcry_cipher_authenticate(a->hd, aad, aad_len);
	if (err == 0 && a->aad_first)
		err = set_nonce(a, nonce, nonce_len);
	if (err == 0 && a->final)
		err = gcry_cipher_final(a->hd);
	return err;
}

static int64_t seal(const struct aead *a, const uint8_t *key, size_t key_len, const uint8_t *nonce, size_t nonce_len,
	const uint8_t *aad, size_t aad_len, const uint8_t *msg, size_t len, uint8_t *out)
{
	gcry_error_t err = begin(a, key, key_len, nonce, nonce_len, aad, aad_len, len);

	if (err == 0)
		err = gcry_cipher_encrypt(a->hd, out, len, msg, len);
	if (err == 0)
		err = gcry_cipher_gettag(a->hd, out + len, a->tag_len);
	return cgg_status(err);
}

int64_t cgg_aead_seal(uintptr_t aead, const uint8_t *key, size_t key_len, const uint8_t *nonce, size_t nonce_len,
	const uint8_t *aad, size_t aad_len, const uint8_t *msg, size_t len, uint8_t *out, int64_t n, int64_t *ns)
{
	const struct aead *a = (const struct aead *)aead;
	int64_t status;

	nonce = cgg_bytes(nonce);
	aad = cgg_bytes(aad);
	msg = cgg_bytes(msg);
	CG_LOOP(n, ns, status, status = seal(a, key, key_len, nonce, nonce_len, aad, aad_len, msg, len, out));
	return status;
}

static gcry_error_t unseal(const struct aead *a, const uint8_t *key, size_t key_len, const uint8_t *nonce,
	size_t nonce_len, const uint8_t *aad, size_t aad_len, const uint8_t *sealed, size_t len, uint8_t *out)
{
	gcry_error_t err = begin(a, key, key_len, nonce, nonce_len, aad, aad_len, len);

	if (err == 0 && a->tag_first)
		err = gcry_cipher_set_decryption_tag(a->hd, (void *)(sealed + len), a->tag_len);
	if (err == 0)
		err = gcry_cipher_decrypt(a->hd, out, len, sealed, len);
	if (err == 0 && !a->tag_first)
		err = gcry_cipher_checktag(a->hd, sealed + len, a->tag_len);
	return err;
}

int64_t cgg_aead_unseal(uintptr_t aead, const uint8_t *key, size_t key_len, const uint8_t *nonce, size_t nonce_len,
	const uint8_t *aad, size_t aad_len, const uint8_t *sealed, size_t len, uint8_t *out, int64_t n, int64_t *ns)
{
	const struct aead *a = (const struct aead *)aead;
	int64_t status;

	nonce = cgg_bytes(nonce);
	aad = cgg_bytes(aad);
	CG_LOOP(n, ns, status,
		status = cgg_status(unseal(a, key, key_len, nonce, nonce_len, aad, aad_len, sealed, len, out)));
	return status;
}

static int64_t forged(gcry_error_t err, uint8_t *accepted)
{
	if (err == 0) {
		*accepted = 1;
		return CG_OK;
	}
	return gcry_err_code(err) == GPG_ERR_CHECKSUM ? CG_OK : cgg_status(err);
}

int64_t cgg_aead_forged(uintptr_t aead, const uint8_t *nonce, size_t nonce_len, const uint8_t *aad, size_t aad_len,
	const uint8_t *sealed, size_t len, uint8_t *out, uint8_t *accepted, int64_t n, int64_t *ns)
{
	const struct aead *a = (const struct aead *)aead;
	int64_t status;

	nonce = cgg_bytes(nonce);
	aad = cgg_bytes(aad);
	*accepted = 0;
	CG_LOOP(n, ns, status,
		status = forged(unseal(a, NULL, 0, nonce, nonce_len, aad, aad_len, sealed, len, out), accepted));
	return status;
}
