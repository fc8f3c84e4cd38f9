package compare

import (
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

// Audit lays our batch boundary beside the libraries' own benchmark programs, row by row, taking
// turns. When ctx ends it returns the rows so far and the context's cause.
func Audit(ctx context.Context, cfg Config, s AuditSettings) ([]Audited, error) {
	var rows []Audited
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
			seen[p.Name()+c.Row()] = true
			row, err := auditRow(ctx, cfg, c, p, own, s)
			if err != nil {
				return rows, err
			}
			rows = append(rows, row)
			if s.Each != nil {
				s.Each(row)
			}
		}
	}
	return rows, nil
}

func auditRow(ctx context.Context, cfg Config, c catalog.Case, p provider.Provider, own provider.OwnBenchmark, s AuditSettings) (Audited, error) {
	row := Audited{Row: c.Row(), Provider: p.Name(), Command: append([]string{own.Program}, own.Args...), Note: own.Note, Per: "operation"}
	var cases []catalog.Case
	switch {
	case own.Slope:
		row.Per = "byte"
		for _, size := range slopeSizes {
			cases = append(cases, catalog.Case{Algorithm: c.Algorithm, Op: c.Op, Size: size})
		}
	case c.Algorithm.Sized():
		row.Per = "byte"
		cases = []catalog.Case{{Algorithm: c.Algorithm, Op: c.Op, Size: provider.OwnSize}}
	default:
		if c.Algorithm.Unit() == catalog.UnitIterations {
			row.Per = "iteration"
		}
		cases = costs(catalog.Case{Algorithm: c.Algorithm, Op: c.Op})
	}
	path, err := s.Find(own.Program, p.Info())
	if err != nil {
		row.Why = err.Error()
		return row, nil
	}
	cfg.Cases, cfg.Providers = cases, []provider.Provider{p}
	r := newRun(cfg)
	var ratios, ours, theirs [][]float64
	for turn := range s.Times {
		calmBefore := calm(ctx)
		b, why := ask(ctx, path, own)
		calmAfter := calm(ctx)
		if ctx.Err() != nil {
			return row, context.Cause(ctx)
		}
		if why != nil {
			row.Why = why.Error()
			return row, nil
		}
		a, err := r.batch(ctx, turn, own.Slope)
		if err != nil {
			return row, err
		}
		if math.IsNaN(a) {
			row.Why = "our own measurement gave no figure"
			return row, nil
		}
		row.Times++
		if calmBefore && calmAfter {
			row.Quiet++
		}
		ratios = append(ratios, []float64{a / b})
		ours, theirs = append(ours, []float64{a}), append(theirs, []float64{b})
	}
	row.Ratio = stats.Gap(ratios)
	row.Ours, row.Theirs = stats.Center(ours).Value, stats.Center(theirs).Value
	return row, nil
}

// ask runs the library's own program once and reads the row's figure.
func ask(ctx context.Context, path string, own provider.OwnBenchmark) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, ownTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, own.Args...)
	out, words := head{room: ownText}, head{room: ownText}
	cmd.Stdout, cmd.Stderr = &out, &words
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("%s: %w", own.Program, err)
	}
	return own.Parse(out.Bytes())
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
// takes at the batch boundary, by quiet rounds where there are any.
func (r *run) batch(ctx context.Context, turn int, slope bool) (float64, error) {
	from := len(r.records)
	job := job{Units: r.units, Pass: turn, Seed: r.Seed, Visit: r.Settings.Time, Settings: r.Settings}
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
		times = append(times, res.Rows[i].Series[at].Time.Value)
	}
	u := res.Rows[0].Unit
	switch {
	case slope:
		n := len(times) - 1
		return (times[n] - times[0]) / float64(res.Rows[n].Unit.Bytes-u.Bytes), nil
	case u.Bytes > 0:
		return times[0] / float64(u.Bytes), nil
	}
	return times[0], nil
}
