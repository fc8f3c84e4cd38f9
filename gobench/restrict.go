package gobench

import (
	"os"
	"runtime"
	"slices"
	"strings"

	"cryptogap/compare/provider"
)

var _ provider.Restrictor = library{}

// switches are the GODEBUG options of a feature ("cpu.aes"). The standard library and
// golang.org/x/sys/cpu, which the modules ask, each know some of them.
func switches(feature string) []string {
	options := map[string]map[string][]string{
		"amd64": {
			"ssse3": {"ssse3"}, "sse41": {"sse41"}, "aes": {"aes"}, "pclmul": {"pclmulqdq"}, "sha": {"sha"},
			"avx": {"avx"}, "avx2": {"avx2"}, "fma": {"fma"}, "gfni": {"avx512gfni"},
			"avx512": {"avx512", "avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"},
			"vaes":   {"vpclmulqdq", "avx512vaes", "avx512vpclmulqdq"},
			"bmi1":   {"bmi1"}, "bmi2": {"bmi2"}, "adx": {"adx"}, "movbe": {"movbe"}, "rdrand": {"rdrand"},
		},
		"arm64": {
			"aes": {"aes"}, "pmull": {"pmull"}, "sha1": {"sha1"}, "sha2": {"sha2"}, "sha512": {"sha512"}, "sha3": {"sha3"},
			"sm3": {"sm3"}, "sm4": {"sm4"}, "sve": {"sve", "sve2"},
		},
	}[runtime.GOARCH][feature]
	var names []string
	for _, o := range options {
		names = append(names, "cpu."+o)
	}
	return names
}

// Follows: a program compiled for a level of GOAMD64 uses that level's features unasked.
func (library) Follows(feature string) bool {
	level := buildSettings()["GOAMD64"]
	switch feature {
	case "ssse3", "sse41":
		return level < "v2"
	case "avx", "avx2", "fma", "bmi1", "bmi2", "movbe":
		return level < "v3"
	case "avx512":
		return level < "v4"
	}
	return true
}

// Environ adds to the user's GODEBUG.
func (library) Environ(without []string) []string {
	settings := strings.FieldsFunc(os.Getenv("GODEBUG"), func(r rune) bool { return r == ',' })
	for _, feature := range without {
		for _, option := range switches(feature) {
			if off := option + "=off"; !slices.Contains(settings, off) {
				settings = append(settings, off)
			}
		}
	}
	if len(settings) == 0 {
		return nil
	}
	return []string{"GODEBUG=" + strings.Join(settings, ",")}
}

// Restrict leaves a mark in this process's environment: Info reads it. The features
// themselves were settled when the process began.
func (l library) Restrict(without []string) error {
	for _, setting := range l.Environ(without) {
		key, value, _ := strings.Cut(setting, "=")
		if err := os.Setenv(key, value); err != nil {
			return err
		}
	}
	return nil
}

// off says whether GODEBUG switches the feature off.
func off(feature string) bool {
	settings := strings.Split(os.Getenv("GODEBUG"), ",")
	options := switches(feature)
	return len(options) > 0 && !slices.ContainsFunc(options, func(o string) bool { return !slices.Contains(settings, o+"=off") })
}
