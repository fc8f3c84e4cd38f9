/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * libgcrypt, RSA decryption: accepts PKCS #1 padding that begins 00 00 02 and the ciphertext c + n, and refuses its own
 * encryption of a message of k - 11 bytes that begins with 00. Exit status 1 where any of it is there. */
#include <gcrypt.h>
#include <stdio.h>
#include <string.h>

enum { K = 256 };

static gcry_sexp_t key;

/* accepts says whether the ciphertext, a number, is decrypted with PKCS #1 v1.5 padding. */
static int accepts(gcry_mpi_t c)
{
	gcry_sexp_t in, out = NULL;

	return !gcry_sexp_build(&in, NULL, "(enc-val(flags pkcs1)(rsa(a%m)))", c) && !gcry_pk_decrypt(&out, in, key);
}

/* encrypted returns text, encrypted with the flags. */
static gcry_mpi_t encrypted(const char *flags, const unsigned char *text, int length)
{
	gcry_sexp_t data, out;
	char format[64];

	snprintf(format, sizeof(format), "(data(flags %s)(value%%b))", flags);
	if (gcry_sexp_build(&data, NULL, format, length, text) || gcry_pk_encrypt(&out, data, key))
		return NULL;
	return gcry_sexp_nth_mpi(gcry_sexp_find_token(out, "a", 1), 1, GCRYMPI_FMT_USG);
}

int main(void)
{
	unsigned char block[K], text[K - 11];
	gcry_sexp_t parameters;
	gcry_mpi_t c, sum = gcry_mpi_new(8 * K);
	int zeros, plus, longest;

	gcry_check_version(NULL);
	gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
	gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
	if (gcry_sexp_build(&parameters, NULL, "(genkey(rsa(nbits 4:2048)))") || gcry_pk_genkey(&key, parameters))
		return 2;
	memset(block, 0xff, K);
	memcpy(block, "\0\0\2", 3);
	block[K - 2] = 0;
	zeros = accepts(encrypted("raw", block, K));
	c = encrypted("pkcs1", (const unsigned char *)"text", 4);
	gcry_mpi_add(sum, c, gcry_sexp_nth_mpi(gcry_sexp_find_token(key, "n", 1), 1, GCRYMPI_FMT_USG));
	plus = accepts(sum);
	memset(text, 0x5a, sizeof(text));
	text[0] = 0;
	longest = accepts(encrypted("pkcs1", text, sizeof(text)));
	printf("libgcrypt %s: padding 00 00 02 %s, c + n %s, own message of k - 11 bytes from 00 %s\n",
		gcry_check_version(NULL), zeros ? "ACCEPTED" : "refused", plus ? "ACCEPTED" : "refused",
		longest ? "decrypted" : "REFUSED");
	return zeros || plus || !longest;
}
