// Package sample holds the raw records of a run and the environment it ran in,
// and reads and writes them as JSON Lines. It imports nothing of ours, knows no
// statistics, and keeps everything a report is made from.
package sample

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Schema is the version of the records' format. It grows when a reader of the
// version before would misread a file; fields are only ever added within a version.
const Schema = 1

// A Record is one line of a result file. Type says which one of the other
// fields is set.
type Record struct {
	Type        Type         `json:"type"`
	Run         *Run         `json:"run,omitempty"`
	Verdict     *Verdict     `json:"verdict,omitempty"`
	Round       *Round       `json:"round,omitempty"`
	Allocations *Allocations `json:"allocations,omitempty"`
	Collection  *Collection  `json:"collection,omitempty"`
	Failure     *Failure     `json:"failure,omitempty"`
	Printed     *Printed     `json:"printed,omitempty"`
	End         *End         `json:"end,omitempty"`
}

// A Type names what a record holds.
type Type string

// The types, in the order they first occur in a file.
const (
	TypeRun         Type = "run"         // first line: what is measured, with what, where
	TypeVerdict     Type = "verdict"     // one case: do the libraries agree
	TypeRound       Type = "round"       // one sample of every lane of a unit
	TypeAllocations Type = "allocations" // what one lane's operations cost Go besides time
	TypeCollection  Type = "collection"  // what garbage collection adds to one lane's operations
	TypeFailure     Type = "failure"     // a library crashed or refused while it was being timed
	TypePrinted     Type = "printed"     // what a library printed
	TypeEnd         Type = "end"         // last line of a run that ended by itself or by Ctrl-C
)

// Of wraps one of the record bodies.
func Of[T *Run | *Verdict | *Round | *Allocations | *Collection | *Failure | *Printed | *End](body T) Record {
	switch b := any(body).(type) {
	case *Run:
		return Record{Type: TypeRun, Run: b}
	case *Verdict:
		return Record{Type: TypeVerdict, Verdict: b}
	case *Round:
		return Record{Type: TypeRound, Round: b}
	case *Allocations:
		return Record{Type: TypeAllocations, Allocations: b}
	case *Collection:
		return Record{Type: TypeCollection, Collection: b}
	case *Failure:
		return Record{Type: TypeFailure, Failure: b}
	case *Printed:
		return Record{Type: TypePrinted, Printed: b}
	case *End:
		return Record{Type: TypeEnd, End: b}
	}
	panic("unreachable")
}

// A Run says what was measured, with what and where: enough to repeat it.
type Run struct {
	Schema      int         `json:"schema"`
	Tool        string      `json:"tool"`    // "cryptogap v1.2.3 (commit)"
	Started     time.Time   `json:"started"` // UTC
	Args        []string    `json:"args,omitempty"`
	Seed        uint64      `json:"seed"`
	Settings    Settings    `json:"settings"`
	Environment Environment `json:"environment"`
	Libraries   []Library   `json:"libraries"`
	Build       string      `json:"build,omitempty"`   // name of the binary, where several were measured in one run; their runs have the same start and seed
	Environ     []string    `json:"environ,omitempty"` // variables that were set for the workers: NAME=VALUE
	Units       []Unit      `json:"units"`
	Layouts     []string    `json:"layouts,omitempty"` // names of the link layouts; empty: one, that of the program itself
}

// Settings are the knobs of the measurement. Durations are in nanoseconds.
type Settings struct {
	Suites      []string      `json:"suites,omitempty"`
	Time        time.Duration `json:"time_ns"`                    // measuring time for a row and library
	Budget      time.Duration `json:"budget_ns"`                  // measuring time of the whole run
	Sample      time.Duration `json:"sample_ns"`                  // how long a sample is meant to last
	Repetitions int           `json:"repetitions"`                // repetitions of the list at the least
	Quiet       int           `json:"quiet_rounds"`               // rounds with quiet samples on both sides of each gap that a row asks for
	Tolerance   float64       `json:"probe_tolerance"`            // how far a probe may be from the best at a quiet moment: 0.05 is 5 %
	Absolute    bool          `json:"probe_absolute,omitempty"`   // probes depend on the clock speed too: times are compared with those of another process
	AA          bool          `json:"aa,omitempty"`               // every provider is measured against itself
	Delay       float64       `json:"planted_delay,omitempty"`    // with AA: the share of its time by which the copy is made slower, to see whether that is found
	DelayIn     string        `json:"planted_delay_in,omitempty"` // without AA: the row and the provider that are made slower: "sha256/op=sum/size=16384 go"
	Threads     []int         `json:"threads,omitempty"`          // goroutines a sample runs in; empty: one
	LiveHeap    int64         `json:"live_heap_bytes,omitempty"`  // what is kept on Go's heap while collections are measured, beside the program's own
	Cycles      bool          `json:"cycles,omitempty"`           // cycles are counted beside time
	Without     []string      `json:"without,omitempty"`          // CPU features that the libraries were told to do without
}

