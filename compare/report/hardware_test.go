package report

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
	"cryptogap/compare/stats"
)

// madeExplanations are what no CPU said: each thing that a report has to say of a
// feature stands in at least one of them.
func madeExplanations() []result.Explanation {
	slower := func(x, half float64) stats.Estimate {
		return stats.Estimate{Value: x, Interval: stats.Interval{Lo: x - half, Hi: x + half}, N: 90, Clusters: 3}
	}
	none := stats.Estimate{Value: math.NaN(), Interval: stats.Interval{Lo: math.NaN(), Hi: math.NaN()}}
	loose := stats.Estimate{Value: 3, Interval: stats.Interval{Hi: math.Inf(1)}, N: 1, Clusters: 1}
	makes := func(feature string, x, half float64) result.Effect {
		return result.Effect{Feature: feature, Slower: slower(x, half), Used: true}
	}
	idle := func(feature string) result.Effect {
		return result.Effect{Feature: feature, Slower: slower(1.001, 0.004)}
	}
	ignored := func(feature string) result.Effect {
		return result.Effect{Feature: feature, Ignored: true, Slower: stats.Estimate{Value: math.NaN()}}
	}
	of := func(provider, algorithm, op string, effects ...result.Effect) result.Explanation {
		return result.Explanation{Row: algorithm + "/op=" + op + "/size=16384", Algorithm: algorithm, Op: op, Provider: provider, Effects: effects}
	}
	return []result.Explanation{
		of(goLib, "aes-128-gcm", "seal", makes("aes", 41.37, 2), makes("avx", 1.124, 0.011), ignored("vaes"), idle("sha")),
		of(wolf, "aes-128-gcm", "seal", makes("aes", 38.02, 1), makes("avx", 0.91, 0.02), idle("vaes"), ignored("sha")),
		of(gcry, "aes-128-gcm", "seal", makes("aes", 19.99, 0.3), makes("avx", 3.2, 0.1), makes("vaes", 3.14, 0.1), result.Effect{Feature: "sha", Slower: none}),
		of(goLib, "sha256", "sum", idle("aes"), idle("avx"), ignored("vaes"), makes("sha", 4.21, 0.04)),
		of(wolf, "sha256", "sum", idle("aes"), idle("avx"), idle("vaes"), ignored("sha")),
		of(gcry, "sha256", "sum", idle("aes"), idle("avx"), result.Effect{Feature: "vaes", Slower: none}, result.Effect{Feature: "sha", Slower: loose, Used: true}),
		of(goLib, "md5", "sum", ignored("aes"), ignored("avx"), ignored("vaes"), ignored("sha")),
	}
}

func TestHardware(t *testing.T) {
	draw := func(all []result.Explanation, f Format, o Options) []byte {
		var b bytes.Buffer
		if err := Hardware(&b, newMaker(nil, nil).run.Environment, madeLibraries(), all, f, o); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	golden(t, "hardware.table", draw(madeExplanations(), Table, Options{}))
	golden(t, "hardware-verbose-60.table", draw(madeExplanations(), Table, Options{Verbose: true, Width: 60}))
	golden(t, "hardware.json", draw(madeExplanations(), JSON, Options{}))
	keeps := compiled(t, "#/$defs/hardware")
	validate(t, keeps, "hardware", draw(madeExplanations(), JSON, Options{}))
	validate(t, keeps, "hardware of nothing", draw(nil, JSON, Options{}))
	if got := string(draw(nil, JSON, Options{})); !strings.Contains(got, `"hardware": []`) {
		t.Errorf("nothing to say is written as %s", got)
	}
	draw(nil, Table, Options{})
	if err := Hardware(io.Discard, sample.Environment{}, nil, nil, CSV, Options{}); !errors.Is(err, ErrFormat) {
		t.Errorf("as CSV: %v, want ErrFormat", err)
	}
}
