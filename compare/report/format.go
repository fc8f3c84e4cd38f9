package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"cryptogap/compare/result"
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

// Formats returns the formats in the order help lists them; the first is the
// default.
func Formats() []Description {
	return []Description{
		{Table, "columns for people, as wide as the terminal allows", writeTable},
		{JSON, "everything that is known, by a documented schema", writeJSON},
		{CSV, "one line a row, library and boundary, of a sweep also one a fit and a break-even size; units in the names of the columns", writeCSV},
		{Markdown, "tables as GitHub renders them", writeMarkdown},
		{GoBench, "the Go benchmark format: benchstat -col /lib -filter /boundary:call", writeGoBench},
		{HTML, "one page with charts, in one file", writeHTML},
	}
}

// ErrFormat says that there is no such format, or not for what was asked.
var ErrFormat = errors.New("no such format")

// Options say how a report is drawn. They change no figure.
type Options struct {
	Color   bool // table: colours; the caller knows whether there is a terminal that wants them
	Width   int  // table: columns of the terminal; 0: as wide as it gets
	Verbose bool // table, markdown: the batch boundary, what the cgo call takes, allocations, implementations, all build options
	Allocs  bool // table, markdown: allocations of every row, not of those with public keys alone
}

// Write writes the result of a run. Nothing is written where it fails before
// the end, except that w itself failed.
func Write(w io.Writer, res *result.Result, f Format, o Options) error {
	all := Formats()
	i := slices.IndexFunc(all, func(d Description) bool { return d.Format == f })
	if i < 0 {
		return unknownFormat(f, names()...)
	}
	return atOnce(w, func(b *bytes.Buffer) error { return all[i].write(b, res, o) })
}

func names() []Format {
	var all []Format
	for _, d := range Formats() {
		all = append(all, d.Format)
	}
	return all
}

func unknownFormat(f Format, valid ...Format) error {
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

// oneOf returns an error where f is none of the valid formats.
func oneOf(f Format, valid ...Format) error {
	if slices.Contains(valid, f) {
		return nil
	}
	return unknownFormat(f, valid...)
}
