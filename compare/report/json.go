package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// A jsonNumber is null where it is no finite number.
type jsonNumber float64

func (n jsonNumber) MarshalJSON() ([]byte, error) {
	if x := float64(n); math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(nineDigits(float64(n)))
}

// Empty lists are written as [].

// A runDocument is what Write makes of a run.
type runDocument struct {
	Schema      int                `json:"schema" jsonschema_description:"version of this schema: it grows when a reader of the version before would misread a document; fields are only ever added within a version"`
	Tool        string             `json:"tool"`
	Started     time.Time          `json:"started"`
	Args        []string           `json:"args"`
	Seed        string             `json:"seed" jsonschema_description:"decimal: beyond what a double holds"`
	Settings    sample.Settings    `json:"settings"`
	Environment sample.Environment `json:"environment"`
	Libraries   []sample.Library   `json:"libraries"`
	Layouts     []string           `json:"layouts" jsonschema_description:"link layouts that the run was measured in; empty: that of the program alone"`
	InShort     []string           `json:"in_short" jsonschema_description:"the sentences that every report for people starts with"`
	Ended       string             `json:"ended" jsonschema:"enum=complete,enum=interrupted,enum=cut off"`
	Elapsed     *int64             `json:"elapsed_ns" jsonschema:"nullable"`
	Status      sample.Status      `json:"status" jsonschema_description:"the worst of all rows"`
	Rounds      int                `json:"rounds"`
	Quiet       int                `json:"quiet_rounds"`
	QuietShare  jsonNumber         `json:"quiet_share" jsonschema_description:"of the samples: those taken while the machine was quiet"`
	BestProbe   jsonNumber         `json:"best_probe_ns"`
	Noisy       bool               `json:"noisy" jsonschema_description:"no row has enough quiet samples: no figure is to be relied on"`
	Rows        []jsonRow          `json:"rows"`
	Summary     []jsonTally        `json:"summary"`
	CgoCalls    []jsonCgoCall      `json:"cgo_calls"`
	Sweeps      []jsonSweep        `json:"sweeps"`
	Rekeyings   []jsonRekeying     `json:"rekeyings"`
}

type jsonRow struct {
	Row         string         `json:"row" jsonschema_description:"algorithm, operation and size: sha256/op=sum/size=16384"`
	Algorithm   string         `json:"algorithm"`
	Title       string         `json:"title"`
	Kind        sample.Kind    `json:"kind"`
	Operation   string         `json:"operation"`
	Standard    string         `json:"standard"`
	Unit        string         `json:"unit" jsonschema_description:"in which reports for people show the row"`
	Bytes       int            `json:"bytes" jsonschema_description:"of the message; 0 where that means nothing"`
	Costs       []int          `json:"costs" jsonschema_description:"iteration counts; with two, times are the slope between them"`
	Note        string         `json:"note"`
	Status      sample.Status  `json:"status" jsonschema_description:"whether the outputs agree; empty: not verified"`
	Digest      string         `json:"digest"`
	Rounds      int            `json:"rounds"`
	Quiet       int            `json:"quiet_rounds"`
	Repetitions int            `json:"repetitions"`
	Noisy       bool           `json:"noisy"`
	Unstable    []string       `json:"unstable"`
	Warnings    []string       `json:"warnings"`
	Providers   []jsonProvider `json:"providers" jsonschema_description:"one per library, in their order"`
	Ratios      []jsonRatio    `json:"ratios"`
	Scaling     []jsonScaling  `json:"scaling"`
	Details     []string       `json:"details" jsonschema_description:"of a mismatch"`
}

type jsonProvider struct {
	Provider string        `json:"provider"`
	Status   sample.Status `json:"status"`
	Why      string        `json:"why"`
	Figures  []jsonFigure  `json:"figures"`
}

type jsonFigure struct {
	jsonSide
	Implementation string           `json:"implementation"`
	Time           jsonEstimate     `json:"time_ns" jsonschema_description:"of an operation, or with two costs of an iteration"`
	Throughput     *jsonEstimate    `json:"throughput_mib_per_s,omitempty"`
	Rate           *jsonEstimate    `json:"ops_per_s,omitempty"`
	Allocations    *jsonAllocations `json:"allocations,omitempty"`
	Collected      *jsonEstimate    `json:"collection_factor,omitempty" jsonschema_description:"by which garbage collection makes an operation longer; part of time_ns and of every ratio"`
	Cycles         *jsonEstimate    `json:"cycles,omitempty"`
	Repetitions    []jsonRepetition `json:"repetition_medians"`
}

