package report

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; go test -update makes it", err)
	}
	if bytes.Equal(got, want) {
		return
	}
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(g), len(w)) {
		line := func(all []string) string {
			if i < len(all) {
				return all[i]
			}
			return "(no such line)"
		}
		if line(g) != line(w) {
			t.Fatalf("%s, line %d:\n got %s\nwant %s\ngo test -update accepts it", path, i+1, line(g), line(w))
		}
	}
}

// TestTablesFit: no line of any run's report is wider than the terminal.
func TestTablesFit(t *testing.T) {
	for name, res := range madeRuns(t) {
		for _, width := range []int{80, 100, 120} {
			for _, verbose := range []bool{false, true} {
				for line := range strings.Lines(string(written(t, res, Table, Options{Width: width, Verbose: verbose}))) {
					if line = strings.TrimRight(line, "\n"); textWidth(line) > width {
						t.Errorf("%s, verbose %v: %d columns where there are %d: %s", name, verbose, textWidth(line), width, line)
						break
					}
				}
			}
		}
	}
}

// TestTables has one file for each shape of a run; that every run can be written is TestEveryFormatWritesEveryRun's.
func TestTables(t *testing.T) {
	runs := madeRuns(t)
	for _, name := range []string{"aa", "alone", "empty", "full", "interrupted", "missing", "sweep", "threads"} {
		golden(t, name+".table", written(t, runs[name], Table, Options{}))
	}
	golden(t, "full-verbose.table", written(t, runs["full"], Table, Options{Verbose: true, Color: true}))
	golden(t, "full-100.table", written(t, runs["full"], Table, Options{Width: 100, Sort: "ratio"}))
	golden(t, "full-80.table", written(t, runs["full"], Table, Options{Width: 80}))
}

func TestOtherFormats(t *testing.T) {
	runs := madeRuns(t)
	golden(t, "full.markdown", written(t, runs["full"], Markdown, Options{}))
	golden(t, "full.csv", written(t, runs["full"], CSV, Options{}))
	golden(t, "sweep-few.csv", written(t, runs["sweep-few"], CSV, Options{}))
	golden(t, "sweep.markdown", written(t, runs["sweep"], Markdown, Options{}))
	for _, f := range []Format{GoBench, JSON} {
		golden(t, "few."+string(f), written(t, runs["few"], f, Options{}))
	}
}

func TestEveryFormatWritesEveryRun(t *testing.T) {
	for name, res := range madeRuns(t) {
		for _, d := range Formats() {
			for _, width := range []int{0, 1, 40, 200} {
				got := written(t, res, d.Format, Options{Width: width, Verbose: width == 40})
				if len(got) == 0 {
					t.Errorf("%s as %s is empty", name, d.Format)
				}
				if d.Format != HTML && bytes.ContainsRune(got, 0x1b) {
					t.Errorf("%s as %s has control characters without colour", name, d.Format)
				}
				if d.Format != JSON && (bytes.Contains(got, []byte("NaN")) || bytes.Contains(got, []byte("Inf"))) {
					if i := bytes.Index(got, []byte("NaN")); i >= 0 && d.Format == HTML {
						continue // page.js knows the word
					}
					t.Errorf("%s as %s has a number that is none", name, d.Format)
				}
			}
		}
	}
}

func TestNarrowTablesFit(t *testing.T) {
	for name, res := range madeRuns(t) {
		for _, width := range []int{80, 90, 100, 120, 144} {
			for n, l := range strings.Split(string(written(t, res, Table, Options{Width: width, Verbose: width > 100})), "\n") {
				if w := textWidth(l); w > width {
					t.Errorf("%s, width %d, line %d takes %d columns: %s", name, width, n+1, w, l)
				}
			}
		}
	}
}

func TestLocaleChangesNothing(t *testing.T) {
	want := written(t, madeRuns(t)["full"], Table, Options{})
	for _, locale := range []string{"pl_PL.UTF-8", "de_DE.UTF-8", "ja_JP.UTF-8"} {
		for _, v := range []string{"LANG", "LC_ALL", "LC_NUMERIC"} {
			t.Setenv(v, locale)
		}
		if got := written(t, madeRuns(t)["full"], Table, Options{}); !bytes.Equal(got, want) {
			t.Errorf("%s changes the table", locale)
		}
	}
}

func TestControlCharactersOfALibraryStayOut(t *testing.T) {
	m := newMaker(madeRows()[1:2], madeLibraries())
	m.rows[0].answers = map[string]sample.Answer{gcry: {Status: sample.Refused, Why: "a\x1b[2Jb\nc\x07\xff"}}
	m.run.Environment.CPU = "C\x1b]0;P\x07U"
	m.rows[0].note = "n\x00ote"
	res := m.result(t)
	for _, f := range []Format{Table, Markdown, GoBench} {
		for _, r := range string(written(t, res, f, Options{})) {
			if r < ' ' && r != '\n' && r != '\t' {
				t.Errorf("%s lets %q through", f, r)
			}
		}
	}
}

func TestAnUnknownUnitIsShownInNanoseconds(t *testing.T) {
	m := newMaker(madeRows()[1:2], madeLibraries())
	m.rows[0].unit = "parsecs"
	got := string(written(t, m.result(t), Table, Options{}))
	if !strings.Contains(got, "Time of one operation in ns (parsecs)") {
		t.Errorf("no section for it:\n%s", got)
	}
}

type closed struct{}

var errClosed = errors.New("closed early")

func (closed) Write([]byte) (int, error) { return 0, errClosed }

func TestAFailingWriterIsAnError(t *testing.T) {
	res := madeRuns(t)["alone"]
	for _, d := range Formats() {
		if err := Write(closed{}, res, d.Format, Options{}); !errors.Is(err, errClosed) {
			t.Errorf("%s: %v, want the writer's error", d.Format, err)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	err := Write(io.Discard, madeRuns(t)["alone"], "yaml", Options{})
	if !errors.Is(err, ErrFormat) {
		t.Fatalf("%v, want ErrFormat", err)
	}
	for _, d := range Formats() {
		if !strings.Contains(err.Error(), string(d.Format)) {
			t.Errorf("%q does not name %s", err, d.Format)
		}
	}
	if err := Support(io.Discard, nil, nil, HTML, Options{}); !errors.Is(err, ErrFormat) {
		t.Errorf("support as csv: %v, want ErrFormat", err)
	}
}

func written(tb testing.TB, res *result.Result, f Format, o Options) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := Write(&b, res, f, o); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}
