package compare

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/harness"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
	"cryptogap/compare/verify"
)

// probing is how long a repetition looks at the probe before it measures.
const probing = 20 * time.Millisecond

// tickSearch is how long ticks are searched for: four periods of the slowest kind of timer.
const tickSearch = 42 * time.Millisecond

func (w *worker) repetition(ctx context.Context) error {
	rng := rand.New(rand.NewPCG(w.Seed, uint64(w.Repetition)))
	harness.AbsoluteProbes(w.Settings.Absolute)
	best := w.BestProbe
	if seen := harness.Probes(ctx, probing); len(seen) > 0 {
		if b := stats.QuietBest(seen); best == 0 || b < best {
			best = b
		}
	}
	live := keptAlive(w.Settings.LiveHeap)
	defer runtime.KeepAlive(live)
	touchHeap()
	w.collector = newCollector()
	w.ticks = harness.FindTicks(ctx, tickSearch)
	start := time.Now()
	for _, i := range rng.Perm(len(w.Units)) {
		if err := w.measure(ctx, i, rng, start, best); err != nil {
			return err
		}
		if err := w.out.Done(i); err != nil {
			return err
		}
	}
	return nil
}

// heapTouched is three times what a heap that keeps little grows to before it is collected.
const heapTouched = 12 << 20

// keptAlive returns objects of so many bytes in all, half of which are pointers: what a program keeps and the collector marks.
func keptAlive(bytes int64) []*[16]*int {
	const each = 16 * 8 * 2 // an object and the numbers behind its pointers
	live := make([]*[16]*int, 0, bytes/each)
	for range bytes / each {
		object, numbers := new([16]*int), new([16]int)
		for i := range object {
			object[i] = &numbers[i]
		}
		live = append(live, object)
	}
	return live
}

// touchHeap has Go's heap grow, be collected, and use its memory again before anything is measured. Each page costs a fault when it is
// first touched, 5 to 25 µs on a virtual machine, and until the first collection operations that allocate took two to ten times as long.
func touchHeap() {
	const smallest, largest = 64, 8192 // smaller ones may be put on the stack
	for left, size := heapTouched, smallest; left > 0; left -= size {
		runtime.KeepAlive(make([]byte, size))
		if size *= 2; size > largest {
			size = smallest
		}
	}
}

// A unit of slow operations is measured until it has fewestRounds, for longest times as long as another at
// the most: fewer rounds say little.
const (
	fewestRounds = 16
	longest      = 4
)

// roundsInEvent bounds an event: a long repetition has a million rounds.
const roundsInEvent = 1000

// measure opens the unit's routines anew, times them, and closes them. A
// provider that fails is taken out and the rest go on.
func (w *worker) measure(ctx context.Context, index int, rng *rand.Rand, start time.Time, best float64) error {
	v := w.measurement(index)
	defer v.close(everyone)
	if err := v.open(rng); err != nil {
		return err
	}
	if w.Repetition == 0 {
		if err := v.countAllocations(); err != nil {
			return err
		}
	}
	for {
		rounds, err := harness.Measure(ctx, v.lanes, harness.Options{
			Unit: v.unit.ID, Repetition: w.Repetition, Layout: w.Layout, Start: start, Time: w.Time, Longest: longest * w.Time, Settle: w.Time / 2, Fewest: fewestRounds, Rand: rng,
			Quiet: best * (1 + w.Settings.Tolerance), Wait: w.Time / 2,
			Ticks: w.ticks, Cycles: w.Cycles,
			Round: func() {
				w.collector.collect()
				w.shuffleHeap(rng.Uint64())
			},
			Before: func(lane int) { w.mark(index, v.library[lane]) },
		})
		w.out.Leave()
		for some := range slices.Chunk(rounds, roundsInEvent) {
			if err := w.out.Emit(event{Rounds: some}); err != nil {
				return err
			}
		}
		if err == nil {
			return v.collections(ctx, rounds)
		}
		var failed *harness.LaneError
		if !errors.As(err, &failed) {
			return err
		}
		if err := v.fail(v.library[failed.Lane], failed.Err); err != nil {
			return err
		}
	}
}

// shuffleHeap has what the libraries allocate in the next round lie elsewhere: an operation that allocates is measured at as many places
// as there are rounds. The C libraries of a process share one heap, so the first that can does it for all.
func (w *worker) shuffleHeap(seed uint64) {
	for _, p := range w.providers {
		if d, ok := p.(provider.HeapShuffler); ok {
			d.ShuffleHeap(seed)
			return
		}
	}
}

// A measurement is a unit whose routines are open.
type measurement struct {
	*worker
	index   int
	unit    *sample.Unit
	library []int // of each lane
	lanes   []harness.Lane
}

func (w *worker) measurement(index int) *measurement {
	m := &measurement{worker: w, index: index, unit: &w.Units[index]}
	for _, l := range m.unit.Lanes {
		m.library = append(m.library, indexOf(w.providers, l.Provider))
	}
	return m
}

