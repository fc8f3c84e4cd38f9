package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"cryptogap/compare/sample"
)

// A SupportRow says who offers one operation of one algorithm.
type SupportRow struct {
	Algorithm string            `json:"algorithm"` // its ID
	Title     string            `json:"title"`
	Kind      string            `json:"kind"`
	Operation string            `json:"operation"`
	Suites    []string          `json:"suites"`
	Providers []SupportProvider `json:"providers"` // one a library, in the order of the libraries
}

// A SupportProvider is one library's answer.
type SupportProvider struct {
	Provider       string `json:"provider"`
	Implementation string `json:"implementation"` // the code that answers; "": nothing does
	Why            string `json:"why"`            // why nothing does
}

// Support writes who offers what, as a table, JSON ($defs/support), CSV or
// Markdown. Rows of one algorithm stand together. In tables they are one line where the libraries answer
// them alike; a verbose one has a line for each, and the names of the code.
func Support(w io.Writer, libs []sample.Library, rows []SupportRow, f Format, o Options) error {
	if err := oneOf(f, Table, JSON, CSV, Markdown); err != nil {
		return err
	}
	return atOnce(w, func(b *bytes.Buffer) error {
		switch f {
		case JSON:
			return encode(b, map[string]any{"schema": JSONSchema, "rows": filled(rows)})
		case CSV:
			return supportCSV(b, rows)
		case Markdown:
			supportMarkdown(b, libs, rows, o)
			return nil
		}
		return writeSupport(b, libs, rows, o)
	})
}

func writeSupport(b *bytes.Buffer, libs []sample.Library, rows []SupportRow, o Options) error {
	g, notes, summary := supportGrid(libs, rows, o.Verbose)
	t := text{b: b, width: o.Width}
	const kind = 1
	suites := len(g.head) - 1
	lines, err := g.fitted(o.Width, suites, kind)
	if err != nil {
		return err
	}
	for _, l := range lines {
		t.line(l)
	}
	t.numbered(notes)
	t.paragraph([]string{summary})
	return nil
}

func supportMarkdown(b *bytes.Buffer, libs []sample.Library, rows []SupportRow, o Options) {
	g, notes, summary := supportGrid(libs, rows, o.Verbose)
	m := markdown{b}
	for _, row := range append([][]string{g.head}, g.rows...) {
		for i := range row {
			row[i] = escape(row[i])
		}
	}
	m.table(g.head, g.right, g.rows)
	b.WriteByte('\n')
	for i, n := range notes {
		fmt.Fprintf(b, "%d. %s\n", i+1, escape(n))
	}
	m.paragraph(escape(summary))
}

// supportCSV has a line for each operation and library.
func supportCSV(b *bytes.Buffer, rows []SupportRow) error {
	records := [][]string{{"algorithm", "title", "kind", "operation", "suites", "provider", "offered", "implementation", "why"}}
	for _, r := range rows {
		for _, p := range r.Providers {
			records = append(records, []string{
				r.Algorithm, r.Title, r.Kind, r.Operation, strings.Join(r.Suites, " "),
				p.Provider, strconv.FormatBool(p.Implementation != ""), p.Implementation, bare(r, p),
			})
		}
	}
	if err := csv.NewWriter(b).WriteAll(records); err != nil {
		return fmt.Errorf("report: csv: %w", err)
	}
	return nil
}

// supportGrid is the table, with its notes and what it comes to.
func supportGrid(libs []sample.Library, rows []SupportRow, verbose bool) (g *grid, why []string, summary string) {
	names := newTitles(libs)
	g = &grid{}
	g.add("algorithm", false)
	g.add("kind", false)
	g.add("operations", false)
	for _, lib := range libs {
		g.add(names.of(lib.Name), false)
	}
	g.add("suites", false)
	var notes notebook
	offered := make([]int, len(libs))
	algorithms := 0
	for i := 0; i < len(rows); {
		if i == 0 || rows[i].Algorithm != rows[i-1].Algorithm {
			algorithms++
		}
		j := i + 1
		for !verbose && j < len(rows) && alike(rows[i], rows[j]) {
			j++
		}
		r := rows[i]
		var ops []string
		for _, x := range rows[i:j] {
			ops = append(ops, x.Operation)
		}
		line := []string{r.Algorithm, r.Kind, strings.Join(ops, " ")}
		for k, lib := range libs {
			text := ""
			if at := slices.IndexFunc(r.Providers, func(p SupportProvider) bool { return p.Provider == lib.Name }); at >= 0 {
				p := r.Providers[at]
				if p.Implementation != "" {
					offered[k] += j - i
				}
				text = supported(r, p, &notes, verbose)
			}
			line = append(line, text)
		}
		g.rows = append(g.rows, append(line, strings.Join(r.Suites, " ")))
		i = j
	}
	var counts []string
	for k, lib := range libs {
		counts = append(counts, fmt.Sprintf("%s %d", names.of(lib.Name), offered[k]))
	}
	summary = fmt.Sprintf("%s, %s; offered by %s.", plural(algorithms, "algorithm"), plural(len(rows), "operation"), strings.Join(counts, ", "))
	return g, notes.list, summary
}

// alike says whether two operations of an algorithm can share a line.
func alike(a, b SupportRow) bool {
	return a.Algorithm == b.Algorithm && slices.Equal(a.Suites, b.Suites) &&
		slices.EqualFunc(a.Providers, b.Providers, func(x, y SupportProvider) bool {
			return x.Provider == y.Provider && (x.Implementation == "") == (y.Implementation == "") && bare(a, x) == bare(b, y)
		})
}

func supported(r SupportRow, p SupportProvider, notes *notebook, verbose bool) string {
	switch {
	case p.Implementation != "" && verbose:
		return p.Implementation
	case p.Implementation != "":
		return "yes"
	case p.Why == "":
		return "–"
	}
	return "– " + numbers([]int{notes.add(bare(r, p))})
}

// bare is the reason without the row's name in it.
func bare(r SupportRow, p SupportProvider) string {
	return reason(p.Why)
}
