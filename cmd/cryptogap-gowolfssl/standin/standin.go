// Package wolfSSL is a stand-in for github.com/wolfssl/go-wolfssl: the functions
// of it that the provider go-wolfssl calls, with the same signatures, written
// anew over wolfCrypt's C functions. It exists so that the provider is compiled and
// tested where the module cannot be fetched, and for nothing else: its figures
// are not the vendor's.
//
// As in the vendor's module, a feature that wolfSSL was built without returns -174,
// and most functions panic where a slice that they need is empty.
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

// at is the address of the first byte of b, and panics where there is none.
func at(b []byte) *C.uchar { return (*C.uchar)(&b[0]) }

// maybe is at, and nil where there is none.
func maybe(b []byte) *C.uchar {
	if len(b) == 0 {
		return nil
	}
	return at(b)
}

// u32 is a length as wolfCrypt takes it.
func u32(n int) C.word32 { return C.word32(n) }
