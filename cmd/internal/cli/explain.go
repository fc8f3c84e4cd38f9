package cli

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cryptogap/compare"
	"cryptogap/compare/catalog"
	"cryptogap/compare/sample"
)

// explaining is the flags of a run that asks where a gap comes from.
type explaining struct {
	sweep   bool
	threads []string
}

func (e *explaining) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&e.sweep, "sweep", false, "over message sizes from 16 B to 1 MiB: the cost per call and per byte, and from which size a library is faster; without a suite: "+catalog.SweepSuite+"'s")
	f.StringSliceVar(&e.threads, "threads", nil, "in so many threads side by side, such as 1,2,4: their common throughput, and how many times that of one it is")
}

// prepare sets what the flags change in the selection, and returns the suites that are run where none is
// named.
func (e *explaining) prepare(s *selection) []string {
	if !e.sweep {
		return catalog.DefaultSuites()
	}
	if len(s.sizes) == 0 {
		for _, n := range catalog.SweepSizes() {
			s.sizes = append(s.sizes, strconv.Itoa(n))
		}
	}
	return []string{catalog.SweepSuite}
}

// cases returns those of the cases that the flags are about, with the empty call, which says what
// a cgo call costs.
func (e *explaining) cases(all []catalog.Case) ([]catalog.Case, error) {
	if !e.sweep && len(e.threads) == 0 {
		return all, nil
	}
	kept := all
	if e.sweep {
		kept = slices.DeleteFunc(slices.Clone(all), func(c catalog.Case) bool { return !c.Algorithm.Sized() })
		if len(kept) == 0 {
			return nil, usagef("--sweep: %s has no message sizes to sweep over", all[0].Row())
		}
	}
	crossing := slices.DeleteFunc(catalog.Algorithms(), func(a catalog.Algorithm) bool { return a.Kind != catalog.KindCrossing })
	var cases []catalog.Case
	for _, c := range crossing {
		cases = append(cases, compare.Selection{Algorithms: []string{c.ID}}.Cases()...)
	}
	kept = slices.DeleteFunc(slices.Clone(kept), func(c catalog.Case) bool { return c.Algorithm.Kind == catalog.KindCrossing })
	return append(cases, kept...), nil
}

// sweepBudget is what a sweep may measure where nothing else is asked for: it has many rows.
const sweepBudget = 100 * time.Second

// settings sets what the flags change in the settings of a run.
func (e *explaining) settings(cmd *cobra.Command, s *sample.Settings) error {
	f := cmd.Flags()
	if e.sweep && !f.Changed("budget") && !f.Changed("quick") {
		s.Budget = sweepBudget
	}
	if !f.Changed("threads") {
		return nil
	}
	if s.AA {
		return usagef("--threads and --aa exclude each other")
	}
	// More threads than that only say how a scheduler shares cores out.
	most := 4 * runtime.GOMAXPROCS(0)
	for _, text := range e.threads {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return usagef("--threads %q is not a number of threads: write 1,2,4", text)
		}
		if n < 1 || n > most {
			return usagef("--threads %d: it takes 1 to %d, four times this machine's cores", n, most)
		}
		s.Threads = append(s.Threads, n)
	}
	if len(s.Threads) == 0 {
		return usagef("--threads: no number of threads is given: write 1,2,4")
	}
	slices.Sort(s.Threads)
	s.Threads = slices.Compact(s.Threads)
	return nil
}
