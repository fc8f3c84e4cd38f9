/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * wolfCrypt, X25519: a wrong shared secret for the public value 2. Exit status 1 where the fault is there. */
#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/curve25519.h>
#include <wolfssl/version.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	static const unsigned char key[32] = {
		0xd0,
		0x3e,
		0xdd,
		0xe9,
		0xf3,
		0xe7,
		0xb7,
		0x99,
		0x04,
		0x5f,
		0x9a,
		0xc3,
		0x79,
		0x3d,
		0x4a,
		0x92,
		0x77,
		0xda,
		0xde,
		0xad,
		0xc4,
		0x1b,
		0xec,
		0x02,
		0x90,
		0xf8,
		0x1f,
		0x74,
		0x4f,
		0x73,
		0x77,
		0x5f,
	};
	static const unsigned char right[32] = {
		0xb8,
		0x7a,
		0x17,
		0x22,
		0xcc,
		0x6c,
		0x1e,
		0x2f,
		0xee,
		0xcb,
		0x54,
		0xe9,
		0x7a,
		0xbd,
		0x5a,
		0x22,
		0xac,
		0xc2,
		0x76,
		0x16,
		0xf7,
		0x8f,
		0x6e,
		0x31,
		0x5f,
		0xd2,
		0xb7,
		0x3d,
		0x9f,
		0x22,
		0x1e,
		0x57,
	};
	unsigned char clamped[32], peer[32] = {2}, secret[32];
	int rc;

	memcpy(clamped, key, sizeof(key));
	clamped[0] &= 248;
	clamped[31] = (unsigned char)((clamped[31] & 127) | 64);
	rc = wc_curve25519_generic(sizeof(secret), secret, sizeof(clamped), clamped, sizeof(peer), peer);
	if (rc != 0) {
		fprintf(stderr, "wc_curve25519_generic: %d\n", rc);
		return 2;
	}
	printf("wolfSSL %s: %s secret\n", LIBWOLFSSL_VERSION_STRING,
		memcmp(secret, right, 32) == 0 ? "right" : "WRONG");
	return memcmp(secret, right, 32) != 0;
}
