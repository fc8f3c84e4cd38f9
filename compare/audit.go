package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"gonum.org/v1/gonum/stat"

	"cryptogap/compare/catalog"
	"cryptogap/compare/harness"
	"cryptogap/compare/isolate"
	"cryptogap/compare/provider"
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// An Audited row is our figure of a row at the batch boundary beside the
// one of the library's own benchmark program. Times are nanoseconds a byte, an iteration or an
// operation.
type Audited struct {
	Row      string         `json:"row"`
	Provider string         `json:"provider"`
	Command  []string       `json:"command"`
	Per      string         `json:"per"` // "byte", "iteration", "operation"
	Ours     float64        `json:"ours_ns"`
	Theirs   float64        `json:"theirs_ns"`
	Ratio    stats.Estimate `json:"-"`     // ours / theirs, over the turns that count
	Times    int            `json:"times"` // how often both were measured
	Quiet    int            `json:"quiet"` // of these in which the machine was quiet before, between and behind both
	Noisy    bool           `json:"noisy"` // too few turns were quiet, so all count
	Note     string         `json:"note,omitempty"`
	Why      string         `json:"why,omitempty"` // why there is no figure
	Failed   bool           `json:"failed"`        // the library or its program failed: that is why
}

// AuditSettings say how an audit is made.
type AuditSettings struct {
	// Times is how often program and harness take turns on a row; up to twice as often where less than half of the turns
	// are quiet.
	Times int
	// Find returns the path of a library's own program.
	Find func(program string, of provider.Info) (string, error)
	// Each is called with each row as it is finished.
	Each func(Audited)
}

// own bounds one run of a library's own program.
const (
	ownTime = 2 * time.Minute
	ownText = 1 << 20
)

// Audit lays our batch boundary beside the libraries' own benchmark programs, taking
// turns: a program is run once a turn for all rows that it gives in one go. When ctx ends it returns the rows finished so far, in the order of
// the cases, and the context's cause.
func Audit(ctx context.Context, cfg Config, s AuditSettings) ([]Audited, error) {
	cfg.Settings = Absolute(cfg.Settings)
	harness.AbsoluteProbes(true)
	defer harness.AbsoluteProbes(false)
	groups := auditGroups(cfg)
	interrupted := sample.TickShare(harness.FindTicks(ctx, tickSearch).Found())
	var err error
	for _, g := range groups {
		g.interrupted = interrupted
		if err = g.audit(ctx, s); err != nil {
			err = fmt.Errorf("compare: audit %s: %w", g.program, err)
			break
		}
	}
	var done []*auditing
	for _, g := range groups {
		done = append(done, slices.DeleteFunc(slices.Clone(g.rows), func(a *auditing) bool { return !a.finished })...)
	}
	slices.SortFunc(done, func(a, b *auditing) int { return a.place - b.place })
	var rows []Audited
	for _, a := range done {
		rows = append(rows, a.Audited)
	}
	return rows, err
}

// An auditGroup is the rows that one run of a library's program has figures for.
type auditGroup struct {
	provider provider.Provider
	program  string
	args     []string
	rows     []*auditing

	interrupted float64 // share of the time that timers take
	best        float64 // the best probe so far, in nanoseconds; 0: none
}

// auditing is a row while it is audited.
type auditing struct {
	Audited
	place    int // among all rows
	finished bool
	own      provider.OwnBenchmark
	run      *run
	turns    []auditTurn
}

// An auditTurn is one figure of each side, one after the other.
type auditTurn struct {
	ours, theirs float64
	quiet        bool // by probes around both sides: no figure says so of itself
}

// auditGroups finds who has a figure of its own for which row.
func auditGroups(cfg Config) []*auditGroup {
	var groups []*auditGroup
	seen := make(map[string]bool)
	for _, c := range cfg.Cases {
		for _, p := range cfg.Providers {
			b, ok := p.(provider.Benchmarked)
			if !ok || seen[p.Name()+c.Row()] {
				continue
			}
			own, ok := b.Benchmark(c.Algorithm, c.Op)
			if !ok {
				continue
			}
			at := slices.IndexFunc(groups, func(g *auditGroup) bool {
				return g.provider.Name() == p.Name() && g.program == own.Program && slices.Equal(g.args, own.Args)
			})
			if at < 0 {
				at = len(groups)
				groups = append(groups, &auditGroup{provider: p, program: own.Program, args: own.Args})
			}
			groups[at].rows = append(groups[at].rows, newAuditing(cfg, c, p, own, len(seen)))
			seen[p.Name()+c.Row()] = true
		}
	}
	return groups
}

