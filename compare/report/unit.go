package report

import (
	"cmp"

	"cryptogap/compare/stats"
)

// A measure turns nanoseconds an operation (or an iteration) into one column's
// unit.
type measure struct {
	unit    string
	convert func(ns float64, bytes int) float64
}

// of converts an estimate of nanoseconds; lo ≤ hi holds in the new unit too.
func (m measure) of(e stats.Estimate, bytes int) (value, lo, hi float64) {
	value, lo, hi = m.convert(e.Value, bytes), m.convert(e.Lo, bytes), m.convert(e.Hi, bytes)
	return value, min(lo, hi), max(lo, hi)
}

const (
	mebibyte = 1 << 20
	second   = 1e9 // in nanoseconds
)

func asRate(ns float64, bytes int) float64 { return float64(bytes) / mebibyte / (ns / second) }
func asOps(ns float64, _ int) float64      { return second / ns }
func asMicros(ns float64, _ int) float64   { return ns / 1000 }
func asNanos(ns float64, _ int) float64    { return ns }

// A scale is how a section's rows are measured: one unit a column, the same
// in all of its rows.
type scale struct {
	unit     string // sample.Unit.Unit
	title    string
	better   string // which way is better
	measures []measure
}

// scales returns the scales in the order of the report's sections. The units
// are those of package catalog.
func scales() []scale {
	return []scale{
		{"MiB/s", "Throughput in MiB/s (2^20 bytes per second)", "more is better", []measure{{"MiB/s", asRate}}},
		{"ns/iteration", "Time of one iteration in ns", "less is better", []measure{{"ns/iter", asNanos}}},
		{"ops/s", "Operations per second, and µs per operation", "more per second is better", []measure{{"ops/s", asOps}, {"µs/op", asMicros}}},
		{"ns/op", "Time of one operation in ns", "less is better", []measure{{"ns/op", asNanos}}},
	}
}

// scaleOf returns the scale of a unit and its place among the sections. A unit
// that this program does not know, from a newer one's file, is shown in ns.
func scaleOf(unit string) (scale, int) {
	all := scales()
	for i, s := range all {
		if s.unit == unit {
			return s, i
		}
	}
	s := all[len(all)-1]
	s.title = "Time of one operation in ns (" + cmp.Or(unit, "no unit") + ")"
	s.unit = unit
	return s, len(all)
}
