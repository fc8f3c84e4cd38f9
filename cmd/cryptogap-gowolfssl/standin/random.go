package wolfSSL

// #include <wolfssl/options.h>
// #include <wolfssl/wolfcrypt/random.h>
import "C"

type WC_RNG = C.struct_WC_RNG

func Wc_InitRng(rng *WC_RNG) int { return int(C.wc_InitRng(rng)) }

func Wc_FreeRng(rng *WC_RNG) int { return int(C.wc_FreeRng(rng)) }

func Wc_RNG_GenerateBlock(rng *WC_RNG, b []byte, sz int) int {
	if short(sz, b) {
		return badArgument
	}
	if sz == 0 {
		return 0
	}
	return int(C.wc_RNG_GenerateBlock(rng, at(b), u32(sz)))
}
