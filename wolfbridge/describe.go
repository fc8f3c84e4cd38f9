//go:build cgo && !nowolf

package wolfbridge

// #include "cgw_features.h"
// #include "describe.h"
import "C"

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"cryptogap/compare/provider"
)

// describe adds what the library and its headers say about themselves.
func describe(i *provider.Info) {
	i.Headers = C.LIBWOLFSSL_VERSION_STRING
	i.Version = cmp.Or(C.GoString(C.cgw_version()), i.Headers)
	i.Features = features()
	i.Build = build()
	i.Warnings = warnings()
	if i.Version != i.Headers {
		i.Warnings = append(i.Warnings, fmt.Sprintf(
			"compiled against wolfSSL %s, running %s: the two may not agree on what a key looks like in memory", i.Headers, i.Version))
	}
}

func build() []provider.Fact {
	var facts []provider.Fact
	for _, f := range []provider.Fact{
		{Key: "archive SHA-256", Value: C.CG_BUILD_SHA256},
		{Key: "source", Value: C.CG_BUILD_SOURCE},
		{Key: "configure", Value: cmp.Or(C.CG_BUILD_CONFIGURE, C.GoString(C.cgw_configure()))},
		{Key: "compiler", Value: C.CG_BUILD_COMPILER},
		{Key: "CFLAGS", Value: cmp.Or(C.CG_BUILD_CFLAGS, C.GoString(C.cgw_cflags()))},
		{Key: "key", Value: C.CG_BUILD_KEY}, // of its place in the cache
		{Key: "assembly", Value: assembly()},
		{Key: "big integers", Value: C.GoString(C.cgw_math())},
		{Key: "random numbers", Value: map[int]string{0: "the system's", 1: "Hash_DRBG"}[C.CGW_HASH_DRBG]},
		{Key: "RSA blinding", Value: rsaBlinding()},
		{Key: "timing resistance", Value: onOff(C.CGW_TIMING_RESISTANT)},
		{Key: "FP_ECC", Value: onOff(C.CGW_ECC_TABLES)},
		{Key: "HMAC copies keyed states", Value: onOff(C.CGW_HMAC_COPIES)},
		{Key: "FIPS module", Value: onOff(C.CGW_FIPS)},
	} {
		if f.Value != "" {
			facts = append(facts, f)
		}
	}
	return facts
}

func rsaBlinding() string {
	if C.CGW_RSA_BLINDING != 0 && C.CGW_RSA_SP_2048 != 0 {
		return "on, but for the sizes of the single-precision code, which is constant time"
	}
	return onOff(C.CGW_RSA_BLINDING)
}

func onOff(flag int) string { return map[int]string{0: "off", 1: "on"}[flag] }

// assembly names the parts of the library's assembly that are in the build.
func assembly() string {
	var parts []string
	for _, p := range []struct {
		in   int
		name string
	}{
		{C.CGW_AESNI, "AES-NI"}, {C.CGW_INTELASM, "Intel (AVX, AVX2)"}, {C.CGW_ARMASM, "ARM"}, {C.CGW_SP_ASM, "single-precision integers"},
	} {
		if p.in != 0 {
			parts = append(parts, p.name)
		}
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// instructions are CPU features that the library has code for, the names that /proc/cpuinfo has for them, and what of the build
// must be there for it to use them.
var instructions = []struct {
	feature, name string
	used          int
}{
	{"aes", "aes", C.CGW_AESNI},
	{"avx", "avx", C.CGW_INTELASM},
	{"avx2", "avx2", C.CGW_INTELASM},
	{"bmi2", "bmi2", C.CGW_INTELASM | C.CGW_SP_ASM},
	{"adx", "adx", C.CGW_INTELASM | C.CGW_SP_ASM},
	{"sha", "sha_ni", C.CGW_INTELASM},
	{"aes", "aes", C.CGW_ARMASM},
	{"sha2", "sha2", C.CGW_ARMASM},
	{"sha3", "sha3", C.CGW_ARMASM},
}

// features are the instructions that the processor has, that the library has found, where it says so, and that the build has
// code for. SHA instructions count where the library says so alone: its older versions have no code for them.
func features() []string {
	var names []string
	for _, i := range instructions {
		found, known := sees(i.feature)
		if !known {
			found = has(i.feature) && i.feature != "sha"
		}
		if found && i.used != 0 {
			names = append(names, i.name)
		}
	}
	return names
}

// has says whether the processor has a feature.
func has(feature string) bool {
	return slices.ContainsFunc(provider.Here(), func(f provider.Feature) bool { return f.Name == feature })
}

// warnings say what makes a comparison with this build on this processor unfair.
func warnings() []string {
	var all []string
	warn := func(when bool, sentence string) {
		if when {
			all = append(all, sentence)
		}
	}
	warn(C.CG_BUILD_NOTE != "", C.CG_BUILD_NOTE)
	warn(has("aes") && runtime.GOARCH == "amd64" && C.CGW_AESNI == 0,
		"this wolfCrypt was built without AES-NI (--enable-aesni), which this processor has: its AES is C, so every AES row is several times slower than it could be")
	warn(has("avx") && C.CGW_INTELASM == 0,
		"this wolfCrypt was built without its assembly for AVX and AVX2 (--enable-intelasm), which this processor has: SHA-2, SHA-3, ChaCha20, Poly1305, Curve25519, ML-KEM and ML-DSA are C")
	warn(has("aes") && runtime.GOARCH == "arm64" && C.CGW_ARMASM == 0,
		"this wolfCrypt was built without its assembly for ARM (--enable-armasm), though this processor has instructions for AES: its AES, hashes and ChaCha20 are C")
	warn(len(provider.Here()) != 0 && C.CGW_SP_ASM == 0,
		"this wolfCrypt was built without the assembly of its single-precision integers (--enable-sp --enable-sp-asm): RSA, DH and the NIST curves are slower than they could be")
	warn(C.CGW_ECC_TABLES != 0,
		"this wolfCrypt was built with FP_ECC: it keeps tables of points that it has worked with, so that ECDH with one peer and ECDSA verification with one key, again and again, are faster than with a new one each time")
	warn(C.CGW_SMALL_STACK != 0,
		"this wolfCrypt was built with WOLFSSL_SMALL_STACK: it takes its scratch memory from the heap in every call")
	warn(C.CGW_TIMING_RESISTANT == 0, "this wolfCrypt was built without its timing resistance: private-key operations take short cuts that the other libraries do not")
	warn(C.CGW_FIPS != 0, "this wolfCrypt is a FIPS module: what is not approved is refused, and what is has more checks in it")
	warn(C.CGW_DEBUG != 0, "this wolfCrypt is a debugging build")
	return all
}
