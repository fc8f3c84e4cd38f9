package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"cryptogap/compare/result"
	"cryptogap/compare/stats"
)

// sweepSheets say what a call and a byte cost, and from which size a library pays off.
func (c *composer) sweepSheets(sweeps []result.Sweep) []sheet {
	if len(sweeps) == 0 {
		return nil
	}
	costs := sheet{Title: "Cost of a call and of a byte: the time of an operation on n bytes is the one plus n times the other"}
	costs.column("", "algorithm", false)
	costs.column("", "operation", false)
	costs.column("", "library", false)
	costs.column("", "boundary", false)
	costs.column("a call", "ns", true)
	costs.column("a byte", "ns/B", true)
	costs.column("", "one line?", false)
	pays := sheet{Title: "Break-even: the message sizes at which another library takes less time than " + c.baseTitle() + ", cgo call included"}
	pays.column("", "algorithm", false)
	pays.column("", "operation", false)
	pays.column("", "library", false)
	pays.column("", "pays off", false)
	pays.column("", "that is", false)
	for _, s := range sweeps {
		for _, l := range s.Lines {
			averages := averages(l.Line, len(s.Sizes)-s.Marked)
			row := []string{s.Algorithm, s.Op, c.titleOf(l.Provider), l.Boundary, "–", "–", "holds"}
			if averages {
				row[4], row[5] = plusMinus(l.A), plusMinus(l.B)
			}
			if text := lineText(l.Line, averages); text != "" {
				row[6] = "no " + numbers([]int{c.notes.add(text)})
			}
			costs.Rows = append(costs.Rows, row)
		}
		for _, p := range s.Payoffs {
			pays.Rows = append(pays.Rows, []string{s.Algorithm, s.Op, c.titleOf(p.Other), payoffText(p.Payoff), unless(told(p.Payoff), rangesText(p.Ranges))})
		}
	}
	pays.dropEmpty()
	return []sheet{costs, pays}
}

// baseTitle is what the others are compared with.
func (c *composer) baseTitle() string {
	if len(c.libs) == 0 {
		return "the first"
	}
	return c.titleOf(c.libs[0].Name)
}

// dropEmpty removes the last column where no row has anything in it.
func (s *sheet) dropEmpty() {
	last := len(s.Head) - 1
	for _, r := range s.Rows {
		if r[last] != "" {
			return
		}
	}
	s.Head, s.Right = s.Head[:last], s.Right[:last]
	for i := range s.Rows {
		s.Rows[i] = s.Rows[i][:last]
	}
}

// averages says whether the line's two costs mean something: there is one code path, and
// most of its sizes keep to it.
func averages(l stats.Line, sizes int) bool { return len(l.Segments) == 1 && 2*len(l.Off) < sizes }

// lineText says in words where a line does not hold; "" where it does.
func lineText(l stats.Line, averages bool) string {
	switch {
	case l.Holds():
		return ""
	case len(l.Segments) > 1:
		var parts []string
		for _, s := range l.Segments {
			parts = append(parts, fmt.Sprintf("%s to %s: %s ns and %s ns/B", bytesText(s.From), bytesText(s.To), digits(s.A), digits(s.B)))
		}
		for _, s := range l.Steps() {
			if math.Abs(s.Jump) >= stats.Material {
				parts = append(parts, fmt.Sprintf("the step before %s %s", bytesText(s.Above), moreOrLess(s.Jump)))
			}
		}
		return "code paths change: " + strings.Join(parts, "; ")
	}
	var parts []string
	for _, o := range l.Off {
		parts = append(parts, fmt.Sprintf("%s at %s", moreOrLess(o.Relative), bytesText(o.N)))
	}
	text := strings.Join(parts, ", ")
	if averages {
		return "takes " + text
	}
	return "no line: it would take " + text
}

// moreOrLess writes a relative difference of a time.
func moreOrLess(x float64) string {
	if x < 0 {
		return percent(-x) + " less"
	}
	return percent(x) + " more"
}

// plusMinus writes an estimate and half its interval.
func plusMinus(e stats.Estimate) string {
	if !e.Valid() {
		return ""
	}
	value, half := ratio(e)
	return value + " ±" + half
}

// digits writes a value without an interval: three digits.
func digits(x float64) string { return fixed(x, min(4, max(0, 2-magnitude(x)))) }

// bytesText writes a size: 16 B, 2.1 KiB, 1 MiB.
func bytesText(n float64) string {
	unit := "B"
	for _, u := range []string{"KiB", "MiB"} {
		if n < 1024 {
			break
		}
		n, unit = n/1024, u
	}
	if n == math.Trunc(n) || n >= 10 {
		return fixed(n, 0) + " " + unit
	}
	return fixed(n, 1) + " " + unit
}

