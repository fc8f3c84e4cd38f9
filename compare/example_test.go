package compare_test

import (
	"context"
	"crypto/sha512"
	"fmt"
	"hash"
	"os"
	"time"

	"cryptogap/compare"
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/result"
)

// library is all of a library under test: it has SHA-512 and nothing else, over a
// hash.Hash.
type library struct {
	name string
	hash func() hash.Hash
}

func (l library) Name() string { return l.name }
func (l library) Info() provider.Info {
	return provider.Info{Name: l.name, Title: l.name, Version: "1.0"}
}
func (l library) Boundaries() []provider.Boundary { return []provider.Boundary{provider.Call} }

func (l library) Supports(a catalog.Algorithm, op catalog.Operation) (string, error) {
	if a.ID != "sha512" || op != catalog.OpSum {
		return "", fmt.Errorf("%s: %w", l.name, provider.ErrUnsupported)
	}
	return l.name + ".New", nil
}

func (l library) Open(c catalog.Case, in catalog.Inputs, _ provider.Boundary) (provider.Routine, error) {
	if _, err := l.Supports(c.Algorithm, c.Op); err != nil {
		return nil, err
	}
	return &digest{hash: l.hash(), message: in.Message}, nil
}

// digest is the operation: the message through the hash, n times.
type digest struct {
	hash    hash.Hash
	message []byte
	out     []byte
}

func (d *digest) Do(n int) (time.Duration, error) {
	for range n {
		d.hash.Reset()
		d.hash.Write(d.message)
		d.out = d.hash.Sum(d.out[:0])
	}
	return 0, nil
}

func (d *digest) Output() []byte { return d.out }
func (d *digest) Close() error   { return nil }

// shift is a hash that does its work and gets it wrong.
type shift struct{ hash.Hash }

func (s shift) Sum(b []byte) []byte {
	sum := s.Hash.Sum(nil)
	return append(append(b, sum[1:]...), sum[0])
}

// A library of one's own is one value that implements provider.Provider. Here are two: one that is
// right, measured beside another path to the same hash, and one whose output is wrong, which is
// shown and never timed.
func ExampleRun() {
	ours := library{"ours", sha512.New}
	wrong := library{"wrong", func() hash.Hash { return shift{sha512.New()} }}
	standard := library{"standard", sha512.New}

	for _, second := range []library{ours, wrong} {
		settings := compare.QuickSettings() // for figures to rely on: compare.DefaultSettings
		settings.Repetitions, settings.Quiet, settings.Time, settings.Budget = 1, 1, time.Millisecond, time.Minute

		records, err := compare.Run(context.Background(), compare.Config{
			Providers: []provider.Provider{standard, second},
			Cases:     compare.Selection{Algorithms: []string{"sha512"}, Sizes: []int{64, 1024}}.Cases(),
			Settings:  settings,
			Tool:      "example",
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return
		}
		res, err := result.From(records)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return
		}
		for _, row := range res.Rows {
			gap := row.Between(standard.name, second.name, provider.Call)
			fmt.Printf("%s: %s %s, timed: %v\n", row.Unit.Row, second.name, row.Status, gap != nil && gap.Ratio.Value > 0)
		}
	}
	// Output:
	// sha512/op=sum/size=64: ours match, timed: true
	// sha512/op=sum/size=1024: ours match, timed: true
	// sha512/op=sum/size=64: wrong mismatch, timed: false
	// sha512/op=sum/size=1024: wrong mismatch, timed: false
}
