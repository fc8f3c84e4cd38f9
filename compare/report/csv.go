package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// A csvColumn is one column: its name, with the unit in it, and what stands in
// it. series, gap and cgoCall may be nil: the provider has no figure, nothing it is
// compared with, or no second boundary.
type csvColumn struct {
	name string
	of   func(l csvLine) string
}

// A csvLine is one provider at one boundary in one row, or what a sweep over message sizes says of one.
type csvLine struct {
	unit     *sample.Unit
	provider string
	boundary string

	// Of a row; nil in a sweep.
	row     *result.Row
	series  *result.Series
	gap     *result.Gap
	cgoCall *result.CgoCall

	// Of a sweep; nil in a row. fit and payoff may both be nil: too little is known.
	sweep  *result.Sweep
	fit    *result.SweepLine
	payoff *result.SweepPayoff
}

func csvColumns() []csvColumn {
	columns := []csvColumn{
		{"row", func(l csvLine) string { return l.unit.Row }},
		{"algorithm", func(l csvLine) string { return l.unit.Algorithm }},
		{"title", func(l csvLine) string { return l.unit.Title }},
		{"kind", func(l csvLine) string { return l.unit.Kind }},
		{"operation", func(l csvLine) string { return l.unit.Op }},
		{"size_bytes", func(l csvLine) string { return number(only(l.row != nil, float64(l.unit.Bytes))) }},
		{"unit", func(l csvLine) string { return l.unit.Unit }},
		{"provider", func(l csvLine) string { return l.provider }},
		{"boundary", func(l csvLine) string { return l.boundary }},
		{"copy", func(l csvLine) string { return ifSeries(l, func(s *result.Series) float64 { return float64(s.Copy) }) }},
		{"implementation", func(l csvLine) string {
			if l.series == nil {
				return ""
			}
			return l.series.Implementation
		}},
	}
	for _, m := range []struct {
		name string
		of   func(ns float64, u *sample.Unit) float64
	}{
		{"ns_per_op", func(ns float64, u *sample.Unit) float64 { return only(len(u.Costs) != 2, ns) }},
		{"ns_per_iteration", func(ns float64, u *sample.Unit) float64 { return only(len(u.Costs) == 2, ns) }},
		{"mib_per_s", func(ns float64, u *sample.Unit) float64 { return only(u.Bytes > 0, asRate(ns, u.Bytes)) }},
		{"ops_per_s", func(ns float64, u *sample.Unit) float64 { return only(len(u.Costs) != 2, asOps(ns, 0)) }},
	} {
		columns = append(columns, interval(m.name, func(l csvLine) (float64, float64, float64) {
			if l.series == nil {
				return nothing()
			}
			convert := func(ns float64) float64 { return m.of(ns, l.unit) }
			t := l.series.Time
			v, lo, hi := convert(t.Value), convert(t.Lo), convert(t.Hi)
			return v, min(lo, hi), max(lo, hi)
		})...)
	}
	columns = append(columns, csvColumn{"gap_base", func(l csvLine) string {
		switch {
		case l.payoff != nil:
			return l.payoff.Base
		case l.gap == nil:
			return ""
		}
		return l.row.Series[l.gap.Base].Provider
	}})
	columns = append(columns, interval("gap_base_time_over_this", func(l csvLine) (float64, float64, float64) {
		if l.gap == nil {
			return nothing()
		}
		return l.gap.Ratio.Value, l.gap.Ratio.Lo, l.gap.Ratio.Hi
	})...)
	columns = append(columns,
		csvColumn{"tie", func(l csvLine) string {
			return ifGap(l, func(e stats.Estimate) string { return strconv.FormatBool(e.Tie()) })
		}},
		ofRow("status", func(l csvLine) string { s, _ := l.row.Answer(l.provider); return string(s) }),
		ofRow("why", func(l csvLine) string { _, why := l.row.Answer(l.provider); return why }),
		ofRow("row_status", func(l csvLine) string { return string(l.row.Status) }),
		ofRow("digest_hex", func(l csvLine) string { return l.row.Digest }),
		ofRow("rounds", func(l csvLine) string { return strconv.Itoa(l.row.Rounds) }),
		ofRow("quiet_rounds", func(l csvLine) string { return strconv.Itoa(l.row.Quiet) }),
		ofRow("repetitions", func(l csvLine) string { return strconv.Itoa(l.row.Repetitions) }),
		ofRow("contended", func(l csvLine) string { return strconv.FormatBool(l.row.Contended) }),
		ofRow("unstable", func(l csvLine) string { return strings.Join(l.row.Unstable, "; ") }),
		ofRow("warnings", func(l csvLine) string { return strings.Join(l.row.Warnings, "; ") }),
		csvColumn{"threads", func(l csvLine) string {
			return ifSeries(l, func(s *result.Series) float64 { return float64(s.Threads) })
		}},
		csvColumn{"allocs_per_op", func(l csvLine) string {
			return ifAllocations(l, func(b *sample.Allocations) float64 { return b.Allocs })
		}},
		csvColumn{"alloc_bytes_per_op", func(l csvLine) string {
			return ifAllocations(l, func(b *sample.Allocations) float64 { return b.Bytes })
		}},
		csvColumn{"collection_factor", func(l csvLine) string {
			if l.series == nil || !l.series.Collected.Valid() {
				return ""
			}
			return number(l.series.Collected.Value)
		}},
	)
	columns = append(columns, interval("cgo_call_share", func(l csvLine) (float64, float64, float64) {
		return ifCgoCall(l, func(x result.CgoCall) stats.Estimate { return x.Share })
	})...)
	columns = append(columns, interval("cgo_call_ns", func(l csvLine) (float64, float64, float64) {
		return ifCgoCall(l, func(x result.CgoCall) stats.Estimate { return x.NS })
	})...)
	return append(columns, sweepColumns()...)
}

