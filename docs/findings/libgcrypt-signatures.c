/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * libgcrypt, signatures: accepts s + n (RSA) and S + L (Ed25519), L being the order of the group. Exit status 1 where
 * either is accepted. */
#include <gcrypt.h>
#include <stdio.h>

enum { SIZE = 32 };

/* The order of Ed25519's group, least significant byte first: RFC 8032 section 5.1. */
static const unsigned char order[SIZE] = {
	0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, [31] = 0x10};

/* accepts says whether the key that is made of the parameters takes a forged signature of its own message for a genuine
 * one. */
static int accepts(const char *parameters, const char *message, const char *format)
{
	gcry_sexp_t key, data, out, forged, s, n;
	gcry_mpi_t sum = gcry_mpi_new(0);
	unsigned char little[SIZE];
	unsigned carry = 0;
	size_t length;

	if (gcry_sexp_new(&out, parameters, 0, 1) || gcry_pk_genkey(&key, out) || gcry_sexp_new(&data, message, 0, 1) ||
		gcry_pk_sign(&out, data, key))
		return -1;
	s = gcry_sexp_find_token(out, "s", 1);
	n = gcry_sexp_find_token(key, "n", 1);
	if (n) {
		gcry_mpi_add(sum, gcry_sexp_nth_mpi(s, 1, GCRYMPI_FMT_USG), gcry_sexp_nth_mpi(n, 1, GCRYMPI_FMT_USG));
		return gcry_sexp_build(&forged, NULL, format, sum) ? -1 : !gcry_pk_verify(forged, data, key);
	}
	for (int i = 0; i < SIZE; i++) {
		carry += (unsigned)(unsigned char)gcry_sexp_nth_data(s, 1, &length)[i] + order[i];
		little[i] = (unsigned char)carry;
		carry >>= 8;
	}
	s = gcry_sexp_find_token(out, "r", 1);
	if (gcry_sexp_build(&forged, NULL, format, SIZE, gcry_sexp_nth_data(s, 1, &length), SIZE, little))
		return -1;
	return !gcry_pk_verify(forged, data, key);
}

int main(void)
{
	int rsa, eddsa;

	gcry_check_version(NULL);
	gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
	gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
	rsa = accepts("(genkey(rsa(nbits 4:2048)))",
		"(data(flags pkcs1)(hash sha256 32:abcdefghijklmnopqrstuvwxyz012345))", "(sig-val(rsa(s%m)))");
	eddsa = accepts("(genkey(ecc(curve Ed25519)(flags eddsa)))",
		"(data(flags eddsa)(hash-algo sha512)(value 4:text))", "(sig-val(eddsa(r%b)(s%b)))");
	if (rsa < 0 || eddsa < 0)
		return 2;
	printf("libgcrypt %s: RSA s + n %s, Ed25519 S + L %s\n", gcry_check_version(NULL), rsa ? "ACCEPTED" : "refused",
		eddsa ? "ACCEPTED" : "refused");
	return rsa || eddsa;
}
