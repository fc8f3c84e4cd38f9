package truth

import (
	"math"
	"math/rand/v2"
)

// A Kind is a row: two lanes whose time ratio is known.
type Kind struct {
	Name string
	A, B Lane
}

// Ratio is the truth: the time ratio A/B.
func (k Kind) Ratio() float64 { return k.A.PerOp / k.B.PerOp }

// A Lane is an operation of one library.
type Lane struct {
	PerOp  float64 // mean time of an operation
	Fills  float64 // how much of the core it needs, 0 to 1
	Sample spread  // drawn for each sample
	Place  spread  // drawn for each repetition
	Layout spread  // drawn for each link layout
}

// A spread draws a factor whose mean is 1, or whose centre is 1 where around makes it. nil is always 1.
type spread func(*rand.Rand) float64

func (s spread) draw(rng *rand.Rand) float64 {
	if s == nil {
		return 1
	}
	return s(rng)
}

func normal(sd float64) spread {
	return func(rng *rand.Rand) float64 { return 1 + sd*rng.NormFloat64() }
}

// around has its centre, on the logarithmic scale, at 1: what placement does.
func around(sd float64) spread {
	return func(rng *rand.Rand) float64 { return math.Exp(sd * rng.NormFloat64()) }
}

// skewed has most values a little below the mean and a long tail above it.
func skewed(sd float64) spread {
	return func(rng *rand.Rand) float64 { return 1 - sd + sd*rng.ExpFloat64() }
}

func lognormal(sd float64) spread {
	return func(rng *rand.Rand) float64 { return math.Exp(sd*rng.NormFloat64() - sd*sd/2) }
}

// slow makes the given share of the values longer.
func slow(share, by float64) spread {
	return func(rng *rand.Rand) float64 {
		x := 1 + 0.001*rng.NormFloat64()
		if rng.Float64() < share {
			x *= 1 + by
		}
		return x / (1 + share*by)
	}
}

// Kinds returns the rows that are simulated.
func Kinds() []Kind {
	// Where nothing else is said, A fills the core and B waits for latencies: a neighbour favours B.
	steady := func(a, b float64) Kind {
		return Kind{A: Lane{PerOp: a, Fills: 1, Sample: normal(0.002)}, B: Lane{PerOp: b, Sample: normal(0.002)}}
	}
	with := func(name string, k Kind, change func(*Kind)) Kind {
		k.Name = name
		if change != nil {
			change(&k)
		}
		return k
	}
	usual := steady(1300, 1000)
	return []Kind{
		with("steady", usual, nil),
		with("equal", steady(1000, 1000), nil),
		with("1.001", steady(1001, 1000), nil),
		with("both fill the core", usual, func(k *Kind) { k.B.Fills = 1 }),
		with("operations of 20 ns", steady(26, 20), nil),
		with("operations of 50 µs", steady(65e3, 50e3), nil),
		with("operations of 0.5 ms", steady(650e3, 500e3), nil),
		with("operations of 5 ms", steady(6.5e6, 5e6), nil),
		with("5 ms against 1 µs", steady(5e6, 1e3), nil),
		with("spread 3 % and 0.1 %", usual, func(k *Kind) { k.A.Sample, k.B.Sample = normal(0.03), normal(0.001) }),
		with("spread 0.1 % and 3 %", usual, func(k *Kind) { k.A.Sample, k.B.Sample = normal(0.001), normal(0.03) }),
		with("skewed, 3 %", usual, func(k *Kind) { k.A.Sample = skewed(0.03) }),
		with("skewed, 5 ms", steady(6.5e6, 5e6), func(k *Kind) { k.A.Sample = skewed(0.03) }),
		with("log-normal, 10 %", usual, func(k *Kind) { k.B.Sample = lognormal(0.1) }),
		with("a tenth 20 % slower", usual, func(k *Kind) { k.A.Sample = slow(0.1, 0.2) }),
		with("a hundredth twice as slow", usual, func(k *Kind) { k.B.Sample = slow(0.01, 1) }),
		with("bimodal samples, 5 %", usual, func(k *Kind) { k.A.Sample = slow(0.3, 0.05) }),
		with("bimodal repetitions, 3 %", usual, func(k *Kind) { k.A.Place = slow(0.4, 0.03) }),
		with("placement 0.3 %", usual, func(k *Kind) { k.A.Place, k.B.Place = around(0.003), around(0.003) }),
		with("placement 2 %", usual, func(k *Kind) { k.A.Place = around(0.02) }),
		with("layouts 0.5 %", usual, func(k *Kind) { k.A.Layout, k.A.Place = around(0.005), around(0.002) }),
		with("layouts 5 %", usual, func(k *Kind) { k.A.Layout, k.A.Place = around(0.05), around(0.002) }),
	}
}
