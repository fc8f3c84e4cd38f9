// Package merge puts the time ratios of several runs side by side: of several machines, or of several builds on one machine.
//
// Times of two machines do not compare. Ratios within a machine do: they say whether what holds on one machine holds on another.
package merge

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// A Merged is several runs side by side.
type Merged struct {
	Runs        []Run
	Rows        []Row    // in the runs' order; the ratios of one pair of libraries stand together
	Differences []string // sentences: what differs between the runs besides the machine
}

// A Pair names whose time is divided by whose.
type Pair struct{ Base, Other string }

// A Row is one ratio in all runs.
type Row struct {
	Name string
	Kind sample.Kind
	Pair
	Ratios []*Ratio // one a run; nil: not measured there
	// Spread is the largest ratio divided by the smallest, less 1, and P the probability of differences as large if all machines
	// had the same ratio. Flagged ratios are left out of both. NaN with fewer than two.
	Spread, P float64
	Verdict   Verdict
}

// A Ratio is that of one run, with its 95 % prediction interval.
type Ratio struct {
	stats.Interval
	Value   float64
	Flagged bool // noisy or unstable
}

// A Verdict compares the runs.
type Verdict string

// The verdicts.
const (
	Agree    Verdict = "agree"   // the intervals explain the differences
	Differ   Verdict = "differ"  // they do not
	Turns    Verdict = "changes" // and another library is faster
	NotKnown Verdict = ""        // fewer than two runs have a ratio that counts
)

// falseDiscoveries is the share of wrong ones that is allowed among the rows said to differ.
const falseDiscoveries = 0.05

// Merge puts runs side by side. Labels must differ.
func Merge(runs []Run) (*Merged, error) {
	m := &Merged{Runs: runs, Differences: differences(runs)}
	for i, r := range runs {
		if slices.ContainsFunc(runs[:i], func(o Run) bool { return o.Label == r.Label }) {
			return nil, fmt.Errorf("merge: two runs are called %q: name them apart", r.Label)
		}
	}
	at := make(map[key]int)
	for i, r := range runs {
		for _, e := range r.entries {
			j, ok := at[e.key]
			if !ok {
				j = len(m.Rows)
				at[e.key] = j
				m.Rows = append(m.Rows, Row{Name: e.row, Kind: e.kind, Pair: e.Pair, Ratios: make([]*Ratio, len(runs))})
			}
			ratio := e.Ratio
			m.Rows[j].Ratios[i] = &ratio
		}
	}
	var pairs []Pair
	for i := range m.Rows {
		m.Rows[i].compare()
		if !slices.Contains(pairs, m.Rows[i].Pair) {
			pairs = append(pairs, m.Rows[i].Pair)
		}
	}
	slices.SortStableFunc(m.Rows, func(a, b Row) int { return slices.Index(pairs, a.Pair) - slices.Index(pairs, b.Pair) })
	judge(m.Rows)
	return m, nil
}

// compare sets Spread and P: Cochran's Q of the logarithms. An interval is a prediction interval, √2 times as wide as a
// confidence interval. That it is made of few repetitions makes it wider still, and the test conservative.
func (r *Row) compare() {
	r.Spread, r.P = math.NaN(), math.NaN()
	var logs, weights []float64
	for _, x := range r.counted() {
		se := (math.Log(x.Hi) - math.Log(x.Lo)) / 2 / (math.Sqrt2 * distuv.UnitNormal.Quantile(0.975))
		logs, weights = append(logs, math.Log(x.Value)), append(weights, 1/(se*se))
	}
	if len(logs) < 2 {
		return
	}
	r.Spread = math.Exp(slices.Max(logs)-slices.Min(logs)) - 1
	var mean, sum, q float64
	for i, l := range logs {
		mean += weights[i] * l
		sum += weights[i]
	}
	mean /= sum
	for i, l := range logs {
		q += weights[i] * (l - mean) * (l - mean)
	}
	r.P = distuv.ChiSquared{K: float64(len(logs) - 1)}.Survival(q)
}

// counted returns the ratios that are compared.
func (r *Row) counted() []*Ratio {
	return slices.DeleteFunc(slices.Clone(r.Ratios), func(x *Ratio) bool {
		return x == nil || x.Flagged || !(x.Lo > 0) || !(x.Hi > x.Lo) || math.IsInf(x.Hi, 0)
	})
}

// judge sets the verdicts, with the number of rows accounted for (Benjamini and Hochberg).
func judge(rows []Row) {
	var order []*Row
	for i := range rows {
		if !math.IsNaN(rows[i].P) {
			order = append(order, &rows[i])
		}
	}
	slices.SortFunc(order, func(a, b *Row) int {
		switch {
		case a.P < b.P:
			return -1
		case a.P > b.P:
			return 1
		}
		return strings.Compare(a.Name+a.Other, b.Name+b.Other)
	})
	differ := 0
	for i, r := range order {
		if r.P <= falseDiscoveries*float64(i+1)/float64(len(order)) {
			differ = i + 1
		}
	}
	for i, r := range order {
		switch {
		case i >= differ:
			r.Verdict = Agree
		case r.turns():
			r.Verdict = Turns
		default:
			r.Verdict = Differ
		}
	}
}

// turns says whether the base is slower in one run and faster in another.
func (r *Row) turns() bool {
	var slower, faster bool
	for _, x := range r.counted() {
		slower, faster = slower || x.Lo > 1, faster || x.Hi < 1
	}
	return slower && faster
}
