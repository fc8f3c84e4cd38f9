package report

import (
	"bytes"
	"io"
	"math"
	"slices"
	"strings"

	"cryptogap/compare/advise"
	"cryptogap/compare/stats"
)

// AdviseFormats returns the formats that Advise writes, the default first.
func AdviseFormats() []Format { return []Format{Table, Markdown, HTML, JSON} }

// Advise writes what a workload costs with each library as a table, Markdown, HTML or JSON ($defs/advice).
func Advise(w io.Writer, a *advise.Advice, f Format, o Options) error {
	switch f {
	case JSON:
		return atOnce(w, func(b *bytes.Buffer) error { return encode(b, adviceDoc(a)) })
	case Table, Markdown, HTML:
		return draw(w, composeAdvice(a, o), f, o)
	}
	return oneOf(f, AdviseFormats()...)
}

func composeAdvice(a *advise.Advice, o Options) *document {
	d := &document{title: "Cost of a mix of operations"}
	if a.Workload.Name != "" {
		d.title = a.Workload.Name + ": " + a.Workload.About
	}
	d.add(part{title: "In short", list: a.Sentences()})
	d.add(adviceWhole(a))
	d.add(adviceItems(a))
	d.add(part{text: []string{
		"Core-seconds: time of one core. The cgo call and Go's garbage collection are in it. ±: 95 % prediction interval for a repeat run.",
		"The time ratio is that of the whole mix; above 1 " + a.Libraries[0].Title + " is slower. Fastest: no other library is known to be faster.",
	}})
	c := newComposer(a.Result, o)
	d.add(part{title: "Where the numbers of the mix come from", list: a.Workload.Sources})
	d.add(part{title: "Warnings", list: c.warnings()})
	d.add(part{title: "Environment and builds", facts: c.facts(), folded: true})
	return d
}

// adviceWhole is the whole mix, a row a library.
func adviceWhole(a *advise.Advice) part {
	s := &sheet{}
	s.column("", "library", classText, 0)
	s.column("core-seconds", "per million "+a.Counts, classRatio, 0)
	s.column("core-seconds", "per GiB", classRatio, 0)
	s.column("time ratio", a.Libraries[0].Title+"/library", classRatio, 0)
	s.column("", "notes", classText, 0)
	for i, l := range a.Libraries {
		cells := plain(l.Title, "", "", "", "")
		if l.Missing != nil {
			cells[4].text = "lacks " + strings.Join(l.Missing, ", ")
		} else {
			cells[1] = figureCell(l.PerMillion)
			if l.PerGiB.Value > 0 {
				cells[2] = figureCell(l.PerGiB)
			}
			if i > 0 {
				cells[3] = figureCell(l.Speed)
				if l.Speed.Contains(1) {
					cells[3].mark = "~"
				}
			}
		}
		s.row(cells...)
	}
	s.dropEmpty()
	return part{title: "The whole mix", sheet: s}
}

// adviceItems is each operation, a row an operation.
func adviceItems(a *advise.Advice) part {
	s := &sheet{}
	s.column("", "operation", classText, 0)
	s.column("share of", "operations", classNumber, 1)
	s.column("share of", a.Libraries[0].Title+"'s time", classNumber, 0)
	for _, l := range a.Libraries {
		s.column(l.Title, "µs/op", classRatio, 0)
	}
	s.column("", "fastest", classText, 0)
	var weights float64
	for _, c := range a.Items {
		weights += c.Weight
	}
	for _, c := range a.Items {
		cells := plain(c.Name(), fixed(100*c.Weight/weights, 1)+" %", fixed(100*c.Share, 1)+" %")
		for _, t := range c.Times {
			const nanosecondsInMicro = 1e3
			x := plain("–")[0]
			if !math.IsNaN(t.Value) {
				x = figureCell(advise.Figure{Value: t.Value / nanosecondsInMicro, Interval: stats.Interval{Lo: t.Lo / nanosecondsInMicro, Hi: t.Hi / nanosecondsInMicro}})
			}
			cells = append(cells, x)
		}
		var fastest []string
		for _, j := range c.Fastest {
			fastest = append(fastest, a.Libraries[j].Title)
		}
		s.row(append(cells, plain(strings.Join(fastest, ", "))...)...)
	}
	return part{title: "By operation", sheet: s}
}

