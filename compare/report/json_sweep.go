package report

import (
	"cryptogap/compare/result"
	"cryptogap/compare/stats"
)

type jsonSweep struct {
	Algorithm string       `json:"algorithm"`
	Title     string       `json:"title"`
	Operation string       `json:"operation"`
	Sizes     []int        `json:"sizes"`
	Marked    int          `json:"marked"`
	Summary   string       `json:"summary"`
	Lines     []jsonLine   `json:"lines"`
	Payoffs   []jsonPayoff `json:"payoffs"`
}

type jsonLine struct {
	Provider string        `json:"provider"`
	Boundary string        `json:"boundary"`
	Call     jsonEstimate  `json:"call_ns"`
	Byte     jsonEstimate  `json:"byte_ns"`
	Holds    bool          `json:"holds"`
	Residual jsonNumber    `json:"residual"`
	Off      []jsonOff     `json:"off"`
	Segments []jsonSegment `json:"segments"`
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

type jsonPayoff struct {
	Base   string      `json:"base"`
	Other  string      `json:"other"`
	Kind   string      `json:"kind"`
	Size   jsonNumber  `json:"size"`
	Low    jsonNumber  `json:"low"`
	High   jsonNumber  `json:"high"`
	Fitted bool        `json:"fitted"`
	Ranges []jsonRange `json:"ranges"`
}

type jsonRange struct {
	From    jsonNumber `json:"from"`
	To      jsonNumber `json:"to"`
	Verdict string     `json:"verdict"`
}

type jsonRekeying struct {
	Algorithm string             `json:"algorithm"`
	Operation string             `json:"operation"`
	Bytes     int                `json:"bytes"`
	Marked    bool               `json:"marked"`
	Providers []jsonRekeyingSide `json:"providers"`
}

type jsonRekeyingSide struct {
	Provider string       `json:"provider"`
	Kept     jsonEstimate `json:"kept_ns"`
	Opened   jsonEstimate `json:"opened_ns"`
	Extra    jsonNumber   `json:"extra_ns"`
}

func jsonSweeps(res *result.Result) []jsonSweep {
	c := newComposer(res, Options{})
	all := []jsonSweep{}
	for _, s := range res.Sweeps() {
		j := jsonSweep{
			Algorithm: s.Algorithm, Title: s.Title, Operation: s.Op, Sizes: s.Sizes, Marked: s.Marked, Summary: c.sweepSentence(s),
			Lines: []jsonLine{}, Payoffs: []jsonPayoff{},
		}
		for _, l := range s.Lines {
			j.Lines = append(j.Lines, jsonLineOf(l))
		}
		for _, p := range s.Payoffs {
			j.Payoffs = append(j.Payoffs, jsonPayoffOf(p))
		}
		all = append(all, j)
	}
	return all
}

func jsonLineOf(l result.SweepLine) jsonLine {
	j := jsonLine{
		Provider: l.Provider, Boundary: l.Boundary, Call: jsonEstimateOf(l.A, same), Byte: jsonEstimateOf(l.B, same),
		Holds: l.Holds(), Residual: jsonNumber(l.Residual), Off: []jsonOff{}, Segments: []jsonSegment{},
	}
	for _, o := range l.Off {
		j.Off = append(j.Off, jsonOff{jsonNumber(o.N), jsonNumber(o.Relative)})
	}
	for _, s := range l.Segments {
		j.Segments = append(j.Segments, jsonSegment{jsonNumber(s.From), jsonNumber(s.To), jsonNumber(s.A), jsonNumber(s.B)})
	}
	return j
}

func jsonPayoffOf(p result.SweepPayoff) jsonPayoff {
	j := jsonPayoff{
		Base: p.Base, Other: p.Other, Kind: string(p.Kind), Size: jsonNumber(p.N), Low: jsonNumber(p.Lo), High: jsonNumber(p.Hi),
		Fitted: p.Fitted, Ranges: []jsonRange{},
	}
	for _, r := range p.Ranges {
		word := map[stats.Verdict]string{stats.Dearer: "dearer", stats.Tie: "tie", stats.Cheaper: "cheaper"}[r.Verdict]
		j.Ranges = append(j.Ranges, jsonRange{jsonNumber(r.From), jsonNumber(r.To), word})
	}
	return j
}

func jsonRekeyings(res *result.Result) []jsonRekeying {
	all := []jsonRekeying{}
	for _, k := range res.Rekeyings() {
		j := jsonRekeying{Algorithm: k.Algorithm, Operation: k.Op, Bytes: k.Bytes, Marked: k.Marked, Providers: []jsonRekeyingSide{}}
		for _, s := range k.Sides {
			ns, _ := s.Extra()
			j.Providers = append(j.Providers, jsonRekeyingSide{s.Provider, jsonEstimateOf(s.Kept, same), jsonEstimateOf(s.Opened, same), jsonNumber(ns)})
		}
		all = append(all, j)
	}
	return all
}
