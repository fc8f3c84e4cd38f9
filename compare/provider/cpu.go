package provider

import (
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// A Restrictor is a Provider that can be told which CPU features to do without. Features are named as
// in Features. What it is told holds for the process, as the library does.
type Restrictor interface {
	Provider
	// Follows says whether the library does without the feature when told so. One that it has no code for
	// it always follows.
	Follows(feature string) bool
	// Environ returns the environment variables ("KEY=value") that a process must be started with for the
	// library in it to do without these features; nil where Restrict is enough.
	Environ(without []string) []string
	// Restrict makes the library of this process do without these features, where Environ is not needed
	// for that, and its Info say so. It must be called before anything else is asked of the library; the
	// error says that it is too late. What the library does not follow is passed over.
	Restrict(without []string) error
}

// A Feature is a set of instructions that cryptographic code asks for before
// it uses it.
type Feature struct {
	Name  string // as users type it: "aes"
	About string
	Needs []string // without any of these it does not exist either

	ids []cpuid.FeatureID // the CPU has it where it has all of these
}

// Features returns those of the architecture, each behind the ones it needs.
func Features() []Feature { return FeaturesOf(runtime.GOARCH) }

// Architectures returns those that have features, as Go names them.
func Architectures() []string { return []string{"amd64", "arm64"} }

// FeaturesOf returns Features of another architecture.
func FeaturesOf(arch string) []Feature {
	switch arch {
	case "amd64":
		return []Feature{
			{"ssse3", "SSSE3: byte shuffles", nil, []cpuid.FeatureID{cpuid.SSSE3}},
			{"sse41", "SSE4.1: more 128-bit integer instructions", []string{"ssse3"}, []cpuid.FeatureID{cpuid.SSE4}},
			{"aes", "AES-NI: rounds of AES", nil, []cpuid.FeatureID{cpuid.AESNI}},
			{"pclmul", "PCLMULQDQ: carry-less multiplication, for GCM and CRC", nil, []cpuid.FeatureID{cpuid.CLMUL}},
			{"sha", "SHA extensions: rounds of SHA-1 and SHA-256", nil, []cpuid.FeatureID{cpuid.SHA}},
			{"avx", "AVX: three operands, 256-bit registers", []string{"sse41"}, []cpuid.FeatureID{cpuid.AVX}},
			{"avx2", "AVX2: 256-bit integers", []string{"avx"}, []cpuid.FeatureID{cpuid.AVX2}},
			{"fma", "FMA: fused multiplication and addition", []string{"avx"}, []cpuid.FeatureID{cpuid.FMA3}},
			{"avx512", "AVX-512: 512-bit integers and masks (F, CD, BW, DQ, VL)", []string{"avx2"}, []cpuid.FeatureID{
				cpuid.AVX512F, cpuid.AVX512CD, cpuid.AVX512BW, cpuid.AVX512DQ, cpuid.AVX512VL,
			}},
			{"vaes", "VAES and VPCLMULQDQ: AES and carry-less multiplication in 256-bit and 512-bit registers", []string{"aes", "pclmul", "avx2"}, []cpuid.FeatureID{cpuid.VAES, cpuid.VPCLMULQDQ}},
			{"gfni", "GFNI: affine maps and products in GF(2^8), for S-boxes", nil, []cpuid.FeatureID{cpuid.GFNI}},
			{"sha512", "SHA512: rounds of SHA-512", []string{"avx2"}, []cpuid.FeatureID{cpuid.SHA512}},
			{"sm3", "SM3: rounds of SM3", []string{"avx"}, []cpuid.FeatureID{cpuid.SM3_X86}},
			{"sm4", "SM4: rounds of SM4", []string{"avx2"}, []cpuid.FeatureID{cpuid.SM4_X86}},
			{"bmi1", "BMI1: bit manipulation (ANDN)", nil, []cpuid.FeatureID{cpuid.BMI1}},
			{"bmi2", "BMI2: multiplication and rotation that leave the flags alone (MULX, RORX)", nil, []cpuid.FeatureID{cpuid.BMI2}},
			{"adx", "ADX: two carry chains side by side (ADCX, ADOX)", nil, []cpuid.FeatureID{cpuid.ADX}},
			{"movbe", "MOVBE: loads and stores that swap bytes", nil, []cpuid.FeatureID{cpuid.MOVBE}},
			{"rdrand", "RDRAND: random numbers", nil, []cpuid.FeatureID{cpuid.RDRAND}},
		}
	case "arm64":
		return []Feature{
			{"aes", "rounds of AES", nil, []cpuid.FeatureID{cpuid.AESARM}},
			{"pmull", "carry-less multiplication, for GCM", nil, []cpuid.FeatureID{cpuid.PMULL}},
			{"sha1", "rounds of SHA-1", nil, []cpuid.FeatureID{cpuid.SHA1}},
			{"sha2", "rounds of SHA-256", nil, []cpuid.FeatureID{cpuid.SHA2}},
			{"sha512", "rounds of SHA-512", nil, []cpuid.FeatureID{cpuid.SHA512}},
			{"sha3", "three-operand XOR and rotation, for SHA-3", nil, []cpuid.FeatureID{cpuid.SHA3}},
			{"sm3", "rounds of SM3", nil, []cpuid.FeatureID{cpuid.SM3}},
			{"sm4", "rounds of SM4", nil, []cpuid.FeatureID{cpuid.SM4}},
			{"sve", "SVE: vectors of any length", nil, []cpuid.FeatureID{cpuid.SVE}},
		}
	}
	return nil
}

// Here returns those of Features that this CPU has.
func Here() []Feature {
	return slices.DeleteFunc(Features(), func(f Feature) bool {
		return slices.ContainsFunc(f.ids, func(id cpuid.FeatureID) bool { return !cpuid.CPU.Supports(id) })
	})
}

// The restrictions that name no feature.
const (
	AllFeatures = "all"      // none left out
	Baseline    = "baseline" // all left out
	no          = "no-"      // stands before each feature that is left out
)

// ErrFeature says that a restriction names what this CPU does not have.
var ErrFeature = errors.New("not a feature of this CPU")

// Without returns the features that a restriction leaves out on this CPU: "all",
// "baseline", or a list such as "no-aes,no-avx2". What cannot be without one that is
// left out is left out too. The error wraps ErrFeature.
func Without(restriction string) ([]string, error) { return without(restriction, Here(), Features()) }

func without(restriction string, here, known []Feature) ([]string, error) {
	switch restriction {
	case AllFeatures:
		return nil, nil
	case Baseline:
		return names(here), nil
	}
	var out []string
	for _, word := range strings.Split(restriction, ",") {
		word = strings.TrimSpace(word)
		name, ok := strings.CutPrefix(word, no)
		switch {
		case !ok || !slices.Contains(names(known), name):
			return nil, fmt.Errorf("%w: %q", ErrFeature, word)
		case !slices.Contains(names(here), name):
			return nil, fmt.Errorf("%w: %q, and so it is never used", ErrFeature, name)
		}
		out = append(out, name)
	}
	return closure(out, here), nil
}

// Dependents returns name and the features of this CPU that need it.
func Dependents(name string) []string { return closure([]string{name}, Here()) }

// closure adds to the names what needs them, in the order of features.
func closure(out []string, features []Feature) []string {
	var all []string
	for _, f := range features { // each stands behind what it needs
		gone := func(name string) bool { return slices.Contains(all, name) || slices.Contains(out, name) }
		if slices.Contains(out, f.Name) || slices.ContainsFunc(f.Needs, gone) {
			all = append(all, f.Name)
		}
	}
	return all
}

func names(features []Feature) []string {
	var all []string
	for _, f := range features {
		all = append(all, f.Name)
	}
	return all
}

// Ignores returns those of the features that the provider does not do without when told so.
func Ignores(p Provider, without []string) []string {
	r, ok := p.(Restrictor)
	if !ok {
		return without
	}
	return slices.DeleteFunc(slices.Clone(without), r.Follows)
}

// IgnoredText says which of the features the library does not do without when told so, and whether its
// compiler was told to use features unasked; "" where it follows, or is not in this build.
func IgnoredText(p Provider, without []string) string {
	info := p.Info()
	if len(without) == 0 || info.Missing != "" {
		return ""
	}
	var said []string
	if ignored := Ignores(p, without); len(ignored) > 0 {
		said = append(said, info.Title+" has no switch for "+strings.Join(ignored, ", ")+": where it has code for that, it uses it all the same")
	}
	if flags := featureFlags(info); len(flags) > 0 {
		said = append(said, info.Title+" was compiled with "+strings.Join(flags, " ")+": its C code may use features that --cpu excludes")
	}
	return strings.Join(said, "; ")
}

// allows are the options by which a C compiler may use features that not every CPU of the architecture has.
var allows = regexp.MustCompile(`^-m(arch=|cpu=|aes|avx|bmi|adx|fma|pclmul|sha|sse[34]|ssse3|vaes|vpclmul)`)

// featureFlags returns those options from what the library says about its build.
func featureFlags(info Info) []string {
	var flags []string
	for _, f := range info.Build {
		if f.Key == "CFLAGS" {
			flags = slices.DeleteFunc(strings.Fields(f.Value), func(word string) bool { return !allows.MatchString(word) })
		}
	}
	return flags
}

// Restrict tells the libraries of this process which CPU features to do without. It comes before
// anything else is asked of them.
func Restrict(providers []Provider, without []string) error {
	if len(without) == 0 {
		return nil
	}
	for _, p := range providers {
		if r, ok := p.(Restrictor); ok {
			if err := r.Restrict(without); err != nil {
				return err
			}
		}
	}
	return nil
}

// RestrictedEnviron is what a process needs in its environment for its libraries to do without the features.
func RestrictedEnviron(providers []Provider, without []string) []string {
	if len(without) == 0 {
		return nil
	}
	var environ []string
	for _, p := range providers {
		if r, ok := p.(Restrictor); ok {
			environ = append(environ, r.Environ(without)...)
		}
	}
	return environ
}
