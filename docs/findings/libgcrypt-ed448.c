/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * libgcrypt, Ed448: verifying under a public key of order 4 (all zeros) ends the process. It prints a line and exits
 * with status 0 where the fault is not there; it is killed by SIGABRT where it is. */
#include <gcrypt.h>
#include <stdio.h>

int main(void)
{
	static const unsigned char zeros[57];
	gcry_sexp_t key, signature, data;
	gcry_error_t err;

	gcry_check_version(NULL);
	gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
	gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
	err = gcry_sexp_build(&key, NULL, "(public-key(ecc(curve Ed448)(flags eddsa)(q%b)))", 57, zeros);
	if (!err)
		err = gcry_sexp_build(&signature, NULL, "(sig-val(eddsa(r%b)(s%b)))", 57, zeros, 57, zeros);
	if (!err)
		err = gcry_sexp_build(&data, NULL, "(data(flags eddsa)(hash-algo shake256)(value%b))", 0, zeros);
	if (err) {
		fprintf(stderr, "gcry_sexp_build: %s\n", gcry_strerror(err));
		return 2;
	}
	printf("libgcrypt %s: ", gcry_check_version(NULL));
	fflush(stdout);
	err = gcry_pk_verify(signature, data, key);
	printf("%s\n", err ? gcry_strerror(err) : "accepted");
	return 0;
}
