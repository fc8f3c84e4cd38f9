package result

import (
	"math"
	"slices"

	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// A pick is what may count of a row's rounds, repetition by repetition.
type pick struct {
	repetitions [][]*sample.Round
	lanes       []interruptions // by lane; nil: all that there is counts
}

// pick leaves out what was sampled while the machine was contended, and finds what was interrupted. Where too little is
// left the row is contended, and all of it is taken.
func (r *Row) pick(rounds []*sample.Round, best float64, s sample.Settings) pick {
	r.Series = series(r.Unit)
	repetitions := byRepetition(rounds)
	r.Rounds, r.Repetitions = len(rounds), len(repetitions)
	var quiet [][]*sample.Round
	for _, rounds := range repetitions {
		var kept []*sample.Round
		all, calm := 0, 0
		for _, round := range rounds {
			q, samples := quietSamples(round, best, s.Tolerance)
			if samples > 0 {
				kept = append(kept, q)
			}
			all, calm = all+len(round.Order), calm+samples
		}
		r.Samples += all
		if float64(calm) >= stats.QuietDensity*float64(all) && calm > 0 {
			r.QuietSamples += calm
			quiet = append(quiet, kept)
		}
	}
	var n int
	r.Quiet, n = r.enough(quiet)
	if r.Contended = len(rounds) > 0 && (r.Quiet < s.Quiet || n < min(2, s.Repetitions)); r.Contended {
		return pick{repetitions: repetitions}
	}
	p := pick{repetitions: quiet}
	for lane := range r.Unit.Lanes {
		p.lanes = append(p.lanes, interrupted(quiet, lane))
	}
	return p
}

func byRepetition(rounds []*sample.Round) [][]*sample.Round {
	var repetitions [][]*sample.Round
	for i, r := range rounds {
		if i == 0 || r.Repetition != rounds[i-1].Repetition {
			repetitions = append(repetitions, nil)
		}
		repetitions[len(repetitions)-1] = append(repetitions[len(repetitions)-1], r)
	}
	return repetitions
}

// quietSamples returns the round without the samples that were taken while the machine was contended, and
// how many it has then.
func quietSamples(round *sample.Round, best, tolerance float64) (*sample.Round, int) {
	before, after := make([]float64, len(round.Order)), make([]float64, len(round.Order))
	for k := range round.Order {
		b, a := round.Around(k)
		before[k], after[k] = float64(b), float64(a)
	}
	all := stats.Quiet(before, after, best, tolerance)
	if !slices.Contains(all, false) {
		return round, len(all)
	}
	kept := *round
	kept.N = make([]int64, len(round.N))
	samples := 0
	for k, quiet := range all {
		if lane := round.Order[k]; quiet && lane >= 0 && lane < len(kept.N) {
			kept.N[lane] = round.N[lane]
			samples++
		}
	}
	return &kept, samples
}

// enough returns how many rounds have what the gap with the fewest needs, and in how many repetitions they
// are. Where there is no gap, what the series with the fewest needs.
func (r *Row) enough(repetitions [][]*sample.Round) (rounds, in int) {
	var needs [][]int
	for _, pair := range r.pairs() {
		if a, b := &r.Series[pair[0]], &r.Series[pair[1]]; !r.failed(a.Provider) && !r.failed(b.Provider) {
			needs = append(needs, slices.Concat(a.lanes, b.lanes))
		}
	}
	if needs == nil {
		for i := range r.Series {
			if !r.failed(r.Series[i].Provider) {
				needs = append(needs, r.Series[i].lanes)
			}
		}
	}
	for i, lanes := range needs {
		n, with := 0, 0
		for _, repetition := range repetitions {
			had := n
			for _, round := range repetition {
				if !slices.ContainsFunc(lanes, func(lane int) bool { return round.N[lane] == 0 }) {
					n++
				}
			}
			if n > had {
				with++
			}
		}
		if i == 0 || n < rounds {
			rounds = n
		}
		if i == 0 || with < in {
			in = with
		}
	}
	return rounds, in
}

// What takes longer than spoiltQuantile of its lane's samples in the repetition, by more than spoiltBeyond, was
// interrupted by the system or its host between two quiet probes: for 20 to 40 µs at a time, one to three times a millisecond, where this
// was found. Within a repetition memory placement does not change, so no other difference is lost by it.
const (
	spoiltQuantile = 0.2
	spoiltBeyond   = 0.03
)

// spoiltRounds is how many rounds of a repetition it takes to know what is usual in it.
const spoiltRounds = 4

// interruptions says which samples of a lane were interrupted.
type interruptions struct {
	limits       []float64 // by repetition: nanoseconds an operation that an interrupted sample exceeds
	spoilt, seen float64   // samples
	lasted       float64   // nanoseconds a sample
}

func interrupted(repetitions [][]*sample.Round, lane int) interruptions {
	x := interruptions{limits: make([]float64, len(repetitions))}
	var lasted []float64
	for v, repetition := range repetitions {
		x.limits[v] = math.Inf(1)
		var times []float64
		for _, round := range repetition {
			if t := round.PerOp(lane); t > 0 {
				times = append(times, t)
				lasted = append(lasted, t*float64(round.N[lane]))
			}
		}
		if len(times) < spoiltRounds {
			continue
		}
		x.limits[v] = stats.Quantile(times, spoiltQuantile) * (1 + spoiltBeyond)
		for _, t := range times {
			x.seen++
			if t > x.limits[v] {
				x.spoilt++
			}
		}
	}
	x.lasted = stats.Median(lasted)
	return x
}

// interruptionRate is how many samples a nanosecond of them are interrupted in the run: the median over all lanes.
func interruptionRate(picks []pick) float64 {
	var rates []float64
	for _, p := range picks {
		for _, x := range p.lanes {
			if x.seen > 0 {
				rates = append(rates, x.spoilt/x.seen/x.lasted)
			}
		}
	}
	return stats.Median(rates)
}

// natural says whether the lane's slow samples are more than the run's rate of interruptions explains: it is the operation's own nature
// then (a key generation looks for primes; some code has two speeds), or each sample is so long that it is interrupted, and they stay.
func (x interruptions) natural(rate float64) bool {
	const least, most, slack = 0.3, 0.7, 2
	return !(x.spoilt <= x.seen*min(max(least, slack*rate*x.lasted), most))
}

// clean returns the repetitions without what was interrupted. A cost that is not the operation's would be in the medians otherwise, for
// one side of a gap and not for the other, and two modes be seen that are none.
func (p pick) clean(rate float64) [][]*sample.Round {
	if p.lanes == nil {
		return p.repetitions
	}
	clean := make([][]*sample.Round, len(p.repetitions))
	for v, repetition := range p.repetitions {
		for _, round := range repetition {
			kept := round
			for lane, x := range p.lanes {
				if !(round.PerOp(lane) > x.limits[v]) || x.natural(rate) {
					continue
				}
				if kept == round {
					kept = &sample.Round{}
					*kept = *round
					kept.N = slices.Clone(round.N)
				}
				kept.N[lane] = 0
			}
			clean[v] = append(clean[v], kept)
		}
	}
	return clean
}
