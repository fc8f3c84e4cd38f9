package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// buildFacts are the facts about a build that stand in every report, in words a provider's Info uses; info prints all of them.
func buildFacts() []string {
	return []string{
		"source", "configure", "compiler", "CFLAGS", "assembly", "RSA blinding", "FIPS mode", "FIPS 140-3",
		"GOAMD64", "GOARM64", "GOEXPERIMENT", "GOFIPS140", "GODEBUG", "-tags", "-gcflags", "PGO",
	}
}

func (c *composer) title() string {
	run := c.res.Run
	t := cmp.Or(run.Tool, "cryptogap")
	if !run.Started.IsZero() {
		t += ", " + run.Started.UTC().Format("2006-01-02 15:04:05") + " UTC"
	}
	if run.Settings.AA {
		t += ", every library against itself (A/A)"
		if d := run.Settings.Delay; d != 0 {
			t += ", the second time slowed down by " + fixed(100*d, 1) + " %"
		}
	}
	return t
}

// facts are machine, libraries, what was asked for and what came of it.
func (c *composer) facts() []fact {
	run := c.res.Run
	facts := machine(&run.Environment, c.Verbose)
	if without := run.Settings.Without; len(without) > 0 {
		facts = append(facts, fact{"Without", strings.Join(without, ", ")})
	}
	said := false
	for _, lib := range run.Libraries {
		text := lib.Version
		if text == run.Environment.Go && !said {
			text, said = program(&run.Environment), true
		}
		facts = append(facts, fact{c.titleOf(lib.Name), build(&lib, text, c.Verbose)})
	}
	if !said { // Go's own facts come with its library, if that takes part
		facts = append(facts, fact{"Program", program(&run.Environment)})
	}
	return append(facts, fact{"Run", c.described()}, fact{"Measured", c.measured()})
}

// machine describes where a run was made.
func machine(e *sample.Environment, verbose bool) []fact {
	facts := []fact{{"CPU", list(
		cmp.Or(e.CPU, "unknown"),
		unless(e.Cores == 0, plural(e.Cores, "core")+" in use"),
		unless(e.Threads < 2, fmt.Sprintf("%d threads per core", e.Threads)),
		unless(e.Hypervisor == "", "virtual machine ("+e.Hypervisor+")"),
		unless(e.Quota == 0, "limited to "+fixed(e.Quota, 2)+" CPUs"),
		unless(e.Governor == "", "governor "+e.Governor),
		unless(e.Turbo == "", "turbo "+e.Turbo),
	)}, {"System", list(
		cmp.Or(e.OS, "unknown"),
		unless(e.Kernel == "", "kernel "+e.Kernel),
		unless(e.MemoryMiB == 0, fmt.Sprintf("%d MiB of memory", e.MemoryMiB)),
		"load "+fixed(e.Load, 2),
	)}}
	if verbose && len(e.Features) > 0 {
		facts = append(facts, fact{"CPU features", strings.Join(e.Features, " ")})
	}
	return facts
}

// program describes the Go program that a run was made with.
func program(e *sample.Environment) string {
	return list(
		cmp.Or(e.Go, "unknown version"),
		strings.Trim(e.GOOS+"/"+e.GOARCH, "/"),
		unless(e.GOAMD64 == "", "GOAMD64="+e.GOAMD64),
		unless(e.GODEBUG == "", "GODEBUG="+e.GODEBUG),
		unless(e.FIPS == "", "FIPS 140-3 "+e.FIPS),
		unless(e.Compiler == "gc", e.Compiler),
	)
}

// build describes a library, which begins with its version. What that says already is not said again.
func build(lib *sample.Library, version string, verbose bool) string {
	if lib.Missing != "" {
		return "not in this build: " + strings.TrimPrefix(lib.Missing, "not in this build: ")
	}
	parts := []string{cmp.Or(version, "unknown version")}
	if lib.Headers != "" && lib.Headers != lib.Version {
		parts = append(parts, "compiled against "+lib.Headers)
	}
	for _, f := range lib.Build {
		if (verbose || slices.Contains(buildFacts(), f.Key)) && !strings.Contains(version, f.Key) {
			parts = append(parts, f.Key+" "+f.Value)
		}
	}
	if verbose && len(lib.Features) > 0 {
		parts = append(parts, "uses "+strings.Join(lib.Features, " "))
	}
	return strings.Join(parts, "; ")
}

