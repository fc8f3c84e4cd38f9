package report

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// Charts are SVG of our own: gonum/plot draws neither both colour schemes nor words to hover over, and a JavaScript library
// would be larger than the page. Every text in them goes through words.

// A drawing collects SVG.
type drawing struct{ strings.Builder }

func (d *drawing) add(format string, args ...any) { d.WriteString(fmt.Sprintf(format, args...)) }

func words(text string) string { return template.HTMLEscapeString(printable(text)) }

func (d *drawing) chart(width, height float64, caption string) chart {
	svg := fmt.Sprintf(`<svg viewBox="0 0 %.0f %.0f" style="--natural:%.0fpx" role="img" aria-label="%s">`, width, height, width, words(caption))
	return chart{caption, template.HTML(svg + d.String() + "</svg>")}
}

// markers are the shapes of points: with the colours, they tell series apart.
const markers = 5

// point draws a marker at a place.
func (d *drawing) point(x, y float64, series int, class, title string) {
	const r = 3.6
	shape := fmt.Sprintf(`<circle cx="%.1f" cy="%.1f" r="%.1f"/>`, x, y, r)
	switch series % markers {
	case 1:
		shape = fmt.Sprintf(`<path d="M%.1f %.1fh%.1fv%.1fh%.1fz"/>`, x-r, y-r, 2*r, 2*r, -2*r)
	case 2:
		shape = fmt.Sprintf(`<path d="M%.1f %.1fl%.1f %.1fh%.1fz"/>`, x, y-r-1, r+1, 2*r+1, -2*r-2)
	case 3:
		shape = fmt.Sprintf(`<path d="M%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1fz"/>`, x, y-r-1, r+1, r+1, -r-1, r+1, -r-1, -r-1)
	case 4:
		shape = fmt.Sprintf(`<path d="M%.1f %.1fl%.1f %.1fh%.1fz"/>`, x, y+r+1, r+1, -2*r-1, -2*r-2)
	}
	d.add(`<g class="point %s"><title>%s</title>%s</g>`, class, words(title), shape)
}

// ratioTitle heads the ratio charts.
const ratioTitle = "Time ratio of every row"

// ratioCharts draws, for each pair, the ratio of every row: by kind, and sorted in a kind.
func (c *composer) ratioCharts() []chart {
	var charts []chart
	for _, p := range c.pairs {
		if x, ok := c.ratioChart(p); ok {
			charts = append(charts, x)
		}
	}
	return charts
}

const (
	ratioHeight = 190.0
	ratioTop    = 24.0
	ratioFoot   = 62.0 // for the names of kinds
	ratioLeft   = 52.0
	ratioStep   = 11.0 // from row to row
	ratioGap    = 14.0 // between kinds
	tickSpace   = 26.0
)

