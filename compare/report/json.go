package report

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"time"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// JSONSchema is the version of the JSON documents. It grows when a reader of
// the version before would misread one; fields are only ever added within a version.
const JSONSchema = 1

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema (draft 2020-12) of the JSON documents: its
// root describes what Write makes, $defs/support, $defs/libraries, $defs/verdicts and $defs/diff what the functions of those names make.
func Schema() []byte { return bytes.Clone(schema) }

// A jsonNumber is null where it is no finite number. It is written to nine
// digits: no figure is known better, and processors differ in the last ones.
type jsonNumber float64

func (n jsonNumber) MarshalJSON() ([]byte, error) {
	if x := float64(n); math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(nineDigits(float64(n)))
}

// nineDigits rounds x to nine significant digits.
func nineDigits(x float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 8, 64), 64)
	if err != nil {
		return x // beyond the largest number by rounding up
	}
	return rounded
}

// jsonResult is the document of a run. Times are nanoseconds; a gap is the
// base's time divided by the other's.
type jsonResult struct {
	Schema      int                `json:"schema"`
	Tool        string             `json:"tool"`
	Started     time.Time          `json:"started"`
	Args        []string           `json:"args"`
	Seed        string             `json:"seed"` // decimal: beyond what a double holds
	Settings    sample.Settings    `json:"settings"`
	Environment sample.Environment `json:"environment"`
	Libraries   []sample.Library   `json:"libraries"`
	Ended       string             `json:"ended"` // "complete", "interrupted", "cut off"
	Elapsed     *int64             `json:"elapsed_ns"`
	Status      sample.Status      `json:"status"`
	Rounds      int                `json:"rounds"`
	Quiet       int                `json:"quiet_rounds"`
	QuietShare  jsonNumber         `json:"quiet_share"`
	BestProbe   jsonNumber         `json:"best_probe_ns"`
	Contended   bool               `json:"contended"`
	Rows        []jsonRow          `json:"rows"`
	Summary     []jsonTally        `json:"summary"`
	CgoCalls    []jsonCgoCall      `json:"cgo_calls"`
	Sweeps      []jsonSweep        `json:"sweeps"`
	Rekeyings   []jsonRekeying     `json:"rekeyings"`
}

type jsonRow struct {
	Row         string         `json:"row"`
	Algorithm   string         `json:"algorithm"`
	Title       string         `json:"title"`
	Kind        string         `json:"kind"`
	Operation   string         `json:"operation"`
	Standard    string         `json:"standard"`
	Unit        string         `json:"unit"`
	Bytes       int            `json:"bytes"`
	Costs       []int          `json:"costs"`
	Note        string         `json:"note"`
	Status      sample.Status  `json:"status"` // "": not verified
	Digest      string         `json:"digest"`
	Rounds      int            `json:"rounds"`
	Quiet       int            `json:"quiet_rounds"`
	Repetitions int            `json:"repetitions"`
	Contended   bool           `json:"contended"`
	Unstable    []string       `json:"unstable"`
	Warnings    []string       `json:"warnings"`
	Providers   []jsonProvider `json:"providers"` // one a library, in their order
	Gaps        []jsonGap      `json:"gaps"`
	Scaling     []jsonScaling  `json:"scaling"`
	Details     []string       `json:"details"` // of a mismatch
}

type jsonProvider struct {
	Provider string        `json:"provider"`
	Status   sample.Status `json:"status"` // "": not verified
	Why      string        `json:"why"`
	Figures  []jsonFigure  `json:"figures"`
}