// A Unit is a row of the report: lanes that are sampled together.
type Unit struct {
	ID        int      `json:"id"`
	Row       string   `json:"row"` // "sha256/op=sum/size=16384"
	Algorithm string   `json:"algorithm"`
	Title     string   `json:"title"`
	Kind      Kind     `json:"kind"`
	Op        string   `json:"op"`
	Standing  string   `json:"standing_op,omitempty"` // where Op sets its key up each time, the operation that does the same under a standing key
	Standard  string   `json:"standard,omitempty"`
	Unit      string   `json:"unit"`            // in which the row is reported: "MiB/s", "ns/iteration", "ops/s", "ns/op"
	Bytes     int      `json:"bytes"`           // message bytes an operation works through; 0 where that means nothing
	Cases     []string `json:"cases"`           // names of the cases it is made of, as in verdicts: one, or one a cost
	Costs     []int    `json:"costs,omitempty"` // iteration counts; with two, the slope between them is the result
	Note      string   `json:"note,omitempty"`
	Suites    []string `json:"suites,omitempty"` // that the algorithm is part of
	Lanes     []Lane   `json:"lanes"`
}

// EmptyCall says whether the unit is the empty call.
func (u *Unit) EmptyCall() bool { return u.Kind == KindCrossing }

// A Lane is one provider at one boundary, and where the unit has costs at one
// cost: what a sample is taken of.
type Lane struct {
	Provider       string   `json:"provider"`
	Boundary       Boundary `json:"boundary"`
	Copy           int      `json:"copy,omitempty"` // A/A: 1 for the second of two equal lanes
	Cost           int      `json:"cost,omitempty"`
	Threads        int      `json:"threads,omitempty"` // goroutines that each do the sample's operations; 0: one, without more goroutines
	Implementation string   `json:"implementation,omitempty"`
}

// A Round is one sample of every lane of a unit, in random order. N, NS, Inner, Cycles, Ticks
// are indexed by lane. Times are nanoseconds.
type Round struct {
	Unit       int     `json:"unit"`
	Repetition int     `json:"repetition"`
	Layout     int     `json:"layout,omitempty"` // index into Run.Layouts: the binary that took the samples
	Index      int     `json:"index"`
	At         int64   `json:"at"`               // nanoseconds since the repetition began
	Order      []int   `json:"order"`            // lanes in the order they were sampled
	N          []int64 `json:"n"`                // operations in the sample; 0: the lane was left out
	NS         []int64 `json:"ns"`               // Go's clock around the sample
	Inner      []int64 `json:"inner"`            // the library side's own clock around its loop; 0 at the call boundary
	Cycles     []int64 `json:"cycles,omitempty"` // of the thread, around the sample, as Environment.Cycles counts them; 0: not counted
	// Ticks is how long Environment.Ticks that were due in the sample last together, where it is too long to be put between
	// them; 0 where none was.
	Ticks  []int64 `json:"ticks,omitempty"`
	Waited []int64 `json:"waited,omitempty"` // in time order, the last probe before each sample, where it was waited for; 0: it was not
	// Switches is how often the kernel took the core away from the thread during the sample; nil: never.
	Switches []int64 `json:"switches,omitempty"`
	Probes   []int64 `json:"probes"` // the probe before the first sample and after each, in time order: nanoseconds at one clock speed
}

// Switched says whether the kernel took the core away during the lane's sample.
func (r *Round) Switched(lane int) bool { return lane < len(r.Switches) && r.Switches[lane] > 0 }

