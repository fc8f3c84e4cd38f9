package report

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"strings"

	"cryptogap/compare/result"
)

//go:embed page.html page.css charts.css page.js
var pageFiles embed.FS

// An htmlPage is what page.html shows.
type htmlPage struct {
	CSS    template.CSS
	Charts template.CSS // colours and what stands in charts
	JS     template.JS
	Title  string
	Parts  []htmlPart
}

// An htmlPart is a part as a template can read it.
type htmlPart struct {
	Title         string
	Alarm, Folded bool
	Facts         []fact
	List          []string
	Charts        []chart
	Wide          bool // the charts have lines of their own
	Columns       []htmlColumn
	Rows          []htmlRow
	Filtered      bool // the rows are those that the filters work on
	Numbered      []string
	Text          []string
}

type htmlColumn struct{ Name, Class string }

type htmlRow struct {
	ID, Name, Kind, Suites, Flags, State string
	Cells                                []htmlCell
}

type htmlCell struct {
	Text, Extra, Mark, Class, Sort string
	Notes                          []htmlNote
}

type htmlNote struct {
	Number int
	Text   string
}

// writeHTML writes one page that needs nothing else: no network, no other file.
func writeHTML(b *bytes.Buffer, res *result.Result, o Options) error {
	return compose(res, Options{Verbose: true, Allocs: true, Sort: o.Sort, charts: true}).html(b)
}

func (d *document) html(b *bytes.Buffer) error {
	t, err := template.New("page.html").Funcs(template.FuncMap{"inc": func(i int) int { return i + 1 }}).ParseFS(pageFiles, "page.html")
	if err != nil {
		return fmt.Errorf("report: html: %w", err)
	}
	var files [3]string
	for i, name := range []string{"page.css", "charts.css", "page.js"} {
		text, err := pageFiles.ReadFile(name)
		if err != nil {
			return fmt.Errorf("report: html: %w", err)
		}
		files[i] = string(text)
	}
	p := htmlPage{CSS: template.CSS(files[0]), Charts: template.CSS(files[1]), JS: template.JS(files[2]), Title: d.title}
	var notes []string
	for i := range d.parts {
		if d.parts[i].numbered != nil {
			notes = d.parts[i].numbered
		}
	}
	for i := range d.parts {
		p.Parts = append(p.Parts, d.parts[i].html(notes))
	}
	var page bytes.Buffer
	if err := t.Execute(&page, p); err != nil {
		return fmt.Errorf("report: html: %w", err)
	}
	b.Write(bytes.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return visible(r)
	}, page.Bytes()))
	return nil
}

func (p *part) html(notes []string) htmlPart {
	h := htmlPart{
		Title: p.title, Alarm: p.alarm, Folded: p.folded, Facts: p.facts, List: p.list, Charts: p.charts, Numbered: p.numbered, Text: p.text,
		Wide: len(p.charts) > 0 && p.title == ratioTitle,
	}
	if p.sheet == nil {
		return h
	}
	classes := [...]string{"", "number", "ratio"}
	for i, c := range p.sheet.columns {
		h.Columns = append(h.Columns, htmlColumn{strings.TrimSpace(p.sheet.over(i) + " " + c.name), classes[c.class]})
	}
	for _, l := range p.sheet.rows {
		r := htmlRow{ID: l.id, Kind: string(l.kind), Suites: strings.Join(l.suites, " "), Flags: strings.Join(l.flags, " "), State: strings.Join(l.state, " ")}
		h.Filtered = h.Filtered || l.id != ""
		for i, x := range l.cells {
			class := p.sheet.columns[i].class
			cell := htmlCell{Text: x.text, Extra: x.extra, Mark: x.mark, Sort: number(x.value)}
			if class == classText {
				cell.Sort = x.text
				r.Name += " " + x.text
			}
			cell.Class = strings.TrimSpace(classes[class] + " " + [...]string{"", "good", "bad", "dim", "alarm"}[x.tone])
			for _, n := range x.notes {
				cell.Notes = append(cell.Notes, htmlNote{n, notes[n-1]})
			}
			r.Cells = append(r.Cells, cell)
		}
		h.Rows = append(h.Rows, r)
	}
	return h
}
