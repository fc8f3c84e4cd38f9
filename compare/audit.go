package compare

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"time"

	"cryptogap/compare/catalog"
	"cryptogap/compare/harness"
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
	Ratio    stats.Estimate `json:"-"`     // ours / theirs
	Times    int            `json:"times"` // how often both were measured
	Quiet    int            `json:"quiet"` // of these in quiet moments
	Note     string         `json:"note,omitempty"`
	Why      string         `json:"why,omitempty"` // why there is no figure
}

// AuditSettings say how an audit is made.
type AuditSettings struct {
	Times int // how often program and harness take turns on a row
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

// slopeSizes are between which the cost of a byte is taken where the program
// prints that: bench-slope's sizes end at 4 KiB.
var slopeSizes = []int{1024, 4096}

// Audit lays our batch boundary beside the libraries' own benchmark programs, taking
// turns: a program is run once a turn for all rows that it gives in one go. When ctx ends it returns the rows finished so far, in the order of
// the cases, and the context's cause.
func Audit(ctx context.Context, cfg Config, s AuditSettings) ([]Audited, error) {
	groups := auditGroups(cfg)
	var err error
	for _, g := range groups {
		if err = g.audit(ctx, cfg, s); err != nil {
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
}

// auditing is a row while it is audited.
type auditing struct {
	Audited
	place        int // among all rows
	finished     bool
	own          provider.OwnBenchmark
	run          *run
	ours, theirs []float64 // by turn
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
	case own.Slope:
		a.Per, cfg.Cases = "byte", nil
		for _, size := range slopeSizes {
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
	cfg.Providers = []provider.Provider{p}
	a.run = newRun(cfg)
	return a
}

// audit has program and harness take turns on the group's rows.
func (g *auditGroup) audit(ctx context.Context, cfg Config, s AuditSettings) error {
	path, err := s.Find(g.program, g.provider.Info())
	if err != nil {
		for _, a := range g.rows {
			a.Why = err.Error()
		}
	}
	for turn := range s.Times {
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
	before := calm(ctx)
	out, err := ask(ctx, path, g.args)
	after := calm(ctx)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for _, a := range g.rows {
		if err != nil {
			a.Why = fmt.Sprintf("%s: %v", g.program, err)
		}
		if a.Why != "" {
			continue
		}
		theirs, err := a.own.Parse(out)
		if err != nil {
			a.Why = err.Error()
			continue
		}
		ours, err := a.run.batch(ctx, turn, a.own)
		if err != nil {
			return err
		}
		if math.IsNaN(ours) {
			a.Why = "our own measurement gave no figure"
			continue
		}
		a.Times++
		if before && after {
			a.Quiet++
		}
		a.ours, a.theirs = append(a.ours, ours), append(a.theirs, theirs)
	}
	return nil
}

// average is the nanoseconds of an operation over all samples at the unit's batch boundary.
func average(records []sample.Record, u *sample.Unit) float64 {
	var ns, ops int64
	for _, rec := range records {
		if rec.Round == nil || rec.Round.Unit != u.ID {
			continue
		}
		for i, l := range u.Lanes {
			if l.Boundary == string(provider.Batch) {
				ns += rec.Round.Inner[i]
				ops += rec.Round.N[i]
			}
		}
	}
	return float64(ns) / float64(ops)
}

// finish sums up the turns. The program does not know contended moments, which ours leaves
// out: the faster half of its turns has the fewest of them, and is what counts.
func (a *auditing) finish() {
	a.finished = true
	if a.Why != "" || a.Times == 0 {
		return
	}
	var ratios, ours, theirs [][]float64
	for _, turn := range fasterHalf(a.theirs) {
		ratios = append(ratios, []float64{a.ours[turn] / a.theirs[turn]})
		ours, theirs = append(ours, []float64{a.ours[turn]}), append(theirs, []float64{a.theirs[turn]})
	}
	a.Ratio = stats.Gap(ratios)
	a.Ours, a.Theirs = stats.Center(ours).Value, stats.Center(theirs).Value
}

// fasterHalf returns the indices of the smaller half of times, the middle one included.
func fasterHalf(times []float64) []int {
	order := make([]int, len(times))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(times[i], times[j]) })
	return order[:(len(order)+1)/2]
}

// ask runs a library's own program once and returns what it prints.
func ask(ctx context.Context, path string, args []string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, ownTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	out, words := head{room: ownText}, head{room: ownText}
	cmd.Stdout, cmd.Stderr = &out, &words
	err := cmd.Run()
	return out.Bytes(), err
}

// calmProbing is how long the probe looks for a quiet moment beside a program.
const calmProbing = 2 * time.Millisecond

// calm says whether the core is quiet now: most probes are near the best of them.
func calm(ctx context.Context) bool {
	var probes []float64
	for _, p := range harness.Probes(ctx, calmProbing) {
		probes = append(probes, float64(p))
	}
	return stats.Median(probes) <= stats.QuietBest(probes)*(1+stats.QuietTolerance)
}

// batch measures the run's units once and returns what a byte, an iteration or an operation
// takes at the batch boundary, by quiet samples where there are any, or the average of all samples where the library's own program has that.
func (r *run) batch(ctx context.Context, turn int, own provider.OwnBenchmark) (float64, error) {
	from := len(r.records)
	job := job{Units: r.units, Pass: turn, Seed: r.Seed, Visit: r.Settings.Time, Settings: r.Settings, Average: own.Average}
	err := r.do(ctx, job, r.keep, func(*sample.Unit, string, *crash) error { return nil })
	if err != nil {
		return 0, err
	}
	records := append([]sample.Record{sample.Of(&sample.Run{Units: r.units, Settings: r.Settings})}, r.records[from:]...)
	res, err := result.From(records)
	if err != nil {
		return 0, err
	}
	var times []float64
	for i := range res.Rows {
		at := slices.IndexFunc(res.Rows[i].Series, func(s result.Series) bool { return s.Boundary == string(provider.Batch) })
		if at < 0 {
			return math.NaN(), nil
		}
		if own.Average {
			times = append(times, average(r.records[from:], &r.units[i]))
		} else {
			times = append(times, res.Rows[i].Series[at].Time.Value)
		}
	}
	u := res.Rows[0].Unit
	switch {
	case own.Slope:
		n := len(times) - 1
		return (times[n] - times[0]) / float64(res.Rows[n].Unit.Bytes-u.Bytes), nil
	case u.Bytes > 0:
		return times[0] / float64(u.Bytes), nil
	}
	return times[0], nil
}