type jsonEstimate struct {
	Value       jsonNumber `json:"value"`
	Low         jsonNumber `json:"low"`
	High        jsonNumber `json:"high"`
	Rounds      int        `json:"rounds"`
	Repetitions int        `json:"repetitions"`
}

type jsonRepetition struct {
	Repetition int        `json:"repetition"`
	Value      jsonNumber `json:"value"`
	Rounds     int        `json:"rounds"`
}

type jsonRatio struct {
	Base        jsonSide         `json:"base"`
	Other       jsonSide         `json:"other"`
	Ratio       jsonEstimate     `json:"ratio" jsonschema_description:"base's time divided by the other's, with its 95 % prediction interval: above 1 the base is slower"`
	Equal       bool             `json:"equal" jsonschema_description:"the interval contains 1"`
	Provisional bool             `json:"provisional" jsonschema_description:"from one repetition alone"`
	Repetitions []jsonRepetition `json:"repetition_medians"`
	Layouts     *jsonLayouts     `json:"layouts,omitempty"`
}

type jsonLayouts struct {
	Depends bool         `json:"depends" jsonschema_description:"the link layouts differ by more than their repetitions explain"`
	Low     jsonNumber   `json:"low"`
	High    jsonNumber   `json:"high"`
	Values  []jsonNumber `json:"values"`
}

type jsonSide struct {
	Provider string          `json:"provider"`
	Boundary sample.Boundary `json:"boundary" jsonschema_description:"call: loop in Go; batch: loop in C"`
	Copy     int             `json:"copy"`
	Threads  int             `json:"threads" jsonschema_description:"0: the caller's alone"`
}

type jsonScaling struct {
	Provider string          `json:"provider"`
	Boundary sample.Boundary `json:"boundary"`
	Threads  int             `json:"threads"`
	Factor   jsonEstimate    `json:"factor"`
}

type jsonAllocations struct {
	Ops    int64      `json:"ops"`
	Allocs jsonNumber `json:"allocs_per_op"`
	Bytes  jsonNumber `json:"bytes_per_op"`
}

type jsonTally struct {
	Kind     sample.Kind `json:"kind"`
	Base     string      `json:"base"`
	Other    string      `json:"other"`
	Mean     jsonNumber  `json:"geometric_mean" jsonschema_description:"of the ratios of the kind's rows that are not excluded"`
	Rows     int         `json:"rows"`
	Slower   int         `json:"slower"`
	Equal    int         `json:"equal"`
	Faster   int         `json:"faster"`
	Excluded int         `json:"excluded" jsonschema_description:"rows that are noisy or unstable"`
}

type jsonCgoCall struct {
	Row      string       `json:"row"`
	Provider string       `json:"provider"`
	Share    jsonEstimate `json:"share"`
	Cost     jsonNumber   `json:"cost_ns"`
	Low      jsonNumber   `json:"cost_low_ns"`
	High     jsonNumber   `json:"cost_high_ns"`
	Empty    jsonNumber   `json:"empty_ns"`
	Agrees   *bool        `json:"agrees,omitempty" jsonschema_description:"with the empty call; missing where there is nothing to compare with"`
	Flagged  bool         `json:"flagged"`
}

type jsonSweep struct {
	Algorithm string          `json:"algorithm"`
	Title     string          `json:"title"`
	Operation string          `json:"operation"`
	Sizes     []int           `json:"sizes"`
	Excluded  int             `json:"excluded"`
	Lines     []jsonLine      `json:"lines"`
	BreakEven []jsonBreakEven `json:"break_even"`
}

type jsonLine struct {
	Provider string          `json:"provider"`
	Boundary sample.Boundary `json:"boundary"`
	Call     jsonEstimate    `json:"call_ns"`
	Byte     jsonEstimate    `json:"byte_ns"`
	Good     bool            `json:"good" jsonschema_description:"one line describes all sizes"`
	Residual jsonNumber      `json:"residual"`
	Off      []jsonOff       `json:"off"`
	Segments []jsonSegment   `json:"segments"`
}

type jsonOff struct {
	Size     jsonNumber `json:"size"`
	Relative jsonNumber `json:"relative"`
}

type jsonSegment struct {
	From jsonNumber `json:"from"`
	To   jsonNumber `json:"to"`
	Call jsonNumber `json:"call_ns"`
	Byte jsonNumber `json:"byte_ns"`
}

type jsonBreakEven struct {
	Base   string           `json:"base"`
	Other  string           `json:"other"`
	Kind   stats.PayoffKind `json:"kind" jsonschema:"enum=always,enum=never,enum=from,enum=until,enum=tie,enum=mixed,enum=unknown" jsonschema_description:"the sizes at which other is faster than base"`
	Size   jsonNumber       `json:"size"`
	Low    jsonNumber       `json:"low"`
	High   jsonNumber       `json:"high"`
	Fitted bool             `json:"fitted"`
	Ranges []jsonRange      `json:"ranges"`
}

