package report

import (
	"bytes"
	"compress/gzip"
	"os"
	"regexp"
	"strings"
	"testing"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// TestFirstScreen: the first 20 lines answer what people ask first, however narrow the terminal is.
func TestFirstScreen(t *testing.T) {
	file, err := os.Open("../../docs/results/reference.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	records, err := sample.Read(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	res, err := result.From(records)
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{80, 100, 120} {
		var b bytes.Buffer
		if err := Write(&b, res, Table, Options{Width: width}); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(b.String(), "\n")
		first := regexp.MustCompile(`\s+`).ReplaceAllString(strings.Join(lines[:20], " "), " ")
		for question, answer := range map[string]string{
			"is Go slower than C here": `Go is slower than wolfCrypt in \d+ of \d+ rows .* Go is slower than libgcrypt in \d+ of \d+ rows`,
			"where most":               `slowest: \S+ \S+ \(\d+\.\d+\)`,
			"where equal":              `equal in \d+`,
			"can I trust it":           `Basis: \d+ repetitions in \d+ link layouts, \d+ % of the samples quiet, ratios repeat within ±`,
			"what build was that":      `Builds: Go \d\S* \(GOAMD64=\w+\), wolfCrypt \d\S* and libgcrypt \d\S* \(gcc .* -O2\)`,
		} {
			if !regexp.MustCompile(answer).MatchString(first) {
				t.Errorf("%d columns, %s: nothing like %s in\n%s", width, question, answer, strings.Join(lines[:20], "\n"))
			}
		}
	}
}
