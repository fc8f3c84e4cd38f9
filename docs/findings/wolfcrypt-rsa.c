/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * wolfCrypt, RSA signatures: accepts s + n. Exit status 1 where it does. */
#include <wolfssl/options.h>
#include <wolfssl/version.h>
#include <wolfssl/wolfcrypt/random.h>
#include <wolfssl/wolfcrypt/rsa.h>
#include <stdio.h>

enum { K = 256 };

int main(void)
{
	byte signature[K], forged[K], n[K], e[8], out[K];
	word32 n_size = K, e_size = sizeof(e);
	byte message[] = "a digest";
	unsigned sum;
	RsaKey key;
	WC_RNG rng;
	int length;

	if (wc_InitRng(&rng) || wc_InitRsaKey(&key, NULL) || wc_RsaSetRNG(&key, &rng) ||
		wc_MakeRsaKey(&key, 8 * K, 65537, &rng) || wc_RsaFlattenPublicKey(&key, e, &e_size, n, &n_size))
		return 2;
	do { /* until s + n has as many bytes as n */
		if (++message[0] == 0 || wc_RsaSSL_Sign(message, sizeof(message), signature, K, &key, &rng) != K)
			return 2;
		sum = 0;
		for (int i = K - 1; i >= 0; i--) {
			sum += (unsigned)signature[i] + n[i];
			forged[i] = (byte)sum;
			sum >>= 8;
		}
	} while (sum);
	length = wc_RsaSSL_Verify(forged, K, out, K, &key);
	printf("wolfCrypt %s: RSA s + n %s\n", LIBWOLFSSL_VERSION_STRING, length >= 0 ? "ACCEPTED" : "refused");
	return length >= 0;
}