func newAuditing(cfg Config, c catalog.Case, p provider.Provider, own provider.OwnBenchmark, place int) *auditing {
	a := &auditing{place: place, own: own, Audited: Audited{
		Row: c.Row(), Provider: p.Name(), Command: append([]string{own.Program}, own.Args...), Note: own.Note, Per: "operation",
	}}
	switch {
	case len(own.Sizes) > 0:
		a.Per, cfg.Cases = "byte", nil
		for _, size := range own.Sizes {
			cfg.Cases = append(cfg.Cases, catalog.Case{Algorithm: c.Algorithm, Op: c.Op, Size: size})
		}
	case c.Algorithm.Sized():
		a.Per, cfg.Cases = "byte", []catalog.Case{{Algorithm: c.Algorithm, Op: c.Op, Size: provider.OwnSize}}
	default:
		if c.Algorithm.Unit() == catalog.UnitIterations {
			a.Per = "iteration"
		}
		cfg.Cases = costs(catalog.Case{Algorithm: c.Algorithm, Op: c.Op})
	}
	a.run = newRunOf(cfg, Units(cfg.Cases, []provider.Provider{p}, cfg.Settings))
	return a
}

// audit has program and harness take turns on the group's rows.
func (g *auditGroup) audit(ctx context.Context, s AuditSettings) error {
	path, err := s.Find(g.program, g.provider.Info())
	if err != nil {
		for _, a := range g.rows {
			a.Why = err.Error()
		}
	}
	short := func(a *auditing) bool { return a.Why == "" && 2*a.Quiet < s.Times }
	for turn := 0; turn < s.Times || turn < 2*s.Times && slices.ContainsFunc(g.rows, short); turn++ {
		if err := g.turn(ctx, path, turn); err != nil {
			return err
		}
	}
	for _, a := range g.rows {
		a.finish()
		if s.Each != nil {
			s.Each(a.Audited)
		}
	}
	return nil
}

// turn runs the program once, and then our side of each row that it has a figure for.
func (g *auditGroup) turn(ctx context.Context, path string, turn int) error {
	if !slices.ContainsFunc(g.rows, func(a *auditing) bool { return a.Why == "" }) {
		return nil
	}
	tolerance := g.rows[0].run.Settings.Tolerance
	around := g.quietNow(ctx, tolerance)
	out, err := ask(ctx, path, g.args)
	around = g.quietNow(ctx, tolerance) && around
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for _, a := range g.rows {
		if err != nil {
			a.Why, a.Failed = fmt.Sprintf("%s: %v", g.program, err), true
		}
		if a.Why != "" {
			continue
		}
		theirs, err := a.own.Parse(out)
		if err != nil {
			a.Why = err.Error()
			continue
		}
		ours, quiet, died, err := a.run.batch(ctx, turn)
		if err != nil {
			return err
		}
		if math.IsNaN(ours) {
			a.Why, a.Failed = cmp.Or(died, "our own measurement gave no figure"), true
			continue
		}
		if a.own.Average {
			ours /= 1 - g.interrupted
		}
		a.Times++
		if quiet = quiet && around; quiet {
			a.Quiet++
		}
		a.turns = append(a.turns, auditTurn{ours, theirs, quiet})
	}
	return nil
}

// fewestQuiet is how many quiet turns are enough to leave the others out.
const fewestQuiet = 3

// fewestSpread is how many turns an interval takes: fewer show too little of their spread.
const fewestSpread = 4

// finish sums up the quiet turns, or all of them where too few are quiet. Whether a turn counts does not depend on what either
// side took in it: to choose the turns in which the other program was fast would make it look faster than it is.
func (a *auditing) finish() {
	a.finished = true
	if a.Why != "" || a.Times == 0 {
		return
	}
	turns := a.turns
	if a.Noisy = a.Quiet < min(fewestQuiet, a.Times); !a.Noisy {
		turns = slices.DeleteFunc(slices.Clone(turns), func(t auditTurn) bool { return !t.quiet })
	}
	var ours, theirs []stats.Repetition
	for _, t := range turns {
		ours = append(ours, stats.Repetition{Values: []float64{t.ours}})
		theirs = append(theirs, stats.Repetition{Values: []float64{t.theirs}})
	}
	a.Ratio, _ = stats.Ratio(ours, theirs)
	if len(turns) < fewestSpread {
		a.Ratio.Interval = stats.Interval{Lo: 0, Hi: math.Inf(1)}
	}
	own, _ := stats.Mean(ours)
	other, _ := stats.Mean(theirs)
	a.Ours, a.Theirs = own.Value, other.Value
}