// open opens every lane over one set of inputs for each cost, in random order: what is opened first lies at another place
// in memory, which must not be the same lane's in each repetition.
func (m *measurement) open(rng *rand.Rand) error {
	m.lanes = make([]harness.Lane, len(m.unit.Lanes))
	offered := m.offered(m.unit.ID)
	inputs := make(map[int]catalog.Inputs)
	for _, i := range rng.Perm(len(m.unit.Lanes)) {
		l, library := m.unit.Lanes[i], m.library[i]
		if library < 0 {
			return fmt.Errorf("compare: no provider named %q", l.Provider)
		}
		if m.skipped(m.unit.ID, library) {
			continue
		}
		m.mark(m.index, library)
		c, err := unitCase(m.unit, l.Cost)
		if err != nil {
			return err
		}
		in, ok := inputs[l.Cost]
		if !ok {
			if in, _, err = verify.Prepare(offered, c); err != nil {
				return fmt.Errorf("compare: inputs of %s: %w", c.Name(), err)
			}
			inputs[l.Cost] = in
		}
		r, err := m.providers[library].Open(c, in, l.Boundary)
		if err != nil {
			if err := m.fail(library, err); err != nil {
				return err
			}
			continue
		}
		if m.Settings.Delay != 0 && (l.Copy != 0 || m.Settings.DelayIn == m.unit.Row+" "+l.Provider) {
			r = delayed{r, m.Settings.Delay}
		}
		m.lanes[i] = harness.Lane{Routine: r, Sample: m.sampleTime(m.unit, l)}
		if known := m.PerOp[m.unit.ID]; i < len(known) {
			m.lanes[i].PerOp = known[i]
		}
		for range l.Threads {
			r, err := m.providers[library].Open(c, in, l.Boundary)
			if err != nil {
				if err := m.fail(library, err); err != nil {
					return err
				}
				break
			}
			m.lanes[i].Team = append(m.lanes[i].Team, r)
		}
	}
	return nil
}

// collectEvery is how many repetitions there are for one in which collections are measured.
const collectEvery = 2

// collections measures what garbage collection adds to the lanes that allocate.
func (m *measurement) collections(ctx context.Context, rounds []sample.Round) error {
	if m.Repetition%collectEvery != 0 || len(rounds) == 0 {
		return nil
	}
	last := rounds[len(rounds)-1]
	for i, l := range m.lanes {
		perOp := last.PerOp(i)
		if l.Routine == nil || len(l.Team) > 0 || !m.counted(m.unit.Lanes[i]) || !(perOp > 0) {
			continue
		}
		m.mark(m.index, m.library[i])
		objects, bytes, err := harness.Allocates(l.Routine, int(min(last.N[i], maxCounted)))
		if err != nil || objects < 1 {
			continue // a routine that fails is left to the rounds, which say so
		}
		all, err := harness.Collections(ctx, l.Routine, perOp, bytes)
		if err != nil {
			continue
		}
		for _, c := range all {
			c.Unit, c.Lane, c.Repetition, c.Layout = m.unit.ID, i, m.Repetition, m.Layout
			if err := m.out.Emit(event{Collection: &c}); err != nil {
				return err
			}
		}
	}
	return nil
}

// countTime is how long the operations of an allocation count are meant to last.
const countTime = time.Millisecond

// countAllocations counts what each lane allocates. A lane that fails is left to the rounds, which say so.
func (m *measurement) countAllocations() error {
	for i, l := range m.lanes {
		if l.Routine == nil || !m.counted(m.unit.Lanes[i]) {
			continue
		}
		m.mark(m.index, m.library[i])
		each := 2 * countTime
		for range 2 { // a first operation may take much longer than those behind it
			start := time.Now()
			if _, err := l.Routine.Do(1); err != nil {
				break
			}
			if each = max(1, time.Since(start)); each > countTime {
				break
			}
		}
		b, err := harness.CountAllocations(l, max(1, min(int(countTime/each), maxCounted), min(int(fewTime/each), fewCounted)))
		if err != nil {
			continue
		}
		b.Unit, b.Lane = m.unit.ID, i
		if err := m.out.Emit(event{Allocations: &b}); err != nil {
			return err
		}
	}
	return nil
}

// counted says whether the lane's allocations are counted: those of a call, at the highest cost.
func (m *measurement) counted(l sample.Lane) bool {
	return l.Boundary == provider.Call && (len(m.unit.Costs) == 0 || l.Cost == slices.Max(m.unit.Costs))
}

// maxCounted bounds the operations of an allocation count; fewCounted are done of slow ones too, where they take no longer than fewTime.
const (
	maxCounted = 10_000
	fewCounted = 10
	fewTime    = 40 * time.Millisecond
)

// fail takes the library out of the unit and says so.
func (m *measurement) fail(library int, why error) error {
	m.Skip = append(m.Skip, skip{m.unit.ID, library})
	m.close(library)
	name := m.Libraries[library]
	return m.out.Emit(event{Failure: &sample.Failure{Unit: m.unit.ID, Row: m.unit.Row, Provider: name, Status: sample.Refused, Why: why.Error()}})
}

// everyone is all libraries at once.
const everyone = -1

// close closes the library's routines.
func (m *measurement) close(library int) {
	for i := range m.lanes {
		if r := m.lanes[i].Routine; r != nil && (library == everyone || m.library[i] == library) {
			_ = r.Close()
			for _, member := range m.lanes[i].Team {
				_ = member.Close()
			}
			m.lanes[i] = harness.Lane{}
		}
	}
}

// sampleTime is how long a sample of the lane should last. A row of two costs has twice as many lanes, and derivations allocate: what
// they take depends on where their memory lies, in each round anew, by more than the clock errs. So their rounds are shorter, and
// more. The smaller cost only takes away what a derivation costs besides its iterations, a few per cent of the result.
func (w *worker) sampleTime(u *sample.Unit, l sample.Lane) time.Duration {
	switch {
	case len(u.Costs) < 2:
		return w.Settings.Sample
	case l.Cost == slices.Min(u.Costs):
		return w.Settings.Sample / 6
	}
	return w.Settings.Sample / 3
}
