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
	"cryptogap/compare/isolate"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
	"cryptogap/compare/verify"
	"cryptogap/compare/wycheproof"
)

// A job is what a worker process is asked to do. Each repetition is a job, and so a process, of its own:
// where libraries, heaps and stacks lie in memory is drawn anew for each.
type job struct {
	// Libraries are the names of the run's providers. Everywhere else in a job, and in a place, a library is its index in this list.
	Libraries []string `json:"libraries"`

	Plan   bool   `json:"plan,omitempty"`  // say what can be measured of the units, and nothing more
	Start  bool   `json:"start,omitempty"` // start the libraries, and nothing more
	Verify bool   `json:"verify"`          // verify the units instead of timing them
	Check  *check `json:"check,omitempty"` // do this with the units instead
	// Sustained says to run the units the plain way instead.
	Sustained *SustainedSettings `json:"sustained,omitempty"`
	Units     []sample.Unit      `json:"units"`
	Skip      []skip             `json:"skip,omitempty"`

	Repetition int             `json:"repetition"`
	Layout     int             `json:"layout,omitempty"`
	Seed       uint64          `json:"seed"`
	Time       time.Duration   `json:"time_ns"` // for each unit
	Settings   sample.Settings `json:"settings"`
	Cycles     string          `json:"cycles,omitempty"`     // source of the cycles that are counted
	BestProbe  float64         `json:"best_probe,omitempty"` // of the run so far, in nanoseconds
	// PerOp is what an operation took at the least in the repetitions before: nanoseconds, by unit and lane; 0: not known.
	PerOp map[int][]float64 `json:"per_op,omitempty"`
}

// A skip takes a library out of a unit.
type skip struct {
	Unit    int `json:"unit"`    // its ID
	Library int `json:"library"` // its index
}

// An event is what a worker reports.
type event struct {
	Plan        *plan               `json:"plan,omitempty"`
	Verdict     *sample.Verdict     `json:"verdict,omitempty"`
	Fuzz        *verify.FuzzReport  `json:"fuzz,omitempty"`
	Partial     bool                `json:"partial,omitempty"` // of Fuzz: the target is not finished
	Wycheproof  *wycheproof.Result  `json:"wycheproof,omitempty"`
	Outputs     []verify.Output     `json:"outputs,omitempty"`
	Rounds      []sample.Round      `json:"rounds,omitempty"`
	Allocations *sample.Allocations `json:"allocations,omitempty"`
	Collection  *sample.Collection  `json:"collection,omitempty"`
	Failure     *sample.Failure     `json:"failure,omitempty"`
}

// Worker is the main function of a worker process: it does the job that
// standard input holds with those of the given providers that the job names. Its result is the process's exit code.
func Worker(all []provider.Provider) int {
	return isolate.Serve(func(ctx context.Context, j job, out *isolate.Worker[event]) error {
		var providers []provider.Provider
		for _, name := range j.Libraries {
			i := indexOf(all, name)
			if i < 0 {
				return fmt.Errorf("compare: the worker has no library named %q", name)
			}
			providers = append(providers, all[i])
		}
		if err := provider.Restrict(providers, j.Settings.Without); err != nil {
			return err
		}
		w := worker{job: j, providers: providers, out: out}
		for i, p := range providers { // one that does not start is known before any unit is tried
			if w.wanted(i) {
				out.Enter(isolate.Place{Unit: noUnit, Library: i})
				p.Info()
			}
		}
		out.Leave()
		return w.work(ctx)
	})
}

// noUnit is the place of a library that is started.
const noUnit = -1

func (w *worker) work(ctx context.Context) error {
	switch {
	case w.Plan:
		return w.plan(ctx)
	case w.Start:
		return w.start()
	case w.Check != nil:
		return w.check(ctx)
	case w.Sustained != nil:
		return w.sustained(ctx)
	case w.Verify:
		return w.verify(ctx)
	}
	return w.repetition(ctx)
}

type worker struct {
	job
	providers []provider.Provider
	out       *isolate.Worker[event]
	step      int // what the marker notes beside the unit

	ticks     *harness.Ticks
	collector *collector
}

func (w *worker) skipped(unit, library int) bool { return slices.Contains(w.Skip, skip{unit, library}) }

// wanted says whether the library takes part in any unit.
func (w *worker) wanted(library int) bool {
	if w.Start {
		return !w.skipped(noUnit, library)
	}
	return slices.ContainsFunc(w.Units, func(u sample.Unit) bool { return !w.skipped(u.ID, library) })
}

// start tells of each library that it could be started.
func (w *worker) start() error {
	for i := range w.providers {
		if err := w.out.Done(i); err != nil {
			return err
		}
	}
	return nil
}

func namesOf(providers []provider.Provider) []string {
	var names []string
	for _, p := range providers {
		names = append(names, p.Name())
	}
	return names
}

// indexOf returns which of the providers has the name; -1 where none has.
func indexOf(providers []provider.Provider, name string) int {
	return slices.IndexFunc(providers, func(p provider.Provider) bool { return p.Name() == name })
}

// offered returns the providers that take part in the unit.
func (w *worker) offered(unit int) []provider.Provider {
	var offered []provider.Provider
	for i, p := range w.providers {
		if !w.skipped(unit, i) {
			offered = append(offered, p)
		}
	}
	return offered
}

func (w *worker) verify(ctx context.Context) error {
	for i := range w.Units {
		u := &w.Units[i]
		cases, err := unitCases(u)
		if err != nil {
			return err
		}
		for _, c := range cases {
			v := verify.Case(ctx, w.offered(u.ID), c, w.watched(i))
			if ctx.Err() != nil {
				return ctx.Err()
			}
			w.out.Leave()
			if err := w.out.Emit(event{Verdict: &v}); err != nil {
				return err
			}
		}
		if err := w.out.Done(i); err != nil {
			return err
		}
	}
	return nil
}

// mark notes that the library's code runs.
func (w *worker) mark(unit, library int) {
	w.out.Enter(isolate.Place{Unit: unit, Library: library, Step: w.step})
}

// probing is how long a repetition looks at the probe before it measures.
const probing = 20 * time.Millisecond

// tickSearch is how long ticks are listened for: four of the rarest kind, with which a timer goes.
const tickSearch = 42 * time.Millisecond

func (w *worker) repetition(ctx context.Context) error {
	rng := rand.New(rand.NewPCG(w.Seed, uint64(w.Repetition)))
	best := w.BestProbe
	if seen := harness.Probes(ctx, probing); len(seen) > 0 {
		if b := float64(slices.Min(seen)); best == 0 || b < best {
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
		if m.Settings.Delay != 0 && l.Copy != 0 {
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
		c, ok, err := harness.Collection(ctx, l.Routine, perOp, bytes)
		if err != nil || !ok {
			continue
		}
		c.Unit, c.Lane, c.Repetition, c.Layout = m.unit.ID, i, m.Repetition, m.Layout
		if err := m.out.Emit(event{Collection: &c}); err != nil {
			return err
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