// quietNow probes for a while and says whether most of the probes are calm beside the best so far.
func (g *auditGroup) quietNow(ctx context.Context, tolerance float64) bool {
	probes := harness.Probes(ctx, probing)
	if len(probes) == 0 {
		return false
	}
	if best := stats.QuietBest(probes); g.best == 0 || best < g.best {
		g.best = best
	}
	quiet := 0
	for _, p := range probes {
		if stats.Calm(p, g.best, tolerance) {
			quiet++
		}
	}
	return 10*quiet >= 9*len(probes)
}

// ask runs a library's own program once and returns what it prints.
func ask(ctx context.Context, path string, args []string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, ownTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second // a child of it may keep the pipes open
	out, words := head{room: ownText}, head{room: ownText}
	cmd.Stdout, cmd.Stderr = &out, &words
	err := cmd.Run()
	if errors.Is(err, exec.ErrWaitDelay) { // it has ended well, and left a child
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		err = nil
	}
	switch first, _, _ := strings.Cut(strings.TrimSpace(string(words.kept)), "\n"); {
	case out.full || words.full:
		err = fmt.Errorf("it printed more than %d KiB", ownText>>10)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		err = fmt.Errorf("it did not end within %v", ownTime)
	case err != nil && first != "":
		err = fmt.Errorf("%w: %s", err, first)
	}
	return out.kept, err
}

// A head keeps the beginning of what a program prints. More than there is room for is an error, which ends the program's pipe.
type head struct {
	kept []byte
	room int
	full bool
}

// Write implements io.Writer.
func (h *head) Write(p []byte) (int, error) {
	if h.full = len(h.kept)+len(p) > h.room; h.full {
		return 0, errFull
	}
	h.kept = append(h.kept, p...)
	return len(p), nil
}

var errFull = errors.New("compare: too much output")

// batch measures the run's units once and returns what a byte, an iteration or an operation
// takes at the batch boundary, or with several message sizes what a byte alone takes; whether that is by quiet samples; and
// where there is no figure who crashed.
func (r *run) batch(ctx context.Context, turn int) (figure float64, quiet bool, died string, err error) {
	from := len(r.records)
	job := job{Units: r.units, Repetition: turn, Layout: r.layout(turn), Seed: r.Seed, Time: r.Settings.Time / time.Duration(min(3, len(r.units))), Settings: r.Settings, BestProbe: r.bestProbe()}
	err = r.do(ctx, job, r.keep, nil, func(_ *sample.Unit, name string, d *isolate.Death) error {
		died = fmt.Sprintf("%s crashed: %s", name, d.Text())
		return nil
	})
	if err != nil {
		return 0, false, "", err
	}
	// By all turns so far it is known what is quiet; where this turn was not, its own figure must do.
	times, quiet, err := r.batchTimes(r.records, turn)
	if err == nil && !quiet {
		times, _, err = r.batchTimes(r.records[from:], turn)
	}
	if err != nil || len(times) == 0 {
		return math.NaN(), false, died, err
	}
	u := &r.units[0]
	switch {
	case len(times) > 1:
		var sizes []float64
		for i := range r.units {
			sizes = append(sizes, float64(r.units[i].Bytes))
		}
		_, slope := stat.LinearRegression(sizes, times, nil, false)
		return slope, quiet, "", nil
	case u.Bytes > 0:
		return times[0] / float64(u.Bytes), quiet, "", nil
	}
	return times[0], quiet, "", nil
}

// batchTimes returns what an operation of each unit took in the turn, by the records, and whether all of them are by quiet
// samples; nothing where one has no figure.
func (r *run) batchTimes(records []sample.Record, turn int) (times []float64, quiet bool, err error) {
	res, err := result.From(append([]sample.Record{sample.Of(&sample.Run{Units: r.units, Settings: r.Settings})}, records...))
	if err != nil {
		return nil, false, err
	}
	quiet = true
	for i := range res.Rows {
		row := &res.Rows[i]
		at := slices.IndexFunc(row.Series, func(s result.Series) bool { return s.Boundary == provider.Batch })
		if at < 0 {
			return nil, false, nil
		}
		of := slices.IndexFunc(row.Series[at].Repetitions, func(v result.Repetition) bool { return v.Index == turn })
		if of < 0 {
			return nil, false, nil
		}
		times = append(times, row.Series[at].Repetitions[of].Value)
		quiet = quiet && !row.Contended
	}
	return times, quiet, nil
}
