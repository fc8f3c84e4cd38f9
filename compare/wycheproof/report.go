package wycheproof

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"cryptogap/compare/provider"
	"cryptogap/compare/verify"
)

// Summary has the counts of some results.
type Summary struct {
	Files      int
	Tests      int // whose algorithm is in the catalogue
	Unmapped   int
	Libraries  []string
	Counts     map[string]map[verify.Outcome]int // by library
	Unlisted   int
	Stale      int
	Expressed  int     // tests that at least one library was asked
	Expressive float64 // share of Tests
}

// Summarise counts.
func Summarise(results []Result) Summary {
	s := Summary{Files: len(results), Counts: make(map[string]map[verify.Outcome]int)}
	for _, r := range results {
		s.Tests += r.Tests
		s.Unmapped += r.Unmapped
		most := 0
		for _, l := range r.Libraries {
			if s.Counts[l.Provider] == nil {
				s.Counts[l.Provider] = make(map[verify.Outcome]int)
				s.Libraries = append(s.Libraries, l.Provider)
			}
			asked := 0
			for o, n := range l.Counts {
				s.Counts[l.Provider][o] += n
				if o != verify.NotExpressible {
					asked += n
				}
			}
			most = max(most, asked)
			s.Stale += len(l.Stale)
			for _, d := range l.Disagreements {
				if d.Known == "" {
					s.Unlisted++
				}
			}
		}
		s.Expressed += most
	}
	if s.Tests > 0 {
		s.Expressive = float64(s.Expressed) / float64(s.Tests)
	}
	return s
}

// Failed says whether any disagreement is not listed, or a listed one did not happen.
func Failed(results []Result) bool {
	return slices.ContainsFunc(results, func(r Result) bool { return slices.ContainsFunc(r.Libraries, Library.Failed) })
}

// ranges writes numbers as "7, 12-19".
func ranges(numbers []int) string {
	slices.Sort(numbers)
	var parts []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		if j > i {
			parts = append(parts, fmt.Sprintf("%d-%d", numbers[i], numbers[j]))
		} else {
			parts = append(parts, fmt.Sprint(numbers[i]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

// A finding is the disagreements of a library in a file that have outcome and reason in common.
type finding struct {
	provider, file string
	outcome        verify.Outcome
	known          string
	tests          []int
	what           string // of the first
}

// findings groups disagreements: those that are not listed first.
func findings(results []Result) []finding {
	var listed, unlisted []finding
	for _, r := range results {
		for _, l := range r.Libraries {
			var here []finding
			for _, d := range l.Disagreements {
				i := slices.IndexFunc(here, func(f finding) bool { return f.outcome == d.Outcome && f.known == d.Known })
				if i < 0 {
					here = append(here, finding{provider: l.Provider, file: r.File, outcome: d.Outcome, known: d.Known, what: d.What})
					i = len(here) - 1
				}
				here[i].tests = append(here[i].tests, d.Test)
			}
			for _, f := range here {
				if f.known == "" {
					unlisted = append(unlisted, f)
				} else {
					listed = append(listed, f)
				}
			}
		}
	}
	return append(unlisted, listed...)
}

// heads are the columns of the counts.
func heads() []verify.Outcome {
	return []verify.Outcome{
		verify.Passed, verify.WrongOutput, verify.WronglyAccepted, verify.WronglyRefused, verify.RefusedByPolicy, verify.Crashed, verify.NotExpressible,
	}
}

// sentences say what came of it.
func (s Summary) sentences() string {
	text := fmt.Sprintf("%d files with %d tests of algorithms in the catalogue. %.1f %% of the tests could be put to at least one library.",
		s.Files, s.Tests, 100*s.Expressive)
	if s.Unlisted+s.Stale == 0 {
		return text + " Every disagreement is known and listed."
	}
	return text + fmt.Sprintf(" %d disagreements are not listed, and %d listed ones no longer happen.", s.Unlisted, s.Stale)
}

// Text writes the results for a terminal: the counts, then what is not listed, and with verbose also what is.
func Text(w io.Writer, results []Result, verbose bool) error {
	var b strings.Builder
	s := Summarise(results)
	fmt.Fprintf(&b, "%s\n\n%-12s", s.sentences(), "library")
	for _, o := range heads() {
		fmt.Fprintf(&b, "  %s", o)
	}
	b.WriteString("\n")
	for _, name := range s.Libraries {
		fmt.Fprintf(&b, "%-12s", name)
		for _, o := range heads() {
			fmt.Fprintf(&b, "  %*d", len(o), s.Counts[name][o])
		}
		b.WriteString("\n")
	}
	for _, f := range findings(results) {
		if f.known != "" && !verbose {
			continue
		}
		fmt.Fprintf(&b, "\n%s, %s: %s, tcId %s\n  %s\n", f.provider, f.file, f.outcome, ranges(f.tests), f.what)
		if f.known != "" {
			fmt.Fprintf(&b, "  known: %s\n", f.known)
		}
	}
	for _, r := range results {
		for _, l := range r.Libraries {
			for _, text := range l.Stale {
				fmt.Fprintf(&b, "\n%s, %s: %s\n", l.Provider, r.File, text)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Markdown writes the results as docs/wycheproof.md has them, with the versions of the libraries.
func Markdown(w io.Writer, libs []provider.Info, results []Result) error {
	var b strings.Builder
	s := Summarise(results)
	b.WriteString("# The vectors of Project Wycheproof\n\nThis page is what `make wycheproof ARGS='--format markdown -o docs/wycheproof.md'` writes. " +
		"How tests become questions stands in `go doc cryptogap/compare/wycheproof`, the known disagreements in `compare/verify/known.jsonl`, " +
		"and the faults of the libraries in [findings](findings/README.md).\n\n")
	var names []string
	for _, l := range libs {
		names = append(names, l.Title+" "+l.Version)
	}
	fmt.Fprintf(&b, "Libraries: %s. %s\n\n## Counts\n\n| library |", strings.Join(names, ", "), s.sentences())
	rule := "\n|---|"
	for _, o := range heads() {
		fmt.Fprintf(&b, " %s |", o)
		rule += "---:|"
	}
	b.WriteString(rule + "\n")
	for _, name := range s.Libraries {
		fmt.Fprintf(&b, "| %s |", name)
		for _, o := range heads() {
			fmt.Fprintf(&b, " %d |", s.Counts[name][o])
		}
		b.WriteString("\n")
	}
	b.WriteString("\n## Disagreements\n\n| library | file | outcome | tests | tcId | reason |\n|---|---|---|---:|---|---|\n")
	for _, f := range findings(results) {
		reason := f.known
		if reason == "" {
			reason = "**not listed**: " + f.what
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %d | %s | %s |\n", f.provider, f.file, f.outcome, len(f.tests), ranges(f.tests), reason)
	}
	b.WriteString("\n## One verdict a file\n\n| file | tests |")
	rule = "\n|---|---:|"
	for _, name := range s.Libraries {
		fmt.Fprintf(&b, " %s |", name)
		rule += "---|"
	}
	b.WriteString(rule + "\n")
	for _, r := range results {
		fmt.Fprintf(&b, "| %s | %d |", r.File, r.Tests)
		for _, name := range s.Libraries {
			text := "–"
			if i := slices.IndexFunc(r.Libraries, func(l Library) bool { return l.Provider == name }); i >= 0 {
				l := r.Libraries[i]
				text = string(l.Verdict())
				if n := l.Counts[l.Verdict()]; n != r.Tests {
					text += fmt.Sprintf(" (%d)", n)
				}
			}
			fmt.Fprintf(&b, " %s |", text)
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
