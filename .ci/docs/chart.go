// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A report is the part of cryptogap's JSON report that the chart shows.
type report struct {
	Libraries []struct{ Name, Title string }
	Rows      []struct {
		Row, Kind, Operation, Algorithm string
		Noisy                           bool
		Ratios                          []struct {
			Base, Other struct{ Provider, Boundary string }
			Ratio       struct{ Value, Low, High *float64 }
		}
	}
}

// A dot is one ratio.
type dot struct {
	kind          string
	value, lo, hi float64
}

// colours are those of Okabe and Ito, which people with any colour vision tell apart.
var colours = []color.Color{
	color.RGBA{0, 114, 178, 255}, color.RGBA{230, 159, 0, 255}, color.RGBA{0, 158, 115, 255}, color.RGBA{204, 121, 167, 255},
	color.RGBA{86, 180, 233, 255}, color.RGBA{213, 94, 0, 255}, color.RGBA{128, 128, 128, 255}, color.RGBA{0, 0, 0, 255},
}

var shapes = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}}

const (
	width  = 9 * vg.Inch
	height = 4 * vg.Inch
	radius = 3
)

// chart draws the time ratios of a run, sorted: a panel a library, a logarithmic axis, a dot a row with its interval.
func (d *docs) chart(file, records string) error {
	out, err := d.command("report", records, "--format", "json")
	if err != nil {
		return err
	}
	var r report
	if err := json.Unmarshal(out, &r); err != nil {
		return fmt.Errorf("the JSON report of %s: %w", records, err)
	}
	if len(r.Libraries) < 2 {
		return fmt.Errorf("%s has no second library", records)
	}
	title := make(map[string]string)
	for _, l := range r.Libraries {
		title[l.Name] = cmp.Or(l.Title, l.Name)
	}
	base := r.Libraries[0].Name
	kinds, panels := r.dots(base)
	var others []string
	for _, l := range r.Libraries[1:] {
		if len(panels[l.Name]) > 0 {
			others = append(others, l.Name)
		}
	}
	if len(others) == 0 {
		return fmt.Errorf("%s has no ratio to draw", records)
	}
	plots := [][]*plot.Plot{make([]*plot.Plot, len(others))}
	for i, other := range others {
		p, err := panel(panels[other], kinds, title[base]+"/"+title[other], i == 0)
		if err != nil {
			return err
		}
		plots[0][i] = p
	}
	canvas := vgsvg.New(width, height)
	canvas.SetColor(color.White) // also where the page around it is dark
	canvas.Fill(vg.Rectangle{Max: vg.Point{X: width, Y: height}}.Path())
	tiles := draw.Tiles{Rows: 1, Cols: len(others), PadX: vg.Points(12)}
	for i, c := range plot.Align(plots, tiles, draw.New(canvas))[0] {
		plots[0][i].Draw(c)
	}
	var svg bytes.Buffer
	if _, err := canvas.WriteTo(&svg); err != nil {
		return err
	}
	return d.put(file, described(svg.Bytes(), title[base]))
}

// described names the picture for those who do not see it.
func described(svg []byte, base string) []byte {
	text := fmt.Sprintf("<title>Time ratios of %s to each C library, sorted, on a logarithmic axis. Above 1 %s is slower.</title>\n", base, base)
	at := bytes.Index(svg, []byte("<g "))
	return slices.Concat(svg[:at], []byte(text), svg[at:])
}

// dots returns the kinds in the run's order, and by library the ratios that count.
func (r *report) dots(base string) (kinds []string, by map[string][]dot) {
	by = make(map[string][]dot)
	for _, row := range r.Rows {
		for _, g := range row.Ratios {
			if g.Base.Provider != base || g.Other.Boundary != "call" || row.Noisy || row.Kind == "crossing" || g.Ratio.Low == nil || g.Ratio.High == nil {
				continue
			}
			if !slices.Contains(kinds, row.Kind) {
				kinds = append(kinds, row.Kind)
			}
			by[g.Other.Provider] = append(by[g.Other.Provider], dot{row.Kind, *g.Ratio.Value, *g.Ratio.Low, *g.Ratio.High})
		}
	}
	for _, dots := range by {
		slices.SortFunc(dots, func(a, b dot) int { return cmp.Compare(a.value, b.value) })
	}
	return kinds, by
}

func panel(dots []dot, kinds []string, title string, legend bool) (*plot.Plot, error) {
	plot.DefaultFont = font.Font{Typeface: "Liberation", Variant: "Sans"}
	p := plot.New()
	p.Legend.Padding = vg.Points(2)
	p.Title.Text = title
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, ratioTicks{}
	p.X.Label.Text = fmt.Sprintf("%d rows, sorted", len(dots))
	p.X.Tick.Marker = plot.ConstantTicks{}
	one, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 1}, {X: float64(len(dots) + 1), Y: 1}})
	if err != nil {
		return nil, err
	}
	one.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
	p.Add(one)
	for k, kind := range kinds {
		points := struct {
			plotter.XYs
			plotter.YErrors
		}{}
		for i, x := range dots {
			if x.kind == kind {
				points.XYs = append(points.XYs, plotter.XY{X: float64(i + 1), Y: x.value})
				points.YErrors = append(points.YErrors, struct{ Low, High float64 }{x.value - x.lo, x.hi - x.value})
			}
		}
		if len(points.XYs) == 0 {
			points.XYs = append(points.XYs, plotter.XY{X: 0, Y: 1}) // for the legend alone
			if !legend {
				continue
			}
		}
		s, err := plotter.NewScatter(points.XYs)
		if err != nil {
			return nil, err
		}
		s.Color, s.Shape, s.Radius = colours[k%len(colours)], shapes[k%len(shapes)], vg.Points(radius)
		if len(points.YErrors) > 0 {
			bars, err := plotter.NewYErrorBars(points)
			if err != nil {
				return nil, err
			}
			bars.Color = s.Color
			p.Add(bars, s)
		}
		if legend {
			p.Legend.Add(kind, s)
		}
	}
	p.Legend.Top, p.Legend.Left = true, true
	p.X.Min, p.X.Max = 0, float64(len(dots)+1)
	if legend {
		p.Y.Label.Text = "time ratio; above 1: Go is slower"
	}
	return p, nil
}

// ratioTicks are at round ratios.
type ratioTicks struct{}

func (ratioTicks) Ticks(lo, hi float64) []plot.Tick {
	var ticks []plot.Tick
	for decade := 1e-6; decade <= hi; decade *= 10 {
		for _, digit := range []float64{1, 2, 5} {
			if v := digit * decade; v >= lo && v <= hi {
				ticks = append(ticks, plot.Tick{Value: v, Label: strings.TrimSuffix(fmt.Sprintf("%.4g", v), ".0")})
			}
		}
	}
	return ticks
}