// described says what was asked for.
func (c *composer) described() string {
	run := c.res.Run
	s := run.Settings
	return list(
		unless(len(s.Suites) == 0, strings.TrimLeft(plural(len(s.Suites), "suite"), "0123456789 ")+" "+strings.Join(s.Suites, " and ")),
		plural(len(run.Units), "row"),
		fmt.Sprintf("seed %d", run.Seed),
		unless(s.Time == 0, duration(s.Time)+" per benchmark and library"),
	)
}

// measured says what came of it.
func (c *composer) measured() string {
	elapsed := ""
	if c.res.End != nil {
		elapsed = duration(c.res.End.Elapsed)
	}
	if c.res.Rounds == 0 {
		return list("nothing", elapsed)
	}
	noisy, _ := noisyRows(c.res)
	return list(
		plural(c.res.Rounds, "round")+" in "+plural(repetitions(c.res), "repetition"), plural(max(1, len(c.res.Run.Layouts)), "link layout"),
		percent(c.res.QuietShare())+" of the samples quiet", unless(noisy == 0, plural(noisy, "row")+" short of quiet samples"), elapsed,
	)
}

// repetitions is how many the row with the most has.
func repetitions(res *result.Result) int {
	n := 0
	for i := range res.Rows {
		n = max(n, res.Rows[i].Repetitions)
	}
	return n
}

// noisyRows counts the rows that are noisy, and all that were timed.
func noisyRows(res *result.Result) (noisy, timed int) {
	for i := range res.Rows {
		if res.Rows[i].Rounds == 0 {
			continue
		}
		timed++
		if res.Rows[i].Contended {
			noisy++
		}
	}
	return noisy, timed
}

// throughout says whether no row that was timed has enough quiet samples to be relied on.
func throughout(res *result.Result) bool {
	noisy, timed := noisyRows(res)
	return timed > 0 && noisy == timed
}

// warnings says once each what a reader must know before the first figure.
func (c *composer) warnings() []string {
	var all []string
	add := func(text string) {
		if text != "" && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	hidden := 0
	for i := range c.res.Rows {
		if !c.shown(&c.res.Rows[i]) {
			hidden++
		}
	}
	left := unless(hidden == 0, plural(hidden, "row")+" left out, since nothing was measured in them")
	switch {
	case c.res.End == nil:
		add(list("the records stop before the run's end: it was cut off, or is going on", left))
	case c.res.End.Interrupted:
		add(list("the run was interrupted after "+duration(c.res.End.Elapsed), left))
	}
	if throughout(c.res) {
		add("the machine was noisy throughout: no row has enough quiet samples, and no figure below is to be relied on")
	}
	if c.provisional() {
		add("some ratios rest on a single repetition: the spread between repetitions was assumed, not measured")
	}
	if e := c.res.Run.Environment.Cycles; e != nil && e.Source != sample.CyclesPerf {
		add(e.Why + ": " + map[bool]string{true: "cycles are left out", false: "ticks of the reference clock are shown in place of cycles"}[e.Source == sample.CyclesNone])
	}
	for _, w := range c.res.Run.Environment.Warnings {
		add(w)
	}
	for _, lib := range c.res.Run.Libraries {
		for _, w := range lib.Warnings {
			add(of(c.titleOf(lib.Name), w))
		}
	}
	return all
}

// of puts a library's name before a sentence that does not have it.
func of(title, sentence string) string {
	if strings.Contains(sentence, title) {
		return sentence
	}
	return title + ": " + sentence
}

// provisional says whether any ratio comes from one repetition alone.
func (c *composer) provisional() bool {
	return slices.ContainsFunc(c.res.Rows, func(r result.Row) bool {
		return slices.ContainsFunc(r.Gaps, func(g result.Gap) bool { return g.Ratio.Provisional() })
	})
}

// list joins what there is to say.
func list(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

func unless(no bool, text string) string {
	if no {
		return ""
	}
	return text
}

// plural writes a number with its noun.
func plural(n int, noun string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(noun, "s"):
		noun += "es"
	default:
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// duration writes a time in seconds, or ms below one.
func duration(d time.Duration) string {
	if d < time.Second {
		return fixed(float64(d)/float64(time.Millisecond), 0) + " ms"
	}
	return fixed(d.Seconds(), max(0, min(1, 2-int(math.Log10(d.Seconds()))))) + " s"
}
