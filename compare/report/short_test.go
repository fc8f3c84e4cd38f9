package report

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// shortRow is a row of hashes or ciphers in which the C libraries take as many ns for Go's 10,000.
func shortRow(id, kind string, w, l float64) made {
	const goNS = 10000
	return made{algorithm: id, title: strings.ToUpper(id), kind: kind, op: "do", unit: "MiB/s", bytes: 16384, ns: three(goNS, w-cgoCallNS, l-cgoCallNS)}
}

// plainMaker has no warnings, so that the caution is the run's own.
func plainMaker(rows []made, libs []sample.Library) *maker {
	m := newMaker(rows, libs)
	m.run.Environment.Warnings = nil
	for i := range m.run.Libraries {
		m.run.Libraries[i].Warnings = nil
	}
	return m
}

// TestInShort has runs whose answer is known.
func TestInShort(t *testing.T) {
	missing := madeLibraries()
	missing[2] = sample.Library{Name: gcry, Title: "libgcrypt", Missing: "compiled without it"}
	tie := func(id string) made { m := shortRow(id, "hash", 10000, 10000); m.odd = "tie"; return m }
	mixed := func() []made {
		return []made{shortRow("a", "hash", 8000, 10500), shortRow("b", "hash", 9000, 12500), shortRow("c", "cipher", 5000, 20000), tie("d")}
	}
	noisyRows := mixed()
	for i := range noisyRows {
		noisyRows[i].odd = "contended"
	}
	oneNoisy := mixed()
	oneNoisy[2].odd = "contended"
	wrong := mixed()
	wrong[0].verdict = sample.Mismatch
	cut := plainMaker(mixed(), madeLibraries()[:2]).records(t)
	cutResult, err := result.From(cut[:len(cut)-1])
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		res  *result.Result
		want []string // in this order, among the sentences
		not  string   // a pattern that stands in none
	}{
		"all ties": {
			plainMaker([]made{tie("a"), tie("b"), tie("c")}, madeLibraries()).result(t),
			[]string{"Go and wolfCrypt are equal in all 3 rows: no difference exceeds its interval.", "Go and libgcrypt are equal in all 3 rows: no difference exceeds its interval.", "Basis: 8 repetitions in 1 link layout, 100 % of the samples quiet"},
			"slower|faster|Caution",
		},
		"mixed": {
			plainMaker(mixed(), madeLibraries()).result(t),
			[]string{
				"Go is slower than wolfCrypt in 3 of 4 rows (1.11 to 2.00 times its time), equal in 1.",
				"Go is equal to libgcrypt in 1 of 4 rows, faster than libgcrypt in 3 (0.50 to 0.95 times its time).",
				"Go/wolfCrypt by kind, messages of 16 KiB: cipher 2.00, hash equal to 1.25; slowest: C do (2.00).",
				"Go/libgcrypt by kind, messages of 16 KiB: hash 0.80 to equal, cipher 0.50.",
			},
			"Caution|noisy",
		},
		"one library missing": {
			plainMaker(mixed(), missing).result(t),
			[]string{"Go is slower than wolfCrypt in 3 of 4 rows", "libgcrypt 1.11.0|not in this build: libgcrypt."},
			"than libgcrypt|Go/libgcrypt",
		},
		"two libraries": {
			plainMaker(mixed(), madeLibraries()[:2]).result(t),
			[]string{"Go is slower than wolfCrypt in 3 of 4 rows", "Go/wolfCrypt by kind", `Builds: Go 1.26.8 \(GOAMD64=v1\), wolfCrypt 5.9.2 \(gcc \(Debian 12.2.0-14\) 12.2.0 -O2\).`, "Basis:"},
			"libgcrypt",
		},
		"one library": {
			plainMaker(mixed(), madeLibraries()[:1]).result(t),
			[]string{"No two libraries took part", "Builds: Go 1.26.8", "Basis:"},
			"slower|faster",
		},
		"noisy": {
			plainMaker(noisyRows, madeLibraries()).result(t),
			[]string{"Go and wolfCrypt: nothing can be said, 4 rows are noisy or unstable.", "4 rows are noisy or unstable", "Caution: the machine was noisy, 4 of 4 rows lack quiet samples"},
			"slower|faster|equal|by kind",
		},
		"one noisy row": {
			plainMaker(oneNoisy, madeLibraries()[:2]).result(t),
			[]string{"Go is slower than wolfCrypt in 2 of 3 rows (1.11 to 1.25 times its time), equal in 1.", "hash equal to 1.25; slowest: A do (1.25).", "1 row is noisy or unstable and not counted above"},
			"2.00|cipher",
		},
		"wrong outputs": {
			plainMaker(wrong, madeLibraries()).result(t),
			[]string{"Go is slower than wolfCrypt in 2 of 3 rows", `Caution: the libraries' outputs differ in 1 row \(a/op=do/size=16384\).`}, "",
		},
		"cut off":  {cutResult, []string{"Caution: the records stop before the run's end."}, ""},
		"nothing":  {madeRuns(t)["empty"], []string{"have no measured row in common", "Nothing was timed."}, "slower|faster"},
		"itself":   {madeRuns(t)["aa"], []string{"Go is equal to itself in all 5 rows, as it should be."}, "slower|faster"},
		"by sizes": {madeRuns(t)["sweep"], []string{"wolfCrypt is faster than Go, cgo call included, from a size on: AES-128-GCM seal from 1.5 KiB", "at no size: MD5 sum, SHA-256 sum."}, "by kind"},
	} {
		got := newComposer(tc.res, Options{}).inShort()
		if len(got) < 3 || len(got) > mostSentences {
			t.Errorf("%s: %d sentences", name, len(got))
		}
		text := strings.Join(got, "\n")
		at := 0
		for _, w := range tc.want {
			if !strings.Contains(w, `\`) && !strings.Contains(w, "|") {
				w = regexp.QuoteMeta(w)
			}
			found := regexp.MustCompile(w).FindStringIndex(text[at:])
			if found == nil {
				t.Errorf("%s: %q does not stand, in this order, in\n%s", name, w, text)
				continue
			}
			at += found[1]
		}
		if tc.not != "" && regexp.MustCompile(tc.not).MatchString(text) {
			t.Errorf("%s: %q stands in\n%s", name, tc.not, text)
		}
	}
}

var counted = regexp.MustCompile(`(slower|equal|faster)[^,.]*? in (?:all |the only row|)(\d*)`)

// TestInShortClaimsWhatIntervalsAllow makes runs at random and counts by intervals alone.
func TestInShortClaimsWhatIntervalsAllow(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 3))
		var rows []made
		for i := range 2 + rng.IntN(6) {
			r := shortRow(fmt.Sprintf("r%d", i), []string{"hash", "mac"}[rng.IntN(2)], 10000*(0.99+0.02*rng.Float64()), 1)
			r.odd = []string{"", "tie", "contended"}[rng.IntN(3)]
			rows = append(rows, r)
		}
		res := plainMaker(rows, madeLibraries()[:2]).result(t)
		want := make(map[string]int)
		for i := range res.Rows {
			row := &res.Rows[i]
			g := row.Between(goLib, wolf, "call")
			switch {
			case row.Marked() || g == nil:
			case g.Ratio.Lo > 1:
				want["slower"]++
			case g.Ratio.Hi < 1:
				want["faster"]++
			default:
				want["equal"]++
			}
		}
		text := newComposer(res, Options{}).inShort()[0]
		got := make(map[string]int)
		for _, m := range counted.FindAllStringSubmatch(text, -1) {
			n, err := strconv.Atoi(m[2])
			if err != nil {
				n = 1 // the only row
			}
			got[m[1]] = n
		}
		for _, word := range []string{"slower", "equal", "faster"} {
			if got[word] != want[word] {
				t.Errorf("seed %d: %q claims %d rows %s, the intervals %d", seed, text, got[word], word, want[word])
			}
		}
	}
}
