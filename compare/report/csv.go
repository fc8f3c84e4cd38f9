package report

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// What a line of a CSV says.
const (
	csvRow       = "row"        // what a provider took at a boundary
	csvFit       = "fit"        // fixed cost per call and cost per byte, over all sizes
	csvBreakEven = "break-even" // the sizes at which it is faster than ratio_base, at the call boundary
)

// A record is a line of a CSV: every line has the same names, and what is not known is "".
type record struct{ names, values []string }

func (r *record) text(name, value string) {
	r.names, r.values = append(r.names, name), append(r.values, value)
}

// on adds what of gives, where there is anything to ask.
func (r *record) on(known bool, name string, of func() string) {
	value := ""
	if known {
		value = of()
	}
	r.text(name, value)
}

func (r *record) estimate(name string, e stats.Estimate, convert func(ns float64) float64) {
	lo, hi := convert(e.Lo), convert(e.Hi)
	r.text(name, number(convert(e.Value)))
	r.text(name+"_low", number(min(lo, hi)))
	r.text(name+"_high", number(max(lo, hi)))
}

// unknown is an estimate of nothing.
var unknown = stats.Estimate{Value: math.NaN(), Interval: stats.Interval{Lo: math.NaN(), Hi: math.NaN()}}

// A csvLine is one provider at one boundary in one row, or what a sweep over message sizes says of one.
type csvLine struct {
	unit     *sample.Unit
	provider string
	boundary sample.Boundary
	row      *result.Row         // nil in a sweep
	series   *result.Series      // nil: the provider has no figure
	gap      *result.Gap         // nil: there is nothing it is compared with
	cgoCall  *result.CgoCall     // nil: it has no second boundary
	sweep    *result.Sweep       // nil in a row
	fit      *result.SweepLine   // nil where too little is known
	payoff   *result.SweepPayoff // nil where it is no break-even
}

// writeCSV writes a line for each series, and one for each library that has none in a row; then what sweeps say.
func writeCSV(b *bytes.Buffer, res *result.Result, _ Options) error {
	cgoCalls := cgoCallsOf(res)
	var lines []csvLine
	for i := range res.Rows {
		lines = append(lines, csvLines(res, &res.Rows[i], cgoCalls)...)
	}
	head := (&csvLine{unit: &sample.Unit{}}).record(res)
	records := [][]string{head.names}
	for _, l := range append(lines, csvSweeps(res)...) {
		records = append(records, l.record(res).values)
	}
	return writeRecords(b, records)
}

// record makes the line. Run, machine and version come last, so that files of several runs can be joined.
func (l *csvLine) record(res *result.Result) *record {
	r := &record{}
	u := l.unit
	only := func(when bool, x float64) float64 {
		if !when {
			return math.NaN()
		}
		return x
	}
	r.text("row", u.Row)
	r.text("algorithm", u.Algorithm)
	r.text("title", u.Title)
	r.text("kind", string(u.Kind))
	r.text("operation", u.Op)
	r.text("size_bytes", number(only(l.row != nil, float64(u.Bytes))))
	r.text("unit", u.Unit)
	r.text("provider", l.provider)
	r.text("boundary", string(l.boundary))
	s := l.series
	if s == nil {
		s = &result.Series{Time: unknown, Collected: unknown}
	}
	r.on(l.series != nil, "copy", func() string { return strconv.Itoa(s.Copy) })
	r.text("implementation", s.Implementation)
	iterated := len(u.Costs) == 2
	r.estimate("ns_per_op", s.Time, func(ns float64) float64 { return only(!iterated, ns) })
	r.estimate("ns_per_iteration", s.Time, func(ns float64) float64 { return only(iterated, ns) })
	r.estimate("mib_per_s", s.Time, func(ns float64) float64 { return only(u.Bytes > 0, asRate(ns, u.Bytes)) })
	r.estimate("ops_per_s", s.Time, func(ns float64) float64 { return only(!iterated, asOps(ns, 0)) })
	base, ratio := "", unknown
	switch {
	case l.payoff != nil:
		base = l.payoff.Base
	case l.gap != nil:
		base, ratio = l.row.Series[l.gap.Base].Provider, l.gap.Ratio
	}
	r.text("ratio_base", base)
	r.estimate("base_time_over_this", ratio, same)
	r.on(l.gap != nil, "equal", func() string { return strconv.FormatBool(ratio.Tie()) })
	row := l.row
	r.on(row != nil, "status", func() string { s, _ := row.Answer(l.provider); return string(s) })
	r.on(row != nil, "why", func() string { _, why := row.Answer(l.provider); return why })
	r.on(row != nil, "row_status", func() string { return string(row.Status) })
	r.on(row != nil, "digest_hex", func() string { return row.Digest })
	r.on(row != nil, "rounds", func() string { return strconv.Itoa(row.Rounds) })
	r.on(row != nil, "quiet_rounds", func() string { return strconv.Itoa(row.Quiet) })
	r.on(row != nil, "repetitions", func() string { return strconv.Itoa(row.Repetitions) })
	r.on(row != nil, "noisy", func() string { return strconv.FormatBool(row.Contended) })
	r.on(row != nil, "unstable", func() string { return strings.Join(row.Unstable, "; ") })
	r.on(l.gap != nil, "depends_on_layout", func() string { return strconv.FormatBool(l.gap.Layouts.Depends) })
	r.on(row != nil, "warnings", func() string { return strings.Join(row.Warnings, "; ") })
	r.on(l.series != nil, "threads", func() string { return strconv.Itoa(s.Threads) })
	r.on(s.Allocations != nil, "allocs_per_op", func() string { return number(s.Allocations.Allocs) })
	r.on(s.Allocations != nil, "alloc_bytes_per_op", func() string { return number(s.Allocations.Bytes) })
	r.on(l.series != nil, "collection_factor", func() string { return number(s.Collected.Value) })
	share, ns := unknown, unknown
	if l.cgoCall != nil {
		share, ns = l.cgoCall.Share, l.cgoCall.NS
	}
	r.estimate("cgo_call_share", share, same)
	r.estimate("cgo_call_ns", ns, same)
	l.swept(r)
	run := res.Run
	r.text("run_started", run.Started.UTC().Format(time.RFC3339))
	r.text("run_seed", strconv.FormatUint(run.Seed, 10))
	r.text("tool", run.Tool)
	r.text("cpu", run.Environment.CPU)
	r.text("os", run.Environment.OS)
	r.text("goarch", run.Environment.GOARCH)
	r.text("go_version", run.Environment.Go)
	at := slices.IndexFunc(run.Libraries, func(lib sample.Library) bool { return lib.Name == l.provider })
	r.on(at >= 0, "library_version", func() string { return run.Libraries[at].Version })
	return r
}

