// Package advise says what a workload costs with each library, from a run's figures: a workload is a mix of operations.
package advise

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"cryptogap/compare/catalog"
)

// ErrMix says that a text is no mix.
var ErrMix = errors.New("not a mix of operations")

// An Item is one operation of a workload.
type Item struct {
	Algorithm  catalog.Algorithm
	Op         catalog.Operation
	Size       int     // message bytes; 0 where the algorithm has none
	Iterations int     // of a KDF that is measured by iteration; 0 elsewhere
	Weight     float64 // how often it is done, relative to the others
}

// Row is the name of the row that measures the item.
func (i Item) Row() string {
	return catalog.Case{Algorithm: i.Algorithm, Op: i.Op, Size: i.Size}.Row()
}

// Cases returns the cases that measure a workload, each once.
func (w Workload) Cases() []catalog.Case {
	var cases []catalog.Case
	for _, i := range w.Items {
		c := catalog.Case{Algorithm: i.Algorithm, Op: i.Op, Size: i.Size}
		if len(i.Algorithm.Costs) == 0 {
			cases = append(cases, c)
		}
		for _, c.Cost = range i.Algorithm.Costs {
			cases = append(cases, c)
		}
	}
	return cases
}

// Name is the item as Parse reads it, without its share.
func (i Item) Name() string {
	name := i.Algorithm.ID + ":" + string(i.Op)
	if n := max(i.Size, i.Iterations); n > 0 {
		name += ":" + strconv.Itoa(n)
	}
	return name
}

// times is how many of what a row's time is about make one operation.
func (i Item) times() float64 { return float64(max(1, i.Iterations)) }

// Parse reads a mix: "aes-256-gcm:seal:1350=80%,sha256:sum:64=20%". The number is the message size in bytes, and for PBKDF2 the
// iteration count. Shares are of the number of operations, and add up to 100 %.
func Parse(text string) ([]Item, error) {
	var items []Item
	var sum float64
	for part := range strings.SplitSeq(text, ",") {
		item, err := parseItem(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		for _, other := range items {
			if other.Name() == item.Name() {
				return nil, fmt.Errorf("advise: %w: %s stands in it twice", ErrMix, item.Name())
			}
		}
		items = append(items, item)
		sum += item.Weight
	}
	const rounding = 0.5 // 33 % and 67 % of three things
	if sum < 100-rounding || sum > 100+rounding {
		return nil, fmt.Errorf("advise: %w: the shares add up to %g %%, not to 100 %%", ErrMix, sum)
	}
	return items, nil
}

var itemSyntax = regexp.MustCompile(`^([^:=]+):([^:=]+)(?::(\d+))?=(\d+(?:\.\d+)?)%$`)

func parseItem(text string) (Item, error) {
	m := itemSyntax.FindStringSubmatch(text)
	if m == nil {
		return Item{}, fmt.Errorf("advise: %w: %q: write algorithm:operation:size=share%%, such as sha256:sum:64=20%%", ErrMix, text)
	}
	share, err := strconv.ParseFloat(m[4], 64)
	if err != nil || share <= 0 {
		return Item{}, fmt.Errorf("advise: %w: %q: the share must be above 0", ErrMix, text)
	}
	n := 0
	if m[3] != "" {
		if n, err = strconv.Atoi(m[3]); err != nil || n == 0 {
			return Item{}, fmt.Errorf("advise: %w: %q: the number must be above 0 and below 2^31", ErrMix, text)
		}
	}
	return newItem(m[1], catalog.Operation(m[2]), n, share)
}

// newItem checks an item against the catalogue.
func newItem(id string, op catalog.Operation, n int, weight float64) (Item, error) {
	a, ok := catalog.Find(id)
	item := Item{Algorithm: a, Op: op, Weight: weight}
	switch {
	case !ok:
		return item, fmt.Errorf("advise: %w: no algorithm is called %q: cryptogap list shows them", ErrMix, id)
	case !a.Has(op):
		return item, fmt.Errorf("advise: %w: %s has no operation %q, only %s", ErrMix, id, op, operations(a))
	case a.Sized() && n == 0:
		return item, fmt.Errorf("advise: %w: %s:%s needs a message size: %s:%s:16384", ErrMix, id, op, id, op)
	case a.Sized() && !a.Takes(n):
		return item, fmt.Errorf("advise: %w: %s takes no message of %d bytes", ErrMix, id, n)
	case a.Sized():
		item.Size = n
	case a.Unit() == catalog.UnitIterations && n == 0:
		return item, fmt.Errorf("advise: %w: %s:%s needs an iteration count: %s:%s:600000", ErrMix, id, op, id, op)
	case a.Unit() == catalog.UnitIterations:
		item.Iterations = n
	case n != 0:
		return item, fmt.Errorf("advise: %w: %s:%s takes no number", ErrMix, id, op)
	}
	return item, nil
}

func operations(a catalog.Algorithm) string {
	var names []string
	for _, op := range a.Ops {
		names = append(names, string(op))
	}
	return strings.Join(names, ", ")
}
