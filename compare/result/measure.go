package result

import (
	"fmt"
	"math"
	"slices"

	"cryptogap/compare/sample"
	"cryptogap/compare/selection"
	"cryptogap/compare/stats"
)

// maxRate is the fastest rate believed, in bytes a nanosecond: twice what a
// core of today loads from its first cache with its widest instructions. A call that fails
// early looks faster.
const maxRate = 1024

// measure sets the row's figures from the samples that count. The first repetitions, as many as were asked for, measured every row.
func (r *Row) measure(picked selection.Selection, wanted int) {
	if r.Rounds == 0 {
		return
	}
	for i := range r.Series {
		sr := &r.Series[i]
		times := repeated(picked, func(round selection.Round) float64 { return sr.time(r.Unit, round) })
		mean, values := stats.Mean(times)
		sr.Time, sr.Repetitions = sr.collect(mean), repetitionsOf(picked, values, sr.ops)
		sr.collectAll(sr.Repetitions, false)
		sr.Samples = sr.samples(r.Unit, picked)
		cycles, _ := stats.Mean(repeated(picked, func(round selection.Round) float64 { return sr.cycles(r.Unit, round) }))
		sr.Cycles = sr.collect(cycles)
		if perOp := sr.Time.Value; float64(r.Unit.Bytes)/perOp > maxRate || perOp <= 0 {
			r.Warnings = append(r.Warnings, fmt.Sprintf("%s at the %s boundary: an impossible rate, not printed", sr.Provider, sr.Boundary))
			sr.Time, sr.Repetitions, sr.Samples = stats.Estimate{Value: math.NaN()}, nil, nil
		}
	}
	r.scale(picked)
	r.cross(picked)
	for _, pair := range r.pairs() {
		a, b := &r.Series[pair[0]], &r.Series[pair[1]]
		if r.failed(a.Provider) || r.failed(b.Provider) {
			continue // what it took before it failed is no figure
		}
		ratio, values := r.ratio(picked, a, b)
		ratio = a.collect(ratio)
		if b.Collected.Valid() {
			ratio = ratio.Times(b.Collected.Inverse())
		}
		g := Gap{Base: pair[0], Other: pair[1], Ratio: ratio, Repetitions: repetitionsOf(picked, values, nil), Layouts: stats.ByLayout(values)}
		a.collectAll(g.Repetitions, false)
		b.collectAll(g.Repetitions, true)
		if !g.Ratio.Valid() || !a.Time.Valid() || !b.Time.Valid() {
			continue // not measured, or not believed
		}
		r.Gaps = append(r.Gaps, g)
		if !r.Contended {
			r.Unstable = append(r.Unstable, r.unstable(picked, &g, values, wanted)...)
		}
	}
	r.Contended = r.Contended || r.Noise() > tooNoisy
}

// tooNoisy is the relative half width that noise alone may give the interval of a ratio: beyond it the row says nothing.
const tooNoisy = 0.2

// ratio is the ratio of two series' times, paired in rounds.
func (r *Row) ratio(picked selection.Selection, a, b *Series) (stats.Estimate, []stats.Value) {
	return stats.Ratio(
		repeated(picked, func(round selection.Round) float64 { return a.time(r.Unit, round) }),
		repeated(picked, func(round selection.Round) float64 { return b.time(r.Unit, round) }))
}

// unstable returns what the rounds of a ratio show that its interval does not cover.
func (r *Row) unstable(picked selection.Selection, g *Gap, values []stats.Value, wanted int) []string {
	a, b := &r.Series[g.Base], &r.Series[g.Other]
	ratios := clusters(picked, func(round selection.Round) float64 { return a.time(r.Unit, round) / b.time(r.Unit, round) })
	// Later repetitions measure fewer rows: that they differ from the first ones is no trend in time.
	first := slices.IndexFunc(picked.Repetitions, func(rep selection.Repetition) bool { return rep.Index >= wanted })
	if first < 0 {
		first = len(ratios)
	}
	all := slices.DeleteFunc(stats.Warnings(ratios), func(w stats.Warning) bool { return w.Kind == stats.Trend })
	trends := slices.DeleteFunc(stats.Warnings(ratios[:first]), func(w stats.Warning) bool { return w.Kind != stats.Trend })
	warnings := slices.DeleteFunc(slices.Concat(all, trends), func(w stats.Warning) bool { return w.Effect <= g.Ratio.RelHalfWidth() })
	// Camps of repetitions make the interval itself unstable: it may hold one camp in this run, and the other in the next.
	if w, ok := stats.CampWarning(values); ok && len(warnings) == 0 {
		warnings = append(warnings, w)
	}
	var texts []string
	for _, w := range warnings {
		texts = append(texts, fmt.Sprintf("%s/%s (%s): %s", a.Provider, b.Provider, b.where(), w.Text))
	}
	return texts
}

