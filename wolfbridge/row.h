//go:build cgo && !nowolf

#ifndef CGW_ROW_H
#define CGW_ROW_H

#include <stdint.h>

/* A row of a table, as Go reads it. Its place in the table is by which the shims know it. The last one has no id. */
struct cgw_row {
	const char *id;	    /* of the catalogue; * stands for the lengths of a key, or for the hashes */
	int built;	    /* whether this library has it */
	const char *option; /* of wolfSSL's configure, that builds it */
	const char *how[5]; /* the functions of each operation of the kind */
	int hash;	    /* wolfCrypt's own number for a hash */
	/* The only lengths that the functions take, in bytes, where they do not look at what they are given. */
	uint32_t key, nonce, out;
	uint32_t priv, pub; /* lengths of encoded keys */
	int takes;	    /* what a case may set apart from the catalogue, of the following */
};

enum { CGW_TAKES_CONTEXT = 1, CGW_TAKES_RANDOM = 2, CGW_TAKES_TAG = 4, CGW_TAKES_HASH = 8 };

#endif
