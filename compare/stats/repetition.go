package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// A Repetition is what one process measured of one quantity.
type Repetition struct {
	Layout int       // index of the link layout of its binary
	Values []float64 // one a round, in time order; what is not a positive number was not measured
}

// Mean returns the centre of a time over repetitions, and what each repetition says. See Ratio.
func Mean(of []Repetition) (Estimate, []Value) { return ratio(of, nil) }

// Ratio returns the ratio of two times that were measured in the same repetitions and rounds, and what each repetition says.
//
// Within a repetition it is the ratio of the two means over the rounds that have both: a program pays the mean, so a
// library's own slow operations count in full. A disturbance from outside that no probe saw is rare and long, and would make
// a plain mean needlessly uncertain. So both sides are clipped at the same distance from their medians, as a share: the
// smallest distance at which clipping does not move the ratio by more than its own uncertainty. What it moves the ratio by
// is added to the interval. No clipping is among the choices.
//
// Layouts are the outer clusters. The estimate is the robust centre of the layouts' means. Its interval comes from their spread,
// with Student's t for their number. With one layout the repetitions take their place.
func Ratio(a, b []Repetition) (Estimate, []Value) { return ratio(a, b) }

// A Value is what one repetition says. Index is its place among those given.
type Value struct {
	Index, Layout int
	Value         float64
	N             int // rounds behind it

	variance float64 // of the logarithm, as the rounds tell it
}

// clipSteps are the distances that are tried, in robust standard deviations of the noisier side; leastClip is the smallest
// distance, as a share.
var clipSteps = []float64{4, 12, 40, math.Inf(1)}

const (
	leastClip = 0.005
	// clipMoves is how far clipping may move a ratio, in standard errors of that move. A disturbance of k repetitions moves
	// it by about √k of them.
	clipMoves = 2
	// mostMoved is how far clipping one repetition may widen the interval, in clipping distances: a single disturbance must not.
	mostMoved = 2
	// betweenRuns is the standard error that all repetitions of a run have in common, relative: two runs on a shared machine
	// differ by more than the repetitions of either show.
	betweenRuns = 0.0003
)

// A single repetition shows nothing of the spread between repetitions. Its interval takes this standard deviation for it (relative;
// the spread of ratios was 0.05 to 0.2 % where it could be seen), and counts one round in assumedDependence, since
// neighbouring rounds share their disturbances.
const (
	assumedPlacement  = 0.003
	assumedDependence = 4
)

func ratio(a, b []Repetition) (Estimate, []Value) {
	reps, n, dropped := pairs(a, b)
	e := Estimate{N: n, Clusters: len(reps), Dropped: dropped, log: true}
	if len(reps) == 0 {
		nan := math.NaN()
		e.Value, e.SE, e.Interval = nan, nan, Interval{nan, nan}
		return e, nil
	}
	spread := max(relativeSpread(reps, 0), relativeSpread(reps, 1))
	whole := make([]float64, len(reps))
	for i, r := range reps {
		whole[i] = r.log(math.Inf(1))
	}
	var moved float64
	values := make([]Value, len(reps))
	for _, step := range clipSteps {
		distance := max(leastClip, step*spread)
		moved = 0
		var moves []float64
		for i, r := range reps {
			values[i] = Value{Index: r.index, Layout: r.layout, Value: r.log(distance), N: len(r.sides[0]), variance: r.variance(distance)}
			move := values[i].Value - whole[i]
			moves = append(moves, move)
			moved += max(-mostMoved*distance, min(mostMoved*distance, move)) / float64(len(reps))
		}
		if mean, se := meanAndError(moves); math.Abs(mean) <= clipMoves*se || mean == 0 {
			break
		}
	}
	pool(values, reps)
	e = e.nested(values, math.Abs(moved))
	for i := range values {
		values[i].Value = math.Exp(values[i].Value)
	}
	return e, values
}

