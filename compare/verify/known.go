package verify

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"cryptogap/compare/provider"
)

// An Outcome is how a library answers a question whose right answer is known.
type Outcome string

// The outcomes.
const (
	Passed          Outcome = "passed"
	WronglyAccepted Outcome = "wrongly accepted"  // what is invalid
	WronglyRefused  Outcome = "wrongly refused"   // what is valid
	WrongOutput     Outcome = "wrong output"      // of what is valid
	RefusedByPolicy Outcome = "refused by policy" // valid, and refused for a reason that the library states; only known.jsonl says so
	Crashed         Outcome = "crashed"
	NotExpressible  Outcome = "not expressible" // the binding does not offer it, or the catalogue has no inputs for it
)

// knownJSONL has the known disagreements, one a line: the fields of Known.
//
//go:embed known.jsonl
var knownJSONL []byte

// A Known is a disagreement that is known: between a library and a right answer. One that is not listed is a
// failure, and so is a listed one that no longer happens.
type Known struct {
	Provider string `json:"provider"`
	// Versions of the library that have it: "5.9.2", "5.8-5.9.2", "-1.12.4" for all until then, "1.12-" for all from there on, "" for all.
	// A bound with fewer numbers stands for all that begin so.
	Versions string `json:"versions"`
	// Build is what must be so of the library's build: by the key of a fact, what its value contains. The key "features" means the CPU features
	// that the library uses.
	Build map[string]string `json:"build"`
	// File is where the questions are: a file of Wycheproof's, or "vectors.jsonl", or "verify" for inputs that verify makes, or "fuzz" for those of a
	// search, which may end before it meets one.
	File string `json:"file"`
	// Tests are the questions: numbers and ranges of them ("7,12-19"), IDs of vectors, or algorithm, operation and label ("x25519 agree: all ones"). Those of "fuzz" are algorithm, operation and
	// a Failure's What.
	Tests     []string `json:"tests"`
	Outcome   Outcome  `json:"outcome"`
	Reason    string   `json:"reason"`
	Reference string   `json:"reference"` // the standard's section, or the library's statement
}

func (k Known) text() string {
	return "known disagreement, " + string(k.Outcome) + ": " + k.Reason + " (" + k.Reference + ")"
}

// Has says whether the disagreement is about the test.
func (k Known) Has(test string) bool {
	n, err := strconv.Atoi(test)
	if err != nil {
		return slices.Contains(k.Tests, test)
	}
	return slices.ContainsFunc(k.Tests, func(t string) bool {
		first, last, isRange := strings.Cut(t, "-")
		a, errA := strconv.Atoi(first)
		b, errB := strconv.Atoi(last)
		if isRange && errA == nil && errB == nil {
			return a <= n && n <= b
		}
		return t == test
	})
}

var disagreements = sync.OnceValue(func() []Known {
	var all []Known
	lines := bufio.NewScanner(bytes.NewReader(knownJSONL))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var k Known
		dec := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&k); err != nil {
			panic(fmt.Sprintf("verify: known.jsonl:%d: %v", n, err)) // embedded; a test reads it
		}
		all = append(all, k)
	}
	return all
})

// KnownOf returns the known disagreements of a library in a file.
func KnownOf(lib provider.Info, file string) []Known {
	var all []Known
	for _, k := range disagreements() {
		if k.Provider == lib.Name && k.File == file && inRange(lib.Version, k.Versions) && built(lib, k.Build) {
			all = append(all, k)
		}
	}
	return all
}

// built says whether the library is built as want says.
func built(lib provider.Info, want map[string]string) bool {
	for key, part := range want {
		if key == "features" {
			if !slices.Contains(lib.Features, part) {
				return false
			}
			continue
		}
		if !slices.ContainsFunc(lib.Build, func(f provider.Fact) bool { return f.Key == key && strings.Contains(f.Value, part) }) {
			return false
		}
	}
	return true
}

// inRange says whether the version is in the range.
func inRange(version, within string) bool {
	first, last, isRange := strings.Cut(within, "-")
	if !isRange {
		last = first
	}
	return (first == "" || compareVersions(version, first) >= 0) && (last == "" || compareVersions(version, last) <= 0)
}

// compareVersions compares dotted numbers, as far as the bound has any.
func compareVersions(version, bound string) int {
	v, b := numbers(version), numbers(bound)
	return slices.Compare(v[:min(len(v), len(b))], b)
}

// numbers are those of a version: "go1.26.8" is 1, 26, 8.
func numbers(version string) []int {
	var all []int
	for _, word := range strings.FieldsFunc(version, func(r rune) bool { return r < '0' || r > '9' }) {
		n, _ := strconv.Atoi(word) // digits only
		all = append(all, n)
	}
	return all
}
