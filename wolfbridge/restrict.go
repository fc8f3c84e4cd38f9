//go:build cgo && !nowolf

package wolfbridge

// #include "restrict.h"
import "C"

import (
	"runtime"
	"slices"

	"cryptogap/compare/provider/bridge"
)

func switches() bridge.Switches {
	return bridge.Switches{Follows: follows, Restrict: restrict}
}

// hardware are the library's switches by the names of features.
func hardware() map[string]C.uint {
	if runtime.GOARCH == "arm64" {
		return map[string]C.uint{
			"aes": C.CGW_OFF_AES, "pmull": C.CGW_OFF_PMULL, "sha2": C.CGW_OFF_SHA2, "sha512": C.CGW_OFF_SHA512, "sha3": C.CGW_OFF_SHA3,
			"sm3": C.CGW_OFF_SM3, "sm4": C.CGW_OFF_SM4,
		}
	}
	return map[string]C.uint{
		"aes": C.CGW_OFF_AES, "avx": C.CGW_OFF_AVX, "avx2": C.CGW_OFF_AVX2, "bmi1": C.CGW_OFF_BMI1, "bmi2": C.CGW_OFF_BMI2, "adx": C.CGW_OFF_ADX,
		"movbe": C.CGW_OFF_MOVBE, "sha": C.CGW_OFF_SHA, "rdrand": C.CGW_OFF_RDRAND,
	}
}

// unasked are the features that the library's code for others uses without a
// switch of their own: AES-GCM multiplies with PCLMULQDQ wherever there is AES-NI.
func unasked() []string {
	if runtime.GOARCH == "arm64" {
		return []string{"sha1"}
	}
	return []string{"ssse3", "sse41", "pclmul"}
}

func follows(feature string) bool {
	switch C.cgw_restrictable() {
	case -1:
		return true
	case 0:
		return false
	}
	return !slices.Contains(unasked(), feature)
}

// restrict clears the library's flags, before any of its parts takes a copy of them.
func restrict(without []string) error {
	var off C.uint
	for _, feature := range without {
		off |= hardware()[feature]
	}
	C.cgw_restrict(off)
	return nil
}
