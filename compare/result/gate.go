package result

import (
	"math"
	"slices"

	"cryptogap/compare/sample"
)

// FalseAlarm is the probability that a gate fails anywhere in a table of equal builds.
const FalseAlarm = 0.01

// A Condition is a change that is not to be.
type Condition struct {
	Text   string  // as the user wrote it
	Slower bool    // else faster
	Beyond float64 // 0.03 is 3 %
}

// A Failure is a change that a condition forbids.
type Failure struct {
	Condition
	Change *Change
	Build  int // index of the build that changed, against the first
}

// A Gate is conditions that builds, measured in one run, are to meet.
type Gate struct {
	Conditions []Condition

	comparisons int
	suspects    []Failure
}

// enoughPairs is how many paired repetitions decide whether a suspect fails again.
const enoughPairs = 6

// Suspects returns the rows that have to be measured again before they count: those that may fail, before the number of comparisons is
// taken into account. It has to be called before Undecided and Failures.
func (g *Gate) Suspects(builds []*Result) []string {
	g.comparisons, g.suspects = 0, nil
	pairs := againstFirst(builds, 0)
	for i := range pairs {
		g.comparisons += compared(&pairs[i])
		g.suspects = append(g.suspects, g.failures(&pairs[i], i+1, 1)...)
	}
	return rowsOf(g.suspects)
}

// Undecided returns the rows of suspects that have too few repetitions from the given one on: on a noisy machine, many count on one side
// only.
func (g *Gate) Undecided(builds []*Result, again int) []string {
	pairs := againstFirst(builds, again)
	return rowsOf(slices.DeleteFunc(slices.Clone(g.suspects), func(f Failure) bool {
		x := pairs[f.Build-1].find(f.Change.key())
		return x != nil && x.Pairs >= enoughPairs
	}))
}

func rowsOf(failures []Failure) []string {
	var rows []string
	for _, f := range failures {
		if row := f.Change.Unit.Row; !slices.Contains(rows, row) {
			rows = append(rows, row)
		}
	}
	return rows
}

// Unjudged counts the comparisons that the builds' repetitions do not suffice for.
func (g *Gate) Unjudged(builds []*Result) (unjudged, of int) {
	for _, d := range againstFirst(builds, 0) {
		for i := range d.Changes {
			if x := &d.Changes[i]; x.Boundary == sample.Call {
				of++
				if math.IsNaN(x.Best().Ratio) {
					unjudged++
				}
			}
		}
	}
	return unjudged, of
}

// Failures returns what fails: over all repetitions at the level that their number asks for, and again in those from the given one on,
// which were made of suspects alone. 0: none were.
func (g *Gate) Failures(builds []*Result, again int) []Failure {
	var all []Failure
	pairs, repeated := againstFirst(builds, 0), againstFirst(builds, again)
	for i := range pairs {
		second := g.failures(&repeated[i], i+1, 1)
		for _, f := range g.failures(&pairs[i], i+1, max(1, g.comparisons)) {
			if slices.ContainsFunc(second, func(s Failure) bool { return s.same(f) }) {
				all = append(all, f)
			}
		}
	}
	return all
}

func (f Failure) same(o Failure) bool { return f.Text == o.Text && f.Change.key() == o.Change.key() }

// againstFirst compares each build but the first with the first.
func againstFirst(builds []*Result, from int) []Diff {
	var all []Diff
	for _, b := range builds[1:] {
		all = append(all, Paired(builds[0], b, from))
	}
	return all
}

// compared counts the comparisons that a gate looks at.
func compared(d *Diff) int {
	n := 0
	for i := range d.Changes {
		if d.Changes[i].Boundary == sample.Call {
			n++
		}
	}
	return n
}

// failures returns the changes that fail a condition, of so many comparisons.
func (g *Gate) failures(d *Diff, build, comparisons int) []Failure {
	var all []Failure
	for _, c := range g.Conditions {
		for i := range d.Changes {
			x := &d.Changes[i]
			if x.Boundary == sample.Call && x.Best().Fails(c.Slower, c.Beyond, FalseAlarm/float64(comparisons)) {
				all = append(all, Failure{c, x, build})
			}
		}
	}
	return all
}
