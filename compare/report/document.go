package report

import (
	"html/template"
	"math"
	"slices"

	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// A document is what a report says, whatever it is drawn as: parts in their order. The terminal, Markdown and HTML each
// draw every kind of part in one place.
type document struct {
	title string
	parts []part
}

// add appends a part that has anything in it.
func (d *document) add(p part) {
	if p.sheet != nil && len(p.sheet.rows) == 0 {
		return
	}
	if p.sheet != nil || len(p.facts)+len(p.list)+len(p.text)+len(p.numbered)+len(p.charts) > 0 {
		d.parts = append(d.parts, p)
	}
}

// A part has a title and what stands under it, in the order of the fields.
type part struct {
	title    string
	alarm    bool // what ends a run with exit 1
	folded   bool // HTML: closed until it is opened
	details  bool // Markdown: closed until it is opened
	facts    []fact
	list     []string
	charts   []chart // HTML
	sheet    *sheet
	numbered []string // from 1 on
	text     []string
}

type fact struct{ Key, Text string }

// A chart is made of numbers and escaped text alone.
type chart struct {
	Caption string
	SVG     template.HTML
}

// A sheet is a table. Its header has two lines; a column of figures holds one unit, which the second names.
type sheet struct {
	columns []column
	rows    []line
}

type column struct {
	over, name string
	class      class
	drop       int // a narrow terminal leaves these out, 1 first; 0: never
}

type class int

const (
	classText   class = iota // left
	classNumber              // right
	classRatio               // lined up by its parts
)

// A line is a row of a sheet, with what the HTML page filters by.
type line struct {
	cells                []cell
	id                   string
	kind                 sample.Kind
	suites, flags, state []string
}

// A cell is text with what surrounds it.
type cell struct {
	mark  string // before a ratio: "~" equal, "?" flagged
	text  string
	extra string  // behind it: half an interval, a digest
	notes []int   // numbers of the notes that belong to it
	value float64 // what it sorts by; NaN: its text
	tone  tone
}

// A tone is how a cell is coloured, where there is colour.
type tone int

const (
	toneNone  tone = iota
	toneGood       // the first library is faster
	toneBad        // it is slower
	toneDim        // nothing, or nothing to rely on
	toneAlarm      // outputs differ, a library crashed
)

func (s *sheet) column(over, name string, class class, drop int) {
	s.columns = append(s.columns, column{over, name, class, drop})
}

// texts appends columns of text with one header, which no terminal is too narrow for.
func (s *sheet) texts(names ...string) {
	for _, name := range names {
		s.column("", name, classText, 0)
	}
}

func (s *sheet) row(cells ...cell) { s.rows = append(s.rows, line{cells: cells}) }

// text appends a row of plain cells.
func (s *sheet) text(words ...string) { s.row(plain(words...)...) }

func plain(words ...string) []cell {
	cells := make([]cell, len(words))
	for i, w := range words {
		cells[i] = cell{text: w, value: math.NaN()}
	}
	return cells
}

// intervalCell is an estimate with half its interval, which lines up in a column of ratios.
func intervalCell(e stats.Estimate) cell {
	x := cell{value: e.Value}
	x.text, x.extra = ratio(e)
	x.extra = "±" + x.extra
	return x
}

// judged marks and colours a ratio of times, below 1 being good: nothing is claimed by a flagged one, or by one that is equal.
func (x cell) judged(flagged, equal bool) cell {
	switch {
	case flagged:
		x.mark, x.tone = "?", toneDim
	case equal:
		x.mark, x.tone = "~", toneDim
	case x.value < 1:
		x.tone = toneGood
	default:
		x.tone = toneBad
	}
	return x
}

// dropEmpty removes the columns in which no row has anything.
func (s *sheet) dropEmpty() {
	for i := len(s.columns) - 1; i >= 0; i-- {
		if slices.ContainsFunc(s.rows, func(l line) bool { return l.cells[i].join() != "" }) {
			continue
		}
		s.columns = slices.Delete(s.columns, i, i+1)
		for j := range s.rows {
			s.rows[j].cells = slices.Delete(s.rows[j].cells, i, i+1)
		}
	}
}

// notebook numbers notes, each distinct one once, in the order they come up.
type notebook struct{ list []string }

func (n *notebook) add(text string) int {
	if i := slices.Index(n.list, text); i >= 0 {
		return i + 1
	}
	n.list = append(n.list, text)
	return len(n.list)
}