// paired is a repetition's rounds that have both sides; with one side, sides[1] is nil.
type paired struct {
	index, layout int
	sides         [2][]float64
}

func pairs(a, b []Repetition) (reps []paired, kept, dropped int) {
	valid := func(x float64) bool { return x > 0 && finite(x) }
	for i := range a {
		p := paired{index: i, layout: a[i].Layout}
		for j, x := range a[i].Values {
			ok := valid(x)
			if ok && b != nil {
				ok = i < len(b) && j < len(b[i].Values) && valid(b[i].Values[j])
			}
			if !ok {
				dropped++
				continue
			}
			kept++
			p.sides[0] = append(p.sides[0], x)
			if b != nil {
				p.sides[1] = append(p.sides[1], b[i].Values[j])
			}
		}
		if len(p.sides[0]) > 0 {
			reps = append(reps, p)
		}
	}
	return reps, kept, dropped
}

// log is the logarithm of the ratio of the clipped means, of the clipped mean with one side.
func (p paired) log(distance float64) float64 {
	l := math.Log(clippedMean(p.sides[0], distance))
	if p.sides[1] != nil {
		l -= math.Log(clippedMean(p.sides[1], distance))
	}
	return l
}

// variance is that of log, as the rounds tell it.
func (p paired) variance(distance float64) float64 {
	n := float64(len(p.sides[0]))
	if n < 2 {
		return 0
	}
	var logs []float64
	ma, mb := Median(p.sides[0]), math.NaN()
	if p.sides[1] != nil {
		mb = Median(p.sides[1])
	}
	for i, x := range p.sides[0] {
		l := clip(x/ma, distance)
		if p.sides[1] != nil {
			l -= clip(p.sides[1][i]/mb, distance)
		}
		logs = append(logs, l)
	}
	_, se := meanAndError(logs)
	return se * se
}

// clippedMean is the mean with values further than the distance, a share, from the median taken as that far from it.
func clippedMean(values []float64, distance float64) float64 {
	m := Median(values)
	var sum float64
	for _, x := range values {
		sum += clip(x/m, distance)
	}
	return m * sum / float64(len(values))
}

func clip(relative, distance float64) float64 {
	return max(1-distance, min(1+distance, relative))
}

// relativeSpread is the robust standard deviation of one side's rounds around their repetition's median, as a share.
func relativeSpread(reps []paired, side int) float64 {
	var deviations []float64
	for _, r := range reps {
		n := float64(len(r.sides[side]))
		if n < 2 {
			continue
		}
		m, unbias := Median(r.sides[side]), math.Sqrt(n/(n-1))
		for _, x := range r.sides[side] {
			deviations = append(deviations, math.Abs(x/m-1)*unbias)
		}
	}
	if len(deviations) == 0 {
		return 0
	}
	return madToSigma * Median(deviations)
}

