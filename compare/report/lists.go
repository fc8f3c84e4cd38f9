package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"

	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// Libraries writes what the libraries and the machine are, and what makes a comparison unfair, as text or as JSON
// ($defs/libraries).
func Libraries(w io.Writer, env sample.Environment, libs []sample.Library, f Format, o Options) error {
	if f == JSON {
		return atOnce(w, func(b *bytes.Buffer) error { return encode(b, librariesDocument{JSONSchema, env, filled(libs)}) })
	}
	if err := oneOf(f, Table, JSON); err != nil {
		return err
	}
	d := &document{}
	d.add(part{title: "Machine", facts: append(machine(&env, true), fact{"Program", program(&env)})})
	var warnings []string
	warnings = append(warnings, env.Warnings...)
	titles := newTitles(libs)
	for i := range libs {
		lib := &libs[i]
		p := part{title: titles.of(lib.Name) + unless(lib.Title == lib.Name, " ("+lib.Name+")")}
		add := func(key, value string) {
			if value != "" {
				p.facts = append(p.facts, fact{key, value})
			}
		}
		add("missing", lib.Missing)
		add("version", lib.Version)
		add("headers", unless(lib.Headers == lib.Version, lib.Headers))
		add("license", lib.License)
		for _, f := range lib.Build {
			add(f.Key, f.Value)
		}
		add("CPU features in use", strings.Join(lib.Features, " "))
		d.add(p)
		for _, text := range lib.Warnings {
			warnings = append(warnings, of(titles.of(lib.Name), text))
		}
	}
	d.add(part{title: "Warnings", list: warnings})
	return draw(w, d, f, o)
}

// Verdicts writes whether the libraries agree, case by case, as a table or as JSON ($defs/verdicts).
func Verdicts(w io.Writer, libs []sample.Library, verdicts []sample.Verdict, f Format, o Options) error {
	counts := make(map[sample.Status]int)
	for _, s := range statuses() {
		counts[s] = 0
	}
	for _, v := range verdicts {
		counts[v.Status]++
	}
	if f == JSON {
		return atOnce(w, func(b *bytes.Buffer) error {
			return encode(b, verdictsDocument{JSONSchema, counts, filled(verdicts)})
		})
	}
	if err := oneOf(f, Table, JSON); err != nil {
		return err
	}
	names := newTitles(libs)
	s := &sheet{}
	s.texts("case", "outputs")
	s.column("", "start", classText, 1)
	s.column("", "checks", classNumber, 2)
	for _, lib := range libs {
		s.column("", names.of(lib.Name), classText, 0)
	}
	var notes notebook
	d := &document{}
	var faults []part
	for i := range verdicts {
		v := &verdicts[i]
		outputs := plain("")[0]
		outputs.text, outputs.tone = statusText(v.Status)
		cells := append([]cell{{text: v.Case}, outputs}, plain(v.Digest[:min(digestShown, len(v.Digest))], fmt.Sprint(v.Checks))...)
		for _, lib := range libs {
			x := plain("")[0]
			if a, ok := v.Answer(lib.Name); ok {
				x = answerCell(a, &notes)
			}
			cells = append(cells, x)
		}
		s.row(cells...)
		if v.Status == sample.Mismatch || v.Status == sample.Crashed || len(v.Details) > 0 {
			p := part{title: strings.ToUpper(string(v.Status)) + " " + v.Case, alarm: true, list: v.Details}
			if p.list == nil {
				p.list = []string{"no details are known"}
			}
			faults = append(faults, p)
		}
	}
	d.add(part{sheet: s})
	d.parts = append(d.parts, faults...)
	d.add(part{numbered: notes.list})
	var words []string
	for _, status := range statuses() {
		if counts[status] > 0 {
			text, _ := statusText(status)
			words = append(words, fmt.Sprintf("%d %s", counts[status], text))
		}
	}
	d.add(part{text: []string{plural(len(verdicts), "case") + ": " + list(words...) + "."}})
	return draw(w, d, f, o)
}

// statuses are those a verdict can have, the good one first.
func statuses() []sample.Status {
	return []sample.Status{sample.Match, sample.Unchecked, sample.Known, sample.Refused, sample.NotOffered, sample.Absent, sample.Crashed, sample.Mismatch}
}

// statusText is a status in the words of the reports.
func statusText(s sample.Status) (string, tone) {
	switch s {
	case sample.Match:
		return "equal", toneNone
	case sample.Mismatch:
		return "MISMATCH", toneAlarm
	case sample.Crashed:
		return "crashed", toneAlarm
	case sample.Unchecked:
		return "not cross-checked", toneNone
	case sample.Absent:
		return "not implemented", toneNone
	case "":
		return "not verified", toneNone
	}
	return string(s), toneNone
}

