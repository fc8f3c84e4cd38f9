package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// A grid is text in columns: a header with a rule under it, two blanks between columns, nothing
// around.
type grid struct {
	head  []string // a header of several lines has line breaks
	right []bool   // columns that are aligned to the right
	rows  [][]string
}

// add adds a column.
func (g *grid) add(head string, right bool) {
	g.head, g.right = append(g.head, head), append(g.right, right)
}

// columnGap stands between two columns.
const columnGap = "  "

// lines draws the grid. No line ends in a blank.
func (g *grid) lines() ([]string, error) {
	align := make(tw.Alignment, len(g.head))
	for i := range align {
		align[i] = tw.AlignLeft
		if g.right[i] {
			align[i] = tw.AlignRight
		}
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
	t.Header(g.head)
	if err := t.Bulk(g.rows); err != nil {
		return nil, fmt.Errorf("report: table: %w", err)
	}
	if err := t.Render(); err != nil {
		return nil, fmt.Errorf("report: table: %w", err)
	}
	lines := strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines, nil
}

// fitted draws the grid without the optional columns that the width has no
// room for. They go in the given order; 0 is unlimited.
func (g *grid) fitted(width int, optional ...int) ([]string, error) {
	lines, err := g.lines()
	for err == nil && width > 0 && widest(lines) > width && len(optional) > 0 {
		g = g.without(optional[0])
		for i := range optional {
			if optional[i] > optional[0] {
				optional[i]--
			}
		}
		optional = optional[1:]
		lines, err = g.lines()
	}
	return lines, err
}

func (g *grid) without(column int) *grid {
	less := &grid{head: cut(g.head, column), right: cut(g.right, column)}
	for _, r := range g.rows {
		less.rows = append(less.rows, cut(r, column))
	}
	return less
}

// cut returns a copy of list without its i-th element.
func cut[T any](list []T, i int) []T { return slices.Delete(slices.Clone(list), i, i+1) }

// textWidth is how many columns of a terminal s takes; colour takes none.
func textWidth(s string) int {
	return twwidth.WidthWithOptions(s, twwidth.Options{})
}

// widest returns the width of the longest line.
func widest(lines []string) int {
	w := 0
	for _, l := range lines {
		w = max(w, textWidth(l))
	}
	return w
}

// pad fills s with blanks up to the width.
func pad(s string, width int, right bool) string {
	blanks := strings.Repeat(" ", max(0, width-textWidth(s)))
	if right {
		return blanks + s
	}
	return s + blanks
}
