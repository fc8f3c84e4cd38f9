/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * libgcrypt, ML-KEM-512: encapsulates for a key whose first coefficient is q = 3329, which FIPS 203 section 7.2 has
 * refused. Exit status 1 where the fault is there. */
#include <gcrypt.h>
#include <stdio.h>

int main(void)
{
	unsigned char public[800], private[1632], ciphertext[768], secret[32];
	gcry_error_t err;

	gcry_check_version(NULL);
	gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
	gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
	err = gcry_kem_keypair(GCRY_KEM_MLKEM512, public, sizeof(public), private, sizeof(private));
	if (err) {
		fprintf(stderr, "gcry_kem_keypair: %s\n", gcry_strerror(err));
		return 2;
	}
	public[0] = 3329 & 0xff; /* 12 bits a coefficient, little-endian */
	public[1] = (unsigned char)((public[1] & 0xf0) | 3329 >> 8);
	err = gcry_kem_encap(GCRY_KEM_MLKEM512, public, sizeof(public), ciphertext, sizeof(ciphertext), secret,
		sizeof(secret), NULL, 0);
	printf("libgcrypt %s: %s\n", gcry_check_version(NULL),
		err ? gcry_strerror(err) : "ENCAPSULATED for an invalid key");
	return !err;
}