func figureCell(f advise.Figure) cell {
	return intervalCell(stats.Estimate{Value: f.Value, Interval: f.Interval})
}

// An adviceDocument is what Advise makes.
type adviceDocument struct {
	Schema    int             `json:"schema"`
	Workload  string          `json:"workload" jsonschema_description:"empty: a mix of the user's own"`
	InShort   []string        `json:"in_short"`
	Counts    string          `json:"counts" jsonschema_description:"what core_seconds_per_million counts: operations, or what the workload is made of"`
	Libraries []jsonAdviceLib `json:"libraries" jsonschema_description:"the whole mix with each library; the others are compared with the first"`
	Items     []jsonAdviceOp  `json:"operations"`
	Best      jsonNumber      `json:"fastest_of_each" jsonschema_description:"time of the mix as a share of the first library's, each operation done by the fastest library"`
	Flagged   []string        `json:"flagged" jsonschema_description:"rows that are noisy or unstable"`
}

type jsonAdviceLib struct {
	Provider   string       `json:"provider"`
	PerMillion *jsonFigured `json:"core_seconds_per_million,omitempty"`
	PerGiB     *jsonFigured `json:"core_seconds_per_gib,omitempty"`
	Ratio      *jsonFigured `json:"time_ratio,omitempty" jsonschema_description:"the first library's time divided by this one's: above 1 the first is slower"`
	Missing    []string     `json:"missing" jsonschema_description:"operations that it does not do: it has no figures then"`
}

type jsonAdviceOp struct {
	Row        string        `json:"row"`
	Iterations int           `json:"iterations" jsonschema_description:"of a KDF that is measured by iteration; 0 elsewhere"`
	Weight     float64       `json:"weight" jsonschema_description:"how often it is done, relative to the others"`
	Share      jsonNumber    `json:"share_of_time" jsonschema_description:"of the first library's time"`
	Times      []jsonAdviceT `json:"times"`
}

type jsonAdviceT struct {
	Provider string      `json:"provider"`
	Time     jsonFigured `json:"time_ns"`
	Fastest  bool        `json:"fastest" jsonschema_description:"no other library is known to be faster"`
}

type jsonFigured struct {
	Value jsonNumber `json:"value"`
	Low   jsonNumber `json:"low"`
	High  jsonNumber `json:"high"`
}

func adviceDoc(a *advise.Advice) adviceDocument {
	figured := func(f advise.Figure) *jsonFigured {
		if !(f.Value > 0) {
			return nil
		}
		return &jsonFigured{jsonNumber(f.Value), jsonNumber(f.Lo), jsonNumber(f.Hi)}
	}
	d := adviceDocument{
		Schema: JSONSchema, Workload: a.Workload.Name, InShort: filled(a.Sentences()), Counts: a.Counts, Libraries: []jsonAdviceLib{}, Items: []jsonAdviceOp{},
		Best: jsonNumber(a.Best), Flagged: filled(a.Flagged),
	}
	for _, l := range a.Libraries {
		d.Libraries = append(d.Libraries, jsonAdviceLib{l.Name, figured(l.PerMillion), figured(l.PerGiB), figured(l.Speed), filled(l.Missing)})
	}
	for _, c := range a.Items {
		op := jsonAdviceOp{Row: c.Row(), Iterations: c.Iterations, Weight: c.Weight, Share: jsonNumber(c.Share), Times: []jsonAdviceT{}}
		for j, t := range c.Times {
			if f := figured(t); f != nil {
				op.Times = append(op.Times, jsonAdviceT{a.Libraries[j].Name, *f, slices.Contains(c.Fastest, j)})
			}
		}
		d.Items = append(d.Items, op)
	}
	return d
}
