package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Layouts says how a quantity depends on the link layout.
type Layouts struct {
	Values []LayoutValue // in the layouts' order
	// Lo and Hi are the smallest and the largest of Values.
	Interval
	// Depends reports that the layouts differ by more than their repetitions explain, and by at least 1 % (Material).
	Depends bool
}

// A LayoutValue is what one link layout says: the mean of its repetitions.
type LayoutValue struct {
	Layout      int
	Value       float64
	Repetitions int
}

// layoutLevel is the probability that a row without any dependence is called dependent. A run has some 200 ratios.
const layoutLevel = 0.001

// ByLayout compares the link layouts by what the repetitions say: an analysis of variance of their logarithms.
func ByLayout(values []Value) Layouts {
	logs := make([]Value, len(values))
	for i, x := range values {
		logs[i] = x
		logs[i].Value = math.Log(x.Value)
	}
	groups := byLayout(logs)
	l := Layouts{Interval: Interval{math.NaN(), math.NaN()}}
	var grand, between float64
	for _, g := range groups {
		var mean float64
		for _, x := range g {
			mean += x.Value / float64(len(g))
			grand += x.Value / float64(len(logs))
		}
		l.Values = append(l.Values, LayoutValue{g[0].Layout, math.Exp(mean), len(g)})
	}
	if len(groups) == 0 {
		return l
	}
	byValue := func(a, b LayoutValue) int {
		switch {
		case a.Value < b.Value:
			return -1
		case a.Value > b.Value:
			return 1
		}
		return 0
	}
	l.Lo, l.Hi = slices.MinFunc(l.Values, byValue).Value, slices.MaxFunc(l.Values, byValue).Value
	k, n := float64(len(groups)), float64(len(logs))
	if k < 2 || n <= k || l.Hi/l.Lo-1 < Material {
		return l
	}
	for i, g := range groups {
		d := math.Log(l.Values[i].Value) - grand
		between += float64(len(g)) * d * d
	}
	within := withinLayouts(groups)
	if within == 0 {
		l.Depends = true
		return l
	}
	f := between / (k - 1) / within
	l.Depends = distuv.F{D1: k - 1, D2: n - k}.Survival(f) < layoutLevel
	return l
}