// swept adds which kind of line it is, and what a sweep says.
func (l *csvLine) swept(r *record) {
	kind, note := csvFit, ""
	a, b := unknown, unknown
	switch {
	case l.row != nil:
		kind = csvRow
	case l.payoff != nil:
		kind = csvBreakEven
	case l.fit != nil:
		usable := averages(l.fit.Line, len(l.sweep.Sizes)-l.sweep.Marked)
		if note = lineText(l.fit.Line, usable); usable {
			a, b = l.fit.A, l.fit.B
		}
	default:
		note = "not known: too few sizes are left"
	}
	r.text("line", kind)
	r.estimate("fit_call_ns", a, same)
	r.estimate("fit_byte_ns", b, same)
	r.on(l.fit != nil, "fit_good", func() string { return strconv.FormatBool(l.fit.Holds()) })
	r.text("fit_note", note)
	p := l.payoff
	r.on(p != nil, "break_even", func() string { return string(p.Kind) })
	r.on(p != nil, "break_even_bytes", func() string { return number(p.N) })
	r.on(p != nil, "break_even_bytes_low", func() string { return number(p.Lo) })
	r.on(p != nil, "break_even_bytes_high", func() string { return number(p.Hi) })
	r.on(p != nil, "break_even_ranges", func() string { return rangesText(p.Ranges) })
	r.on(l.sweep != nil, "sizes", func() string { return fmt.Sprint(len(l.sweep.Sizes)) })
	r.on(l.sweep != nil, "sizes_left_out", func() string { return fmt.Sprint(l.sweep.Marked) })
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
			if at >= 0 && s == row.Find(lib.Name, sample.Call) {
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

// csvSweeps makes a line for each fit and each break-even size, or one that says that there is none.
func csvSweeps(res *result.Result) []csvLine {
	var lines []csvLine
	for _, s := range res.Sweeps() {
		u := &sample.Unit{Row: s.Algorithm + "/op=" + s.Op, Algorithm: s.Algorithm, Title: s.Title, Kind: s.Kind, Op: s.Op}
		for i := range s.Lines {
			f := &s.Lines[i]
			lines = append(lines, csvLine{unit: u, provider: f.Provider, boundary: f.Boundary, sweep: &s, fit: f})
		}
		for i := range s.Payoffs {
			p := &s.Payoffs[i]
			lines = append(lines, csvLine{unit: u, provider: p.Other, boundary: sample.Call, sweep: &s, payoff: p})
		}
		if len(s.Lines) == 0 {
			lines = append(lines, csvLine{unit: u, sweep: &s})
		}
	}
	return lines
}