// PerOp returns the nanoseconds that one operation of the lane took, by the
// library side's clock where there is one, without those in which it was Ticks; NaN where the lane was left out. N counts the operations
// of all threads, so that of a lane with several it is the inverse of their common throughput.
func (r *Round) PerOp(lane int) float64 {
	if r.N[lane] == 0 {
		return math.NaN()
	}
	ns := r.NS[lane]
	if r.Inner[lane] > 0 {
		ns = r.Inner[lane]
	}
	if lane < len(r.Ticks) {
		ns -= r.Ticks[lane]
	}
	return float64(ns) / float64(r.N[lane])
}

// Around returns the probe before and after the k-th sample in time order; 0 where the round has none.
func (r *Round) Around(k int) (before, after int64) {
	if k < len(r.Probes) {
		before = r.Probes[k]
	}
	if k < len(r.Waited) && r.Waited[k] > 0 {
		before = r.Waited[k]
	}
	if k+1 < len(r.Probes) {
		after = r.Probes[k+1]
	}
	return before, after
}

// Allocations are what a lane's operations cost Go besides time: measured apart from
// the rounds, once a lane.
type Allocations struct {
	Unit   int     `json:"unit"`
	Lane   int     `json:"lane"`
	Ops    int64   `json:"ops"` // operations measured
	Allocs float64 `json:"allocs_per_op"`
	Bytes  float64 `json:"bytes_per_op"`
}

// QuietCollection is the share of the probes beside a collection that must be quiet for it to count.
const QuietCollection = 0.6

// A Collection is what garbage collection adds to a lane's operations: the time of an operation over whole cycles of the
// collector, beside as many operations with the collector off. A repetition has several. Samples have no collection in them.
type Collection struct {
	Unit       int     `json:"unit"`
	Lane       int     `json:"lane"`
	Repetition int     `json:"repetition"`
	Layout     int     `json:"layout,omitempty"`
	Ops        int64   `json:"ops"`
	Cycles     int     `json:"cycles"`             // of the collector
	With       float64 `json:"with_ns"`            // an operation
	Without    float64 `json:"without_ns"`         // an operation
	Probe      int64   `json:"probe_ns,omitempty"` // the share QuietCollection of the probes were at most this, in both; 0: there were none
	LiveHeap   int64   `json:"live_heap_bytes"`    // after the last cycle
	HeapGoal   int64   `json:"heap_goal_bytes"`    // at which the next cycle ends
}

// A Failure says that a provider could not be timed in a unit.
type Failure struct {
	Unit     int    `json:"unit"`
	Row      string `json:"row"`
	Provider string `json:"provider"`
	Status   Status `json:"status"` // refused or crashed
	Why      string `json:"why"`    // the library's words, or "SIGABRT"
}

// Printed is what a library wrote to standard output or standard error, of which no call told it to.
type Printed struct {
	Unit     int    `json:"unit"`
	Row      string `json:"row"`
	Provider string `json:"provider"`
	Text     string `json:"text"` // bounded; the first in this unit
}

// String is a sentence for the row.
func (p *Printed) String() string {
	return fmt.Sprintf("%s printed %q", p.Provider, strings.TrimSpace(p.Text))
}

// An End says how the run ended.
type End struct {
	Elapsed     time.Duration `json:"elapsed_ns"`
	Interrupted bool          `json:"interrupted,omitempty"`
	Error       string        `json:"error,omitempty"` // why the run could not go on; Interrupted then too
}

// A Library describes a provider: the library behind it as it runs. Empty
// fields are unknown.
type Library struct {
	Name     string   `json:"name"`               // "wolfcrypt"
	Title    string   `json:"title"`              // "wolfCrypt"
	Version  string   `json:"version,omitempty"`  // of the library that is running
	Headers  string   `json:"headers,omitempty"`  // version of the headers it was compiled against
	License  string   `json:"license,omitempty"`  // SPDX
	Build    []Fact   `json:"build,omitempty"`    // how it was built: configure flags, compiler, options
	Features []string `json:"features,omitempty"` // CPU features the library says it uses
	Warnings []string `json:"warnings,omitempty"` // sentences: why a comparison with this build may mislead
	Missing  string   `json:"missing,omitempty"`  // why the library is not in this build
}

// A Fact is one named thing about a build.
type Fact struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}
