package report

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// Hardware writes which CPU features the libraries use for each row, found by
// experiment, as a table or as JSON ($defs/hardware).
func Hardware(w io.Writer, e sample.Environment, libs []sample.Library, all []result.Explanation, f Format, o Options) error {
	if err := oneOf(f, Table, JSON); err != nil {
		return err
	}
	return atOnce(w, func(b *bytes.Buffer) error {
		if f == JSON {
			return encode(b, jsonHardware{JSONSchema, e, filled(libs), explanationsOf(all)})
		}
		writeHardware(b, libs, all, o)
		return nil
	})
}

func writeHardware(b *bytes.Buffer, libs []sample.Library, all []result.Explanation, o Options) {
	t := text{b: b, width: o.Width}
	titles := make(map[string]string)
	wide := 0
	for _, lib := range libs {
		titles[lib.Name] = lib.Title
		wide = max(wide, textWidth(lib.Title))
	}
	t.wrapped("", "How many times longer a row takes when the libraries are told to do without a CPU feature, and without what needs it")
	ignored := make(map[string][]string)
	for i, x := range all {
		if i == 0 || x.Row != all[i-1].Row {
			t.line("")
			t.wrapped("", x.Row)
		}
		var used, unknown []string
		measured := false
		for _, e := range x.Effects {
			measured = measured || e.Slower.Valid()
			switch {
			case e.Ignored && !slices.Contains(ignored[x.Provider], e.Feature):
				ignored[x.Provider] = append(ignored[x.Provider], e.Feature)
			case e.Ignored:
			case !e.Slower.Valid():
				unknown = append(unknown, e.Feature)
			case e.Used:
				used = append(used, e.Feature+": ×"+fixed(e.Slower.Value, places(e.Slower.Value))+
					unless(!o.Verbose || !e.Slower.Bounded(), " ("+fixed(e.Slower.Lo, places(e.Slower.Value))+" to "+fixed(e.Slower.Hi, places(e.Slower.Value))+")"))
			}
		}
		switch {
		case used == nil && measured:
			used = []string{"nothing makes a difference"}
		case used == nil:
			used = []string{"nothing is known"}
		}
		if unknown != nil {
			used = append(used, "not measured without "+strings.Join(unknown, ", "))
		}
		t.wrapped("  "+pad(titles[x.Provider], wide+2, false), strings.Join(used, ", "))
	}
	if len(all) == 0 {
		return
	}
	var features []string
	for _, e := range all[0].Effects {
		features = append(features, e.Feature)
	}
	t.line("")
	t.wrapped("", "Taken away one after the other: "+strings.Join(features, ", ")+". What does not stand in a line changes nothing there: it is not in use, or something as fast stands in for it.")
	for _, lib := range libs {
		if d := ignored[lib.Name]; d != nil {
			t.wrapped("", lib.Title+" has no switch for "+strings.Join(d, ", ")+".")
		}
	}
}

// places are the decimals of a factor: two up to 2, one up to 20.
func places(x float64) int {
	switch {
	case x < 2:
		return 2
	case x < 20:
		return 1
	}
	return 0
}

type jsonHardware struct {
	Schema      int                `json:"schema"`
	Environment sample.Environment `json:"environment"`
	Libraries   []sample.Library   `json:"libraries"`
	Hardware    []jsonExplanation  `json:"hardware"`
}

type jsonExplanation struct {
	Row       string       `json:"row"`
	Algorithm string       `json:"algorithm"`
	Operation string       `json:"operation"`
	Provider  string       `json:"provider"`
	Features  []jsonEffect `json:"features"`
}

type jsonEffect struct {
	Feature string       `json:"feature"`
	Switch  bool         `json:"switch"` // whether the library can be told to do without it
	Used    bool         `json:"used"`
	Slower  jsonEstimate `json:"slower"` // time without it / time with it
}

func explanationsOf(all []result.Explanation) []jsonExplanation {
	rows := []jsonExplanation{}
	for _, x := range all {
		r := jsonExplanation{Row: x.Row, Algorithm: x.Algorithm, Operation: x.Op, Provider: x.Provider, Features: []jsonEffect{}}
		for _, e := range x.Effects {
			r.Features = append(r.Features, jsonEffect{e.Feature, !e.Ignored, e.Used, jsonEstimateOf(e.Slower, same)})
		}
		rows = append(rows, r)
	}
	return rows
}
