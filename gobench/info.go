package gobench

import (
	"crypto/fips140"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/klauspost/cpuid/v2"
	"golang.org/x/sys/cpu"

	"cryptogap/compare/provider"
)

// profile identifies the profile that the compiler was guided by: the start of its SHA-256. The linker sets it (native/layouts.sh).
var profile string

// info describes this Go. It is never missing.
func info(error) provider.Info {
	settings := buildSettings()
	i := provider.Info{
		Title: "Go", License: "BSD-3-Clause",
		Version: runtime.Version(), Headers: runtime.Version(),
		Features: features(), Warnings: warnings(settings),
	}
	add := func(key, value string) {
		if value != "" {
			i.Build = append(i.Build, provider.Fact{Key: key, Value: value})
		}
	}
	add("target", runtime.GOOS+"/"+runtime.GOARCH)
	for _, key := range []string{"GOAMD64", "GOARM64", "GOEXPERIMENT", "GOFIPS140", "CGO_ENABLED", "-tags", "-gcflags"} {
		add(key, settings[key])
	}
	if settings["-pgo"] != "" { // a path of the machine that built it
		add("PGO", strings.TrimSpace("on "+profile))
	}
	add("GODEBUG", os.Getenv("GODEBUG"))
	add("FIPS 140-3", fipsState())
	for _, m := range usedModules() {
		add(m.Path, m.Version)
	}
	return i
}

func fipsState() string {
	if !fips140.Enabled() {
		return "off"
	}
	mode := "on"
	if fips140.Enforced() {
		mode = "only"
	}
	return fmt.Sprintf("%s, module %s", mode, fips140.Version())
}

// usedModules are the modules that rows come from, sorted.
func usedModules() []module {
	var used []module
	for _, r := range rows() {
		if m := moduleOf(r.pkg); m.Path != "" && !slices.Contains(used, m) {
			used = append(used, m)
		}
	}
	slices.SortFunc(used, func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	return used
}

func buildSettings() map[string]string {
	m := make(map[string]string)
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			m[s.Key] = s.Value
		}
	}
	return m
}

// warnings are the build settings that make Go's rows slower than what a Go
// program gets.
func warnings(settings map[string]string) []string {
	var w []string
	for _, flag := range []string{"-race", "-asan", "-msan"} {
		if settings[flag] == "true" {
			w = append(w, "Go's code is instrumented: this binary was built with "+flag)
		}
	}
	if slices.Contains(strings.Split(settings["-tags"], ","), "purego") {
		w = append(w, "Go's assembly is left out: this binary was built with the tag purego")
	}
	if f := settings["-gcflags"]; strings.Contains(f, "-N") || strings.Contains(f, "-l") {
		w = append(w, "Go's compiler did not optimize: this binary was built with -gcflags="+f)
	}
	var told []string
	for _, option := range strings.Split(os.Getenv("GODEBUG"), ",") {
		if strings.HasPrefix(option, "cpu.") && strings.HasSuffix(option, "=off") {
			told = append(told, option)
		}
	}
	if len(told) > 0 {
		w = append(w, "Go was told not to use CPU features: GODEBUG="+strings.Join(told, ","))
	}
	if fips140.Enabled() {
		w = append(w, "Go's FIPS 140-3 mode is on: it checks itself as it runs, and refuses what is not approved")
	}
	return w
}

// features are those of the CPU that Go's cryptography has code for.
func features() []string {
	var names []string
	for _, f := range []struct {
		name string
		has  bool
	}{
		{"aes", cpu.X86.HasAES || cpu.ARM64.HasAES},
		{"pclmul", cpu.X86.HasPCLMULQDQ},
		{"pmull", cpu.ARM64.HasPMULL},
		{"sha", runtime.GOARCH == "amd64" && cpuid.CPU.Supports(cpuid.SHA)}, // golang.org/x/sys/cpu does not know it
		{"sha1", cpu.ARM64.HasSHA1},
		{"sha2", cpu.ARM64.HasSHA2},
		{"sha3", cpu.ARM64.HasSHA3},
		{"sha512", cpu.ARM64.HasSHA512},
		{"ssse3", cpu.X86.HasSSSE3},
		{"sse41", cpu.X86.HasSSE41},
		{"avx", cpu.X86.HasAVX},
		{"avx2", cpu.X86.HasAVX2},
		{"bmi2", cpu.X86.HasBMI2},
		{"adx", cpu.X86.HasADX},
	} {
		if f.has && !off(f.name) {
			names = append(names, f.name)
		}
	}
	return names
}
