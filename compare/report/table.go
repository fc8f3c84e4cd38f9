package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"cryptogap/compare/result"
)

// writeTable draws the result for a terminal.
func writeTable(b *bytes.Buffer, res *result.Result, o Options) error {
	p := compose(res, o)
	ink := palette(o.Color)
	t := text{b: b, width: o.Width}
	t.line(ink.strong(p.title))
	t.line("")
	t.facts(p.facts)
	t.bullets("Warnings:", p.warnings)
	for i := range p.sections {
		s := &p.sections[i]
		lines, err := s.draw(o.Width, ink)
		if err != nil {
			return err
		}
		t.block(ink.strong(s.title), lines)
	}
	if len(p.sections) == 0 {
		t.line("")
		t.line("No row was measured.")
	}
	for _, f := range p.faults {
		t.line("")
		t.wrapped("", ink.dye(toneAlarm, f.Text))
		for _, d := range f.Details {
			t.wrapped("  ", d)
		}
	}
	if len(p.short) > 0 {
		t.bullets(ink.strong("In short: who takes less time"), p.short)
	}
	for _, s := range p.sheets() {
		if err := t.sheet(s, ink); err != nil {
			return err
		}
	}
	t.paragraph(p.cgoCalls)
	t.numbered(p.notes)
	t.paragraph(p.legend)
	return nil
}

// text collects lines for a terminal.
type text struct {
	b     *bytes.Buffer
	width int
}

func (t *text) line(s string) { t.b.WriteString(s + "\n") }

// wrapped breaks the text; first starts its first line.
func (t *text) wrapped(first, s string) {
	for _, l := range wrap(first, s, t.width) {
		t.line(l)
	}
}

// facts lists keys and values, the values one under the other.
func (t *text) facts(facts []fact) {
	key := 0
	for _, f := range facts {
		key = max(key, textWidth(f.Key))
	}
	for _, f := range facts {
		t.wrapped(pad(f.Key, key+2, false), f.Text)
	}
}

// bullets lists sentences under a title; nothing where there are none.
func (t *text) bullets(title string, sentences []string) {
	if len(sentences) == 0 {
		return
	}
	t.line("")
	t.line(title)
	for _, s := range sentences {
		t.wrapped("  - ", s)
	}
}

// paragraph is sentences, each on a line of its own.
func (t *text) paragraph(sentences []string) {
	if len(sentences) > 0 {
		t.line("")
	}
	for _, s := range sentences {
		t.wrapped("", s)
	}
}

// numbered lists the notes.
func (t *text) numbered(notes []string) {
	if len(notes) > 0 {
		t.line("")
	}
	width := len(fmt.Sprintf("[%d] ", len(notes)))
	for i, n := range notes {
		t.wrapped(pad(fmt.Sprintf("[%d] ", i+1), width, true), n)
	}
}

// sheet draws a sheet that has rows.
func (t *text) sheet(s sheet, ink palette) error {
	if len(s.Rows) == 0 {
		return nil
	}
	g := grid{right: s.Right, rows: s.Rows}
	double := slices.ContainsFunc(s.Head, func(h [2]string) bool { return h[0] != "" })
	for _, h := range s.Head {
		if double {
			h[1] = h[0] + "\n" + h[1]
		}
		g.head = append(g.head, h[1])
	}
	lines, err := g.lines()
	if err != nil {
		return err
	}
	t.block(ink.strong(s.Title), lines)
	return nil
}

// block is a table under its title.
func (t *text) block(title string, lines []string) {
	t.line("")
	t.wrapped("", title)
	t.line("")
	for _, l := range lines {
		t.line(l)
	}
}

// draw draws the section as the width allows: whole, short, or as a list that
// has a line for each library.
func (s *section) draw(width int, ink palette) ([]string, error) {
	var lines []string
	for _, layout := range []func(palette) *grid{s.whole, s.short, s.stack} {
		var err error
		if lines, err = layout(ink).lines(); err != nil {
			return nil, err
		}
		if width <= 0 || widest(lines) <= width {
			break
		}
	}
	return lines, nil
}

