//go:build cgo && !nogcrypt

package gcryptbridge

/*
#include <stdlib.h>
#include "restrict.h"
*/
import "C"

import (
	"runtime"
	"unsafe"

	"cryptogap/compare/provider/bridge"
)

func switches() bridge.Switches {
	// A feature that the library has no name for it has no code for.
	return bridge.Switches{Follows: func(string) bool { return true }, Restrict: restrict}
}

// hardware is what libgcrypt calls a feature, as in its hwfeatures.c; "" where it
// has no code for it.
func hardware(feature string) string {
	switch runtime.GOARCH {
	case "amd64":
		return map[string]string{
			"ssse3": "intel-ssse3", "sse41": "intel-sse4.1", "aes": "intel-aesni", "pclmul": "intel-pclmul", "sha": "intel-shaext",
			"avx": "intel-avx", "avx2": "intel-avx2", "avx512": "intel-avx512", "vaes": "intel-vaes-vpclmul", "gfni": "intel-gfni",
			"sha512": "intel-sha512", "sm3": "intel-sm3", "sm4": "intel-sm4", "bmi2": "intel-bmi2", "rdrand": "intel-rdrand",
		}[feature]
	case "arm64":
		return map[string]string{
			"aes": "arm-aes", "pmull": "arm-pmull", "sha1": "arm-sha1", "sha2": "arm-sha2", "sha512": "arm-sha512", "sha3": "arm-sha3",
			"sm3": "arm-sm3", "sm4": "arm-sm4", "sve": "arm-sve",
		}[feature]
	}
	return ""
}

// restrict disables the features, before the library looks at the CPU.
func restrict(without []string) error {
	for _, feature := range without {
		name := hardware(feature)
		if name == "" {
			continue
		}
		text := C.CString(name)
		status := C.cgg_restrict(text)
		C.free(unsafe.Pointer(text))
		if err := failure(status); err != nil {
			return err
		}
	}
	return nil
}
