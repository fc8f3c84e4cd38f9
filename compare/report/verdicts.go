package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"cryptogap/compare/sample"
)

// Verdicts writes whether the libraries agree, case by case, as a table or as
// JSON ($defs/verdicts).
func Verdicts(w io.Writer, libs []sample.Library, verdicts []sample.Verdict, f Format, o Options) error {
	if err := oneOf(f, Table, JSON); err != nil {
		return err
	}
	return atOnce(w, func(b *bytes.Buffer) error {
		if f == JSON {
			return encode(b, map[string]any{"schema": JSONSchema, "counts": count(verdicts), "verdicts": filled(verdicts)})
		}
		return writeVerdicts(b, libs, verdicts, o)
	})
}

// statuses are those a verdict can have, the good one first.
func statuses() []sample.Status {
	return []sample.Status{sample.Match, sample.Unchecked, sample.Refused, sample.NotOffered, sample.Absent, sample.Crashed, sample.Mismatch}
}

func count(verdicts []sample.Verdict) map[sample.Status]int {
	counts := make(map[sample.Status]int)
	for _, s := range statuses() {
		counts[s] = 0
	}
	for _, v := range verdicts {
		counts[v.Status]++
	}
	return counts
}

func writeVerdicts(b *bytes.Buffer, libs []sample.Library, verdicts []sample.Verdict, o Options) error {
	ink := palette(o.Color)
	names := newTitles(libs)
	g := &grid{}
	g.add("case", false)
	g.add("outputs", false)
	g.add("start", false)
	g.add("checks", true)
	for _, lib := range libs {
		g.add(names.of(lib.Name), false)
	}
	var notes notebook
	for i := range verdicts {
		v := &verdicts[i]
		row := []string{v.Case, ink.dyed(v.Status), v.Digest[:min(digestShown, len(v.Digest))], fmt.Sprint(v.Checks)}
		for _, lib := range libs {
			text := ""
			if a, ok := v.Answer(lib.Name); ok {
				text = answerText(v, a, &notes, ink)
			}
			row = append(row, text)
		}
		g.rows = append(g.rows, row)
	}
	const start, checks = 2, 3
	lines, err := g.fitted(o.Width, start, checks)
	if err != nil {
		return err
	}
	t := text{b: b, width: o.Width}
	for _, l := range lines {
		t.line(l)
	}
	for _, v := range verdicts {
		if v.Status != sample.Mismatch && v.Status != sample.Crashed && len(v.Details) == 0 {
			continue
		}
		t.line("")
		t.wrapped("", ink.dye(toneAlarm, strings.ToUpper(string(v.Status))+" "+v.Case))
		for _, d := range v.Details {
			t.wrapped("  ", printable(d))
		}
	}
	t.numbered(notes.list)
	counts := count(verdicts)
	var parts []string
	for _, s := range statuses() {
		if counts[s] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[s], ink.dyed(s)))
		}
	}
	t.paragraph([]string{plural(len(verdicts), "case") + ": " + list(parts...) + "."})
	return nil
}

// statusText is a status in the words of the reports.
func statusText(s sample.Status) (string, tone) {
	switch s {
	case sample.Mismatch:
		return "MISMATCH", toneAlarm
	case sample.Crashed:
		return string(s), toneAlarm
	case sample.Unchecked:
		return "not cross-checked", toneNone
	case "":
		return "not verified", toneNone
	}
	return string(s), toneNone
}

// dyed is a status in its colour.
func (i palette) dyed(s sample.Status) string {
	text, t := statusText(s)
	return i.dye(t, text)
}

// answerText is one library's answer, with what it has to say as a note.
func answerText(v *sample.Verdict, a sample.Answer, notes *notebook, ink palette) string {
	text := ink.dyed(a.Status)
	switch a.Status {
	case sample.Absent:
		text = "–"
	case sample.Unchecked:
		text = "alone"
	case sample.Mismatch:
		text = ink.dye(toneAlarm, "differs")
	}
	why := reason(a.Why)
	if why == "" {
		return text
	}
	return text + " " + numbers([]int{notes.add(why)})
}
