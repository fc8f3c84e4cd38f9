//go:build cgo && !nowolf

package wolfbridge

/*
#include <stdlib.h>

#include "restrict.h"
*/
import "C"

import (
	"runtime"
	"slices"
	"unsafe"

	"cryptogap/compare/provider/bridge"
)

func switches() bridge.Switches { return bridge.Switches{Follows: follows, Restrict: restrict} }

// unasked are the features that the library's code for others uses without a switch of their own: AES-GCM multiplies with
// PCLMULQDQ wherever there is AES-NI.
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
	for _, feature := range without {
		name := C.CString(feature)
		C.cgw_restrict(name)
		C.free(unsafe.Pointer(name))
	}
	return nil
}

// sees says whether the library has found a CPU feature; known is false where it does not say.
func sees(feature string) (found, known bool) {
	name := C.CString(feature)
	defer C.free(unsafe.Pointer(name))
	return C.cgw_uses(name) != 0, C.cgw_restrictable() == 1
}
