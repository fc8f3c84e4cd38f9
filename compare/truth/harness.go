package truth

import (
	"math"
	"math/rand/v2"
	"slices"

	"cryptogap/compare/sample"
)

// What the simulated harness does is what package harness does; its figures are repeated here on purpose, so that a change there
// does not silently change what is simulated.
const (
	probeWork   = 12 * microsecond
	clockWork   = 1.5 * microsecond
	probeSpread = 0.003
	beside      = 2 * microsecond // the clock's and the loop's own time around a sample
	between     = 20 * microsecond
	aRepetition = 100 * millisecond // to start a process

	warmShare    = 8
	warmLongest  = 5 * millisecond
	fewestRounds = 16
	longest      = 4
	longestTick  = 200 * microsecond
	early        = 4 * microsecond
	reserve      = 30 * microsecond
	tickSearch   = 42 * millisecond
)

// A bench times one row on a core.
type bench struct {
	*core
	rng      *rand.Rand
	settings sample.Settings
	lanes    [2]Lane
	perOp    [2]float64 // mean time of an operation here and now: placement and layout are in it
	lasts    float64    // how long a tick is thought to last; 0: none is known
	quiet    float64    // longest probe of a quiet moment
	deadline float64    // of waiting
}

func (b *bench) probe() int64 {
	b.work(probeWork/20, 1)
	before := b.timed(clockWork, 0)
	took := b.timed(probeWork*(1+probeSpread*math.Abs(b.rng.NormFloat64())), 1)
	if b.settings.Absolute {
		return int64(took)
	}
	return int64(took * clockWork / min(before, b.timed(clockWork, 0)))
}

// wait probes until two probes in a row are quiet.
func (b *bench) wait() int64 {
	for quiet := 0; ; {
		p := b.probe()
		if quiet++; float64(p) > b.quiet {
			quiet = 0
		}
		if quiet == 2 || b.now >= b.deadline {
			return p
		}
	}
}

// repetition returns the rounds of one repetition that may take so long.
func (b *bench) repetition(unit, index, layout int, time float64) []*sample.Round {
	start := b.now
	b.deadline = start + time/2
	var n [2]int64
	var fit, warm bool
	fit = b.lasts > 0
	for i, l := range b.lanes {
		n[i] = max(1, int64(float64(b.settings.Sample)/l.PerOp))
		warm = warm || l.PerOp < warmLongest
		fit = fit && float64(n[i])*l.PerOp+reserve+2*early < b.Tick.Period-b.lasts
	}
	var rounds []*sample.Round
	for settled := false; ; {
		spent := b.now - start
		if len(rounds) > 0 && spent >= time && (len(rounds) >= fewestRounds || spent >= longest*time) {
			return rounds
		}
		r := b.round(n, warm, fit)
		if !settled && b.now-start < time/2 {
			settled = true
			continue
		}
		r.Unit, r.Repetition, r.Layout, r.Index = unit, index, layout, len(rounds)
		rounds = append(rounds, r)
	}
}

func (b *bench) round(n [2]int64, warm, fit bool) *sample.Round {
	b.now += between
	r := &sample.Round{N: []int64{n[0], n[1]}, NS: make([]int64, 2), Inner: make([]int64, 2), Order: []int{0, 1}}
	if b.rng.IntN(2) == 0 {
		r.Order = []int{1, 0}
	}
	r.Probes = append(r.Probes, b.wait())
	r.At = int64(b.now)
	for k, i := range r.Order {
		last := r.Probes[k]
		waited := func(p int64) {
			if r.Waited == nil {
				r.Waited = make([]int64, 2)
			}
			r.Waited[k], last = p, p
		}
		if k > 0 && float64(last) > b.quiet && b.now < b.deadline {
			waited(b.wait())
		}
		work, fills := float64(n[i])*b.perOp[i], b.lanes[i].Fills
		if warm {
			b.work(float64(max(1, n[i]/warmShare))*b.perOp[i], fills)
		}
		if fit && b.avoid(float64(n[i])*b.lanes[i].PerOp+float64(last)) {
			waited(b.probe())
		}
		from := b.now
		b.work(work*b.lanes[i].Sample.draw(b.rng), fills)
		r.NS[i] = int64(b.now - from)
		if stopped := b.stopped(from, b.now); !fit && stopped > 0 {
			if r.Ticks == nil {
				r.Ticks = make([]int64, 2)
			}
			r.Ticks[i] = int64(stopped)
		}
		b.now += beside
		r.Probes = append(r.Probes, b.probe())
	}
	return r
}

// avoid waits for the next tick where one is due within need.
func (b *bench) avoid(need float64) bool {
	if b.tick-early > b.now+need {
		return false
	}
	b.now = max(b.now, b.tick)
	b.work(0, 0)
	return true
}

// findTicks learns from some ticks how long one lasts. A longer one is not taken for a tick.
func (b *bench) findTicks() {
	b.lasts = 0
	var seen []float64
	for range b.seen() {
		seen = append(seen, b.Tick.Lasts*tickJitter(b.rng))
	}
	slices.Sort(seen)
	if len(seen) > 0 && seen[len(seen)/3] <= longestTick {
		b.lasts = seen[len(seen)/3]
	}
}

// seen is how many ticks there are in the time of the search.
func (b *bench) seen() int {
	if b.Tick.Period == 0 {
		return 0
	}
	return int(tickSearch / b.Tick.Period)
}

// stopped is how long the ticks that were due last together, as far as is known.
func (b *bench) stopped(from, to float64) float64 {
	if b.lasts == 0 {
		return 0
	}
	// b.tick is due behind to; those before it lie at steps of the period.
	first := math.Ceil((from - b.tick) / b.Tick.Period)
	return b.lasts * max(0, math.Ceil((to-b.tick)/b.Tick.Period)-first)
}