// series groups the unit's lanes by provider, boundary, copy and threads.
func series(u *sample.Unit) []Series {
	var all []Series
	for i, l := range u.Lanes {
		at := slices.IndexFunc(all, func(s Series) bool {
			return s.Provider == l.Provider && s.Boundary == l.Boundary && s.Copy == l.Copy && s.Threads == l.Threads
		})
		if at < 0 {
			at = len(all)
			all = append(all, Series{
				Provider: l.Provider, Boundary: l.Boundary, Copy: l.Copy, Threads: l.Threads, Implementation: l.Implementation,
				Time: stats.Estimate{Value: math.NaN()}, Cycles: stats.Estimate{Value: math.NaN()}, // until they are measured
			})
		}
		all[at].lanes = append(all[at].lanes, i)
	}
	for _, s := range all {
		slices.SortFunc(s.lanes, func(a, b int) int { return u.Lanes[a].Cost - u.Lanes[b].Cost })
	}
	return all
}

// time is what the series took in the round: nanoseconds an operation, or with
// two costs the slope between them. NaN where it was left out.
func (s *Series) time(u *sample.Unit, r selection.Round) float64 {
	if len(s.lanes) < 2 {
		return r.PerOp(s.lanes[0])
	}
	lo, hi := s.lanes[0], s.lanes[len(s.lanes)-1]
	slope := stats.PairedSlope([]float64{r.PerOp(lo)}, []float64{r.PerOp(hi)}, float64(u.Lanes[lo].Cost), float64(u.Lanes[hi].Cost))
	if len(slope) == 0 {
		return math.NaN()
	}
	return slope[0]
}

// where says at which boundary, and with how many threads, the series was measured.
func (s *Series) where() string {
	if s.Threads < 2 {
		return string(s.Boundary)
	}
	return fmt.Sprintf("%s, %d threads", s.Boundary, s.Threads)
}

// pairs returns the pairs of series whose gap is wanted: the first provider
// (Go, where it takes part) against each other one at each of its boundaries, both with as
// many threads, or a series against its copy.
func (r *Row) pairs() [][2]int {
	var pairs [][2]int
	itself := slices.ContainsFunc(r.Series, func(s Series) bool { return s.Copy > 0 })
	for i, b := range r.Series {
		switch {
		case i == 0:
			continue
		case b.Copy > 0:
			pairs = append(pairs, [2]int{i - 1, i}) // a copy stands behind its original
		case b.Provider != r.Series[0].Provider && !itself:
			base := slices.IndexFunc(r.Series, func(a Series) bool {
				return a.Provider == r.Series[0].Provider && a.Boundary == r.Series[0].Boundary && a.Threads == b.Threads
			})
			if base >= 0 {
				pairs = append(pairs, [2]int{base, i})
			}
		}
	}
	return pairs
}

func clusters(s selection.Selection, value func(selection.Round) float64) [][]float64 {
	out := make([][]float64, len(s.Repetitions))
	for i, rep := range s.Repetitions {
		for _, r := range rep.Rounds {
			out[i] = append(out[i], value(r))
		}
	}
	return out
}

func repeated(s selection.Selection, value func(selection.Round) float64) []stats.Repetition {
	out := make([]stats.Repetition, len(s.Repetitions))
	for i, values := range clusters(s, value) {
		out[i] = stats.Repetition{Layout: s.Repetitions[i].Layout, Values: values}
	}
	return out
}

// Noise is the relative half width that noise alone gives the interval of the row's noisiest ratio: 0 without ratios, +Inf where
// one is not known.
func (r *Row) Noise() float64 {
	noise := 0.0
	for _, g := range r.Gaps {
		n := g.Ratio.Noise
		if math.IsNaN(n) {
			return math.Inf(1)
		}
		noise = max(noise, n)
	}
	return noise
}
