package truth

import (
	"context"
	"crypto/sha256"
	"math"

	"cryptogap/compare"
	"cryptogap/compare/provider"
	"cryptogap/compare/result"
)

// RealProviders are the two sides of the chains, for a worker process.
func RealProviders() []provider.Provider {
	return ChainProviders(func(in []byte) []byte {
		sum := sha256.Sum256(in)
		return sum[:]
	})
}

// A Measured chain is what a run says of it.
type Measured struct {
	Chain
	Time          float64 // of side b, nanoseconds
	Ratio, Lo, Hi float64 // NaN where it was not measured
	Flagged       bool
}

// Off is how far the ratio is from the truth, relative.
func (m Measured) Off() float64 { return m.Ratio/m.Chain.Ratio() - 1 }

// Tied says whether the interval contains 1.
func (m Measured) Tied() bool { return !(m.Lo > 1 || m.Hi < 1) }

// RealGoal is how far a ratio may be from the truth that is not inside its interval.
const RealGoal = 0.001

// True says whether the ratio is as good as it should be.
func (m Measured) True() bool {
	return math.Abs(m.Off()) <= RealGoal || m.Lo <= m.Chain.Ratio() && m.Chain.Ratio() <= m.Hi
}

// Real measures the chains as any row is measured. cfg says how and with which workers, whose providers must be
// [RealProviders]; its cases and providers are set here.
func Real(ctx context.Context, cfg compare.Config) ([]Measured, *result.Result, error) {
	chains := Chains()
	var sizes []int
	for i := range chains {
		sizes = append(sizes, i+1)
	}
	cfg.Providers = RealProviders()
	cfg.Cases = compare.Selection{Algorithms: []string{ChainAlgorithm}, Sizes: sizes}.Cases()
	records, err := compare.Run(ctx, cfg)
	if err != nil {
		return nil, nil, err
	}
	if ctx.Err() != nil {
		return nil, nil, context.Cause(ctx)
	}
	res, err := result.From(records)
	if err != nil {
		return nil, nil, err
	}
	var all []Measured
	for _, row := range res.Rows {
		m := Measured{Chain: chains[row.Unit.Bytes-1], Time: math.NaN(), Ratio: math.NaN(), Lo: math.NaN(), Hi: math.NaN(), Flagged: row.Marked()}
		if g := row.Between("a", "b", provider.Call); g != nil {
			m.Time, m.Ratio, m.Lo, m.Hi = row.Series[g.Other].Time.Value, g.Ratio.Value, g.Ratio.Lo, g.Ratio.Hi
		}
		all = append(all, m)
	}
	return all, res, nil
}
