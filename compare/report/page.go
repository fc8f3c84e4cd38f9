package report

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"cryptogap/compare/result"
)

// A page is a result in words and columns: what the table, Markdown and HTML
// say alike. Nothing in it depends on how it is drawn.
type page struct {
	title     string
	facts     []fact   // what was measured with what, where
	warnings  []string // sentences, each once: what spoils a comparison
	sections  []section
	faults    []fault
	summary   sheet // without rows: there is no gap to sum up
	cgoCalls  []string
	short     []string // the sweeps in plain language, a sentence each
	explained []sheet  // where the gaps come from
	details   []sheet
	notes     []string // notes[0] is number 1
	legend    []string
}

type fact struct{ Key, Text string }

// A fault is a row whose outputs differ, or in which a library crashed.
type fault struct {
	Text    string
	Details []string
}

// A section is the rows that share a unit.
type section struct {
	title   string
	scale   scale
	columns []column
	lines   []line
}

// A column's header has two lines. A column of figures holds one unit, which
// the second line names.
type column struct {
	over, name string
	class      class
}

type class int

const (
	classText   class = iota // left
	classFigure              // right
	classGap                 // lined up by its parts
)

// A line is a row at one boundary.
type line struct {
	row   *result.Row
	batch bool
	cells []cell // one a column
}

// A cell is text with what surrounds it.
type cell struct {
	mark  string // before a gap: "~" a tie, "?" contended
	text  string
	extra string  // behind it: half a gap's interval, a digest
	notes []int   // numbers of the notes that belong to it
	value float64 // what it sorts by; NaN: nothing
	tone  tone
}

// A tone is how a cell is coloured, where there is colour.
type tone int

const (
	toneNone  tone = iota
	toneGood       // the first provider takes less time
	toneBad        // it takes longer
	toneDim        // nothing, or nothing to rely on
	toneAlarm      // outputs differ, a library crashed
)

// plain is a cell of text alone.
func plain(text string) cell { return cell{text: text, value: math.NaN()} }

// A sheet is a table of text alone. Its header has two lines.
type sheet struct {
	Title string
	Head  [][2]string
	Right []bool // columns of numbers
	Rows  [][]string
}

func (s *sheet) column(over, name string, right bool) {
	s.Head, s.Right = append(s.Head, [2]string{over, name}), append(s.Right, right)
}

// A pair names whose time is divided by whose.
type pair struct{ base, other string } // names of providers

// notebook numbers notes, each distinct one once, in the order they come up.
type notebook struct{ list []string }

func (n *notebook) add(text string) int {
	text = printable(text)
	if i := slices.Index(n.list, text); i >= 0 {
		return i + 1
	}
	n.list = append(n.list, text)
	return len(n.list)
}

// clean takes control characters out of what came from records: a library's
// words may hold anything, and a terminal would obey them.
func (p *page) clean() {
	all := []*string{&p.title}
	for i := range p.facts {
		all = append(all, &p.facts[i].Key, &p.facts[i].Text)
	}
	for i := range p.faults {
		all = append(all, &p.faults[i].Text)
		all = append(all, pointers(p.faults[i].Details)...)
	}
	for _, list := range [][]string{p.warnings, p.notes, p.short, p.cgoCalls, p.legend} {
		all = append(all, pointers(list)...)
	}
	for _, s := range p.sections {
		for i := range s.columns {
			all = append(all, &s.columns[i].over)
		}
		for _, l := range s.lines {
			for i := range l.cells {
				all = append(all, &l.cells[i].text, &l.cells[i].extra)
			}
		}
	}
	for _, s := range p.sheets() {
		for i := range s.Head {
			all = append(all, &s.Head[i][0], &s.Head[i][1])
		}
		for _, r := range s.Rows {
			all = append(all, pointers(r)...)
		}
	}
	for _, text := range all {
		*text = printable(*text)
	}
}

// sheets are all sheets in the order in which they stand.
func (p *page) sheets() []sheet { return slices.Concat([]sheet{p.summary}, p.explained, p.details) }

func pointers(list []string) []*string {
	all := make([]*string, len(list))
	for i := range list {
		all[i] = &list[i]
	}
	return all
}

// printable is text with a blank for each control character.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}
