package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"html"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"cryptogap/compare/result"
)

// hostile is what a records file may hold in any of its texts.
const hostile = "=x\x1b[31m|<script>alert(1)</script>`*\u202e\u2028\r\n# y\n- [z](javascript:0)\x07&amp;\"'"

// spoil puts the text behind every string of a value, but for those by which records are matched.
func spoil(v reflect.Value, keep map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			spoil(v.Elem(), keep)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !keep[f.Name] {
				spoil(v.Field(i), keep)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			spoil(v.Index(i), keep)
		}
	case reflect.String:
		v.SetString(hostile + v.String())
	}
}

// hostileResult is a run in which every text is hostile.
func hostileResult(t *testing.T) *result.Result {
	t.Helper()
	keep := map[string]bool{"Type": true, "Boundary": true, "Status": true, "Case": true, "Cases": true, "Provider": true, "Name": true, "Unit": true, "Op": true, "Algorithm": true, "Standing": true, "Kind": true}
	rows := append(madeRows(), sweptRows()[1:21]...)
	records := newMaker(rows, madeLibraries()).records(t)
	for _, r := range records {
		spoil(reflect.ValueOf(&r).Elem(), keep)
		if r.Run == nil {
			continue
		}
		for i := range r.Run.Units { // these are used to match rows, and all of a kind may be damaged alike
			u := &r.Run.Units[i]
			u.Algorithm, u.Kind = hostile+u.Algorithm, hostile+u.Kind
		}
	}
	res, err := result.From(records)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

var markdownLine = regexp.MustCompile(`^(#{2,3} .*|\|.*\||- .*|[0-9]+\. .*|[^#|].*|)$`)

// TestAHostileFileIsHarmlessInEveryFormat draws one file in all formats.
func TestAHostileFileIsHarmlessInEveryFormat(t *testing.T) {
	res := hostileResult(t)
	texts := make(map[string][]byte)
	for _, d := range Formats() {
		texts[string(d.Format)] = written(t, res, d.Format, Options{Verbose: true, Color: d.Format == Table, Width: 100})
	}
	diff := result.Compare([]*result.Result{res}, []*result.Result{res})
	for _, f := range DiffFormats() {
		texts["diff "+string(f)] = diffed(t, diff, f, Options{Verbose: true})
		texts["builds "+string(f)] = built(t, []*result.Result{res, res, res}, f, Options{Verbose: true})
	}
	lists := func(name string, write func(b *bytes.Buffer) error) {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		texts[name] = b.Bytes()
	}
	libs, support := res.Run.Libraries, madeSupport()
	spoil(reflect.ValueOf(&support), map[string]bool{"Provider": true})
	for _, f := range []Format{Table, CSV, Markdown} {
		lists("support "+string(f), func(b *bytes.Buffer) error { return Support(b, libs, support, f, Options{}) })
	}
	lists("libraries table", func(b *bytes.Buffer) error { return Libraries(b, res.Run.Environment, libs, Table, Options{}) })
	lists("verdicts table", func(b *bytes.Buffer) error { return Verdicts(b, libs, res.Verdicts, Table, Options{}) })

	for name, text := range texts {
		if !bytes.Contains(text, []byte("alert")) {
			t.Fatalf("%s does not show the text: nothing is tested", name)
		}
		if !json.Valid(text) && !strings.HasSuffix(name, "csv") { // both quote them
			for _, bad := range []string{"\x1b[31m", "\x07", "\r", "\u202e", "\u2028"} {
				if bytes.Contains(text, []byte(bad)) {
					t.Errorf("%s lets %q through", name, bad)
				}
			}
		}
		switch {
		case strings.HasSuffix(name, "json"):
			if !json.Valid(text) {
				t.Errorf("%s is not JSON", name)
			}
		case strings.HasSuffix(name, "csv"):
			records, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, r := range records {
				for _, field := range r {
					if field != "" && strings.ContainsRune("=+-@\t\r", rune(field[0])) && !isNumber(field) {
						t.Errorf("%s: a spreadsheet takes %q for a formula", name, field)
					}
				}
			}
		case strings.HasSuffix(name, "markdown"):
			for _, l := range strings.Split(string(text), "\n") {
				bare := strings.NewReplacer(`\\`, "", `\|`, "", `\<`, "", `\[`, "", "\\`", "", `\*`, "", `\#`, "").Replace(l)
				if strings.Contains(bare, "<script") || strings.Contains(bare, "[z]") || !markdownLine.MatchString(l) || strings.HasPrefix(l, "# ") {
					t.Errorf("%s: markup in %q", name, l)
				}
				if strings.HasPrefix(l, "|") && !strings.HasSuffix(l, "|") {
					t.Errorf("%s: a row is broken: %q", name, l)
				}
			}
		case name == "gobench":
			if bytes.Contains(text, []byte("\n- ")) || bytes.Contains(text, []byte("\n# y")) {
				t.Error("gobench has lines of its own")
			}
			read(t, res) // says what benchstat cannot read
		case name == "html":
			if n := bytes.Count(text, []byte("<script")); n != 1 {
				t.Errorf("html has %d scripts", n)
			}
			if bytes.Contains(text, []byte("href=\"javascript")) || !bytes.Contains(text, []byte(html.EscapeString("<script>"))) {
				t.Error("html is not escaped")
			}
		}
	}
}

func TestNumbersAreNotDefused(t *testing.T) {
	var b bytes.Buffer
	if err := writeRecords(&b, [][]string{{"-1.5", "-", "=1+1", "1", "-x", "@a", "+4", ""}}); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != "-1.5,'-,'=1+1,1,'-x,'@a,'+4,\n" {
		t.Errorf("%q", got)
	}
}
