package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"
	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// terminal draws a document as text, as wide as the options say.
func (d *document) terminal(b *bytes.Buffer, o Options) {
	t := text{b: b, width: o.Width, ink: palette(o.Color)}
	if d.title != "" {
		t.wrapped("", d.title, t.ink.strong)
	}
	for _, p := range d.parts {
		if b.Len() > 0 {
			t.line("")
		}
		if p.title != "" {
			t.wrapped("", p.title, func(s string) string {
				if p.alarm {
					return t.ink.dye(toneAlarm, s)
				}
				return t.ink.strong(s)
			})
		}
		t.facts(p.facts)
		for _, s := range p.list {
			t.wrapped("  - ", s, nil)
		}
		if p.sheet != nil {
			t.sheet(p.sheet, p.title != "")
		}
		width := len(fmt.Sprintf("[%d] ", len(p.numbered)))
		for i, n := range p.numbered {
			t.wrapped(pad(fmt.Sprintf("[%d] ", i+1), width, true), n, nil)
		}
		for _, s := range p.text {
			t.wrapped("", s, nil)
		}
	}
}

// text collects lines for a terminal.
type text struct {
	b     *bytes.Buffer
	width int
	ink   palette
}

func (t *text) line(s string) { t.b.WriteString(strings.TrimRight(s, " ") + "\n") }

// wrapped breaks foreign text into lines; first starts its first line, and dye colours each.
func (t *text) wrapped(first, s string, dye func(string) string) {
	for _, l := range wrap(first, printable(s), t.width) {
		if dye != nil {
			l = dye(l)
		}
		t.line(l)
	}
}

// facts lists keys and values, the values one under the other.
func (t *text) facts(facts []fact) {
	key := 0
	for _, f := range facts {
		key = max(key, textWidth(printable(f.Key)))
	}
	for _, f := range facts {
		t.wrapped(pad("  "+printable(f.Key), key+4, false), f.Text, nil)
	}
}

// sheet draws a table. Columns for which there is no room are left out, and that is said.
func (t *text) sheet(s *sheet, titled bool) {
	if titled {
		t.line("")
	}
	lines, left := s.fit(t.width, t.ink)
	for _, l := range lines {
		t.line(l)
	}
	if len(left) > 0 {
		t.wrapped("", fmt.Sprintf("Left out at this width: %s. --width 0 shows all.", strings.Join(left, ", ")), nil)
	}
}

// fit draws the sheet as wide as there is room: without optional columns where it must be, and then with the widest column
// of text broken into lines. left names the columns left out. A width of 0 is unlimited.
func (s *sheet) fit(width int, ink palette) (lines, left []string) {
	kept := make([]int, len(s.columns))
	for i := range kept {
		kept[i] = i
	}
	for {
		l := s.layout(kept)
		over := l.width() - width
		if width <= 0 || over <= 0 {
			return l.draw(ink), left
		}
		first := 0
		for _, i := range kept {
			if d := s.columns[i].drop; d > 0 && (first == 0 || d < first) {
				first = d
			}
		}
		if first == 0 {
			l.narrow(width)
			return l.draw(ink), left
		}
		kept = slices.DeleteFunc(kept, func(i int) bool {
			c := s.columns[i]
			if c.drop == first {
				left = append(left, printable(strings.TrimSpace(s.over(i)+" "+c.name)))
			}
			return c.drop == first
		})
	}
}

// over is a column's upper header: where it is empty, a figure's is that of the column before it.
func (s *sheet) over(i int) string {
	for i > 0 && s.columns[i].over == "" && s.columns[i].class == classNumber {
		i--
	}
	return s.columns[i].over
}

const columnGap = "  "

// A layout is the text of some of a sheet's columns: cells[r][c] are the lines of a cell, the header's first.
type layout struct {
	class  []class
	widths []int
	cells  [][][]string
	tones  [][]tone
}

func (s *sheet) layout(kept []int) *layout {
	l := &layout{widths: make([]int, len(kept))}
	head := make([][]string, len(kept))
	double := slices.ContainsFunc(s.columns, func(c column) bool { return c.over != "" })
	shapes := make([]shape, len(kept))
	for k, i := range kept {
		c := s.columns[i]
		l.class = append(l.class, c.class)
		head[k] = []string{printable(c.name)}
		if double {
			head[k] = []string{printable(c.over), printable(c.name)}
		}
		for _, r := range s.rows {
			shapes[k].grow(c.class, r.cells[i])
		}
	}
	l.cells, l.tones = [][][]string{head}, [][]tone{make([]tone, len(kept))}
	for _, r := range s.rows {
		cells, tones := make([][]string, len(kept)), make([]tone, len(kept))
		for k, i := range kept {
			cells[k], tones[k] = []string{printable(shapes[k].text(s.columns[i].class, r.cells[i]))}, r.cells[i].tone
		}
		l.cells, l.tones = append(l.cells, cells), append(l.tones, tones)
	}
	l.measure()
	return l
}

func (l *layout) measure() {
	for k := range l.widths {
		l.widths[k] = 0
		for _, r := range l.cells {
			for _, text := range r[k] {
				l.widths[k] = max(l.widths[k], textWidth(text))
			}
		}
	}
}

func (l *layout) width() int {
	sum := len(columnGap) * (len(l.widths) - 1)
	for _, w := range l.widths {
		sum += w
	}
	return sum
}

