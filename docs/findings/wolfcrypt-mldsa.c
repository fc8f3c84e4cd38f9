/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * wolfCrypt, ML-DSA-44: refuses a valid signature that reaches UseHint(1, 0). Arguments: public key, message and
 * signature in hex; run.sh takes them from the vector mldsa44-use-hint-1-0. Exit status 1 where the fault is there. */
#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/wc_mldsa.h>
#include <wolfssl/version.h>
#include <stdio.h>
#include <string.h>

static word32 unhex(const char *hex, byte *out, size_t most)
{
	size_t n = strlen(hex) / 2;

	for (size_t i = 0; i < n && i < most; i++)
		sscanf(hex + 2 * i, "%2hhx", &out[i]);
	return (word32)n;
}

int main(int argc, char **argv)
{
	static byte public[1312], message[256], signature[2420];
	static wc_MlDsaKey key;
	word32 length;
	int good = 0, rc;

	if (argc != 4 || unhex(argv[1], public, sizeof(public)) != sizeof(public) ||
		unhex(argv[3], signature, sizeof(signature)) != sizeof(signature))
		return 2;
	length = unhex(argv[2], message, sizeof(message));
	rc = wc_MlDsaKey_Init(&key, NULL, INVALID_DEVID);
	if (rc == 0)
		rc = wc_MlDsaKey_SetParams(&key, WC_ML_DSA_44);
	if (rc == 0)
		rc = wc_MlDsaKey_ImportPubRaw(&key, public, sizeof(public));
	if (rc == 0)
		rc = wc_MlDsaKey_VerifyCtx(&key, signature, sizeof(signature), NULL, 0, message, length, &good);
	printf("wolfSSL %s: %s (%d)\n", LIBWOLFSSL_VERSION_STRING, good ? "accepted" : "REFUSED", rc);
	return !good;
}
