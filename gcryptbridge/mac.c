//go:build cgo && !nogcrypt

#include "mac.h"

#include "pbkdf2.h"
#include "shim.h"

int64_t cgg_mac_test(int algo)
{
	return cgg_status(gcry_mac_test_algo(algo));
}

size_t cgg_mac_length(int algo)
{
	return gcry_mac_get_algo_maclen(algo);
}

int64_t cgg_mac_open(int algo, const uint8_t *key, size_t key_len, uintptr_t *mac)
{
	gcry_mac_hd_t hd;
	gcry_error_t err = gcry_mac_open(&hd, algo, 0, NULL);

	if (err)
		return cgg_status(err);
	err = gcry_mac_setkey(hd, cgg_bytes(key), key_len);
	if (err) {
		gcry_mac_close(hd);
		return cgg_status(err);
	}
	*mac = (uintptr_t)hd;
	return CG_OK;
}

void cgg_mac_close(uintptr_t mac)
{
	gcry_mac_close((gcry_mac_hd_t)mac);
}

/* written ends each of the MACs below: the message goes in, the tag comes
 * out. A tag of another length than was asked for is an error, not a shorter tag. */
static int64_t written(gcry_mac_hd_t hd, const uint8_t *msg, size_t len, uint8_t *out, size_t out_len)
{
	size_t tag_len = out_len;
	gcry_error_t err = gcry_mac_write(hd, msg, len);

	if (err == 0)
		err = gcry_mac_read(hd, out, &tag_len);
	if (err == 0 && tag_len != out_len)
		return CG_BAD_LENGTH;
	return cgg_status(err);
}

static int64_t tag(gcry_mac_hd_t hd, const uint8_t *msg, size_t len, uint8_t *out, size_t out_len)
{
	gcry_error_t err = gcry_mac_reset(hd);

	return err ? cgg_status(err) : written(hd, msg, len, out, out_len);
}

int64_t cgg_mac_tag(uintptr_t mac, const uint8_t *msg, size_t len, uint8_t *out, size_t out_len, int64_t n, int64_t *ns)
{
	gcry_mac_hd_t hd = (gcry_mac_hd_t)mac;
	int64_t status;

	msg = cgg_bytes(msg);
	CG_LOOP(n, ns, status, status = tag(hd, msg, len, out, out_len));
	return status;
}

/* Setting the nonce resets the MAC. */
static int64_t tag_nonce(gcry_mac_hd_t hd, const uint8_t *nonce, size_t nonce_len, const uint8_t *msg, size_t len,
	uint8_t *out, size_t out_len)
{
	gcry_error_t err = gcry_mac_setiv(hd, nonce, nonce_len);

	return err ? cgg_status(err) : written(hd, msg, len, out, out_len);
}

int64_t cgg_mac_tag_nonce(uintptr_t mac, const uint8_t *nonce, size_t nonce_len, const uint8_t *msg, size_t len,
	uint8_t *out, size_t out_len, int64_t n, int64_t *ns)
{
	gcry_mac_hd_t hd = (gcry_mac_hd_t)mac;
	int64_t status;

	nonce = cgg_bytes(nonce);
	msg = cgg_bytes(msg);
	CG_LOOP(n, ns, status, status = tag_nonce(hd, nonce, nonce_len, msg, len, out, out_len));
	return status;
}

static int64_t tag_rekey(gcry_mac_hd_t hd, const uint8_t *key, size_t key_len, int reset, const uint8_t *msg,
	size_t len, uint8_t *out, size_t out_len)
{
	gcry_error_t err = gcry_mac_setkey(hd, key, key_len);

	if (err == 0 && reset)
		err = gcry_mac_reset(hd);
	return err ? cgg_status(err) : written(hd, msg, len, out, out_len);
}

int64_t cgg_mac_tag_rekey(uintptr_t mac, const uint8_t *key, size_t key_len, int reset, const uint8_t *msg, size_t len,
	uint8_t *out, size_t out_len, int64_t n, int64_t *ns)
{
	gcry_mac_hd_t hd = (gcry_mac_hd_t)mac;
	int64_t status;

	key = cgg_bytes(key);
	msg = cgg_bytes(msg);
	CG_LOOP(n, ns, status, status = tag_rekey(hd, key, key_len, reset, msg, len, out, out_len));
	return status;
}

