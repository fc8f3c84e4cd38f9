package truth

import (
	"math"
	"slices"
)

// The goals of a class.
const (
	BiasGoal     = 0.001
	CoverageGoal = 0.95
)

// A Class is what many runs of one kind of row on one machine say.
type Class struct {
	Machine, Kind string
	Runs, Flagged int
	// Of the runs in which the row has no flag; NaN where fewer than two are left.
	Bias      float64 // median of estimate / truth − 1
	BiasError float64 // standard error of Bias
	Coverage  float64 // share of ordered pairs in which the second ratio lies inside the first interval
	// CoverageError is the standard error of Coverage, runs being independent and pairs not.
	CoverageError float64
	Half          float64 // median half width of the intervals, relative
	Tied          float64 // share of the intervals that contain 1
}

// LeastRuns is how many runs without a flag say something of a class.
const LeastRuns = 5

// Judged says whether enough rows of the class have no flag.
func (c Class) Judged() bool { return c.Runs-c.Flagged >= LeastRuns }

// Biased says that the bias exceeds its goal by more than chance explains.
func (c Class) Biased() bool { return c.Judged() && math.Abs(c.Bias)-2*c.BiasError > BiasGoal }

// Uncovered says that the coverage is below its goal by more than chance explains.
func (c Class) Uncovered() bool { return c.Judged() && c.Coverage+2*c.CoverageError < CoverageGoal }

func classify(machine string, k Kind, all []figure) Class {
	c := Class{Machine: machine, Kind: k.Name, Runs: len(all), Bias: math.NaN(), Coverage: math.NaN(), Half: math.NaN(), Tied: math.NaN()}
	kept := slices.DeleteFunc(slices.Clone(all), func(f figure) bool { return f.flagged })
	c.Flagged = len(all) - len(kept)
	n := float64(len(kept))
	if len(kept) < 2 {
		return c
	}
	var off, half, shares []float64
	tied, inside := 0.0, 0.0
	for i, f := range kept {
		off = append(off, f.value/k.Ratio()-1)
		half = append(half, (f.hi-f.lo)/2/f.value)
		if f.lo <= 1 && f.hi >= 1 {
			tied++
		}
		// What a run adds to the coverage, as the first and as the second of pairs.
		in := 0.0
		for j, g := range kept {
			if i == j {
				continue
			}
			if f.lo <= g.value && g.value <= f.hi {
				in, inside = in+0.5, inside+1
			}
			if g.lo <= f.value && f.value <= g.hi {
				in += 0.5
			}
		}
		shares = append(shares, in/(n-1))
	}
	c.Bias = middle(off)
	var deviations []float64
	for _, x := range off {
		deviations = append(deviations, math.Abs(x-c.Bias))
	}
	c.BiasError = 1.4826 * middle(deviations) * math.Sqrt(math.Pi/2/n)
	c.Coverage = inside / (n * (n - 1))
	// Twice the spread of what single runs add: the variance of a statistic over pairs.
	sum := 0.0
	for _, x := range shares {
		sum += (x - c.Coverage) * (x - c.Coverage)
	}
	c.CoverageError = 2 * math.Sqrt(sum/(n-1)/n)
	c.Half, c.Tied = middle(half), tied/n
	return c
}

// middle is the median. Package stats has one too; what is tested does not judge itself.
func middle(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