// payoffText is the short answer with its interval.
func payoffText(p stats.Payoff) string {
	reach := ""
	if lo, hi := bytesText(p.Lo), bytesText(p.Hi); lo != hi {
		reach = fmt.Sprintf(" (%s to %s)", lo, hi)
	}
	switch p.Kind {
	case stats.PaysAlways, stats.PaysNever:
		return string(p.Kind)
	case stats.PaysFrom:
		return "from " + bytesText(p.N) + reach
	case stats.PaysUntil:
		return "up to " + bytesText(p.N) + reach
	case stats.PaysTied:
		return "a tie"
	case stats.PaysMixed:
		return "in places"
	}
	return "not known"
}

// told says whether the short answer leaves nothing out.
func told(p stats.Payoff) bool {
	return len(p.Ranges) < 2 || p.Kind == stats.PaysFrom || p.Kind == stats.PaysUntil
}

// rangesText lists the verdicts over all sizes.
func rangesText(ranges []stats.Range) string {
	var parts []string
	for _, r := range ranges {
		word := map[stats.Verdict]string{stats.Dearer: "dearer", stats.Tie: "a tie", stats.Cheaper: "cheaper"}[r.Verdict]
		parts = append(parts, fmt.Sprintf("%s from %s to %s", word, bytesText(r.From), bytesText(r.To)))
	}
	return strings.Join(parts, ", ")
}

// sweepSentences say for each operation who is to be taken for which size.
func (c *composer) sweepSentences(sweeps []result.Sweep) []string {
	var all []string
	for _, s := range sweeps {
		if text := c.sweepSentence(s); text != "" {
			all = append(all, text)
		}
	}
	return all
}

func (c *composer) sweepSentence(s result.Sweep) string {
	var phrases []string
	for _, p := range s.Payoffs {
		phrases = append(phrases, phrase(p.Payoff, c.titleOf(p.Base), c.titleOf(p.Other)))
	}
	left := unless(s.Marked == 0, fmt.Sprintf("%d of %d sizes left out, since their rows are marked", s.Marked, len(s.Sizes)))
	if from, to := covered(s.Payoffs); left != "" && from < to && (from > float64(slices.Min(s.Sizes)) || to < float64(slices.Max(s.Sizes))) {
		left += fmt.Sprintf("; known from %s to %s", bytesText(from), bytesText(to))
	}
	switch {
	case len(phrases) > 0:
		return fmt.Sprintf("%s %s: %s%s.", s.Title, s.Op, strings.Join(phrases, "; "), unless(left == "", " ("+left+")"))
	case len(s.Lines) == 0:
		return fmt.Sprintf("%s %s: not known: %s.", s.Title, s.Op, cmp.Or(left, "not measured"))
	}
	return "" // one library alone
}

// covered returns the sizes that all payoffs speak of; 0 where there are none.
func covered(payoffs []result.SweepPayoff) (from, to float64) {
	for i, p := range payoffs {
		if len(p.Ranges) == 0 {
			return 0, 0
		}
		first, last := p.Ranges[0].From, p.Ranges[len(p.Ranges)-1].To
		if i == 0 {
			from, to = first, last
		}
		from, to = max(from, first), min(to, last)
	}
	return from, to
}

// sliver is the ratio of sizes below which a tie between two other verdicts is no more than the uncertainty of
// where they meet.
const sliver = 2.0

// phrase says in words which of two libraries takes less time at which sizes.
func phrase(p stats.Payoff, base, other string) string {
	ranges := distinct(p.Ranges)
	name := func(v stats.Verdict) string {
		return map[stats.Verdict]string{stats.Dearer: base, stats.Tie: "a tie with " + other, stats.Cheaper: other}[v]
	}
	if len(ranges) == 0 {
		return other + " not known"
	}
	if len(ranges) == 1 {
		if ranges[0].Verdict == stats.Dearer {
			return other + " never"
		}
		return name(ranges[0].Verdict) + " at every size"
	}
	borders := make([]float64, len(ranges)-1)
	for i := range borders {
		borders[i] = math.Sqrt(ranges[i].To * ranges[i+1].From)
	}
	if len(borders) == 1 && p.N > 0 {
		borders[0] = p.N
	}
	text := name(ranges[0].Verdict) + " up to " + bytesText(borders[0])
	for i, r := range ranges[1:] {
		text += ", then " + name(r.Verdict)
		if i+1 < len(borders) {
			text += " up to " + bytesText(borders[i+1])
		}
	}
	return text
}

// distinct leaves out ties that lie between two other verdicts and are no more than the
// uncertainty of a border, and joins what is then alike.
func distinct(ranges []stats.Range) []stats.Range {
	var kept []stats.Range
	for i, r := range ranges {
		if r.Verdict == stats.Tie && i > 0 && i < len(ranges)-1 && r.To < sliver*r.From {
			continue
		}
		if k := len(kept); k > 0 && kept[k-1].Verdict == r.Verdict {
			kept[k-1].To = r.To
			continue
		}
		kept = append(kept, r)
	}
	return kept
}
