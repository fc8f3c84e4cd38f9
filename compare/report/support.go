package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"cryptogap/compare/sample"
)

// Support writes who offers what, as a table, JSON ($defs/support), CSV or Markdown. Rows of one algorithm stand together. In
// tables they are one line where the libraries answer them alike; a verbose one has a line for each, and the names of the code.
func Support(w io.Writer, libs []sample.Library, rows []SupportRow, f Format, o Options) error {
	switch f {
	case JSON:
		return atOnce(w, func(b *bytes.Buffer) error {
			return encode(b, supportDocument{JSONSchema, each(rows, func(r SupportRow) SupportRow {
				r.Suites, r.Providers = filled(r.Suites), filled(r.Providers)
				return r
			})})
		})
	case CSV:
		return atOnce(w, func(b *bytes.Buffer) error { return supportCSV(b, rows) })
	case Table, Markdown:
		return draw(w, composeSupport(libs, rows, o.Verbose), f, o)
	}
	return oneOf(f, Table, JSON, CSV, Markdown)
}

// supportCSV has a line for each operation and library.
func supportCSV(b *bytes.Buffer, rows []SupportRow) error {
	records := [][]string{{"algorithm", "title", "kind", "operation", "suites", "provider", "offered", "implementation", "why"}}
	for _, r := range rows {
		for _, p := range r.Providers {
			records = append(records, []string{
				r.Algorithm, r.Title, string(r.Kind), r.Operation, strings.Join(r.Suites, " "),
				p.Provider, strconv.FormatBool(p.Implementation != ""), p.Implementation, reason(p.Why),
			})
		}
	}
	return writeRecords(b, records)
}

// composeSupport makes the table, with its notes and what it comes to.
func composeSupport(libs []sample.Library, rows []SupportRow, verbose bool) *document {
	names := newTitles(libs)
	s := &sheet{}
	s.column("", "algorithm", classText, 0)
	s.column("", "kind", classText, 2)
	s.column("", "operations", classText, 0)
	for _, lib := range libs {
		s.column("", names.of(lib.Name), classText, 0)
	}
	s.column("", "suites", classText, 1)
	var notes notebook
	offered := make([]int, len(libs))
	algorithms := make(map[string]bool)
	for i := 0; i < len(rows); {
		j := i + 1
		for !verbose && j < len(rows) && alike(rows[i], rows[j]) {
			j++
		}
		r := rows[i]
		algorithms[r.Algorithm] = true
		var ops []string
		for _, x := range rows[i:j] {
			ops = append(ops, x.Operation)
		}
		cells := plain(r.Algorithm, string(r.Kind), strings.Join(ops, " "))
		for k, lib := range libs {
			x := plain("")[0]
			if at := slices.IndexFunc(r.Providers, func(p SupportProvider) bool { return p.Provider == lib.Name }); at >= 0 {
				p := r.Providers[at]
				x.text = p.text(verbose)
				switch {
				case p.Implementation != "":
					offered[k] += j - i
				case p.Why != "":
					x.notes = []int{notes.add(reason(p.Why))}
				}
			}
			cells = append(cells, x)
		}
		s.row(append(cells, plain(strings.Join(r.Suites, " "))...)...)
		i = j
	}
	var counts []string
	for k, lib := range libs {
		counts = append(counts, fmt.Sprintf("%s %d", names.of(lib.Name), offered[k]))
	}
	d := &document{}
	d.add(part{sheet: s})
	d.add(part{numbered: notes.list})
	if verbose {
		d.add(part{list: work(names, rows)})
	}
	d.add(part{text: []string{fmt.Sprintf("%s, %s; offered by %s.", plural(len(algorithms), "algorithm"), plural(len(rows), "operation"), strings.Join(counts, ", "))}})
	return d
}

// work says what is inside the operations, and what a library does besides: each once.
func work(names titles, rows []SupportRow) []string {
	var all []string
	add := func(line string) {
		if !slices.Contains(all, line) {
			all = append(all, line)
		}
	}
	for _, r := range rows {
		if r.Work != "" {
			add(fmt.Sprintf("%s %s: %s.", r.Kind, r.Operation, r.Work))
		}
		for _, p := range r.Providers {
			if p.Details != "" {
				add(fmt.Sprintf("%s, %s %s: %s.", names.of(p.Provider), r.Kind, r.Operation, p.Details))
			}
		}
	}
	return all
}

// alike says whether two operations of an algorithm can share a line.
func alike(a, b SupportRow) bool {
	return a.Algorithm == b.Algorithm && slices.Equal(a.Suites, b.Suites) &&
		slices.EqualFunc(a.Providers, b.Providers, func(x, y SupportProvider) bool {
			return x.Provider == y.Provider && (x.Implementation == "") == (y.Implementation == "") && reason(x.Why) == reason(y.Why)
		})
}
