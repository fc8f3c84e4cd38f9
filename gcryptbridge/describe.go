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
	"path"
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
	compiler := C.CG_BUILD_COMPILER
	if compiler == "" {
		compiler = strings.Join(config("cc", 1, 2), " ")
	}
	for _, f := range []struct{ key, value string }{
		{"archive SHA-256", C.CG_BUILD_SHA256},
		{"source", C.CG_BUILD_SOURCE},
		{"configure", C.CG_BUILD_CONFIGURE},
		{"compiler", compiler},
		{"CFLAGS", C.CG_BUILD_CFLAGS},
		{"key", C.CG_BUILD_KEY},                                            // of its place in the cache
		{"big integers", path.Dir(strings.Join(config("mpi-asm", 0), ""))}, // "amd64", "generic"
		{"random numbers", C.GoString(C.cgg_rng())},
		{"FIPS mode", map[bool]string{false: "off", true: "on"}[fips()]},
	} {
		if f.value != "" {
			i.Build = append(i.Build, provider.Fact{Key: f.key, Value: f.value})
		}
	}
	if C.CG_BUILD_NOTE != "" {
		i.Warnings = append(i.Warnings, C.CG_BUILD_NOTE)
	}
	if fips() {
		i.Warnings = append(i.Warnings, "libgcrypt is in FIPS mode: what is not approved is refused, and what is has more checks in it")
	}
}

// config returns the fields of a line of gcry_get_config that are not empty:
// those at the given places, or all.
func config(what string, places ...int) []string {
	key := C.CString(what)
	defer C.free(unsafe.Pointer(key))
	line := C.cgg_config(key)
	defer C.cgg_config_free(line)
	fields := strings.Split(strings.TrimSpace(C.GoString(line)), ":")[1:]
	fields = slices.DeleteFunc(fields, func(f string) bool { return f == "" })
	if len(places) == 0 {
		return fields
	}
	var some []string
	for _, p := range places {
		if p < len(fields) {
			some = append(some, fields[p])
		}
	}
	return some
}
