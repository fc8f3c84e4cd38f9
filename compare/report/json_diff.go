package report

import (
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

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