// whole lays the section out with a line a row.
func (s *section) whole(ink palette) *grid {
	g := &grid{}
	for _, c := range s.columns {
		g.add(c.over+"\n"+c.name, c.class == classFigure)
	}
	shapes := s.shapes()
	for _, l := range s.lines {
		row := make([]string, len(l.cells))
		for i, c := range l.cells {
			row[i] = shapes[i].text(c, ink)
		}
		g.rows = append(g.rows, row)
	}
	return g
}

// short is whole without digests, the first columns and the last ones being
// one each.
func (s *section) short(ink palette) *grid {
	g := &grid{}
	first, last := s.figures()
	g.add("\nrow", false)
	for _, c := range s.columns[first:last] {
		g.add(c.over+"\n"+c.name, c.class == classFigure)
	}
	g.add("\noutputs, notes", false)
	shapes := s.shapes()
	for _, l := range s.lines {
		row := []string{s.name(l)}
		for i := first; i < last; i++ {
			row = append(row, shapes[i].text(l.cells[i], ink))
		}
		g.rows = append(g.rows, append(row, s.remarks(l, ink)))
	}
	return g
}

// figures returns where the columns of figures and gaps begin and end.
func (s *section) figures() (first, last int) {
	last = len(s.columns) - 2 // outputs, notes
	first = slices.IndexFunc(s.columns, func(c column) bool { return c.over != "" })
	return max(first, 0), last
}

// name is a line's name: all that stands before its figures.
func (s *section) name(l line) string {
	first, _ := s.figures()
	var words []string
	for _, c := range l.cells[:first] {
		words = append(words, c.text)
	}
	return strings.Join(words, " ")
}

// remarks are a line's outputs and notes.
func (s *section) remarks(l line, ink palette) string {
	outputs, marks := l.cells[len(l.cells)-2], l.cells[len(l.cells)-1]
	outputs.extra = ""
	return list(ink.dye(outputs.tone, outputs.join()), ink.dye(marks.tone, marks.join()))
}

// A shape is how wide the parts of a column's gaps are, so that their points and
// their ± stand under each other.
type shape struct {
	class             class
	whole, frac, half int
}

func (s *section) shapes() []shape {
	shapes := make([]shape, len(s.columns))
	for i, c := range s.columns {
		shapes[i].class = c.class
		for _, l := range s.lines {
			shapes[i].grow(l.cells[i])
		}
	}
	return shapes
}

func (s *shape) grow(c cell) {
	if s.class != classGap || c.extra == "" {
		return
	}
	whole, frac := split(c.text)
	s.whole, s.frac = max(s.whole, len(whole)), max(s.frac, len(frac))
	s.half = max(s.half, textWidth(c.extra))
}

// split cuts a number before its point.
func split(number string) (whole, frac string) {
	if i := strings.IndexByte(number, '.'); i >= 0 {
		return number[:i], number[i:]
	}
	return number, ""
}

// text writes a cell in its column's shape.
func (s shape) text(c cell, ink palette) string {
	if s.class == classGap {
		if c.extra == "" {
			return c.text
		}
		whole, frac := split(c.text)
		mark := c.mark
		if mark == "" {
			mark = " "
		}
		return ink.dye(c.tone, mark+" "+pad(whole, s.whole, true)+pad(frac, s.frac, false)+" "+c.extra)
	}
	return ink.dye(c.tone, c.join())
}

// join writes a cell's parts one after the other.
func (c cell) join() string {
	var parts []string
	for _, p := range []string{c.mark, c.text, c.extra, numbers(c.notes)} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, " ")
}

// numbers writes the numbers of notes: [1] or [1,4].
func numbers(notes []int) string {
	if len(notes) == 0 {
		return ""
	}
	return "[" + strings.Trim(strings.ReplaceAll(fmt.Sprint(notes), " ", ","), "[]") + "]"
}

// A palette dyes text, or with no colour leaves it.
type palette bool

func (i palette) dye(t tone, s string) string {
	codes := map[tone]string{toneGood: "32", toneBad: "31", toneDim: "2", toneAlarm: "1;31"}
	return i.with(codes[t], s)
}

func (i palette) strong(s string) string { return i.with("1", s) }

func (i palette) with(code, s string) string {
	if !bool(i) || code == "" || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}
