package advise

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// Margin is the difference below which another library is not worth it: 5 %.
const Margin = 0.05

// loopInGo is the boundary of all figures here: each operation is one cgo call, which is in its time.
const loopInGo = sample.Call

// ErrNotMeasured says that a run lacks an operation of the workload.
var ErrNotMeasured = errors.New("the run has not measured it")

// An Advice is what a workload costs with each library. Times have the cgo call and Go's garbage collection in them.
type Advice struct {
	Workload  Workload
	Result    *result.Result
	Base      string // name of the first library: what the others are compared with
	Libraries []Library
	Items     []ItemCost
	Counts    string   // "connections"; "operations" for a mix without a unit
	Flagged   []string // rows whose figures are noisy or unstable
	// Best is the mix with the fastest library for each operation, as a share of the first library's time; 1 where none is faster.
	Best float64
}

// A Library is the whole mix with one library.
type Library struct {
	Name, Title string
	// Seconds of one core for a million of what the workload counts (Advice.Counts), and for a GiB; the latter is 0 where not all
	// operations have a message.
	PerMillion, PerGiB Figure
	// Speed is the first library's time divided by this one's: above 1 this one is faster. 1 for the first library itself.
	Speed   Figure
	Missing []string // operations that it does not do: it has no figures then
}

// A Figure is a value with its 95 % prediction interval.
type Figure struct {
	Value float64
	stats.Interval
}

// An ItemCost is one operation of the mix.
type ItemCost struct {
	Item
	Share   float64  // of the first library's time for the mix, 0 to 1
	Times   []Figure // nanoseconds an operation, by library; NaN: it does not do it
	Fastest []int    // indices of the libraries than which none is known to be faster
}

// For computes what the workload costs with each library of the run. Every operation must have been measured with the first.
func For(w Workload, res *result.Result) (*Advice, error) {
	a := &Advice{Workload: w, Result: res, Best: 1, Counts: "operations"}
	for _, l := range res.Run.Libraries {
		if l.Missing == "" {
			a.Libraries = append(a.Libraries, Library{Name: l.Name, Title: titleOf(l)})
		}
	}
	if len(a.Libraries) < 2 {
		return nil, fmt.Errorf("advise: the run has no two libraries to compare")
	}
	a.Base = a.Libraries[0].Name
	rows := make([]*result.Row, len(w.Items))
	var weights, total float64
	for i, item := range w.Items {
		at := slices.IndexFunc(res.Rows, func(r result.Row) bool { return r.Unit.Row == item.Row() })
		if at < 0 {
			return nil, fmt.Errorf("advise: %s: %w: take a run that has it, or let advise measure", item.Row(), ErrNotMeasured)
		}
		rows[i] = &res.Rows[at]
		base := rows[i].Find(a.Base, loopInGo)
		if base == nil || !base.Time.Valid() {
			return nil, fmt.Errorf("advise: %s: %w with %s, which the others are compared with", item.Row(), ErrNotMeasured, a.Libraries[0].Title)
		}
		weights += item.Weight
		total += item.Weight * item.times() * base.Time.Value
		if rows[i].Marked() {
			a.Flagged = append(a.Flagged, item.Row())
		}
	}
	if w.Unit != "" {
		a.Counts, weights = w.Unit+"s", 1 // the weights are counts as they stand
	}
	for i, item := range w.Items {
		a.Items = append(a.Items, a.itemCost(item, rows[i], total))
	}
	for j := range a.Libraries {
		a.whole(j, rows, weights)
	}
	a.Best = a.best(rows)
	return a, nil
}

func titleOf(l sample.Library) string {
	if l.Title != "" {
		return l.Title
	}
	return l.Name
}

func (a *Advice) itemCost(item Item, row *result.Row, total float64) ItemCost {
	c := ItemCost{Item: item}
	for j, l := range a.Libraries {
		f := Figure{Value: math.NaN()}
		if s := row.Find(l.Name, loopInGo); s != nil && s.Time.Valid() && row.Why(l.Name) == "" {
			f = scaled(s.Time, item.times())
		}
		c.Times = append(c.Times, f)
		if j == 0 {
			c.Share = item.Weight * f.Value / total
		}
	}
	// A library is among the cheapest unless another is known to be faster: by the ratio to the first, which both have.
	for j := range a.Libraries {
		if math.IsNaN(c.Times[j].Value) {
			continue
		}
		own := a.speed(row, j)
		if !slices.ContainsFunc(indices(len(a.Libraries)), func(k int) bool {
			return k != j && !math.IsNaN(c.Times[k].Value) && a.speed(row, k).Lo > own.Hi
		}) {
			c.Fastest = append(c.Fastest, j)
		}
	}
	return c
}

func indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// speed is the first library's time in the row divided by the library's; NaN where there is no ratio.
func (a *Advice) speed(row *result.Row, library int) Figure {
	if library == 0 {
		return Figure{1, stats.Interval{Lo: 1, Hi: 1}}
	}
	if g := row.Between(a.Base, a.Libraries[library].Name, loopInGo); g != nil {
		return Figure{g.Ratio.Value, g.Ratio.Interval}
	}
	nan := math.NaN()
	return Figure{nan, stats.Interval{Lo: nan, Hi: nan}}
}

// whole sets the figures of the mix with one library. Its cost relative to the first library's is the mean of the operations'
// relative costs, weighted by their shares of the first library's time. Their errors are independent. Those of absolute times are
// not: a faster clock moves all of them, so they are added.
func (a *Advice) whole(library int, rows []*result.Row, weights float64) {
	l := &a.Libraries[library]
	var seconds, lo, hi, bytes, relative, below, above float64
	sized := true
	for i, c := range a.Items {
		s := a.speed(rows[i], library)
		if math.IsNaN(c.Times[library].Value) || math.IsNaN(s.Value) {
			l.Missing = append(l.Missing, c.Name())
			continue
		}
		w := c.Weight / weights
		seconds, lo, hi = seconds+w*c.Times[library].Value, lo+w*c.Times[library].Lo, hi+w*c.Times[library].Hi
		relative += c.Share / s.Value
		below = math.Hypot(below, c.Share*(1/s.Value-1/s.Hi))
		above = math.Hypot(above, c.Share*(1/s.Lo-1/s.Value))
		bytes += w * float64(c.Size)
		sized = sized && c.Size > 0
	}
	if l.Missing != nil {
		return
	}
	const nanosecondsInMicro = 1e3 // a million operations of x ns are x/1000 s
	l.PerMillion = Figure{seconds / nanosecondsInMicro, stats.Interval{Lo: lo / nanosecondsInMicro, Hi: hi / nanosecondsInMicro}}
	if sized {
		perByte := (1 << 30) / bytes / 1e9
		l.PerGiB = Figure{seconds * perByte, stats.Interval{Lo: lo * perByte, Hi: hi * perByte}}
	}
	l.Speed = Figure{1 / relative, stats.Interval{Lo: 1 / (relative + above), Hi: 1 / max(relative-below, 0)}}
}

// best is the relative cost of the mix where each operation is done by the library that is fastest.
func (a *Advice) best(rows []*result.Row) float64 {
	var sum float64
	for i, c := range a.Items {
		fastest := 1.0
		for j := range a.Libraries {
			if s := a.speed(rows[i], j); s.Lo > 1 && !math.IsNaN(c.Times[j].Value) {
				fastest = max(fastest, s.Value)
			}
		}
		sum += c.Share / fastest
	}
	return sum
}

func scaled(e stats.Estimate, by float64) Figure {
	return Figure{e.Value * by, stats.Interval{Lo: e.Lo * by, Hi: e.Hi * by}}
}
