//go:build cgo && !nogcrypt

package gcryptbridge

/*
#include <stdlib.h>
#include <gcrypt.h>
#include "describe.h"
*/
import "C"

import (
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"cryptogap/compare/provider"
)

// describe adds what the library and its headers say about themselves.
func describe(i *provider.Info) {
	i.Version = C.GoString(C.cgg_version())
	i.Headers = C.GCRYPT_VERSION
	if i.Version != i.Headers {
		i.Warnings = append(i.Warnings, fmt.Sprintf(
			"compiled against libgcrypt %s, running %s: what only the newer of the two has is missing", i.Headers, i.Version))
	}
	i.Features = config("hwflist")
	for _, f := range []struct{ key, value string }{
		{"archive SHA-256", C.CGG_BUILD_SHA256},
		{"configure", C.CGG_BUILD_CONFIGURE},
		{"compiler", C.CGG_BUILD_COMPILER},
		{"CFLAGS", C.CGG_BUILD_CFLAGS},
		{"built by", strings.Join(config("cc"), " ")},
		{"big integers", strings.Join(config("mpi-asm"), " ")},
		{"random numbers", strings.Join(config("rng-type"), " ")},
		{"FIPS mode", map[bool]string{false: "off", true: "on"}[fips()]},
	} {
		if f.value != "" {
			i.Build = append(i.Build, provider.Fact{Key: f.key, Value: f.value})
		}
	}
	if C.CGG_BUILD_NOTE != "" {
		i.Warnings = append(i.Warnings, C.CGG_BUILD_NOTE)
	}
	if fips() {
		i.Warnings = append(i.Warnings, "libgcrypt is in FIPS mode: what is not approved is refused, and what is has more checks in it")
	}
}

// config returns the fields of a line of gcry_get_config.
func config(what string) []string {
	key := C.CString(what)
	defer C.free(unsafe.Pointer(key))
	line := C.cgg_config(key)
	defer C.cgg_config_free(line)
	fields := strings.Split(strings.TrimSpace(C.GoString(line)), ":")[1:]
	return slices.DeleteFunc(fields, func(f string) bool { return f == "" })
}
