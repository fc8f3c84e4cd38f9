package result

import (
	"slices"

	"cryptogap/compare/selection"
	"cryptogap/compare/stats"
)

// A Scaling is what more threads bring a provider.
type Scaling struct {
	Base, Other int            // indices into Row.Series: with one thread, with more
	Factor      stats.Estimate // throughput of Other / throughput of Base, paired in rounds
}

// scale sets the row's scalings: every series with several threads against that of its
// provider with one.
func (r *Row) scale(picked selection.Selection) {
	for i := range r.Series {
		many := &r.Series[i]
		base := slices.IndexFunc(r.Series, func(s Series) bool {
			return s.Provider == many.Provider && s.Boundary == many.Boundary && s.Threads == 1
		})
		if many.Threads < 2 || base < 0 || r.failed(many.Provider) {
			continue
		}
		one := &r.Series[base]
		factor, _ := r.ratio(picked, one, many)
		if factor.Valid() && one.Time.Valid() && many.Time.Valid() {
			r.Scalings = append(r.Scalings, Scaling{base, i, factor})
		}
	}
}
