package report

import (
	"fmt"
	"math"
	"strconv"

	"cryptogap/compare/result"
)

// A scatter shows how far each repetition's gap is from the row's, which is what the
// interval is made of.
type scatter struct {
	Width, Height       string
	Left, Right, Bottom string // of the plot inside
	Inner               string // its width
	Ticks               []tick // upwards
	Repetitions         []tick
	Bands               []band
	Points              []point
}

// A band is the interval of a gap.
type band struct {
	Series    int
	Y, Height string
}

// A point is one repetition.
type point struct {
	X, Y, Title string
	Series      int
}

const (
	scatterWidth  = 440.0
	scatterHeight = 130.0
	scatterMargin = 6.0
	scatterLabels = 56.0 // to the right
	scatterFoot   = 22.0
	dodge         = 7.0 // between the points of two gaps in one repetition
)

// scatterOf draws the repetitions of a row's gaps at the call boundary; nil where
// there are none.
func scatterOf(row *result.Row, pairs []pair, c *composer) *scatter {
	gaps := make([]*result.Gap, len(pairs))
	reach, last, found := 0.0, 0, false
	for i, p := range pairs {
		g := row.Between(p.base, p.other, "call")
		if g == nil || len(g.Repetitions) == 0 {
			continue
		}
		gaps[i], found = g, true
		for _, v := range g.Repetitions {
			reach = max(reach, math.Abs(v.Value/g.Ratio.Value-1))
			last = max(last, v.Index)
		}
		if g.Ratio.Bounded() {
			reach = max(reach, g.Ratio.Hi/g.Ratio.Value-1, 1-g.Ratio.Lo/g.Ratio.Value)
		}
	}
	if !found {
		return nil
	}
	const least = 1e-5
	reach = max(reach*1.1, least)
	up := func(away float64) float64 { return scatterMargin + scatterHeight/2*(1-away/reach) }
	across := func(repetition int) float64 {
		return scatterMargin + (float64(repetition)+0.5)*scatterWidth/float64(last+1)
	}
	s := &scatter{
		Width: pixel(scatterMargin + scatterWidth + scatterLabels), Height: pixel(scatterMargin + scatterHeight + scatterFoot),
		Left: pixel(scatterMargin), Right: pixel(scatterMargin + scatterWidth), Bottom: pixel(scatterMargin + scatterHeight), Inner: pixel(scatterWidth),
	}
	step := evenStep(reach)
	for k := -2; k <= 2; k++ {
		if away := float64(k) * step; math.Abs(away) <= reach {
			text := strconv.FormatFloat(100*away, 'g', 3, 64) + " %"
			s.Ticks = append(s.Ticks, tick{At: pixel(up(away)), Label: unless(k <= 0, "+") + text, One: k == 0})
		}
	}
	const mostLabels = 16
	for repetition := 0; repetition <= last; repetition += 1 + last/mostLabels {
		s.Repetitions = append(s.Repetitions, tick{At: pixel(across(repetition)), Label: fmt.Sprint(repetition + 1)})
	}
	for i, g := range gaps {
		if g != nil {
			s.add(c, i, g, pairs[i], up, func(repetition int) float64 { return across(repetition) + dodge*(float64(i)-float64(len(pairs)-1)/2) })
		}
	}
	return s
}

// add draws one gap.
func (s *scatter) add(c *composer, series int, g *result.Gap, p pair, up func(float64) float64, across func(int) float64) {
	if g.Ratio.Bounded() {
		top, bottom := up(g.Ratio.Hi/g.Ratio.Value-1), up(g.Ratio.Lo/g.Ratio.Value-1)
		s.Bands = append(s.Bands, band{series, pixel(top), pixel(max(1, bottom-top))})
	}
	over := c.over(p)
	for _, v := range g.Repetitions {
		s.Points = append(s.Points, point{
			pixel(across(v.Index)), pixel(up(v.Value/g.Ratio.Value - 1)),
			fmt.Sprintf("%s %s, repetition %d: %s (%s)", over[0], over[1], v.Index+1, fixed(v.Value, 4), plural(v.Rounds, "round")), series,
		})
	}
}

// evenStep is a round distance of which two fit into reach.
func evenStep(reach float64) float64 {
	decade := math.Pow(10, math.Floor(math.Log10(reach/2)))
	for _, digit := range []float64{5, 2} {
		if digit*decade <= reach/2 {
			return digit * decade
		}
	}
	return decade
}
