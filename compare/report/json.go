package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"time"

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