// ofRow is a column that only lines of rows have.
func ofRow(name string, of func(l csvLine) string) csvColumn {
	return csvColumn{name, func(l csvLine) string {
		if l.row == nil {
			return ""
		}
		return of(l)
	}}
}

// interval makes the columns of a value and the ends of its interval.
func interval(name string, of func(csvLine) (value, lo, hi float64)) []csvColumn {
	return []csvColumn{
		{name, func(l csvLine) string { v, _, _ := of(l); return number(v) }},
		{name + "_low", func(l csvLine) string { _, lo, _ := of(l); return number(lo) }},
		{name + "_high", func(l csvLine) string { _, _, hi := of(l); return number(hi) }},
	}
}

func nothing() (value, lo, hi float64) { return math.NaN(), math.NaN(), math.NaN() }

func only(when bool, x float64) float64 {
	if !when {
		return math.NaN()
	}
	return x
}

func ifSeries(l csvLine, of func(*result.Series) float64) string {
	if l.series == nil {
		return ""
	}
	return number(of(l.series))
}

func ifAllocations(l csvLine, of func(*sample.Allocations) float64) string {
	if l.series == nil || l.series.Allocations == nil {
		return ""
	}
	return number(of(l.series.Allocations))
}

// ifCgoCall is for the line of the call boundary, of which the cgo call is a share.
func ifCgoCall(l csvLine, of func(result.CgoCall) stats.Estimate) (value, lo, hi float64) {
	if l.cgoCall == nil {
		return nothing()
	}
	e := of(*l.cgoCall)
	return e.Value, e.Lo, e.Hi
}

func ifGap(l csvLine, of func(stats.Estimate) string) string {
	if l.gap == nil {
		return ""
	}
	return of(l.gap.Ratio)
}

// number writes a figure to nine digits, with a dot and without an exponent; ""
// where it is no finite number.
func number(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(nineDigits(x), 'f', -1, 64)
}

// writeCSV writes a line for each series, and one for each library that has none in a row; then what
// sweeps say.
func writeCSV(b *bytes.Buffer, res *result.Result, _ Options) error {
	columns := csvColumns()
	w := csv.NewWriter(b)
	record := make([]string, len(columns))
	for i, c := range columns {
		record[i] = c.name
	}
	if err := w.Write(record); err != nil {
		return fmt.Errorf("report: csv: %w", err)
	}
	var lines []csvLine
	cgoCalls := cgoCallsOf(res)
	for i := range res.Rows {
		lines = append(lines, csvLines(res, &res.Rows[i], cgoCalls)...)
	}
	for _, l := range append(lines, csvSweeps(res)...) {
		for j, c := range columns {
			record[j] = c.of(l)
		}
		if err := w.Write(record); err != nil {
			return fmt.Errorf("report: csv: %w", err)
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return fmt.Errorf("report: csv: %w", err)
	}
	return nil
}

func csvLines(res *result.Result, row *result.Row, cgoCalls []rowCgoCall) []csvLine {
	var lines []csvLine
	for _, lib := range res.Run.Libraries {
		found := false
		for i := range row.Series {
			s := &row.Series[i]
			if s.Provider != lib.Name {
				continue
			}
			found = true
			l := csvLine{unit: row.Unit, row: row, provider: lib.Name, boundary: s.Boundary, series: s, gap: gapTo(row, i)}
			at := slices.IndexFunc(cgoCalls, func(x rowCgoCall) bool { return x.row == row && x.provider == lib.Name })
			if at >= 0 && s == row.Find(lib.Name, "call") {
				l.cgoCall = &cgoCalls[at].CgoCall
			}
			lines = append(lines, l)
		}
		if !found {
			lines = append(lines, csvLine{unit: row.Unit, row: row, provider: lib.Name})
		}
	}
	return lines
}

// gapTo returns the gap whose other side is the given series.
func gapTo(row *result.Row, series int) *result.Gap {
	for i := range row.Gaps {
		if row.Gaps[i].Other == series {
			return &row.Gaps[i]
		}
	}
	return nil
}