// narrow breaks the cells of the widest columns of text, until the layout is as narrow as it can be.
func (l *layout) narrow(width int) {
	const least = 12
	for l.width() > width {
		widest := -1
		for k, class := range l.class {
			if class == classText && (widest < 0 || l.widths[k] > l.widths[widest]) {
				widest = k
			}
		}
		if widest < 0 || l.widths[widest] <= least {
			return
		}
		limit := max(least, l.widths[widest]-(l.width()-width))
		for _, r := range l.cells {
			r[widest] = wrap("", breakable(strings.Join(r[widest], " "), limit), limit)
		}
		l.measure()
	}
}

// breakable puts blanks into words longer than the limit, if possible after a slash.
func breakable(text string, limit int) string {
	words := strings.Fields(text)
	for i, w := range words {
		var parts []string
		for runes := []rune(w); len(runes) > 0; {
			n := min(len(runes), limit)
			if at := strings.LastIndex(string(runes[:n]), "/"); n < len(runes) && at > 0 {
				n = len([]rune(string(runes[:n])[:at])) + 1
			}
			parts, runes = append(parts, string(runes[:n])), runes[n:]
		}
		words[i] = strings.Join(parts, " ")
	}
	return strings.Join(words, " ")
}

// draw draws the columns with a rule under the header, two blanks between columns and nothing around. No line ends in a blank.
func (l *layout) draw(ink palette) []string {
	align := make(tw.Alignment, len(l.widths))
	for k, class := range l.class {
		align[k] = tw.AlignLeft
		if class == classNumber {
			align[k] = tw.AlignRight
		}
	}
	text := func(row int) []string {
		cells := make([]string, len(l.widths))
		for k, lines := range l.cells[row] {
			dyed := make([]string, len(lines))
			for h, line := range lines {
				dyed[h] = ink.dye(l.tones[row][k], line)
			}
			cells[k] = strings.Join(dyed, "\n")
		}
		return cells
	}
	rule := strings.Repeat("─", len(columnGap))
	var b bytes.Buffer
	t := tablewriter.NewTable(&b,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders: tw.BorderNone,
			Symbols: tw.NewSymbolCustom("columns").WithColumn(columnGap).WithRow("─").WithCenter(rule).WithHeaderMid(rule),
			Settings: tw.Settings{
				Separators: tw.Separators{BetweenColumns: tw.On, BetweenRows: tw.Off},
				Lines:      tw.Lines{ShowHeaderLine: tw.On, ShowTop: tw.Off, ShowBottom: tw.Off},
			},
		})),
		tablewriter.WithEastAsian(tw.Off), // the same widths whatever the locale
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithPadding(tw.Padding{Overwrite: true}),
		tablewriter.WithAlignment(align),
	)
	t.Header(text(0))
	for row := 1; row < len(l.cells); row++ {
		if err := t.Append(text(row)); err != nil {
			panic(fmt.Sprintf("report: table: %v", err)) // all cells are strings
		}
	}
	if err := t.Render(); err != nil {
		panic(fmt.Sprintf("report: table: %v", err)) // a buffer takes everything
	}
	lines := strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

// A shape is how wide the parts of a column's ratios are, so that their points and their ± stand under each other.
type shape struct{ mark, whole, frac int }

func (s *shape) grow(class class, c cell) {
	if class == classRatio && c.extra != "" {
		whole, frac, _ := strings.Cut(c.text, ".")
		s.mark = max(s.mark, textWidth(c.mark))
		s.whole, s.frac = max(s.whole, len(whole)), max(s.frac, len(frac))
	}
}

func (s shape) text(class class, c cell) string {
	if class != classRatio || c.extra == "" {
		return c.join()
	}
	whole, frac, found := strings.Cut(c.text, ".")
	if found {
		frac = "." + frac
	}
	width := s.frac
	if width > 0 {
		width++
	}
	mark := ""
	if s.mark > 0 {
		mark = pad(c.mark, s.mark, false) + " "
	}
	return mark + pad(whole, s.whole, true) + pad(frac, width, false) + " " + c.extra
}

// join writes a cell's parts one after the other.
func (x cell) join() string {
	var parts []string
	for _, p := range []string{x.mark, x.text, x.extra, numbers(x.notes)} {
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

// proseWidth is where prose is broken when nothing else limits it.
const proseWidth = 120

// wrap breaks text at blanks so that no line is wider than width, where words allow it. The first line starts with first, the
// others with as many blanks.
func wrap(first, text string, width int) []string {
	if width <= 0 || width > proseWidth {
		width = proseWidth
	}
	indent := strings.Repeat(" ", textWidth(first))
	var lines []string
	current, empty := first, true
	for _, word := range strings.Fields(text) {
		if !empty && textWidth(current)+1+textWidth(word) > width {
			lines = append(lines, current)
			current, empty = indent, true
		}
		if !empty {
			current += " "
		}
		current, empty = current+word, false
	}
	return append(lines, current)
}

// textWidth is how many columns of a terminal s takes.
func textWidth(s string) int { return displaywidth.String(s) }

// pad fills s with blanks up to the width.
func pad(s string, width int, right bool) string {
	blanks := strings.Repeat(" ", max(0, width-textWidth(s)))
	if right {
		return blanks + s
	}
	return s + blanks
}

// A palette dyes text, or with no colour leaves it.
type palette bool

func (i palette) dye(t tone, s string) string {
	return i.with([...]string{"", "32", "31", "2", "1;31"}[t], s)
}

func (i palette) strong(s string) string { return i.with("1", s) }

func (i palette) with(code, s string) string {
	if !bool(i) || code == "" || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}
