/* What the libgcrypt that this is compiled against offers, under our own
 * prefix: an identifier that its headers lack is 0 here, a function they lack has its CGG_HAVE_ at 0. The
 * shim of an absent feature returns CG_UNSUPPORTED. */
#ifndef CRYPTOGAP_GCRYPT_FEATURES_H
#define CRYPTOGAP_GCRYPT_FEATURES_H

#include <gcrypt.h>

#define CGG_SINCE(major, minor) \
	(GCRYPT_VERSION_NUMBER >= ((major) << 16 | (minor) << 8))

/* 1.11 */
#define CGG_HAVE_HASH_EXT CGG_SINCE(1, 11) /* gcry_md_hash_buffers_ext */

#endif