func meanAndError(values []float64) (mean, se float64) {
	n := float64(len(values))
	for _, x := range values {
		mean += x / n
	}
	if n < 2 {
		return mean, math.Inf(1)
	}
	var squares float64
	for _, x := range values {
		squares += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(squares / (n - 1) / n)
}

// nested sets value and interval from what the repetitions say, on the logarithmic scale. moved is what clipping moved it by.
func (e Estimate) nested(values []Value, moved float64) Estimate {
	y, v, layouts := make([]float64, len(values)), make([]float64, len(values)), make([]int, len(values))
	for i, x := range values {
		y[i], v[i], layouts[i] = x.Value, x.variance, x.Layout
	}
	clusters := len(byLayout(values))
	if clusters < 2 {
		layouts, clusters = nil, len(values)
	}
	if len(y) == 1 {
		e.Value = math.Exp(y[0])
		if e.N == 1 {
			e.SE, e.Interval = math.Inf(1), Interval{0, math.Inf(1)}
			return e
		}
		e.SE = math.Sqrt(assumedDependence*v[0] + assumedPlacement*assumedPlacement)
		e.df = float64(e.N - 1)
		return e.predicted()
	}
	c, se := clusteredLocation(y, v, layouts)
	own := math.Hypot(se, moved)
	e.Value, e.SE = math.Exp(c), math.Hypot(own, betweenRuns)
	// Welch and Satterthwaite: what is known from outside has no end of degrees of freedom.
	e.df = float64(clusters-1) * math.Pow(e.SE/math.Max(own, betweenRuns/100), 4)
	e = e.predicted()
	e.Noise = e.RelHalfWidth()
	if groups := byLayout(values); len(groups) > 1 && len(values) > len(groups) {
		_, noise := location(centred(groups), nil)
		e.Noise = studentQuantile(coverage, float64(len(values)-len(groups))) * math.Sqrt2 * math.Hypot(noise, moved)
	}
	return e
}

// centred returns the values less their layouts' means, made as wide as they were before the means were taken from them.
func centred(groups [][]Value) []float64 {
	var all []float64
	for _, g := range groups {
		n := float64(len(g))
		if n < 2 {
			continue
		}
		var mean float64
		for _, x := range g {
			mean += x.Value / n
		}
		for _, x := range g {
			all = append(all, (x.Value-mean)*math.Sqrt(n/(n-1)))
		}
	}
	return all
}

// pool gives each value the variance that its rounds would have if all repetitions were alike, times how much noisier than the
// typical one its repetition was for both sides: what disturbs the machine disturbs both. The noise of one side says nothing:
// repetitions without that side's own slow operations would decide. How much is shared, their correlation tells.
func pool(values []Value, reps []paired) {
	var sum, rounds float64
	for _, x := range values {
		sum += x.variance * float64(x.N) * float64(x.N)
		rounds += float64(x.N)
	}
	for i := range values {
		values[i].variance = sum / rounds / float64(values[i].N)
	}
	if len(reps) < 3 || reps[0].sides[1] == nil {
		return
	}
	var noise [2][]float64
	for side := range noise {
		for _, r := range reps {
			noise[side] = append(noise[side], math.Log(max(relativeVariance(r.sides[side]), leastVariance)))
		}
		typical := Median(noise[side])
		for i := range noise[side] {
			noise[side][i] -= typical
		}
	}
	r := stat.Correlation(noise[0], noise[1], nil)
	if !(r > 0) {
		return
	}
	for i := range values {
		// The regression of what both share on their sum.
		values[i].variance *= math.Exp(r / (1 + r) * (noise[0][i] + noise[1][i]))
	}
}

// leastVariance keeps logarithms finite.
const leastVariance = 1e-12

// relativeVariance is the variance of values around their median, as shares of it.
func relativeVariance(values []float64) float64 {
	m := Median(values)
	var sum float64
	for _, x := range values {
		sum += (x/m - 1) * (x/m - 1)
	}
	return sum / float64(len(values))
}

// byLayout groups values by their layout, in the layouts' order.
func byLayout(values []Value) [][]Value {
	var layouts []int
	for _, x := range values {
		if !slices.Contains(layouts, x.Layout) {
			layouts = append(layouts, x.Layout)
		}
	}
	slices.Sort(layouts)
	groups := make([][]Value, len(layouts))
	for _, x := range values {
		at, _ := slices.BinarySearch(layouts, x.Layout)
		groups[at] = append(groups[at], x)
	}
	return groups
}

// withinLayouts is the variance between repetitions of one layout, pooled over those that have several; 0 where none has.
func withinLayouts(groups [][]Value) float64 {
	var squares, df float64
	for _, g := range groups {
		var mean float64
		for _, x := range g {
			mean += x.Value / float64(len(g))
		}
		for _, x := range g {
			squares += (x.Value - mean) * (x.Value - mean)
		}
		df += float64(len(g) - 1)
	}
	if df == 0 {
		return 0
	}
	return squares / df
}