func (c *composer) ratioChart(p pair) (chart, bool) {
	type dot struct {
		row *result.Row
		gap *result.Gap
	}
	var kinds []sample.Kind
	dots := make(map[sample.Kind][]dot)
	var values []float64
	for _, row := range c.rows() {
		g := row.Between(p.base, p.other, sample.Call)
		if g == nil || row.Unit.EmptyCall() {
			continue
		}
		kind := row.Unit.Kind
		if dots[kind] == nil {
			kinds = append(kinds, kind)
		}
		dots[kind] = append(dots[kind], dot{row, g})
		if values = append(values, g.Ratio.Value); g.Ratio.Bounded() && !row.Marked() { // others may reach beyond the axis
			values = append(values, g.Ratio.Lo, g.Ratio.Hi)
		}
	}
	if len(values) == 0 {
		return chart{}, false
	}
	a := newAxis(ratioHeight, tickSpace, values...)
	up := func(v float64) float64 { return ratioTop + ratioHeight - a.at(v) }
	var d, marks drawing
	x := ratioLeft
	for k, kind := range kinds {
		all := dots[kind]
		slices.SortStableFunc(all, func(a, b dot) int {
			return int(math.Copysign(1, a.gap.Ratio.Value-b.gap.Ratio.Value))
		})
		width := ratioStep*float64(len(all)) + ratioGap
		if k%2 == 0 {
			d.add(`<rect class="stripe" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`, x, ratioTop, width, ratioHeight)
		}
		middle := x + width/2
		marks.add(`<text class="kind" transform="translate(%.1f %.1f) rotate(-35)">%s</text>`, middle+4, ratioTop+ratioHeight+14, words(string(kind)))
		for i, d := range all {
			at := x + ratioGap/2 + ratioStep*(float64(i)+0.5)
			e := d.gap.Ratio
			class := fmt.Sprintf("color-%d", k%colors)
			switch {
			case d.row.Marked():
				class += " flagged"
			case e.Tie():
				class += " equal"
			}
			if e.Bounded() {
				marks.add(`<path class="whisker %s" d="M%.1f %.1fV%.1f"/>`, class, at, up(e.Lo), up(e.Hi))
			}
			marks.point(at, up(e.Value), k/colors, class, d.row.Unit.Title+" "+d.row.Unit.Op+sizeOf(d.row)+": "+ratioCell(d.row, d.gap).join())
		}
		x += width
	}
	for _, t := range a.ticks {
		one := ""
		if math.Abs(t.value-1) < 1e-9 {
			one = " one"
		}
		d.add(`<path class="grid%s" d="M%.1f %.1fH%.1f"/><text class="tick end" x="%.1f" y="%.1f">%s</text>`, one, ratioLeft, up(t.value), x, ratioLeft-6, up(t.value)+4, t.label)
	}
	slower, faster := c.titleOf(p.base)+" slower ↑", c.titleOf(p.base)+" faster ↓"
	d.add(`<text class="tick" x="%.1f" y="14">%s</text><text class="tick" x="%.1f" y="%.1f">%s</text>`, ratioLeft, words(slower), ratioLeft, ratioTop+ratioHeight+ratioFoot-4, words(faster))
	d.WriteString(marks.String())
	caption := fmt.Sprintf("%s: a point per row, by kind, with its 95 %% prediction interval. Above 1, %s is slower. Hollow: equal. Grey: flagged.", c.over(p), c.titleOf(p.base))
	return d.chart(max(x, 200)+8, ratioTop+ratioHeight+ratioFoot, caption), true
}

func sizeOf(row *result.Row) string {
	if row.Unit.Bytes == 0 {
		return ""
	}
	return " of " + bytesText(float64(row.Unit.Bytes))
}

// colors is how many colours the style sheet has.
const colors = 7

// sizeCharts draws, for each sweep, throughput against message size.
func (c *composer) sizeCharts() []chart {
	var charts []chart
	for _, s := range c.sweeps {
		if x, ok := c.sizeChart(s); ok {
			charts = append(charts, x)
		}
	}
	return charts
}

const (
	sizeWidth  = 350.0
	sizeHeight = 190.0
	sizeLeft   = 50.0
	sizeTop    = 34.0
	sizeFoot   = 24.0
)

// A swept line is one library at one boundary.
type sweptLine struct {
	library  string
	boundary sample.Boundary
	color    int
	sizes    []float64
	rates    [][3]float64 // value, low, high
}

func (c *composer) sweptLines(s result.Sweep) []sweptLine {
	var lines []sweptLine
	for k, lib := range c.libs {
		for _, boundary := range []sample.Boundary{sample.Call, sample.Batch} {
			l := sweptLine{lib.Name, boundary, k, nil, nil}
			for i := range c.res.Rows {
				row := &c.res.Rows[i]
				series := row.Find(lib.Name, boundary)
				if row.Unit.Algorithm != s.Algorithm || row.Unit.Op != s.Op || row.Unit.Bytes == 0 || row.Marked() || series == nil || !series.Time.Bounded() {
					continue
				}
				v, lo, hi := measure{"", asRate}.of(series.Time, row.Unit.Bytes)
				l.sizes, l.rates = append(l.sizes, float64(row.Unit.Bytes)), append(l.rates, [3]float64{v, lo, hi})
			}
			if len(l.sizes) > 0 {
				lines = append(lines, l)
			}
		}
	}
	return lines
}

