package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"

	"cryptogap/compare/result"
	"cryptogap/compare/stats"
)

// jsonDiff is the document of a diff.
type jsonDiff struct {
	Schema      int          `json:"schema"`
	Changes     []jsonChange `json:"changes"`
	OnlyOld     []string     `json:"only_old"`
	OnlyNew     []string     `json:"only_new"`
	Differences []string     `json:"differences"`
	Foreign     []string     `json:"foreign"`
}

type jsonChange struct {
	Row       string          `json:"row"`
	Algorithm string          `json:"algorithm"`
	Operation string          `json:"operation"`
	Provider  string          `json:"provider"`
	Boundary  string          `json:"boundary"`
	Threads   int             `json:"threads"`
	Old       jsonEstimate    `json:"old_time_ns"`
	New       jsonEstimate    `json:"new_time_ns"`
	Time      jsonComparison  `json:"time"`
	Relative  *jsonComparison `json:"relative_time"`
	Marked    bool            `json:"marked"`
}

type jsonComparison struct {
	Ratio       jsonNumber `json:"ratio"` // new / old
	Low         jsonNumber `json:"low"`
	High        jsonNumber `json:"high"`
	P           jsonNumber `json:"p"`
	Test        string     `json:"test"`
	Significant bool       `json:"significant"`
}

func jsonComparisonOf(c stats.Change) jsonComparison {
	return jsonComparison{jsonNumber(c.Ratio), jsonNumber(c.Lo), jsonNumber(c.Hi), jsonNumber(c.P), string(c.Test), c.Significant()}
}

func writeDiffJSON(b *bytes.Buffer, d *result.Diff, _ Options) error {
	doc := jsonDiff{
		Schema: JSONSchema, Changes: []jsonChange{}, OnlyOld: filled(d.OnlyOld), OnlyNew: filled(d.OnlyNew),
		Differences: filled(d.Differences), Foreign: filled(d.Foreign),
	}
	for _, c := range d.Changes {
		j := jsonChange{
			Row: c.Unit.Row, Algorithm: c.Unit.Algorithm, Operation: c.Unit.Op, Provider: c.Provider, Boundary: c.Boundary, Threads: c.Threads,
			Old: jsonEstimateOf(c.Time.Old, same), New: jsonEstimateOf(c.Time.New, same), Time: jsonComparisonOf(c.Time), Marked: c.Marked,
		}
		if c.Gap != nil {
			relative := jsonComparisonOf(*c.Gap)
			j.Relative = &relative
		}
		doc.Changes = append(doc.Changes, j)
	}
	return encode(b, doc)
}

func writeDiffCSV(b *bytes.Buffer, d *result.Diff, _ Options) error {
	w := csv.NewWriter(b)
	records := [][]string{{
		"row", "algorithm", "operation", "size_bytes", "provider", "boundary", "threads", "old_ns", "new_ns",
		"time_ratio", "time_ratio_low", "time_ratio_high", "time_p", "time_significant",
		"relative_ratio", "relative_ratio_low", "relative_ratio_high", "relative_p", "relative_significant", "marked",
	}}
	for _, c := range d.Changes {
		r := []string{
			c.Unit.Row, c.Unit.Algorithm, c.Unit.Op, strconv.Itoa(c.Unit.Bytes), c.Provider, c.Boundary, strconv.Itoa(c.Threads),
			number(c.Time.Old.Value), number(c.Time.New.Value),
		}
		r = append(append(r, comparison(&c.Time)...), comparison(c.Gap)...)
		records = append(records, append(r, strconv.FormatBool(c.Marked)))
	}
	if err := w.WriteAll(records); err != nil {
		return fmt.Errorf("report: csv: %w", err)
	}
	return nil
}

// comparison writes a change, or as many empty fields.
func comparison(c *stats.Change) []string {
	if c == nil {
		return make([]string, 5)
	}
	return []string{number(c.Ratio), number(c.Lo), number(c.Hi), number(c.P), strconv.FormatBool(c.Significant())}
}
