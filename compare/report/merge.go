package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"cryptogap/compare/merge"
	"cryptogap/compare/stats"
)

// MergeFormats returns the formats that Merge writes, the default first.
func MergeFormats() []Format { return []Format{Table, Markdown, HTML, CSV} }

// Merge writes the ratios of several runs side by side.
func Merge(w io.Writer, m *merge.Merged, f Format, o Options) error {
	switch f {
	case CSV:
		return atOnce(w, func(b *bytes.Buffer) error { return mergeCSV(b, m) })
	case Table, Markdown, HTML:
		return draw(w, composeMerge(m), f, o)
	}
	return oneOf(f, MergeFormats()...)
}

func composeMerge(m *merge.Merged) *document {
	d := &document{title: "Time ratios of " + plural(len(m.Runs), "run") + ", side by side"}
	d.add(part{title: "In short", list: mergeShort(m)})
	for _, p := range mergePairs(m) {
		d.add(mergeSection(m, p))
	}
	d.add(part{text: []string{
		"±: 95 % prediction interval for a repeat run. ~: equal, the interval contains 1. ?: flagged, noisy or unstable, and left out of the comparison.",
		"Spread: the largest ratio divided by the smallest. agree: the intervals explain it. differ: they do not (Cochran's Q test, false discovery rate 5 %). changes: and another library is faster.",
	}})
	d.add(part{title: "Differences between the runs", list: m.Differences})
	var facts []fact
	for _, r := range m.Runs {
		text := list(cmp.Or(r.Environment.CPU, "unknown CPU"), unless(r.Environment.Hypervisor == "", "virtual machine"), cmp.Or(r.Environment.OS, "unknown system"),
			unless(r.Started.IsZero(), r.Started.UTC().Format("2006-01-02")))
		for i := range r.Libraries {
			if r.Libraries[i].Missing == "" {
				text = list(text, versioned(&r.Libraries[i]))
			}
		}
		facts = append(facts, fact{r.Label, list(text, unless(math.IsNaN(r.QuietShare), percent(r.QuietShare)+" of the samples quiet"))})
	}
	d.add(part{title: "Runs", facts: facts})
	return d
}

func mergePairs(m *merge.Merged) []merge.Pair {
	var pairs []merge.Pair
	for _, r := range m.Rows {
		if !slices.Contains(pairs, r.Pair) {
			pairs = append(pairs, r.Pair)
		}
	}
	return pairs
}

func mergeTitle(m *merge.Merged, p merge.Pair) string {
	return m.Title(p.Base) + "/" + m.Title(p.Other)
}

// mergeShort says, for each pair of libraries, whether the machines agree, and where another library is faster.
func mergeShort(m *merge.Merged) []string {
	var all []string
	changes, compared, flagged := []string{}, 0, 0
	for _, p := range mergePairs(m) {
		var spreads []float64
		agree, most := 0, merge.Row{Spread: -1}
		for _, r := range m.Rows {
			if r.Pair != p {
				continue
			}
			for _, x := range r.Ratios {
				if x != nil && x.Flagged {
					flagged++
				}
			}
			if r.Verdict == merge.NotKnown {
				continue
			}
			spreads = append(spreads, r.Spread)
			if r.Verdict == merge.Agree {
				agree++
			}
			if r.Verdict == merge.Turns {
				changes = append(changes, r.Name+" ("+mergeTitle(m, p)+")")
			}
			if r.Spread > most.Spread {
				most = r
			}
		}
		compared += len(spreads)
		if len(spreads) > 0 {
			all = append(all, fmt.Sprintf("%s: %d of %d ratios agree within their intervals. The spread is %s in the median, %s at most (%s).",
				mergeTitle(m, p), agree, len(spreads), spread(stats.Median(spreads)), spread(most.Spread), most.Name))
		}
	}
	switch {
	case compared == 0:
		all = append(all, "No row has a ratio that counts in two runs, so nothing is compared.")
	case len(changes) == 0:
		all = append(all, "No ratio shows Go or a C library faster in one run and slower in another.")
	default:
		all = append(all, fmt.Sprintf("Which library is faster depends on the run in %s: %s.", plural(len(changes), "ratio"), named(changes)))
	}
	if flagged > 0 {
		all = append(all, subject(flagged, "ratio")+" flagged and left out of this.")
	}
	if len(m.Differences) > 0 {
		all = append(all, "The runs differ in more than the machine: see below.")
	}
	return all
}

// named lists the first of many.
func named(all []string) string {
	const most = 5
	if len(all) > most {
		return list(all[:most]...) + " and " + fmt.Sprint(len(all)-most) + " more"
	}
	return list(all...)
}

// spread writes how far ratios lie apart: 0.4 %.
func spread(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return fixed(100*x, min(2, max(0, 1-magnitude(100*x)))) + " %"
}

func mergeSection(m *merge.Merged, p merge.Pair) part {
	s := &sheet{}
	s.column("", "row", classText, 0)
	for _, r := range m.Runs {
		s.column("", r.Label, classRatio, 0)
	}
	s.column("", "spread", classNumber, 0)
	s.column("", "runs", classText, 0)
	for _, r := range m.Rows {
		if r.Pair != p {
			continue
		}
		cells := plain(r.Name)
		for _, x := range r.Ratios {
			cells = append(cells, mergedCell(x))
		}
		end := plain(spread(r.Spread), string(r.Verdict))
		end[0].value = r.Spread
		if r.Verdict == merge.Turns {
			end[1].tone = toneAlarm
		}
		s.rows = append(s.rows, line{cells: append(cells, end...), id: "", kind: r.Kind})
	}
	return part{title: "Time ratio " + mergeTitle(m, p) + "; above 1: " + m.Title(p.Base) + " is slower", sheet: s}
}

func mergedCell(x *merge.Ratio) cell {
	if x == nil {
		return plain("")[0]
	}
	return intervalCell(stats.Estimate{Value: x.Value, Interval: x.Interval}).judged(x.Flagged, x.Contains(1))
}

func mergeCSV(b *bytes.Buffer, m *merge.Merged) error {
	head := []string{"row", "kind", "ratio_base", "ratio_other"}
	for _, r := range m.Runs {
		for _, column := range []string{"ratio", "ratio_low", "ratio_high", "flagged"} {
			head = append(head, r.Label+" "+column)
		}
	}
	records := [][]string{append(head, "spread", "p", "verdict")}
	for _, r := range m.Rows {
		record := []string{r.Name, string(r.Kind), r.Base, r.Other}
		for _, x := range r.Ratios {
			if x == nil {
				record = append(record, "", "", "", "")
				continue
			}
			record = append(record, number(x.Value), number(x.Lo), number(x.Hi), strconv.FormatBool(x.Flagged))
		}
		records = append(records, append(record, number(r.Spread), number(r.P), string(r.Verdict)))
	}
	return writeRecords(b, records)
}
