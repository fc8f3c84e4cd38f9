package result

import (
	"math"

	"cryptogap/compare/catalog"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// CrossingShare is the share of a call that the crossing takes, (call − batch) / call, and the
// half width of its interval. It is below 0 by noise alone. There is none where the provider lacks a boundary.
func (r *Row) CrossingShare(provider string) (share, half float64, ok bool) {
	for _, c := range r.crossings {
		if c.provider == provider {
			return 1 - c.ratio.Value, (c.ratio.Hi - c.ratio.Lo) / 2, true
		}
	}
	return 0, 0, false
}

// A crossingRatio is a provider's time at the batch boundary over that at the call boundary, paired in
// rounds, which is far better known than either.
type crossingRatio struct {
	provider string
	ratio    stats.Estimate
}

func (r *Row) cross(picked [][]*sample.Round) {
	for i := range r.Series {
		call := &r.Series[i]
		batch := r.Find(call.Provider, "batch")
		if call.Boundary != "call" || call.Copy > 0 || batch == nil || !call.Time.Valid() || !batch.Time.Valid() || r.failed(call.Provider) {
			continue
		}
		ratios := clusters(picked, func(round *sample.Round) float64 { return batch.time(r.Unit, round) / call.time(r.Unit, round) })
		if e := stats.Gap(ratios); e.Bounded() {
			r.crossings = append(r.crossings, crossingRatio{call.Provider, e})
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
		op := string(catalog.Operation(u.Op).Standing())
		kept := rows[place{u.Algorithm, op, u.Bytes}]
		if kept == nil || kept == opened {
			continue
		}
		k := Rekeying{Algorithm: u.Algorithm, Title: u.Title, Op: op, Bytes: u.Bytes, Marked: kept.Marked() || opened.Marked()}
		for _, s := range kept.Series {
			other := opened.Find(s.Provider, s.Boundary)
			if s.Boundary == "call" && s.Copy == 0 && s.Threads == kept.Series[0].Threads && s.Time.Valid() && other != nil && other.Time.Valid() {
				k.Sides = append(k.Sides, RekeyingSide{s.Provider, s.Time, other.Time})
			}
		}
		if len(k.Sides) > 0 {
			all = append(all, k)
		}
	}
	return all
}