// answerCell is one library's answer, with what it has to say as a note.
func answerCell(a sample.Answer, notes *notebook) cell {
	x := plain("")[0]
	x.text, x.tone = statusText(a.Status)
	switch a.Status {
	case sample.Absent:
		x.text = "–"
	case sample.Unchecked:
		x.text = "alone"
	case sample.Mismatch:
		x.text = "differs"
	}
	if why := reason(a.Why); why != "" {
		x.notes = []int{notes.add(why)}
	}
	return x
}

// An AuditRow is our figure of a row beside the one of the library's own benchmark program: nanoseconds for each of what Per
// names.
type AuditRow struct {
	Row, Library, Program, Per string
	Ours, Theirs               float64
	Ratio                      stats.Estimate // ours / theirs
	Times, Quiet               int
	Noisy                      bool // too few turns were quiet, so Ratio has all
	Note, Why                  string
}

// Audit writes the rows as a table, with a summary of how far the two are apart.
func Audit(w io.Writer, rows []AuditRow, o Options) error {
	s := &sheet{}
	s.texts("row", "library")
	s.column("", "program", classText, 3)
	s.column("", "per", classText, 2)
	s.column("ours", "ns", classNumber, 0)
	s.column("theirs", "ns", classNumber, 0)
	s.column("ours/", "theirs", classRatio, 0)
	s.column("quiet", "turns", classText, 1)
	s.column("", "notes", classText, 4)
	var off, half []float64
	differ := 0
	for _, r := range rows {
		cells := plain(r.Row, r.Library, r.Program, r.Per)
		if r.Why != "" {
			s.row(append(cells, plain("", "", "", "", "not measured: "+r.Why)...)...)
			continue
		}
		off = append(off, math.Abs(r.Ratio.Value-1))
		known := ""
		if r.Ratio.Bounded() {
			half = append(half, r.Ratio.RelHalfWidth())
			known = fmt.Sprintf("±%.3f", (r.Ratio.Hi-r.Ratio.Lo)/2)
		}
		if !r.Ratio.Tie() {
			differ++
		}
		note := r.Note
		if r.Noisy {
			note = strings.TrimSuffix("noisy: too few turns were quiet; "+note, "; ")
		}
		cells = append(cells, plain(fmt.Sprintf("%.4g", r.Ours), fmt.Sprintf("%.4g", r.Theirs))...)
		cells = append(cells, cell{text: fixed(r.Ratio.Value, 3), extra: known, value: r.Ratio.Value})
		s.row(append(cells, plain(fmt.Sprintf("%d of %d", r.Quiet, r.Times), note)...)...)
	}
	d := &document{}
	d.add(part{sheet: s})
	if len(off) > 0 {
		interval := "±: 95 % prediction interval for a repeated audit. No row has the four turns that it takes."
		if len(half) > 0 {
			interval = fmt.Sprintf("±: 95 %% prediction interval for a repeated audit, %.1f %% in the median row. %s beyond it.",
				100*stats.Median(half), plural(differ, "row")+map[bool]string{true: " differs", false: " differ"}[differ == 1])
		}
		d.add(part{text: []string{
			fmt.Sprintf("%s: median of |ours / theirs − 1| %.1f %%, largest %.1f %%. Ours is the batch boundary: the loop in C.",
				plural(len(off), "row"), 100*stats.Median(off), 100*stats.Quantile(off, 1)),
			interval,
			"The other program is not interleaved and times each row once a turn, so a busy machine moves it more than ours.",
			"It is one binary: how the addresses of its code change its time is in no interval.",
		}})
	}
	return draw(w, d, Table, o)
}

// A SupportRow says who offers one operation of one algorithm.
type SupportRow struct {
	Algorithm string            `json:"algorithm"` // its ID
	Title     string            `json:"title"`
	Kind      sample.Kind       `json:"kind"`
	Operation string            `json:"operation"`
	Suites    []string          `json:"suites"`
	Work      string            `json:"work"`      // what is inside one operation, in every library
	Providers []SupportProvider `json:"providers"` // one a library, in the order of the libraries
}

// A SupportProvider is one library's answer.
type SupportProvider struct {
	Provider       string `json:"provider"`
	Implementation string `json:"implementation"` // the code that answers; "": nothing does
	Why            string `json:"why"`            // why nothing does
	Details        string `json:"details"`        // what an operation does besides
}

// text is the answer in a table.
func (p SupportProvider) text(verbose bool) string {
	if p.Implementation == "" {
		return "–"
	}
	return cmp.Or(unless(!verbose, p.Implementation), "yes")
}
