package stats

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
	"gonum.org/v1/gonum/stat/distuv"
)

// compareRepetitions is how many repetitions either side needs for Mann–Whitney: with three each its smallest p is 0.1.
const compareRepetitions = 4

// Change is the difference between two measurements of one row: before and after.
type Change struct {
	// Ratio is new over old: 0.8 means a fifth less time. Interval holds the
	// true ratio with 95 % confidence (not a prediction: the two measurements are compared as they are).
	Ratio float64
	Interval
	// P is the probability that repetitions of equal machines and libraries differ as much.
	P float64
	// Test names where P is from.
	Test Test
	// Old and New are the two sides' own estimates.
	Old, New Estimate
}

// Test is a test of significance.
type Test string

const (
	// MannWhitney is the U test of the repetitions' values, as benchstat does it on runs.
	MannWhitney Test = "Mann-Whitney U, repetitions"
	// WelchT is used where there are too few repetitions for it; it assumes normal repetitions.
	WelchT Test = "Welch t, repetitions"
)

// Significant reports whether the row may be called changed: P is at most 0.05 and the interval does not contain 1.
func (c Change) Significant() bool {
	return c.P <= 0.05 && !c.Contains(1) && finite(c.Ratio)
}

// Compare compares the times (or ratios) of a row in two result files, one value a repetition. A test of single rounds
// would call the placement of a repetition a change. Where one side has no values, Ratio is NaN and P is 1.
func Compare(old, new []float64) Change {
	c := Change{Old: Center(old), New: Center(new), P: 1, Test: WelchT}
	c.Ratio = c.New.Value / c.Old.Value
	if !finite(c.Ratio) {
		c.Interval = Interval{math.NaN(), math.NaN()}
		return c
	}
	se, df := welch(c.Old, c.New)
	half := studentQuantile(coverage, df) * se
	if se == 0 {
		half = 0
	}
	c.Interval = Interval{c.Ratio * math.Exp(-half), c.Ratio * math.Exp(half)}

	if c.Old.Clusters >= compareRepetitions && c.New.Clusters >= compareRepetitions {
		c.Test = MannWhitney
		c.P = benchmath.AssumeNothing.Compare(valid(old), valid(new)).P
		return c
	}
	switch shift := math.Abs(math.Log(c.Ratio)); {
	case shift == 0 || math.IsInf(se, 1):
		c.P = 1
	case se == 0:
		c.P = 0
	default:
		c.P = 2 * distuv.StudentsT{Sigma: 1, Nu: df}.Survival(shift/se)
	}
	return c
}

// valid makes a sample of the values that are measurements.
func valid(values []float64) *benchmath.Sample {
	values = slices.DeleteFunc(slices.Clone(values), func(x float64) bool { return !(x > 0) || !finite(x) })
	return benchmath.NewSample(values, &benchmath.DefaultThresholds)
}

// welch returns the standard error of log(new/old) and its degrees of freedom, by Welch and Satterthwaite.
func welch(old, new Estimate) (se, df float64) {
	a, b := old.SE*old.SE, new.SE*new.SE
	se = math.Sqrt(a + b)
	if se == 0 || math.IsInf(se, 1) {
		return se, 1
	}
	return se, (a + b) * (a + b) / (a*a/old.df + b*b/new.df)
}