func (c *composer) sizeChart(s result.Sweep) (chart, bool) {
	lines := c.sweptLines(s)
	if len(lines) == 0 {
		return chart{}, false
	}
	var rates, sizes []float64
	for _, l := range lines {
		sizes = append(sizes, l.sizes...)
		for _, r := range l.rates {
			rates = append(rates, r[:]...)
		}
	}
	y, x := between(sizeHeight, tickSpace, rates...), between(sizeWidth, 1, sizes...)
	up := func(v float64) float64 { return sizeTop + sizeHeight - y.at(v) }
	across := func(v float64) float64 { return sizeLeft + x.at(v) }
	var d drawing
	for _, t := range y.ticks {
		d.add(`<path class="grid" d="M%.1f %.1fh%.1f"/><text class="tick end" x="%.1f" y="%.1f">%s</text>`, sizeLeft, up(t.value), sizeWidth, sizeLeft-6, up(t.value)+4, t.label)
	}
	const shift = 4 // powers of two between ticks
	for n := 16.0; n <= slices.Max(sizes); n *= 1 << shift {
		if n >= slices.Min(sizes) {
			d.add(`<path class="grid" d="M%.1f %.1fv%.1f"/><text class="tick middle" x="%.1f" y="%.1f">%s</text>`, across(n), sizeTop, sizeHeight, across(n), sizeTop+sizeHeight+16, bytesText(n))
		}
	}
	for i, p := range s.Payoffs {
		if reach := payoffText(p.Payoff); p.N > 0 {
			d.add(`<g class="even color-%d"><title>%s</title><path d="M%.1f %.1fv%.1f"/><text class="tick" x="%.1f" y="%.1f">%s</text></g>`,
				c.colorOf(p.Other), words(c.titleOf(p.Other)+" is faster "+reach), across(p.N), sizeTop, sizeHeight, across(p.N)+3, sizeTop+12+13*float64(i), words(bytesText(p.N)))
		}
	}
	for _, l := range lines {
		var line, band strings.Builder
		for i, n := range l.sizes {
			fmt.Fprintf(&line, "%c%.1f %.1f", "ML"[min(i, 1)], across(n), up(l.rates[i][0]))
			fmt.Fprintf(&band, "%c%.1f %.1f", "ML"[min(i, 1)], across(n), up(l.rates[i][2]))
		}
		for i := len(l.sizes) - 1; i >= 0; i-- {
			fmt.Fprintf(&band, "L%.1f %.1f", across(l.sizes[i]), up(l.rates[i][1]))
		}
		d.add(`<g class="line %s color-%d"><path class="band" d="%sz"/><path d="%s"/></g>`, words(string(l.boundary)), l.color%colors, band.String(), line.String())
		for i, n := range l.sizes {
			if l.boundary == sample.Call {
				title := fmt.Sprintf("%s, %s: %s MiB/s", c.titleOf(l.library), bytesText(n), figure(l.rates[i][0], l.rates[i][1], l.rates[i][2]))
				d.point(across(n), up(l.rates[i][0]), l.color, fmt.Sprintf("color-%d", l.color%colors), title)
			}
		}
	}
	at := sizeLeft
	for k, lib := range c.libs {
		if slices.ContainsFunc(lines, func(l sweptLine) bool { return l.library == lib.Name }) {
			d.point(at+4, 20, k, fmt.Sprintf("color-%d", k%colors), c.titleOf(lib.Name))
			d.add(`<text class="tick key" x="%.1f" y="24">%s</text>`, at+12, words(c.titleOf(lib.Name)))
			at += 24 + 6.5*float64(textWidth(c.titleOf(lib.Name)))
		}
	}
	caption := fmt.Sprintf("%s %s, MiB/s against message size, both axes logarithmic", s.Title, s.Op)
	for _, p := range s.Payoffs {
		caption += "; " + c.titleOf(p.Other) + " faster: " + payoffText(p.Payoff)
	}
	return d.chart(sizeLeft+sizeWidth+14, sizeTop+sizeHeight+sizeFoot, caption), true
}

// colorOf is a library's place among those shown.
func (c *composer) colorOf(name string) int {
	for k, lib := range c.libs {
		if lib.Name == name {
			return k % colors
		}
	}
	return 0
}
