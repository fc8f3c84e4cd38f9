package report

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"strings"

	"cryptogap/compare/result"
)

//go:embed page.html page.css page.js
var pageFiles embed.FS

// An htmlPage is what page.html shows.
type htmlPage struct {
	CSS      template.CSS
	JS       template.JS
	Title    string
	Facts    []fact
	Warnings []string
	Faults   []fault
	Summary  sheet
	Short    []string
	Explain  []sheet
	CgoCalls []string
	Pairs    []string  // the other of each pair, whose colour in the charts is its place
	Towards  [2]string // what lies on either side of 1
	Sections []htmlSection
	Notes    []string
	Legend   []string
}

type htmlSection struct {
	Title  string
	Before []htmlColumn
	Axis   *htmlAxis // of the chart between them; nil: no gap in the section
	After  []htmlColumn
	Rows   []htmlRow
	Span   int // columns in all
}

type htmlColumn struct{ Over, Name, Class string }

type htmlAxis struct {
	Width string
	Ticks []tick
}

type htmlRow struct {
	Name   string     // for the filter
	Before []htmlCell // the chart stands behind them
	Bars   []bar
	Height string // of the chart
	After  []htmlCell
	Detail htmlDetail
}

type htmlCell struct {
	Text, Extra string
	Mark        string
	Class       string
	Sort        string
	Notes       []htmlNote
}

type htmlNote struct {
	Number int
	Text   string
}

type htmlDetail struct {
	Facts   []fact
	Times   []htmlTime
	Scatter *scatter
	Remarks []string
}

type htmlTime struct{ Library, Boundary, Implementation, Time, Unit, Rounds string }

// writeHTML writes one page that needs nothing else: no network, no other
// file.
func writeHTML(b *bytes.Buffer, res *result.Result, _ Options) error {
	t, err := template.New("page.html").Funcs(template.FuncMap{
		"inc":  func(i int) int { return i + 1 },
		"both": func(r htmlRow, a *htmlAxis) map[string]any { return map[string]any{"Row": r, "Axis": a} },
	}).ParseFS(pageFiles, "page.html")
	if err != nil {
		return fmt.Errorf("report: html: %w", err)
	}
	css, err := pageFiles.ReadFile("page.css")
	if err != nil {
		return fmt.Errorf("report: html: %w", err)
	}
	js, err := pageFiles.ReadFile("page.js")
	if err != nil {
		return fmt.Errorf("report: html: %w", err)
	}
	c := newComposer(res, Options{Allocs: true})
	page := compose(res, Options{Allocs: true})
	p := htmlPage{
		CSS: template.CSS(css), JS: template.JS(js), // both are files of this package
		Title: page.title, Facts: page.facts, Warnings: page.warnings, Faults: page.faults, Summary: page.summary,
		Short: page.short, Explain: page.explained,
		CgoCalls: page.cgoCalls, Notes: page.notes, Legend: page.legend,
	}
	for _, pair := range c.pairs {
		p.Pairs = append(p.Pairs, c.titleOf(pair.other))
		p.Towards = [2]string{c.titleOf(pair.base) + " takes less", c.titleOf(pair.base) + " takes longer"}
	}
	if res.Run.Settings.AA {
		p.Towards = [2]string{"less", "longer"}
	}
	for i := range page.sections {
		p.Sections = append(p.Sections, c.htmlSection(&page.sections[i], page.notes))
	}
	if err := t.Execute(b, p); err != nil {
		return fmt.Errorf("report: html: %w", err)
	}
	return nil
}

