/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * libgcrypt, X448: a wrong shared secret for the private key 4 and the public value 2^224. Exit status 1 where the
 * fault is there. */
#include <gcrypt.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	static const unsigned char right[56] = {
		0x22,
		0x97,
		0xc3,
		0x6a,
		0xaf,
		0x9d,
		0x86,
		0xad,
		0xdb,
		0xe7,
		0xda,
		0x57,
		0x8a,
		0x55,
		0x41,
		0x53,
		0xb8,
		0x4f,
		0x14,
		0x32,
		0x1f,
		0x59,
		0xd2,
		0xf7,
		0x06,
		0x79,
		0x69,
		0x37,
		0x51,
		0x34,
		0x16,
		0xd0,
		0x8c,
		0x10,
		0x70,
		0x78,
		0x93,
		0xf6,
		0x36,
		0x09,
		0x72,
		0x5a,
		0x8e,
		0x72,
		0x40,
		0xe0,
		0x62,
		0xe1,
		0x58,
		0xe7,
		0x31,
		0x2d,
		0x2b,
		0xbc,
		0xa4,
		0x29,
	};
	unsigned char key[56] = {4}, peer[56] = {0}, secret[56];
	gcry_error_t err;

	peer[28] = 1;	/* 2^224, little-endian */
	key[55] |= 128; /* RFC 7748 section 5 */
	gcry_check_version(NULL);
	gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
	gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
	err = gcry_ecc_mul_point(GCRY_ECC_CURVE448, secret, key, peer);
	if (err) {
		fprintf(stderr, "gcry_ecc_mul_point: %s\n", gcry_strerror(err));
		return 2;
	}
	printf("libgcrypt %s: %s secret\n", gcry_check_version(NULL),
		memcmp(secret, right, 56) == 0 ? "right" : "WRONG");
	return memcmp(secret, right, 56) != 0;
}