int64_t cgg_hmac_open(int algo, const uint8_t *key, size_t key_len, uintptr_t *hmac)
{
	gcry_md_hd_t hd;
	gcry_error_t err = gcry_md_open(&hd, algo, GCRY_MD_FLAG_HMAC);

	if (err)
		return cgg_status(err);
	err = gcry_md_setkey(hd, cgg_bytes(key), key_len);
	if (err) {
		gcry_md_close(hd);
		return cgg_status(err);
	}
	*hmac = (uintptr_t)hd;
	return CG_OK;
}

void cgg_hmac_close(uintptr_t hmac)
{
	gcry_md_close((gcry_md_hd_t)hmac);
}

static int64_t hmac_written(gcry_md_hd_t hd, const uint8_t *msg, size_t len, uint8_t *out, size_t out_len)
{
	const uint8_t *digest;

	gcry_md_write(hd, msg, len);
	digest = gcry_md_read(hd, 0);
	if (digest == NULL)
		return cg_lib(GPG_ERR_INV_STATE);
	memcpy(out, digest, out_len);
	return CG_OK;
}

static int64_t hmac_tag(gcry_md_hd_t hd, const uint8_t *msg, size_t len, uint8_t *out, size_t out_len)
{
	gcry_md_reset(hd);
	return hmac_written(hd, msg, len, out, out_len);
}

int64_t cgg_hmac_tag(
	uintptr_t hmac, const uint8_t *msg, size_t len, uint8_t *out, size_t out_len, int64_t n, int64_t *ns)
{
	gcry_md_hd_t hd = (gcry_md_hd_t)hmac;
	int64_t status;

	msg = cgg_bytes(msg);
	CG_LOOP(n, ns, status, status = hmac_tag(hd, msg, len, out, out_len));
	return status;
}

static int64_t hmac_tag_rekey(gcry_md_hd_t hd, const uint8_t *key, size_t key_len, const uint8_t *msg, size_t len,
	uint8_t *out, size_t out_len)
{
	gcry_error_t err = gcry_md_setkey(hd, key, key_len);

	return err ? cgg_status(err) : hmac_written(hd, msg, len, out, out_len);
}

int64_t cgg_hmac_tag_rekey(uintptr_t hmac, const uint8_t *key, size_t key_len, const uint8_t *msg, size_t len,
	uint8_t *out, size_t out_len, int64_t n, int64_t *ns)
{
	gcry_md_hd_t hd = (gcry_md_hd_t)hmac;
	int64_t status;

	key = cgg_bytes(key);
	msg = cgg_bytes(msg);
	CG_LOOP(n, ns, status, status = hmac_tag_rekey(hd, key, key_len, msg, len, out, out_len));
	return status;
}

struct hmac_key {
	gcry_md_hd_t hd;
	const uint8_t *key;
	size_t key_len, tag_len;
};

static int64_t keyed(void *handle, const uint8_t *a, size_t alen, const uint8_t *b, size_t blen, uint8_t *tag)
{
	struct hmac_key *k = handle;
	gcry_error_t err = gcry_md_setkey(k->hd, k->key, k->key_len);

	if (err)
		return cgg_status(err);
	gcry_md_write(k->hd, a, alen);
	return hmac_written(k->hd, cgg_bytes(b), blen, tag, k->tag_len);
}

int64_t cgg_hmac_pbkdf2(uintptr_t hmac, size_t tag_len, const uint8_t *key, size_t key_len, const uint8_t *salt,
	size_t salt_len, unsigned long iterations, uint8_t *out, size_t out_len, int64_t n, int64_t *ns)
{
	struct hmac_key k = {(gcry_md_hd_t)hmac, cgg_bytes(key), key_len, tag_len};
	int64_t status;

	salt = cgg_bytes(salt);
	CG_LOOP(n, ns, status, status = cg_pbkdf2(keyed, &k, tag_len, salt, salt_len, iterations, out, out_len));
	return status;
}