func (c *composer) htmlSection(s *section, notes []string) htmlSection {
	h := htmlSection{Title: s.title, Span: len(s.columns)}
	_, last := s.figures()
	over := ""
	for i, col := range s.columns {
		if col.over != "" || col.class != classFigure {
			over = col.over
		}
		column := htmlColumn{over, col.name, [...]string{"", "number", "gap"}[col.class]}
		if i < last {
			h.Before = append(h.Before, column)
		} else {
			h.After = append(h.After, column)
		}
	}
	var values []float64
	if _, gaps := s.libraries(); len(gaps) > 0 {
		for _, l := range s.lines {
			for _, p := range c.pairs {
				if g := l.row.Between(p.base, p.other, "call"); g != nil {
					values = append(values, g.Ratio.Value)
					if !l.row.Marked() && g.Ratio.Bounded() { // others may reach beyond the axis
						values = append(values, g.Ratio.Lo, g.Ratio.Hi)
					}
				}
			}
		}
	}
	a := newAxis(barLength, labelSpace, values...)
	if len(values) > 0 {
		h.Axis = &htmlAxis{pixel(barLength), a.ticks}
		h.Span++
	}
	for _, l := range s.lines {
		r := htmlRow{Name: s.name(l), Detail: c.htmlDetail(l)}
		for i, x := range l.cells {
			cell := htmlCellOf(x, s.columns[i].class, notes)
			if i < last {
				r.Before = append(r.Before, cell)
			} else {
				r.After = append(r.After, cell)
			}
		}
		if h.Axis != nil && !l.batch {
			r.Bars = bars(a, l.row, c.pairs, c)
		}
		r.Height = pixel(barSpace + max(1, float64(len(r.Bars)))*(barHeight+barSpace))
		h.Rows = append(h.Rows, r)
	}
	return h
}

func htmlCellOf(x cell, class class, notes []string) htmlCell {
	h := htmlCell{Text: x.text, Extra: x.extra, Mark: x.mark, Sort: number(x.value)}
	words := []string{
		[...]string{"", "number", "gap"}[class],
		[...]string{"", "good", "bad", "dim", "alarm"}[x.tone],
	}
	h.Class = strings.TrimSpace(strings.Join(words, " "))
	if class == classText {
		h.Sort = x.text
	}
	for _, n := range x.notes {
		h.Notes = append(h.Notes, htmlNote{n, notes[n-1]})
	}
	return h
}

// htmlDetail is what a row unfolds.
func (c *composer) htmlDetail(l line) htmlDetail {
	row, u := l.row, l.row.Unit
	d := htmlDetail{Scatter: scatterOf(row, c.pairs, c)}
	add := func(key, text string) {
		if text != "" {
			d.Facts = append(d.Facts, fact{key, text})
		}
	}
	add("row", u.Row)
	add("title", u.Title)
	add("standard", u.Standard)
	add("digest", row.Digest)
	checks := 0
	for _, v := range row.Verdicts {
		checks += v.Checks
		d.Remarks = append(d.Remarks, v.Details...)
	}
	add("comparisons", fmt.Sprint(checks))
	add("rounds", fmt.Sprintf("%d, %d of them quiet, in %s", row.Rounds, row.Quiet, plural(row.Repetitions, "repetition")))
	for _, lib := range c.libs {
		if status, why := row.Answer(lib.Name); out(status) {
			add(c.titleOf(lib.Name), string(status)+unless(why == "", ": "+reason(why)))
		}
	}
	for _, s := range row.Series {
		if !s.Time.Valid() {
			continue
		}
		unit := "ns an operation"
		if len(u.Costs) == 2 {
			unit = "ns an iteration"
		}
		value, half := ratio(s.Time)
		boundary := s.Boundary + unless(s.Copy == 0, fmt.Sprintf(", copy %d", s.Copy)) + unless(s.Threads == 0, ", "+plural(s.Threads, "thread"))
		d.Times = append(d.Times, htmlTime{c.titleOf(s.Provider), boundary, s.Implementation, value + " ±" + half, unit, fmt.Sprint(s.Time.N)})
	}
	if text := c.otherGaps(row); text != "" {
		d.Remarks = append(d.Remarks, text)
	}
	d.Remarks = append(append(d.Remarks, row.Unstable...), row.Warnings...)
	if u.Note != "" {
		d.Remarks = append(d.Remarks, u.Note)
	}
	return d
}
