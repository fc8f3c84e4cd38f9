// Package wolfSSL is a stand-in for github.com/wolfssl/go-wolfssl: the functions
// of it that the provider go-wolfssl calls, with the same signatures, written
// anew over wolfCrypt's C functions. It exists so that the provider is compiled and
// tested where the module cannot be fetched, and for nothing else: its figures
// are not the vendor's.
//
// As in the vendor's module, a feature that wolfSSL was built without returns -174, a length that is not that of its
// slice -173, and an empty slice is handed on to wolfCrypt.
package wolfSSL

/*
#cgo CFLAGS: -Wall -Wextra
#cgo pkg-config: --static wolfssl

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/error-crypt.h>
#include <wolfssl/wolfcrypt/random.h>
#include <wolfssl/wolfcrypt/wc_port.h>

static int default_seed(void)
{
#ifdef WC_RNG_SEED_CB
	return wc_SetSeed_Cb(wc_GenerateSeed);
#else
	return NOT_COMPILED_IN;
#endif
}

static int nothing(void)
{
	return NOT_COMPILED_IN;
}
*/
import "C"

const INVALID_DEVID = int(C.INVALID_DEVID)

func WolfSSL_Init() { C.wolfCrypt_Init() }

func Wc_SetDefaultSeed_Cb() int { return int(C.default_seed()) }

// PRIVATE_KEY_LOCK is as in a build that is not FIPS's.
func PRIVATE_KEY_LOCK() int { return int(C.nothing()) }

// badArgument is what the vendor's module returns for a length that is not that of its slice, and for an empty slice
// where one is needed.
const badArgument = int(C.BAD_FUNC_ARG)

// short says whether b has no n bytes.
func short(n int, b []byte) bool { return n < 0 || n > len(b) }

// at is the address of the first byte of b, and nil where there is none.
func at(b []byte) *C.uchar {
	if len(b) == 0 {
		return nil
	}
	return (*C.uchar)(&b[0])
}

// u32 is a length as wolfCrypt takes it.
func u32(n int) C.word32 { return C.word32(n) }
