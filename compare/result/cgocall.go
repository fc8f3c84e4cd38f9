package result

import (
	"fmt"
	"math"
	"slices"

	"cryptogap/compare/sample"
	"cryptogap/compare/selection"
	"cryptogap/compare/stats"
)

// A CgoCall is what the cgo call into a library takes of one call. Its two boundaries are paired in rounds,
// so that it is far better known than either of their times.
type CgoCall struct {
	Share stats.Estimate // of the call, (call − batch) / call; below 0 by noise alone
	NS    stats.Estimate // nanoseconds a call: Share of the call's time
}

// CgoCall returns the provider's cgo call in the row. There is none where the provider lacks a boundary, or the
// operation has a cost.
func (r *Row) CgoCall(provider string) (x CgoCall, ok bool) {
	i := slices.IndexFunc(r.cgoCalls, func(c cgoRatio) bool { return c.provider == provider })
	if i < 0 {
		return x, false
	}
	batch, call := r.cgoCalls[i].ratio, r.Find(provider, sample.Call).Time
	x.Share = stats.Estimate{
		Value: 1 - batch.Value, Interval: stats.Interval{Lo: 1 - batch.Hi, Hi: 1 - batch.Lo}, N: batch.N, Clusters: batch.Clusters,
	}
	half := math.Hypot(call.Value*(batch.Hi-batch.Lo)/2, x.Share.Value*call.Value*call.RelHalfWidth())
	x.NS = x.Share
	x.NS.Value *= call.Value
	x.NS.Interval = stats.Interval{Lo: x.NS.Value - half, Hi: x.NS.Value + half}
	return x, true
}

// EmptyCall returns the provider's cgo call in the row of the empty call, as far as the run has it.
func (r *Result) EmptyCall(provider string) (CgoCall, bool) {
	for i := range r.Rows {
		if row := &r.Rows[i]; row.Unit.EmptyCall() {
			if x, ok := row.CgoCall(provider); ok {
				return x, true
			}
		}
	}
	return CgoCall{}, false
}

// A CgoCallCheck compares what the cgo call costs a row (call − batch) with
// the empty call of the same provider.
type CgoCallCheck struct {
	Row, Provider string
	Cost          float64 // nanoseconds: call − batch
	Empty         float64 // nanoseconds: the empty call at the same two boundaries
	Agrees        bool
}

// cgoCallSlack is what a call may cost beside the empty one, in nanoseconds, before the row says so: its
// arguments take a few nanoseconds, and caches behave differently in the two loops.
const cgoCallSlack = 25.0

// checkCgoCalls compares each provider's cgo call in each row with its empty call.
func (r *Result) checkCgoCalls() {
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.Unit.EmptyCall() || row.Contended {
			continue
		}
		for _, c := range row.cgoCalls {
			empty, known := r.EmptyCall(c.provider)
			x, ok := row.CgoCall(c.provider)
			if !known || !ok {
				continue
			}
			half := (x.NS.Hi - x.NS.Lo) / 2
			agrees := math.Abs(x.NS.Value-empty.NS.Value) <= cgoCallSlack+half
			r.CgoCalls = append(r.CgoCalls, CgoCallCheck{row.Unit.Row, c.provider, x.NS.Value, empty.NS.Value, agrees})
			if !agrees {
				row.Warnings = append(row.Warnings, fmt.Sprintf("%s: the cgo call takes %.0f ns here (±%.0f), an empty call %.0f ns", c.provider, x.NS.Value, half, empty.NS.Value))
			}
		}
	}
}

// A cgoRatio is a provider's time at the batch boundary over that at the call boundary.
type cgoRatio struct {
	provider string
	ratio    stats.Estimate
}

func (r *Row) cross(picked selection.Selection) {
	if len(r.Unit.Costs) > 0 {
		return // a cgo call is nothing beside so many iterations
	}
	for i := range r.Series {
		call := &r.Series[i]
		batch := r.Find(call.Provider, sample.Batch)
		if call.Boundary != sample.Call || call.Copy > 0 || batch == nil || !call.Time.Valid() || !batch.Time.Valid() || r.failed(call.Provider) {
			continue
		}
		if e, _ := r.ratio(picked, batch, call); e.Bounded() {
			r.cgoCalls = append(r.cgoCalls, cgoRatio{call.Provider, e})
		}
	}
}

// A Rekeying is an operation with its context opened for each message beside the same one
// with a context that is kept.
type Rekeying struct {
	Algorithm, Title string
	Op               string // the one with the kept context
	Bytes            int
	Sides            []RekeyingSide // one a provider that has both rows
	Marked           bool           // either row carries a warning
}

// A RekeyingSide is one provider's part, at the call boundary.
type RekeyingSide struct {
	Provider     string
	Kept, Opened stats.Estimate // nanoseconds an operation
}

// Extra is what opening a context costs, in nanoseconds, and the half width of its interval.
func (s RekeyingSide) Extra() (ns, half float64) {
	return s.Opened.Value - s.Kept.Value,
		math.Hypot(s.Opened.RelHalfWidth()*s.Opened.Value, s.Kept.RelHalfWidth()*s.Kept.Value)
}

// Rekeyings returns one for each row whose operation keeps its context, where the row that opens one each
// time is in the run too.
func (r *Result) Rekeyings() []Rekeying {
	type place struct {
		algorithm, op string
		bytes         int
	}
	rows := make(map[place]*Row)
	for i := range r.Rows {
		u := r.Rows[i].Unit
		rows[place{u.Algorithm, u.Op, u.Bytes}] = &r.Rows[i]
	}
	var all []Rekeying
	for i := range r.Rows {
		opened := &r.Rows[i]
		u := opened.Unit
		kept := rows[place{u.Algorithm, u.Standing, u.Bytes}]
		if kept == nil {
			continue
		}
		k := Rekeying{Algorithm: u.Algorithm, Title: u.Title, Op: u.Standing, Bytes: u.Bytes, Marked: kept.Marked() || opened.Marked()}
		for _, s := range kept.Series {
			other := opened.Find(s.Provider, s.Boundary)
			if s.Boundary == sample.Call && s.Copy == 0 && s.Threads == kept.Series[0].Threads && s.Time.Valid() && other != nil && other.Time.Valid() {
				k.Sides = append(k.Sides, RekeyingSide{s.Provider, s.Time, other.Time})
			}
		}
		if len(k.Sides) > 0 {
			all = append(all, k)
		}
	}
	return all
}
