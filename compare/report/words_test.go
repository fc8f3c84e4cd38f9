package report

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// banned reads the words that were this project's own, a pattern a line: plain English and the field's terms stand in their place.
func banned(t *testing.T) *regexp.Regexp {
	t.Helper()
	text, err := os.ReadFile("testdata/banned.txt")
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`(?i)\b(` + strings.Join(strings.Fields(strings.ReplaceAll(string(text), " ", `\s`)), "|") + `)\b|'s time / `)
}

// names are identifiers that stay.
var names = regexp.MustCompile(`crossing/op=call|"?crossing"?|cryptogap|BenchmarkCrossing|Crossing/op=call`)

var style = regexp.MustCompile(`(?s)<style>.*?</style>`)

func TestNoBannedWordIsShown(t *testing.T) {
	words := banned(t)
	check := func(name string, text []byte) {
		for _, l := range bytes.Split(text, []byte("\n")) {
			if found := words.Find(names.ReplaceAll(l, nil)); found != nil {
				t.Errorf("%s: %q in %q", name, found, l[:min(len(l), 300)])
				return
			}
		}
	}
	for name, res := range madeRuns(t) {
		for _, f := range []Format{Table, HTML, GoBench, CSV, JSON} {
			if f == Table || f == HTML || name == "full" || name == "sweep-few" {
				check(fmt.Sprint(name, " ", f), style.ReplaceAll(written(t, res, f, Options{Verbose: true}), nil))
			}
		}
	}
	for _, f := range DiffFormats() {
		check("diff "+string(f), diffed(t, madeDiff(t), f, Options{Verbose: true}))
		check("builds "+string(f), built(t, madeBuilds(t), f, Options{Verbose: true}))
	}
	check("schema", Schema())
	for _, d := range Formats() {
		check("help", []byte(d.About))
	}
}
