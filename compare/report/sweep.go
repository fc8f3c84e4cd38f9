package report

import (
	"fmt"
	"math"
	"strings"

	"cryptogap/compare/stats"
)

// breakEven adds what a call and a byte cost, and from which size a library is faster.
func (c *composer) breakEven(d *document) {
	if len(c.sweeps) == 0 {
		return
	}
	costs, pays := &sheet{}, &sheet{}
	for _, s := range []*sheet{pays, costs} {
		s.texts("algorithm", "operation", "library")
	}
	costs.column("", "boundary", classText, 0)
	costs.column("per call", "ns", classRatio, 0)
	costs.column("per byte", "ns", classRatio, 0)
	costs.column("linear", "fit", classText, dropNotes)
	pays.column("", "faster than "+c.baseTitle(), classText, 0)
	pays.column("", "interval", classText, dropSecond)
	pays.column("", "left out", classText, dropNotes)
	for _, s := range c.sweeps {
		left := unless(s.Marked == 0, fmt.Sprintf("%d of %d sizes", s.Marked, len(s.Sizes)))
		for _, l := range s.Lines {
			usable := averages(l.Line, len(s.Sizes)-s.Marked)
			cells := append(plain(s.Algorithm, s.Op, c.titleOf(l.Provider), string(l.Boundary)), fitCell(l.A, usable), fitCell(l.B, usable))
			fit := plain("good")[0]
			if text := lineText(l.Line, usable); text != "" {
				fit.text, fit.notes = "poor", []int{c.notes.add(text)}
			}
			costs.row(append(cells, fit)...)
		}
		for _, p := range s.Payoffs {
			cells := plain(s.Algorithm, s.Op, c.titleOf(p.Other), payoffText(p.Payoff), reachText(p.Payoff), left)
			if p.Kind == stats.PaysMixed {
				cells[3].notes = []int{c.notes.add(rangesText(p.Ranges))}
			}
			pays.row(cells...)
		}
		if len(s.Lines) == 0 {
			pays.text(s.Algorithm, s.Op, "", "not known", "", left)
		}
	}
	pays.dropEmpty()
	d.add(part{title: "Break-even: the message sizes at which a library is faster than " + c.baseTitle() + ", cgo call included; left out: flagged rows", sheet: pays})
	d.add(part{title: "Linear fit: fixed cost per call and cost per byte", sheet: costs})
}

// fitCell is one of the two costs of a line, where it means something.
func fitCell(e stats.Estimate, usable bool) cell {
	if !usable || !e.Valid() {
		return plain("–")[0]
	}
	return intervalCell(e)
}

// averages says whether the line's two costs mean something: there is one code path, and most of its sizes keep to it.
func averages(l stats.Line, sizes int) bool { return len(l.Segments) == 1 && 2*len(l.Off) < sizes }

// lineText says in words where a fit is poor; "" where it is good.
func lineText(l stats.Line, usable bool) string {
	var parts []string
	switch {
	case l.Holds():
		return ""
	case len(l.Segments) > 1:
		for _, s := range l.Segments {
			parts = append(parts, fmt.Sprintf("%s to %s: %s ns and %s ns/B", bytesText(s.From), bytesText(s.To), threeDigits(s.A), threeDigits(s.B)))
		}
		for _, s := range l.Steps() {
			if math.Abs(s.Jump) >= stats.Material {
				parts = append(parts, fmt.Sprintf("the step before %s %s", bytesText(s.Above), moreOrLess(s.Jump)))
			}
		}
		return "code paths change: " + strings.Join(parts, "; ")
	}
	for _, o := range l.Off {
		parts = append(parts, fmt.Sprintf("%s at %s", moreOrLess(o.Relative), bytesText(o.N)))
	}
	if text := strings.Join(parts, ", "); usable {
		return "off the line: " + text
	} else {
		return "no line: " + text
	}
}

// moreOrLess writes a relative difference of a time.
func moreOrLess(x float64) string {
	if x < 0 {
		return percent(-x) + " less"
	}
	return percent(x) + " more"
}

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

// payoffText is the answer.
func payoffText(p stats.Payoff) string {
	switch p.Kind {
	case stats.PaysAlways, stats.PaysNever:
		return string(p.Kind)
	case stats.PaysFrom:
		return "from " + bytesText(p.N)
	case stats.PaysUntil:
		return "up to " + bytesText(p.N)
	case stats.PaysTied:
		return "equal at all sizes"
	case stats.PaysMixed:
		return "depends on size: see the chart"
	}
	return "not known"
}

// reachText is the interval of the break-even size, "" where there is none.
func reachText(p stats.Payoff) string {
	if p.Kind != stats.PaysFrom && p.Kind != stats.PaysUntil {
		return ""
	}
	if lo, hi := bytesText(p.Lo), bytesText(p.Hi); lo != hi {
		return lo + " to " + hi
	}
	return ""
}

// verdictWords are the words of a range's verdict on the other library.
var verdictWords = map[stats.Verdict]string{stats.Slower: "slower", stats.Tie: "equal", stats.Faster: "faster"}

// rangesText lists the verdicts over all sizes.
func rangesText(ranges []stats.Range) string {
	var parts []string
	for _, r := range ranges {
		parts = append(parts, fmt.Sprintf("%s from %s to %s", verdictWords[r.Verdict], bytesText(r.From), bytesText(r.To)))
	}
	return strings.Join(parts, ", ")
}
