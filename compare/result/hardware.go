package result

import "cryptogap/compare/stats"

// An Explanation says which CPU features a library uses for a row, found by
// taking them away.
type Explanation struct {
	Row, Algorithm, Op string
	Provider           string
	Effects            []Effect // by feature of the CPU
}

// An Effect is what became of the row without one feature, and without those that
// need it.
type Effect struct {
	Feature string
	Ignored bool           // the library has no switch for it: nothing was measured
	Slower  stats.Estimate // time without it / time with it, paired by repetition; not Valid where it was not measured
	Used    bool           // whether its absence makes a difference
}
