package report

import (
	"bytes"
	"fmt"
	"html"
	"strings"
)

// markdown draws a document as GitHub renders it.
func (d *document) markdown(b *bytes.Buffer, _ Options) {
	if d.title != "" {
		fmt.Fprintf(b, "## %s\n", markdown(d.title))
	}
	for _, p := range d.parts {
		switch {
		case p.title != "" && p.details:
			fmt.Fprintf(b, "\n<details><summary>%s</summary>\n", html.EscapeString(oneLine(p.title)))
		case p.title != "":
			fmt.Fprintf(b, "\n### %s\n", markdown(p.title))
		}
		blank := func(n int) {
			if n > 0 && b.Len() > 0 {
				b.WriteByte('\n')
			}
		}
		blank(len(p.facts) + len(p.list))
		for _, f := range p.facts {
			fmt.Fprintf(b, "- **%s**: %s\n", markdown(f.Key), markdown(f.Text))
		}
		for _, s := range p.list {
			fmt.Fprintf(b, "- %s\n", markdown(s))
		}
		if p.sheet != nil {
			blank(1)
			p.sheet.markdown(b)
		}
		blank(len(p.numbered))
		for i, n := range p.numbered {
			fmt.Fprintf(b, "%d. %s\n", i+1, markdown(n))
		}
		blank(len(p.text))
		for i, s := range p.text {
			b.WriteString(markdown(s) + "\n")
			if i < len(p.text)-1 {
				b.WriteByte('\n')
			}
		}
		if p.details {
			b.WriteString("\n</details>\n")
		}
	}
}

func (s *sheet) markdown(b *bytes.Buffer) {
	row := func(cell func(i int) string) {
		for i := range s.columns {
			fmt.Fprintf(b, "| %s ", cell(i))
		}
		b.WriteString("|\n")
	}
	row(func(i int) string { return markdown(strings.TrimSpace(s.over(i) + " " + s.columns[i].name)) })
	row(func(i int) string {
		if s.columns[i].class == classText {
			return "---"
		}
		return "--:"
	})
	for _, l := range s.rows {
		row(func(i int) string {
			text := markdown(l.cells[i].join())
			if text != "" && l.cells[i].tone == toneAlarm {
				return "**" + text + "**"
			}
			return text
		})
	}
}