type jsonRange struct {
	From    jsonNumber `json:"from"`
	To      jsonNumber `json:"to"`
	Verdict string     `json:"verdict" jsonschema:"enum=slower,enum=equal,enum=faster" jsonschema_description:"how other is in this range of sizes"`
}

type jsonRekeying struct {
	Algorithm string             `json:"algorithm"`
	Operation string             `json:"operation"`
	Bytes     int                `json:"bytes"`
	Flagged   bool               `json:"flagged"`
	Providers []jsonRekeyingSide `json:"providers"`
}

type jsonRekeyingSide struct {
	Provider string       `json:"provider"`
	Kept     jsonEstimate `json:"kept_ns"`
	Opened   jsonEstimate `json:"opened_ns"`
	Extra    jsonNumber   `json:"extra_ns"`
}

// A diffDoc is what Diff makes; the others are those of the functions of their names.
type diffDoc struct {
	Schema      int          `json:"schema"`
	Changes     []jsonChange `json:"changes"`
	OnlyOld     []string     `json:"only_old"`
	OnlyNew     []string     `json:"only_new"`
	Differences []string     `json:"differences"`
	Foreign     []string     `json:"foreign"`
	Controls    []string     `json:"controls" jsonschema_description:"libraries that are the same code on both sides of one run"`
}

type jsonChange struct {
	Row       string          `json:"row"`
	Algorithm string          `json:"algorithm"`
	Operation string          `json:"operation"`
	Provider  string          `json:"provider"`
	Boundary  sample.Boundary `json:"boundary"`
	Threads   int             `json:"threads"`
	Old       jsonEstimate    `json:"old_time_ns"`
	New       jsonEstimate    `json:"new_time_ns"`
	Time      jsonComparison  `json:"time"`
	Relative  *jsonComparison `json:"relative_time,omitempty"`
	OldRatio  *jsonEstimate   `json:"old_ratio,omitempty" jsonschema_description:"the first library's time divided by this one's in the old run"`
	NewRatio  *jsonEstimate   `json:"new_ratio,omitempty"`
	Flagged   bool            `json:"flagged"`
}

type jsonComparison struct {
	Ratio       jsonNumber `json:"ratio" jsonschema_description:"new / old"`
	Low         jsonNumber `json:"low"`
	High        jsonNumber `json:"high"`
	P           jsonNumber `json:"p"`
	Test        string     `json:"test"`
	Significant bool       `json:"significant"`
}

type supportDocument struct {
	Schema int          `json:"schema"`
	Rows   []SupportRow `json:"rows"`
}

type librariesDocument struct {
	Schema      int                `json:"schema"`
	Environment sample.Environment `json:"environment"`
	Libraries   []sample.Library   `json:"libraries"`
}

type verdictsDocument struct {
	Schema   int                   `json:"schema"`
	Counts   map[sample.Status]int `json:"counts"`
	Verdicts []sample.Verdict      `json:"verdicts"`
}

func encode(b *bytes.Buffer, doc any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(doc); err != nil {
		return fmt.Errorf("report: json: %w", err)
	}
	return nil
}

