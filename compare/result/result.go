// Package result turns the records of a run into the figures of its rows:
// which rounds count, the time of an operation for each library, the time ratios with their
// intervals, the verdicts. The run asks it when a row is good enough, and reports are
// made from it, so both see the same figures.
package result

import (
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"sync"

	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// A Result is a run as far as its records go.
type Result struct {
	Run      *sample.Run
	End      *sample.End // nil: the run is going on, or was cut off
	Rows     []Row       // in the order of Run.Units
	Verdicts []sample.Verdict
	Best     float64 // probe of an undisturbed machine, in nanoseconds
	Rounds   int     // of all rows
	Quiet    int     // sum of the rows'
	// Samples counts those of all rows, QuietSamples the ones among them that were taken at quiet moments.
	Samples, QuietSamples int
	CgoCalls              []CgoCallCheck
}

// QuietShare is the share of samples that were taken at quiet moments, 0 to 1; NaN without any.
func (r *Result) QuietShare() float64 { return float64(r.QuietSamples) / float64(r.Samples) }

// Marked counts the rows that were timed and whose figures carry a warning: noisy
// or unstable.
func (r *Result) Marked() int {
	n := 0
	for _, row := range r.Rows {
		if row.Marked() {
			n++
		}
	}
	return n
}

// Worst returns the status of the whole: mismatch or crashed if any case is,
// match otherwise.
func (r *Result) Worst() sample.Status {
	worst := sample.Match
	for _, row := range r.Rows {
		if row.Status == sample.Mismatch || (row.Status == sample.Crashed && worst != sample.Mismatch) {
			worst = row.Status
		}
	}
	return worst
}

// A Row is what is known of a unit.
type Row struct {
	Unit     *sample.Unit
	Status   sample.Status // of the outputs: the worst of its verdicts
	Digest   string        // hex: how the common output starts
	Verdicts []sample.Verdict
	Failures []sample.Failure
	Series   []Series
	Gaps     []Gap
	Scalings []Scaling // with several thread counts only

	cgoCalls []cgoRatio

	Rounds, Repetitions   int      // rounds made, repetitions they came from
	Quiet                 int      // rounds in which both samples of a gap are quiet: of the gap that has the fewest
	Samples, QuietSamples int      // samples taken, at quiet moments among them
	Contended             bool     // too few rounds are quiet on both sides of a gap, then the figures come from all there are; or its noise is beyond a fifth
	Unstable              []string // sentences: what was seen in the samples
	Warnings              []string // sentences: what else a reader should know
}

// Marked says whether the row's figures carry a warning that they may not
// repeat.
func (r *Row) Marked() bool { return r.Rounds > 0 && (r.Contended || len(r.Unstable) > 0) }

// A Series is one provider at one boundary.
type Series struct {
	Provider string
	Boundary sample.Boundary
	Copy     int
	// Threads is how many goroutines worked side by side, 0 where none but the caller's did.
	// Time is then the inverse of their common throughput: what one operation takes one of them is
	// Time × Threads.
	Threads        int
	Implementation string
	Time           stats.Estimate // nanoseconds an operation, or an iteration
	Repetitions    []Repetition   // what Time is made of
	Samples        []Repetition   // the same, where they are fewer than six in parts, so that other statistics have enough
	Cycles         stats.Estimate // an operation, or an iteration; not Valid where they were not counted
	// Collected is the factor by which garbage collection makes an operation longer. It is part of Time, of Repetitions and of every
	// ratio. Not Valid where it was not measured: the operation allocates nothing, or so little that cycles are too rare to matter.
	Collected   stats.Estimate
	Allocations *sample.Allocations // what an operation costs Go besides; at the higher of two costs; nil: not known

	lanes     []int // by cost, smallest first
	reference bool  // cycles are those of the reference clock
}

// A Gap is the paired ratio of two series' times. Above 1, Base is slower.
type Gap struct {
	Base, Other int // indices into Row.Series
	Ratio       stats.Estimate
	Repetitions []Repetition // what Ratio is made of
	Layouts     stats.Layouts
}

// Find returns the provider's series at the boundary, with the first of several thread
// counts; nil where it has none.
func (r *Row) Find(provider string, boundary sample.Boundary) *Series {
	for i := range r.Series {
		if s := &r.Series[i]; s.Provider == provider && s.Boundary == boundary && s.Copy == 0 {
			return s
		}
	}
	return nil
}

// From makes the result of records, which may stop anywhere. The first one
// must be the run's.
func From(records []sample.Record) (*Result, error) {
	if len(records) == 0 || records[0].Run == nil {
		return nil, fmt.Errorf("result: %w", sample.ErrForeign)
	}
	res := &Result{Run: records[0].Run}
	rounds := make([][]*sample.Round, len(res.Run.Units))
	allocations := make([][]*sample.Allocations, len(res.Run.Units))
	collections := make([][]*sample.Collection, len(res.Run.Units))
	res.Rows = make([]Row, len(res.Run.Units))
	var probes []float64
	for _, rec := range records[1:] {
		if err := Check(res.Run, rec); err != nil {
			return nil, err
		}
		switch {
		case rec.Verdict != nil:
			res.Verdicts = keepLast(res.Verdicts, *rec.Verdict)
		case rec.Round != nil:
			rounds[rec.Round.Unit] = append(rounds[rec.Round.Unit], rec.Round)
			for _, p := range rec.Round.Probes {
				probes = append(probes, float64(p))
			}
		case rec.Allocations != nil:
			allocations[rec.Allocations.Unit] = append(allocations[rec.Allocations.Unit], rec.Allocations)
		case rec.Collection != nil:
			collections[rec.Collection.Unit] = append(collections[rec.Collection.Unit], rec.Collection)
		case rec.Failure != nil:
			row := &res.Rows[rec.Failure.Unit]
			row.Failures = append(row.Failures, *rec.Failure)
		case rec.Printed != nil:
			row := &res.Rows[rec.Printed.Unit]
			row.Warnings = append(row.Warnings, rec.Printed.String())
		case rec.End != nil:
			res.End = rec.End
		}
	}
	res.Best = stats.QuietBest(probes)
	var rows sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range res.Rows {
		free <- struct{}{}
		rows.Go(func() {
			defer func() { <-free }()
			row := &res.Rows[i]
			row.Unit = &res.Run.Units[i]
			row.judge(res.Verdicts)
			picked := row.selected(rounds[i], res.Best, res.Run.Settings)
			row.collected(collections[i], res.Best*(1+res.Run.Settings.Tolerance))
			for j := range row.Series {
				c := res.Run.Environment.Cycles
				row.Series[j].reference = c != nil && c.Source == sample.CyclesTSC
			}
			row.measure(picked, res.Run.Settings.Repetitions)
			row.setAllocations(allocations[i])
		})
	}
	rows.Wait()
	res.add()
	res.checkCgoCalls()
	return res, nil
}

// add makes the sums over all rows.
func (r *Result) add() {
	r.Rounds, r.Quiet, r.Samples, r.QuietSamples = 0, 0, 0, 0
	for i := range r.Rows {
		row := &r.Rows[i]
		r.Rounds += row.Rounds
		r.Quiet += row.Quiet
		r.Samples += row.Samples
		r.QuietSamples += row.QuietSamples
	}
}

// Matching returns the result of those rows alone whose names match. What other rows told of them, such as the empty call, stays.
func (r *Result) Matching(re *regexp.Regexp) *Result {
	m, run := *r, *r.Run
	m.Run, run.Units, m.Rows = &run, nil, nil
	cases := make(map[string]bool)
	names := make(map[string]bool)
	for _, row := range r.Rows {
		if !re.MatchString(row.Unit.Row) {
			continue
		}
		m.Rows, run.Units, names[row.Unit.Row] = append(m.Rows, row), append(run.Units, *row.Unit), true
		for _, c := range row.Unit.Cases {
			cases[c] = true
		}
	}
	m.Verdicts = slices.DeleteFunc(slices.Clone(r.Verdicts), func(v sample.Verdict) bool { return !cases[v.Case] })
	m.CgoCalls = slices.DeleteFunc(slices.Clone(r.CgoCalls), func(c CgoCallCheck) bool { return !names[c.Row] })
	m.add()
	return &m
}

// keepLast adds v in place of an earlier verdict of the same case: after a
// library crashed, its case is verified anew without it.
func keepLast(verdicts []sample.Verdict, v sample.Verdict) []sample.Verdict {
	for i := range verdicts {
		if verdicts[i].Case == v.Case {
			verdicts[i] = v
			return verdicts
		}
	}
	return append(verdicts, v)
}

// Check says what is wrong with a record of the run: what it is about is not in the run.
func Check(run *sample.Run, rec sample.Record) error {
	var unit int
	switch {
	case rec.Round != nil:
		return checkRound(run, rec.Round)
	case rec.Allocations != nil:
		unit = rec.Allocations.Unit
	case rec.Collection != nil:
		unit = rec.Collection.Unit
	case rec.Failure != nil:
		unit = rec.Failure.Unit
	case rec.Printed != nil:
		unit = rec.Printed.Unit
	default:
		return nil
	}
	if unit < 0 || unit >= len(run.Units) {
		return fmt.Errorf("result: %s of unit %d, which the run does not have", rec.Type, unit)
	}
	return nil
}

func checkRound(run *sample.Run, r *sample.Round) error {
	if r.Unit < 0 || r.Unit >= len(run.Units) {
		return fmt.Errorf("result: round of unit %d, which the run does not have", r.Unit)
	}
	if n := len(run.Units[r.Unit].Lanes); len(r.N) != n || len(r.NS) != n || len(r.Inner) != n {
		return fmt.Errorf("result: round %d of unit %d does not have the unit's %d lanes", r.Index, r.Unit, n)
	}
	return nil
}

// judge sets the row's status from the verdicts of its cases.
func (r *Row) judge(verdicts []sample.Verdict) {
	rank := []sample.Status{sample.Match, sample.Unchecked, sample.Absent, sample.NotOffered, sample.Refused, sample.Crashed, sample.Mismatch}
	worst := -1
	for _, v := range verdicts {
		if !slices.Contains(r.Unit.Cases, v.Case) {
			continue
		}
		r.Verdicts = append(r.Verdicts, v)
		r.Digest = v.Digest
		if i := slices.Index(rank, v.Status); i > worst {
			worst, r.Status = i, v.Status
		}
	}
	if len(r.Failures) > 0 && r.Status != sample.Mismatch {
		for _, f := range r.Failures {
			if f.Status == sample.Crashed {
				r.Status = sample.Crashed
			}
		}
	}
}
