//go:build cgo && !nogcrypt

#include "cipher.h"

#include "shim.h"

int64_t cgg_cipher_test(int algo)
{
	return cgg_status(gcry_cipher_test_algo(algo));
}

size_t cgg_cipher_block(int algo)
{
	return gcry_cipher_get_algo_blklen(algo);
}

int64_t cgg_cipher_open(int algo, int mode, const uint8_t *key, size_t key_len, uintptr_t *cipher)
{
	gcry_cipher_hd_t hd;
	gcry_error_t err = gcry_cipher_open(&hd, algo, mode, 0);

	if (err)
		return cgg_status(err);
	err = gcry_cipher_setkey(hd, cgg_bytes(key), key_len);
	if (err) {
		gcry_cipher_close(hd);
		return cgg_status(err);
	}
	*cipher = (uintptr_t)hd;
	return CG_OK;
}

void cgg_cipher_close(uintptr_t cipher)
{
	gcry_cipher_close((gcry_cipher_hd_t)cipher);
}

static inline gcry_error_t begin(gcry_cipher_hd_t hd, int start, const uint8_t *nonce, size_t nonce_len)
{
	switch (start) {
	case CGG_START_IV:
		return gcry_cipher_setiv(hd, nonce, nonce_len);
	case CGG_START_CTR:
		return gcry_cipher_setctr(hd, nonce, nonce_len);
	case CGG_START_RESET:
		return gcry_cipher_reset(hd);
	default:
		return 0;
	}
}

static inline int64_t crypt_one(gcry_cipher_hd_t hd, int decrypt, int start, const uint8_t *nonce, size_t nonce_len,
	const uint8_t *in, size_t len, uint8_t *out)
{
	gcry_error_t err = begin(hd, start, nonce, nonce_len);

	if (err == 0)
		err = decrypt ? gcry_cipher_decrypt(hd, out, len, in, len) : gcry_cipher_encrypt(hd, out, len, in, len);
	return cgg_status(err);
}

int64_t cgg_cipher_crypt(uintptr_t cipher, int decrypt, int start, const uint8_t *nonce, size_t nonce_len,
	const uint8_t *in, size_t len, uint8_t *out, int64_t n, int64_t *ns)
{
	gcry_cipher_hd_t hd = (gcry_cipher_hd_t)cipher;
	int64_t status;

	nonce = cgg_bytes(nonce);
	in = cgg_bytes(in);
	CG_LOOP(n, ns, status, status = crypt_one(hd, decrypt, start, nonce, nonce_len, in, len, out));
	return status;
}
