package truth

import (
	"context"
	"math"

	"cryptogap/compare"
	"cryptogap/compare/provider"
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// The goals of sustained work, for the difference between its ratio and the table's.
const (
	SustainedMedian = 0.005
	SustainedWorst  = 0.02
)

// A Sustained ratio is that of the table beside that of the same operations done the plain way.
type Sustained struct {
	Row, Base, Other string
	Table, Lo, Hi    float64
	Flagged          bool
	Plain            float64 // centre over the layouts of the ratio of means
	Error            float64 // its standard error, relative, as the layouts tell it; NaN with one layout
}

// Off is how far the table's ratio is from the plain one, relative.
func (s Sustained) Off() float64 { return s.Table/s.Plain - 1 }

// Sustain measures the rows of cfg as a run does, then the plain way, and returns the ratios that both have, at the call
// boundary. When ctx ends it returns the context's cause.
func Sustain(ctx context.Context, cfg compare.Config, s compare.SustainedSettings) ([]Sustained, *result.Result, error) {
	records, err := compare.Run(ctx, cfg)
	if err != nil {
		return nil, nil, err
	}
	if ctx.Err() != nil {
		return nil, nil, context.Cause(ctx)
	}
	res, err := result.From(records)
	if err != nil {
		return nil, nil, err
	}
	units, times, err := compare.Sustained(ctx, cfg, s)
	if err != nil {
		return nil, nil, err
	}
	var all []Sustained
	for i := range res.Rows {
		row := &res.Rows[i]
		for _, g := range row.Gaps {
			a, b := &row.Series[g.Base], &row.Series[g.Other]
			if a.Boundary != provider.Call || b.Boundary != a.Boundary {
				continue
			}
			x := Sustained{Row: row.Unit.Row, Base: a.Provider, Other: b.Provider, Table: g.Ratio.Value, Lo: g.Ratio.Lo, Hi: g.Ratio.Hi, Flagged: row.Marked()}
			if x.Plain, x.Error = plain(units[i], times[i], a.Provider, b.Provider); !math.IsNaN(x.Plain) {
				all = append(all, x)
			}
		}
	}
	return all, res, nil
}

// plain returns the centre over the layouts of the ratio of two providers' means, and its standard error.
func plain(u sample.Unit, times [][]compare.SustainedTime, base, other string) (ratio, err float64) {
	a, b := means(u, times, base), means(u, times, other)
	var n, sum, squares float64
	for layout, x := range a {
		l := math.Log(x / b[layout])
		if math.IsNaN(l) || math.IsInf(l, 0) {
			continue
		}
		n, sum, squares = n+1, sum+l, squares+l*l
	}
	centre := sum / n
	return math.Exp(centre), math.Sqrt(max(0, squares/n-centre*centre) / (n - 1))
}

// means returns the time of an operation, or with two costs of an iteration, by layout.
func means(u sample.Unit, times [][]compare.SustainedTime, name string) map[int]float64 {
	lowest, highest := math.MaxInt, math.MinInt
	perOp := make(map[[2]int]float64) // by layout and cost
	layouts := make(map[int]bool)
	for lane, l := range u.Lanes {
		if l.Provider != name {
			continue
		}
		lowest, highest = min(lowest, l.Cost), max(highest, l.Cost)
		for _, t := range times[lane] {
			layouts[t.Layout] = true
			perOp[[2]int{t.Layout, l.Cost}] = float64(t.NS) / float64(t.Ops)
		}
	}
	all := make(map[int]float64)
	for layout := range layouts {
		if all[layout] = perOp[[2]int{layout, highest}]; highest > lowest {
			all[layout] = (all[layout] - perOp[[2]int{layout, lowest}]) / float64(highest-lowest)
		}
	}
	return all
}
