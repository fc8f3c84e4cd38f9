package stats

import "math"

// Payoff says at which message sizes a provider y is faster than a provider x.
// Nothing is said about sizes outside those both measured.
type Payoff struct {
	Kind PayoffKind
	// N is the break-even size for PaysFrom and PaysUntil, in bytes, else NaN. Interval holds the break-even
	// size of a second run; it ends at the smallest or the largest size measured where the tie does.
	N float64
	Interval
	// Ranges are the verdicts over all sizes, in ascending order.
	Ranges []Range
	// Fitted tells that the two lines were compared; otherwise one of them does not hold, and
	// the measured times were, interpolated between the sizes.
	Fitted bool
}

// PayoffKind is the short answer. Equal sizes count for neither side.
type PayoffKind string

const (
	PaysAlways  PayoffKind = "always"  // y is faster at the smallest and the largest size, and slower nowhere
	PaysNever   PayoffKind = "never"   // y is faster at no size, slower at some
	PaysFrom    PayoffKind = "from"    // y is faster from N up; below it is not
	PaysUntil   PayoffKind = "until"   // y is faster up to N; above it is not
	PaysTied    PayoffKind = "tie"     // neither is faster anywhere
	PaysMixed   PayoffKind = "mixed"   // more than one change: see Ranges
	PaysUnknown PayoffKind = "unknown" // too little in common: fewer than two repetitions, or no range of sizes
)

// Range is a range of sizes with one verdict.
type Range struct {
	From, To float64
	Verdict  Verdict
}

// Verdict compares y with x.
type Verdict int

// The verdicts of a Range.
const (
	Slower Verdict = -1
	Tie    Verdict = 0
	Faster Verdict = 1
)

// perOctave is how many sizes an octave are judged: a break-even's ends are good to 4 %.
const perOctave = 16

// BreakEven tells from which size y is faster than x. Repetitions are paired by
// their index, as they were measured together: at each of many sizes each repetition gives a
// ratio of the two times, and these ratios an interval, as Ratio has it.
func BreakEven(x, y Line) Payoff {
	result := Payoff{Kind: PaysUnknown, N: math.NaN(), Interval: Interval{math.NaN(), math.NaN()}}
	if !x.Valid() || !y.Valid() {
		return result
	}
	result.Fitted = x.Holds() && y.Holds()
	least := max(x.sizes[0], y.sizes[0], 1)
	most := min(x.sizes[len(x.sizes)-1], y.sizes[len(y.sizes)-1])
	if !(least < most) {
		return result
	}

	steps := int(math.Ceil(math.Log2(most/least) * perOctave))
	grid := make([]judged, 0, steps+1)
	for i := range steps + 1 {
		n := least * math.Pow(most/least, float64(i)/float64(steps))
		e := Center(ratiosAt(x, y, n, result.Fitted))
		if e.Clusters < 2 {
			continue
		}
		g := judged{n: n, log: math.Log(e.Value)}
		switch {
		case e.Lo > 1:
			g.verdict = Faster
		case e.Hi < 1:
			g.verdict = Slower
		}
		grid = append(grid, g)
	}
	if len(grid) < 2 {
		return result
	}
	result.Ranges = ranges(grid)
	result.Kind = kind(result.Ranges)
	if result.Kind == PaysFrom || result.Kind == PaysUntil {
		result.locate(grid)
	}
	return result
}

// judged is the comparison at one size: log(x/y) and its verdict.
type judged struct {
	n, log  float64
	verdict Verdict
}

// ratiosAt returns x's time over y's at size n, one value a repetition; what is not known is NaN.
func ratiosAt(x, y Line, n float64, fitted bool) []float64 {
	ratios := make([]float64, min(len(x.repetitions), len(y.repetitions)))
	for p := range ratios {
		if fitted {
			ratios[p] = positive(x.repetitions[p].at(n)) / positive(y.repetitions[p].at(n))
		} else {
			ratios[p] = x.between(p, n) / y.between(p, n)
		}
	}
	return ratios
}

// positive turns times that a line through noise puts below zero into NaN.
func positive(t float64) float64 {
	if t > 0 {
		return t
	}
	return math.NaN()
}

// between returns repetition p's time at size n, on a straight line between the two sizes around it.
func (l Line) between(p int, n float64) float64 {
	sizes, times := l.repetition(p)
	for i := 1; i < len(sizes); i++ {
		if sizes[i-1] <= n && n <= sizes[i] && sizes[i-1] < sizes[i] {
			w := (n - sizes[i-1]) / (sizes[i] - sizes[i-1])
			return times[i-1]*(1-w) + times[i]*w
		}
	}
	return math.NaN()
}

// ranges merges neighbours of one verdict; a range ends where the next begins.
func ranges(grid []judged) []Range {
	var all []Range
	for _, g := range grid {
		if k := len(all); k > 0 {
			all[k-1].To = g.n
			if all[k-1].Verdict == g.verdict {
				continue
			}
		}
		all = append(all, Range{From: g.n, To: g.n, Verdict: g.verdict})
	}
	return all
}

// kind reads the short answer from the verdicts: ties are passed over, except at the ends.
func kind(all []Range) PayoffKind {
	var turns []Verdict
	for _, r := range all {
		if r.Verdict != Tie && (len(turns) == 0 || turns[len(turns)-1] != r.Verdict) {
			turns = append(turns, r.Verdict)
		}
	}
	startsTied, endsTied := all[0].Verdict == Tie, all[len(all)-1].Verdict == Tie
	switch {
	case len(turns) == 0:
		return PaysTied
	case len(turns) == 1 && turns[0] == Slower:
		return PaysNever
	case len(turns) > 2 || startsTied && endsTied:
		return PaysMixed
	case len(turns) == 2 && turns[1] == Faster && !endsTied:
		return PaysFrom
	case len(turns) == 2 && turns[0] == Faster && !startsTied:
		return PaysUntil
	case len(turns) == 2:
		return PaysMixed
	case startsTied:
		return PaysFrom
	case endsTied:
		return PaysUntil
	}
	return PaysAlways
}

// locate sets N and the interval for a single change from Slower or Tie to Faster, or back.
func (p *Payoff) locate(grid []judged) {
	first, last := -1, -1 // of the sizes where y is faster
	for i, g := range grid {
		if g.verdict == Faster {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if p.Kind == PaysFrom {
		p.N, p.Interval = grid[first].n, Interval{grid[0].n, grid[first].n}
		for i := first; i > 0; i-- { // down to where y is slower for certain
			if grid[i-1].log <= 0 && grid[i].log > 0 {
				p.N = root(grid[i-1], grid[i])
			}
			if grid[i-1].verdict == Slower {
				p.Lo = grid[i-1].n
				break
			}
		}
		return
	}
	p.N, p.Interval = grid[last].n, Interval{grid[last].n, grid[len(grid)-1].n}
	for i := last; i < len(grid)-1; i++ {
		if grid[i].log > 0 && grid[i+1].log <= 0 {
			p.N = root(grid[i], grid[i+1])
		}
		if grid[i+1].verdict == Slower {
			p.Hi = grid[i+1].n
			break
		}
	}
}

// root returns the size between two neighbours at which the ratio is 1.
func root(below, above judged) float64 {
	w := below.log / (below.log - above.log)
	return below.n * math.Pow(above.n/below.n, w)
}