// filled is list, never nil: an empty one is written [].
func filled[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// each converts a list, an empty one to [].
func each[T, U any](list []T, convert func(T) U) []U {
	all := make([]U, len(list))
	for i, x := range list {
		all[i] = convert(x)
	}
	return all
}

func writeJSON(b *bytes.Buffer, res *result.Result, _ Options) error {
	run, c := res.Run, newComposer(res, Options{})
	doc := runDocument{
		Schema: JSONSchema, Tool: run.Tool, Started: run.Started, Args: filled(run.Args), Seed: strconv.FormatUint(run.Seed, 10),
		Settings: run.Settings, Environment: run.Environment, Libraries: filled(run.Libraries), Layouts: filled(run.Layouts), InShort: c.inShort(), Ended: "complete",
		Status: res.Worst(), Rounds: res.Rounds, Quiet: res.Quiet, QuietShare: jsonNumber(res.QuietShare()), BestProbe: jsonNumber(res.Best), Noisy: throughout(res),
		Rows: each(res.Rows, func(row result.Row) jsonRow { return jsonRowOf(res, &row) }),
		Summary: each(
			slices.DeleteFunc(res.Summary(), func(t result.Tally) bool { return t.Kind == "" }),
			func(t result.Tally) jsonTally {
				return jsonTally{t.Kind, t.Base, t.Other, jsonNumber(t.Mean), t.Rows, t.Longer, t.Tied, t.Shorter, t.Marked}
			}),
		CgoCalls: each(cgoCallsOf(res), func(x rowCgoCall) jsonCgoCall { return jsonCgoCallOf(res, &x) }),
		Sweeps:   each(c.sweeps, jsonSweepOf), Rekeyings: each(res.Rekeyings(), jsonRekeyingOf),
	}
	switch {
	case res.End == nil:
		doc.Ended = "cut off"
	default:
		if res.End.Interrupted {
			doc.Ended = "interrupted"
		}
		elapsed := res.End.Elapsed.Nanoseconds()
		doc.Elapsed = &elapsed
	}
	return encode(b, doc)
}

func jsonRowOf(res *result.Result, row *result.Row) jsonRow {
	u := row.Unit
	j := jsonRow{
		Row: u.Row, Algorithm: u.Algorithm, Title: u.Title, Kind: u.Kind, Operation: u.Op, Standard: u.Standard, Unit: u.Unit,
		Bytes: u.Bytes, Costs: filled(u.Costs), Note: u.Note, Status: row.Status, Digest: row.Digest,
		Rounds: row.Rounds, Quiet: row.Quiet, Repetitions: row.Repetitions, Noisy: row.Contended,
		Unstable: filled(row.Unstable), Warnings: filled(row.Warnings), Details: []string{},
		Ratios: each(row.Gaps, func(g result.Gap) jsonRatio {
			r := jsonRatio{
				Base: jsonSideOf(&row.Series[g.Base]), Other: jsonSideOf(&row.Series[g.Other]), Ratio: jsonEstimateOf(g.Ratio, same),
				Equal: g.Ratio.Tie(), Provisional: g.Ratio.Provisional(), Repetitions: each(g.Repetitions, jsonRepetitionOf),
			}
			if l := g.Layouts; len(l.Values) > 1 {
				values := each(l.Values, func(v stats.LayoutValue) jsonNumber { return jsonNumber(v.Value) })
				r.Layouts = &jsonLayouts{l.Depends, jsonNumber(l.Lo), jsonNumber(l.Hi), values}
			}
			return r
		}),
		Scaling: each(row.Scalings, func(s result.Scaling) jsonScaling {
			other := &row.Series[s.Other]
			return jsonScaling{other.Provider, other.Boundary, other.Threads, jsonEstimateOf(s.Factor, same)}
		}),
		Providers: each(res.Run.Libraries, func(lib sample.Library) jsonProvider {
			p := jsonProvider{Provider: lib.Name, Figures: []jsonFigure{}}
			p.Status, p.Why = row.Answer(lib.Name)
			for i := range row.Series {
				if s := &row.Series[i]; s.Provider == lib.Name && s.Time.Valid() && s.Time.N > 0 {
					p.Figures = append(p.Figures, jsonFigureOf(u, s))
				}
			}
			return p
		}),
	}
	for _, v := range row.Verdicts {
		j.Details = append(j.Details, v.Details...)
	}
	return j
}

func jsonFigureOf(u *sample.Unit, s *result.Series) jsonFigure {
	f := jsonFigure{
		jsonSide: jsonSideOf(s), Implementation: s.Implementation,
		Time: jsonEstimateOf(s.Time, same), Repetitions: each(s.Repetitions, jsonRepetitionOf),
	}
	optional := func(known bool, e stats.Estimate, convert func(float64) float64) *jsonEstimate {
		if !known {
			return nil
		}
		x := jsonEstimateOf(e, convert)
		return &x
	}
	if b := s.Allocations; b != nil {
		f.Allocations = &jsonAllocations{b.Ops, jsonNumber(b.Allocs), jsonNumber(b.Bytes)}
	}
	f.Collected = optional(s.Collected.Valid() && s.Collected.Value > 0, s.Collected, same)
	f.Cycles = optional(s.Cycles.Value > 0, s.Cycles, same)
	f.Throughput = optional(u.Bytes > 0, s.Time, func(ns float64) float64 { return asRate(ns, u.Bytes) })
	f.Rate = optional(len(u.Costs) != 2, s.Time, func(ns float64) float64 { return asOps(ns, 0) })
	return f
}

func same(x float64) float64 { return x }

func jsonEstimateOf(e stats.Estimate, convert func(float64) float64) jsonEstimate {
	lo, hi := convert(e.Lo), convert(e.Hi)
	return jsonEstimate{jsonNumber(convert(e.Value)), jsonNumber(min(lo, hi)), jsonNumber(max(lo, hi)), e.N, e.Clusters}
}

func jsonRepetitionOf(v result.Repetition) jsonRepetition {
	return jsonRepetition{v.Index, jsonNumber(v.Value), v.Rounds}
}

func jsonSideOf(s *result.Series) jsonSide {
	return jsonSide{s.Provider, s.Boundary, s.Copy, s.Threads}
}

func jsonCgoCallOf(res *result.Result, x *rowCgoCall) jsonCgoCall {
	j := jsonCgoCall{
		Row: x.row.Unit.Row, Provider: x.provider, Share: jsonEstimateOf(x.Share, same),
		Cost: jsonNumber(x.NS.Value), Low: jsonNumber(x.NS.Lo), High: jsonNumber(x.NS.Hi), Empty: jsonNumber(math.NaN()), Flagged: x.row.Marked(),
	}
	if empty, ok := res.EmptyCall(x.provider); ok {
		j.Empty = jsonNumber(empty.NS.Value)
	}
	if x.check != nil {
		j.Agrees = &x.check.Agrees
	}
	return j
}

func jsonSweepOf(s result.Sweep) jsonSweep {
	return jsonSweep{
		Algorithm: s.Algorithm, Title: s.Title, Operation: s.Op, Sizes: s.Sizes, Excluded: s.Marked,
		Lines: each(s.Lines, func(l result.SweepLine) jsonLine {
			return jsonLine{
				Provider: l.Provider, Boundary: l.Boundary, Call: jsonEstimateOf(l.A, same), Byte: jsonEstimateOf(l.B, same),
				Good: l.Holds(), Residual: jsonNumber(l.Residual),
				Off: each(l.Off, func(o stats.Off) jsonOff { return jsonOff{jsonNumber(o.N), jsonNumber(o.Relative)} }),
				Segments: each(l.Segments, func(s stats.Segment) jsonSegment {
					return jsonSegment{jsonNumber(s.From), jsonNumber(s.To), jsonNumber(s.A), jsonNumber(s.B)}
				}),
			}
		}),
		BreakEven: each(s.Payoffs, func(p result.SweepPayoff) jsonBreakEven {
			return jsonBreakEven{
				p.Base, p.Other, p.Kind, jsonNumber(p.N), jsonNumber(p.Lo), jsonNumber(p.Hi), p.Fitted,
				each(p.Ranges, func(r stats.Range) jsonRange {
					return jsonRange{jsonNumber(r.From), jsonNumber(r.To), verdictWords[r.Verdict]}
				}),
			}
		}),
	}
}

func jsonRekeyingOf(k result.Rekeying) jsonRekeying {
	return jsonRekeying{
		Algorithm: k.Algorithm, Operation: k.Op, Bytes: k.Bytes, Flagged: k.Marked,
		Providers: each(k.Sides, func(s result.RekeyingSide) jsonRekeyingSide {
			ns, _ := s.Extra()
			return jsonRekeyingSide{s.Provider, jsonEstimateOf(s.Kept, same), jsonEstimateOf(s.Opened, same), jsonNumber(ns)}
		}),
	}
}

func comparisonOf(c stats.Change) jsonComparison {
	return jsonComparison{jsonNumber(c.Ratio), jsonNumber(c.Lo), jsonNumber(c.Hi), jsonNumber(c.P), string(c.Test), c.Significant()}
}

func diffDocument(d *result.Diff) diffDoc {
	sentence := func(x sample.Difference) string { return x.String() }
	estimate := func(e *stats.Estimate) *jsonEstimate {
		if e == nil {
			return nil
		}
		j := jsonEstimateOf(*e, same)
		return &j
	}
	return diffDoc{
		Schema: JSONSchema, OnlyOld: filled(d.OnlyOld), OnlyNew: filled(d.OnlyNew), Controls: filled(d.Controls),
		Differences: each(d.Differences, sentence), Foreign: each(d.Foreign, sentence),
		Changes: each(d.Changes, func(c result.Change) jsonChange {
			j := jsonChange{
				Row: c.Unit.Row, Algorithm: c.Unit.Algorithm, Operation: c.Unit.Op, Provider: c.Provider, Boundary: c.Boundary, Threads: c.Threads,
				Old: jsonEstimateOf(c.Time.Old, same), New: jsonEstimateOf(c.Time.New, same), Time: comparisonOf(c.Time), Flagged: c.Marked,
				OldRatio: estimate(c.OldRatio), NewRatio: estimate(c.NewRatio),
			}
			if c.Gap != nil {
				relative := comparisonOf(*c.Gap)
				j.Relative = &relative
			}
			return j
		}),
	}
}
