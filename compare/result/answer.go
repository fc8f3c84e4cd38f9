package result

import (
	"slices"
	"strings"

	"cryptogap/compare/sample"
)

// Answer says how the provider stands in the row and, where it has no figure
// there, why. A failure while timing outweighs every verdict, and of the verdicts on several
// costs the first that is not a match counts. The status is "" where nothing is known.
func (r *Row) Answer(provider string) (status sample.Status, why string) {
	for _, f := range r.Failures {
		if f.Provider == provider {
			return f.Status, f.Why
		}
	}
	for _, v := range r.Verdicts {
		a, ok := v.Answer(provider)
		if !ok {
			continue
		}
		if a.Status != sample.Match && a.Status != sample.Unchecked {
			return a.Status, a.Why
		}
		status = a.Status
	}
	return status, ""
}

// failed says whether the provider stopped answering while it was timed.
func (r *Row) failed(provider string) bool {
	return slices.ContainsFunc(r.Failures, func(f sample.Failure) bool { return f.Provider == provider })
}

// Between returns the ratio of base, at the call boundary, to other at the given
// one, or with base and other the same the ratio of the provider to its own copy (A/A). It is nil
// where there is none.
func (r *Row) Between(base, other string, boundary sample.Boundary) *Gap {
	copied := 0
	if base == other {
		copied = 1
	}
	for i, g := range r.Gaps {
		b, o := &r.Series[g.Base], &r.Series[g.Other]
		if b.Provider == base && b.Copy == 0 && o.Provider == other && o.Boundary == boundary && o.Copy == copied {
			return &r.Gaps[i]
		}
	}
	return nil
}

// Why says in words why the provider has no figure in the row; "" where it has one.
func (r *Row) Why(provider string) string {
	status, why := r.Answer(provider)
	switch status {
	case "", sample.Match, sample.Unchecked:
		return ""
	}
	return strings.TrimSuffix(string(status)+": "+why, ": ")
}