type jsonFigure struct {
	Boundary       string           `json:"boundary"`
	Copy           int              `json:"copy"`
	Threads        int              `json:"threads"`
	Implementation string           `json:"implementation"`
	Time           jsonEstimate     `json:"time_ns"` // an operation, or with two costs an iteration
	Throughput     *jsonEstimate    `json:"throughput_mib_per_s"`
	Rate           *jsonEstimate    `json:"ops_per_s"`
	Allocations    *jsonAllocations `json:"allocations"`
	Cycles         *jsonEstimate    `json:"cycles,omitempty"` // an operation, or with two costs an iteration
	Repetitions    []jsonRepetition `json:"repetitions"`
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

type jsonGap struct {
	Base        jsonSide         `json:"base"`
	Other       jsonSide         `json:"other"`
	Ratio       jsonEstimate     `json:"ratio"`
	Tie         bool             `json:"tie"`
	Provisional bool             `json:"provisional"`
	Repetitions []jsonRepetition `json:"repetitions"`
}

type jsonSide struct {
	Provider string `json:"provider"`
	Boundary string `json:"boundary"`
	Copy     int    `json:"copy"`
	Threads  int    `json:"threads"`
}

type jsonScaling struct {
	Provider string       `json:"provider"`
	Boundary string       `json:"boundary"`
	Threads  int          `json:"threads"`
	Factor   jsonEstimate `json:"factor"`
}

type jsonAllocations struct {
	Ops    int64      `json:"ops"`
	Allocs jsonNumber `json:"allocs_per_op"`
	Bytes  jsonNumber `json:"bytes_per_op"`
}

type jsonTally struct {
	Kind    string     `json:"kind"` // "": all kinds together
	Base    string     `json:"base"`
	Other   string     `json:"other"`
	Mean    jsonNumber `json:"mean"`
	Rows    int        `json:"rows"`
	Longer  int        `json:"longer"`
	Tied    int        `json:"tied"`
	Shorter int        `json:"shorter"`
	Marked  int        `json:"marked"`
}

type jsonCgoCall struct {
	Row      string       `json:"row"`
	Provider string       `json:"provider"`
	Share    jsonEstimate `json:"share"`
	Cost     jsonNumber   `json:"cost_ns"`
	Low      jsonNumber   `json:"cost_low_ns"`
	High     jsonNumber   `json:"cost_high_ns"`
	Empty    jsonNumber   `json:"empty_ns"`
	Agrees   *bool        `json:"agrees"`
	Marked   bool         `json:"marked"`
}

func jsonCgoCalls(res *result.Result) []jsonCgoCall {
	all := []jsonCgoCall{}
	for _, x := range cgoCallsOf(res) {
		j := jsonCgoCall{
			Row: x.row.Unit.Row, Provider: x.provider, Share: jsonEstimateOf(x.Share, same),
			Cost: jsonNumber(x.NS.Value), Low: jsonNumber(x.NS.Lo), High: jsonNumber(x.NS.Hi), Empty: jsonNumber(math.NaN()), Marked: x.row.Marked(),
		}
		if empty, ok := res.EmptyCall(x.provider); ok {
			j.Empty = jsonNumber(empty.NS.Value)
		}
		if x.check != nil {
			j.Agrees = &x.check.Agrees
		}
		all = append(all, j)
	}
	return all
}

func writeJSON(b *bytes.Buffer, res *result.Result, _ Options) error {
	run := res.Run
	doc := jsonResult{
		Schema: JSONSchema, Tool: run.Tool, Started: run.Started, Args: filled(run.Args), Seed: strconv.FormatUint(run.Seed, 10),
		Settings: run.Settings, Environment: run.Environment, Libraries: filled(run.Libraries), Ended: "complete",
		Status: res.Worst(), Rounds: res.Rounds, Quiet: res.Quiet, QuietShare: jsonNumber(res.QuietShare()), BestProbe: jsonNumber(res.Best), Contended: throughout(res),
		Rows: []jsonRow{}, Summary: []jsonTally{}, CgoCalls: jsonCgoCalls(res),
		Sweeps: jsonSweeps(res), Rekeyings: jsonRekeyings(res),
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
	for i := range res.Rows {
		doc.Rows = append(doc.Rows, jsonRowOf(res, &res.Rows[i]))
	}
	for _, t := range res.Summary() {
		doc.Summary = append(doc.Summary, jsonTally{t.Kind, t.Base, t.Other, jsonNumber(t.Mean), t.Rows, t.Longer, t.Tied, t.Shorter, t.Marked})
	}
	return encode(b, doc)
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

func jsonRowOf(res *result.Result, row *result.Row) jsonRow {
	u := row.Unit
	j := jsonRow{
		Row: u.Row, Algorithm: u.Algorithm, Title: u.Title, Kind: u.Kind, Operation: u.Op, Standard: u.Standard, Unit: u.Unit,
		Bytes: u.Bytes, Costs: filled(u.Costs), Note: u.Note, Status: row.Status, Digest: row.Digest,
		Rounds: row.Rounds, Quiet: row.Quiet, Repetitions: row.Repetitions, Contended: row.Contended,
		Unstable: filled(row.Unstable), Warnings: filled(row.Warnings),
		Providers: []jsonProvider{}, Gaps: []jsonGap{}, Scaling: []jsonScaling{}, Details: []string{},
	}
	for _, lib := range res.Run.Libraries {
		p := jsonProvider{Provider: lib.Name, Figures: []jsonFigure{}}
		p.Status, p.Why = row.Answer(lib.Name)
		for i := range row.Series {
			if s := &row.Series[i]; s.Provider == lib.Name && s.Time.Valid() && s.Time.N > 0 {
				p.Figures = append(p.Figures, jsonFigureOf(u, s))
			}
		}
		j.Providers = append(j.Providers, p)
	}
	for _, g := range row.Gaps {
		j.Gaps = append(j.Gaps, jsonGap{
			Base: jsonSideOf(&row.Series[g.Base]), Other: jsonSideOf(&row.Series[g.Other]), Ratio: jsonEstimateOf(g.Ratio, same),
			Tie: g.Ratio.Tie(), Provisional: g.Ratio.Provisional(), Repetitions: jsonRepetitions(g.Repetitions),
		})
	}
	for _, s := range row.Scalings {
		other := &row.Series[s.Other]
		j.Scaling = append(j.Scaling, jsonScaling{other.Provider, other.Boundary, other.Threads, jsonEstimateOf(s.Factor, same)})
	}
	for _, v := range row.Verdicts {
		j.Details = append(j.Details, v.Details...)
	}
	return j
}

func jsonFigureOf(u *sample.Unit, s *result.Series) jsonFigure {
	f := jsonFigure{
		Boundary: s.Boundary, Copy: s.Copy, Threads: s.Threads, Implementation: s.Implementation,
		Time: jsonEstimateOf(s.Time, same), Repetitions: jsonRepetitions(s.Repetitions),
	}
	if b := s.Allocations; b != nil {
		f.Allocations = &jsonAllocations{b.Ops, jsonNumber(b.Allocs), jsonNumber(b.Bytes)}
	}
	if s.Cycles.Value > 0 {
		e := jsonEstimateOf(s.Cycles, same)
		f.Cycles = &e
	}
	if u.Bytes > 0 {
		e := jsonEstimateOf(s.Time, func(ns float64) float64 { return asRate(ns, u.Bytes) })
		f.Throughput = &e
	}
	if len(u.Costs) != 2 {
		e := jsonEstimateOf(s.Time, func(ns float64) float64 { return asOps(ns, 0) })
		f.Rate = &e
	}
	return f
}

func same(x float64) float64 { return x }

func jsonEstimateOf(e stats.Estimate, convert func(float64) float64) jsonEstimate {
	lo, hi := convert(e.Lo), convert(e.Hi)
	return jsonEstimate{jsonNumber(convert(e.Value)), jsonNumber(min(lo, hi)), jsonNumber(max(lo, hi)), e.N, e.Clusters}
}

func jsonRepetitions(repetitions []result.Repetition) []jsonRepetition {
	all := []jsonRepetition{}
	for _, v := range repetitions {
		all = append(all, jsonRepetition{v.Index, jsonNumber(v.Value), v.Rounds})
	}
	return all
}

func jsonSideOf(s *result.Series) jsonSide {
	return jsonSide{s.Provider, s.Boundary, s.Copy, s.Threads}
}
