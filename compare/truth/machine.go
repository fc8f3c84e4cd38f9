package truth

import (
	"math"
	"math/rand/v2"
)

// Times in this package are nanoseconds.
const (
	microsecond = 1e3
	millisecond = 1e6
	second      = 1e9
)

// A Machine is what disturbs the samples.
type Machine struct {
	Name  string
	Quiet float64 // share of the time without a neighbour on the core
	Tick  Tick
	Drift float64 // relative amplitude of the clock speed's slow swing
}

// A Tick is a timer interrupt. The zero value is none.
type Tick struct{ Period, Lasts float64 }

// Machines returns the machines that are simulated.
func Machines() []Machine {
	return []Machine{
		{Name: "quiet", Quiet: 1},
		{Name: "ticks 250 Hz, 20 µs", Quiet: 1, Tick: Tick{4 * millisecond, 20 * microsecond}},
		{Name: "ticks 250 Hz, 120 µs", Quiet: 1, Tick: Tick{4 * millisecond, 120 * microsecond}},
		{Name: "ticks 1000 Hz, 50 µs", Quiet: 1, Tick: Tick{millisecond, 50 * microsecond}},
		{Name: "clock speed ±15 %", Quiet: 1, Drift: 0.15},
		{Name: "80 % quiet", Quiet: 0.8},
		{Name: "50 % quiet", Quiet: 0.5},
		{Name: "50 % quiet, ticks", Quiet: 0.5, Tick: Tick{4 * millisecond, 60 * microsecond}},
		{Name: "20 % quiet", Quiet: 0.2},
	}
}

// The neighbour comes in spells. Within one it works in bursts, with holes between them.
const (
	spellMean              = 40 * millisecond
	burstLeast, burstMost  = 0.5 * millisecond, 2 * millisecond
	holeLeast, holeMost    = 0.2 * millisecond, 0.5 * millisecond
	burdenLeast, slowsMost = 1.2, 2 // times as long as alone, for code that fills the core
	driftPeriod            = 3 * second
)

// A core is a machine as time goes by.
type core struct {
	Machine
	rng   *rand.Rand
	now   float64
	phase float64 // of the drift

	burden float64 // times as long as alone, for code that fills the core
	until  float64 // when burden changes
	spell  float64 // when the spell ends; 0: there is none

	tick float64 // when the next one is due
}

func newCore(m Machine, rng *rand.Rand) *core {
	c := &core{Machine: m, rng: rng, phase: 2 * math.Pi * rng.Float64(), burden: 1, tick: math.Inf(1)}
	if m.Tick.Period > 0 {
		c.tick = m.Tick.Period * rng.Float64()
	}
	if m.Quiet < 1 {
		c.begin(rng.Float64() >= m.Quiet)
	} else {
		c.until = math.Inf(1)
	}
	return c
}

// begin begins a spell of the neighbour, or a quiet time.
func (c *core) begin(spell bool) {
	if spell {
		c.spell = c.now + spellMean*c.rng.ExpFloat64()
		c.burst()
		return
	}
	c.spell, c.burden = 0, 1
	c.until = c.now + spellMean*c.Machine.Quiet/(1-c.Machine.Quiet)*c.rng.ExpFloat64()
}

func (c *core) burst() {
	c.burden = burdenLeast + (slowsMost-burdenLeast)*c.rng.Float64()
	c.until = c.now + burstLeast + (burstMost-burstLeast)*c.rng.Float64()
}

// change is what happens when the time until is over.
func (c *core) change() {
	switch {
	case c.spell == 0:
		c.begin(true)
	case c.now >= c.spell:
		c.begin(false)
	case c.burden > 1:
		c.burden = 1
		c.until = c.now + holeLeast + (holeMost-holeLeast)*c.rng.Float64()
	default:
		c.burst()
	}
}

// work lets time pass until so many nanoseconds of work are done. fills says how much of the core the code needs: 1 is slowed by
// a neighbour as the probe is, 0 not at all.
func (c *core) work(left, fills float64) {
	left *= 1 + c.Drift*math.Sin(c.phase+2*math.Pi*c.now/driftPeriod)
	for {
		if c.now >= c.tick {
			c.now += c.Tick.Lasts * tickJitter(c.rng)
			c.tick += c.Tick.Period
			continue
		}
		if c.now >= c.until {
			c.change()
			continue
		}
		slower := 1 + fills*(c.burden-1)
		free := min(c.until, c.tick) - c.now
		if left*slower <= free {
			c.now += left * slower
			return
		}
		left -= free / slower
		c.now += free
	}
}

// tickJitter is how long a tick lasts, as a multiple of the usual.
func tickJitter(rng *rand.Rand) float64 { return 0.9 + 0.3*rng.Float64() }

// timed does work and returns how long it took.
func (c *core) timed(work, fills float64) float64 {
	start := c.now
	c.work(work, fills)
	return c.now - start
}
