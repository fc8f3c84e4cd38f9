package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Libraries' titles and words, and everything else in a records file, may hold anything. This file is where it is made
// harmless for each format: terminals get printable text, Markdown escaped text, spreadsheets no formulas, and the benchmark
// format words. JSON and HTML are escaped by their packages.

// printable is text on one line, with a blank for what controls a terminal or the direction of writing.
func printable(text string) string {
	return strings.Map(visible, strings.ToValidUTF8(text, "\uFFFD"))
}

func visible(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
		return ' '
	}
	return r
}

// oneLine is printable text with single blanks.
func oneLine(text string) string { return strings.Join(strings.Fields(printable(text)), " ") }

// markdown keeps text from being read as markup.
func markdown(text string) string {
	var b strings.Builder
	for _, r := range oneLine(text) {
		if strings.ContainsRune("\\`*_[]<>|~#&$", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// benchWord is text as a word of a benchmark's name, which ends at a blank and whose parts a slash divides.
func benchWord(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(text, "_"))
}

// writeRecords writes CSV. Text that a spreadsheet would take for a formula gets an apostrophe before it; numbers do not.
func writeRecords(w io.Writer, records [][]string) error {
	for _, r := range records {
		for i, field := range r {
			if field != "" && strings.ContainsRune("=+-@\t\r", rune(field[0])) && !isNumber(field) {
				r[i] = "'" + field
			}
		}
	}
	if err := csv.NewWriter(w).WriteAll(records); err != nil {
		return fmt.Errorf("report: csv: %w", err)
	}
	return nil
}

func isNumber(field string) bool {
	return strings.Trim(strings.TrimPrefix(field, "-"), "0123456789.") == "" && field != "-"
}
