package report

import (
	"bytes"
	"math"
	"slices"
	"strconv"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

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
