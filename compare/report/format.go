package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// A Format is how a result is written.
type Format string

// The formats.
const (
	Table    Format = "table"
	JSON     Format = "json"
	CSV      Format = "csv"
	Markdown Format = "markdown"
	GoBench  Format = "gobench"
	HTML     Format = "html"
)

// A Description says what a format is for.
type Description struct {
	Format Format
	About  string

	write func(*bytes.Buffer, *result.Result, Options) error
}

// Formats returns the formats in the order help lists them; the first is the default.
func Formats() []Description {
	return []Description{
		{Table, "columns for people, as wide as the terminal allows", documented((*document).terminal)},
		{JSON, "everything that is known, by the schema that cryptogap schema prints", writeJSON},
		{CSV, "one line per row, library and boundary, of a sweep also one per fit and break-even size; units in the names of the columns", writeCSV},
		{Markdown, "tables as GitHub renders them", documented((*document).markdown)},
		{GoBench, "the Go benchmark format: benchstat -col /lib -filter /boundary:call", writeGoBench},
		{HTML, "one page with charts, in one file", writeHTML},
	}
}

func documented(draw func(*document, *bytes.Buffer, Options)) func(*bytes.Buffer, *result.Result, Options) error {
	return func(b *bytes.Buffer, res *result.Result, o Options) error {
		draw(compose(res, o), b, o)
		return nil
	}
}

// ErrFormat says that there is no such format, or not for what was asked.
var ErrFormat = errors.New("no such format")

// Options say how a report is drawn. They change no figure.
type Options struct {
	Color   bool   // table: colours; the caller knows whether there is a terminal that wants them
	Width   int    // table: columns of the terminal; 0: as wide as it gets
	Verbose bool   // table, markdown: the batch boundary, the cgo call of each row, allocations, implementations, all build options
	Allocs  bool   // table, markdown: allocations of every row, not of those with public keys alone
	Sort    string // one of Sorts; "": the order of the run

	charts bool // HTML
	folds  bool // Markdown: parts may be closed until they are opened
}

// Write writes the result of a run. Nothing is written where it fails before the end, except that w itself failed.
func Write(w io.Writer, res *result.Result, f Format, o Options) error {
	all := Formats()
	i := slices.IndexFunc(all, func(d Description) bool { return d.Format == f })
	if i < 0 {
		var names []Format
		for _, d := range all {
			names = append(names, d.Format)
		}
		return oneOf(f, names...)
	}
	return atOnce(w, func(b *bytes.Buffer) error { return all[i].write(b, res, o) })
}

// oneOf returns an error where f is none of the valid formats.
func oneOf(f Format, valid ...Format) error {
	if slices.Contains(valid, f) {
		return nil
	}
	var words []string
	for _, v := range valid {
		words = append(words, string(v))
	}
	return fmt.Errorf("report: %w: %q; there are %s", ErrFormat, f, strings.Join(words, ", "))
}

// atOnce hands w the whole of what write makes, or nothing.
func atOnce(w io.Writer, write func(*bytes.Buffer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// draw writes a document as a table, as Markdown or as HTML.
func draw(w io.Writer, d *document, f Format, o Options) error {
	return atOnce(w, func(b *bytes.Buffer) error {
		switch f {
		case HTML:
			return d.html(b)
		case Markdown:
			d.markdown(b, o)
		default:
			d.terminal(b, o)
		}
		return nil
	})
}

// titles are the printed names of libraries.
type titles map[string]string

func newTitles(libs []sample.Library) titles {
	t := make(titles)
	for _, lib := range libs {
		if t[lib.Name] = oneLine(lib.Title); t[lib.Name] == "" {
			t[lib.Name] = lib.Name
		}
	}
	return t
}

func (t titles) of(name string) string {
	if title := t[name]; title != "" {
		return title
	}
	return name
}
