package report

import (
	"bytes"
	"fmt"
	"strings"

	"cryptogap/compare/result"
)

// writeMarkdown writes the page as GitHub renders it.
func writeMarkdown(b *bytes.Buffer, res *result.Result, o Options) error {
	p := compose(res, o)
	m := markdown{b}
	m.heading(2, p.title)
	for _, f := range p.facts {
		m.item("**" + escape(f.Key) + "**: " + escape(f.Text))
	}
	if len(p.warnings) > 0 {
		m.heading(3, "Warnings")
	}
	for _, w := range p.warnings {
		m.item(escape(w))
	}
	for i := range p.sections {
		m.section(&p.sections[i])
	}
	if len(p.sections) == 0 {
		m.paragraph("No row was measured.")
	}
	if len(p.faults) > 0 {
		m.heading(3, "Faults")
	}
	for _, f := range p.faults {
		m.item("**" + escape(f.Text) + "**")
		for _, d := range f.Details {
			fmt.Fprintf(b, "  - %s\n", escape(d))
		}
	}
	if len(p.short) > 0 {
		m.heading(3, "In short: who takes less time")
	}
	for _, text := range p.short {
		m.item(escape(text))
	}
	for _, s := range p.sheets() {
		m.sheet(s)
	}
	if len(p.cgoCalls) > 0 {
		m.paragraph(escape(strings.Join(p.cgoCalls, " ")))
	}
	if len(p.notes) > 0 {
		m.heading(3, "Notes")
	}
	for i, n := range p.notes {
		fmt.Fprintf(b, "%d. %s\n", i+1, escape(n))
	}
	m.paragraph(escape(strings.Join(p.legend, " ")))
	return nil
}

// A markdown writes blocks, each separated from the one before.
type markdown struct{ b *bytes.Buffer }

func (m markdown) heading(level int, text string) {
	if m.b.Len() > 0 {
		m.b.WriteByte('\n')
	}
	fmt.Fprintf(m.b, "%s %s\n\n", strings.Repeat("#", level), escape(text))
}

func (m markdown) paragraph(text string) { fmt.Fprintf(m.b, "\n%s\n", text) }

func (m markdown) item(text string) { fmt.Fprintf(m.b, "- %s\n", text) }

func (m markdown) section(s *section) {
	m.heading(3, s.title)
	var head []string
	var right []bool
	lib := "" // the second of a library's columns has no name of its own
	for _, c := range s.columns {
		if c.over != "" || c.class != classFigure {
			lib = c.over
		}
		head = append(head, strings.TrimSpace(lib+" "+c.name))
		right = append(right, c.class != classText)
	}
	rows := make([][]string, len(s.lines))
	for i, l := range s.lines {
		for _, c := range l.cells {
			text := c.join()
			if c.tone == toneAlarm && text != "" {
				rows[i] = append(rows[i], "**"+escape(text)+"**")
				continue
			}
			rows[i] = append(rows[i], escape(text))
		}
	}
	m.table(head, right, rows)
}

// sheet writes a sheet that has rows.
func (m markdown) sheet(s sheet) {
	if len(s.Rows) == 0 {
		return
	}
	m.heading(3, s.Title)
	over := ""
	head := make([]string, len(s.Head))
	for i, h := range s.Head {
		if h[0] != "" {
			over = h[0]
		}
		head[i] = escape(strings.TrimSpace(over + " " + h[1]))
	}
	rows := make([][]string, len(s.Rows))
	for i, r := range s.Rows {
		for _, text := range r {
			rows[i] = append(rows[i], escape(text))
		}
	}
	m.table(head, s.Right, rows)
}

func (m markdown) table(head []string, right []bool, rows [][]string) {
	m.row(head)
	rule := make([]string, len(head))
	for i := range rule {
		rule[i] = "---"
		if right[i] {
			rule[i] = "--:"
		}
	}
	m.row(rule)
	for _, r := range rows {
		m.row(r)
	}
}

func (m markdown) row(cells []string) {
	fmt.Fprintf(m.b, "| %s |\n", strings.Join(cells, " | "))
}

// escape keeps text from being read as markup, and on one line.
func escape(text string) string {
	var b strings.Builder
	for _, r := range oneLine(text) {
		if strings.ContainsRune("\\`*_[]<>|~#&$", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
