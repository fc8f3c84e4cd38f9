package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cryptogap/compare/report"
)

// output is where a report goes, in which format.
type output struct {
	format  string
	path    string
	width   int
	verbose bool
	allocs  bool     // run's flag; other commands have none
	inputs  []string // files that the command reads or writes besides
	sort    string   // run's and report's

	formats  []report.Format
	terminal bool // whether it goes to a terminal
	color    bool
	file     *file // nil: standard output
}

// register adds the flags of a command that writes one of the given formats, the
// first by default.
func (o *output) register(cmd *cobra.Command, verbose string, formats ...report.Format) {
	o.formats = formats
	f := cmd.Flags()
	f.StringVar(&o.format, "format", string(formats[0]), "how to print: "+o.help())
	f.StringVarP(&o.path, "output", "o", "", "write to this file in place of standard output (-); a name that ends in .html, .json, .csv or .md sets the format")
	f.IntVar(&o.width, "width", 0, "columns of the table; 0: no limit (default: COLUMNS, or the terminal's)")
	if slices.Contains(formats, report.HTML) {
		f.StringVar(&o.sort, "sort", "", "order of the rows: "+strings.Join(report.Sorts(), ", ")+" (default: that of the run)")
		complete(cmd, "sort", report.Sorts())
	}
	f.BoolVarP(&o.verbose, "verbose", "v", false, verbose)
	complete(cmd, "format", o.names())
}

// open checks the flags, and that the file can be written, before anything is
// done.
func (o *output) open(a *app, cmd *cobra.Command) error {
	if f := named[filepath.Ext(o.path)]; !cmd.Flags().Changed("format") && slices.Contains(o.formats, f) {
		o.format = string(f)
	}
	if err := oneOf("format", o.format, o.names()); err != nil {
		return err
	}
	if o.width < 0 {
		return usagef("--width %d is below 0", o.width)
	}
	if o.sort != "" {
		if err := oneOf("order", o.sort, report.Sorts()); err != nil {
			return err
		}
	}
	if o.path == standard {
		o.path = ""
	}
	for _, in := range o.inputs {
		if same(in, o.path) {
			return usagef("--output %s is %s too, which would be replaced: choose another file", o.path, in)
		}
	}
	o.terminal = a.OutTerminal && o.path == ""
	if !cmd.Flags().Changed("width") {
		o.width = a.columns(o.terminal)
	}
	o.color = a.colored(o.terminal)
	if o.path == "" {
		return nil
	}
	const readable = 0o666 // but for what the user's umask takes away
	f, err := newFile("--output", o.path, readable)
	o.file = f
	return err
}

// named are the formats that a file's name asks for.
var named = map[string]report.Format{".html": report.HTML, ".json": report.JSON, ".csv": report.CSV, ".md": report.Markdown}

// columns is how wide a table may be: as the environment's COLUMNS says, else as a terminal is; 0 is unlimited.
func (a *app) columns(terminal bool) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if terminal {
		return a.Width
	}
	return 0
}

// options are how the report is drawn.
func (o *output) options() report.Options {
	return report.Options{Color: o.color, Width: o.width, Verbose: o.verbose, Allocs: o.allocs, Sort: o.sort}
}

// kind is the format that was asked for.
func (o *output) kind() report.Format { return report.Format(o.format) }

// write calls print with what it writes to, and puts the file in its place.
func (o *output) write(a *app, print func(io.Writer) error) error {
	if o.file == nil {
		return print(a.Out)
	}
	if err := print(o.file); err != nil {
		return fmt.Errorf("write %s: %w", o.path, reason(err))
	}
	return o.file.keep()
}

// writeJSON writes a document as all commands do.
func writeJSON(w io.Writer, doc any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}

// close removes what was not finished.
func (o *output) close() {
	if o.file != nil {
		o.file.drop()
	}
}

func (o *output) names() []string {
	var names []string
	for _, f := range o.formats {
		names = append(names, string(f))
	}
	return names
}

// help lists the formats; where all of them can be had, with what they are for.
func (o *output) help() string {
	if !slices.Equal(o.formats, allFormats()) {
		return strings.Join(o.names(), ", ")
	}
	var all []string
	for _, d := range report.Formats() {
		all = append(all, fmt.Sprintf("%s (%s)", d.Format, d.About))
	}
	return strings.Join(all, "; ")
}

// allFormats are those of a run's report.
func allFormats() []report.Format {
	var all []report.Format
	for _, d := range report.Formats() {
		all = append(all, d.Format)
	}
	return all
}
