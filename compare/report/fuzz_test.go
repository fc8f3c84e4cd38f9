package report

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// FuzzWrite reads any file as a result file and writes what comes of it in
// every format: a file that was cut off, edited or made by something else must end in
// a report or an error.
func FuzzWrite(f *testing.F) {
	for _, rows := range [][]made{nil, madeRows()[1:2], madeRows()[18:19], madeRows()[24:25]} {
		var b bytes.Buffer
		w := sample.NewWriter(&b)
		for _, r := range newMaker(rows, madeLibraries()).records(f)[:min(30, 2+len(rows)*20)] {
			if err := w.Write(r); err != nil {
				f.Fatal(err)
			}
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		records, err := sample.Read(bytes.NewReader(file))
		if err != nil && !errors.Is(err, sample.ErrCut) {
			return
		}
		res, err := result.From(records)
		if err != nil {
			return
		}
		for _, d := range Formats() {
			if err := Write(io.Discard, res, d.Format, Options{Width: 80, Verbose: true}); err != nil {
				t.Errorf("%s: %v", d.Format, err)
			}
		}
	})
}

func FuzzWrap(f *testing.F) {
	f.Add("[1] ", "some words that are broken", 10)
	f.Add("", "", 0)
	f.Fuzz(func(t *testing.T, first, text string, width int) {
		lines := wrap(first, text, width)
		got := strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
		want := strings.Join(strings.Fields(first+text), " ")
		if len(lines) == 0 || (strings.TrimRight(first, " ") == "" && got != want) {
			t.Fatalf("%q and %q become %q", first, text, lines)
		}
	})
}

func FuzzEscape(f *testing.F) {
	f.Add("a | b\n<script>")
	f.Fuzz(func(t *testing.T, text string) {
		got := markdown(text)
		if strings.ContainsAny(got, "\n\r") {
			t.Fatalf("%q has a line break", got)
		}
		if strings.Contains(strings.ReplaceAll(got, `\\`, ""), "|") && !strings.Contains(strings.ReplaceAll(got, `\\`, ""), `\|`) {
			t.Fatalf("%q has a bar of its own", got)
		}
	})
}
