//go:build cgo && !nowolf

package wolfbridge

import (
	"errors"
	"math"
	"testing"

	"cryptogap/compare/provider"
)

// TestFits narrows no length: 2^32 and more would become its remainder.
func TestFits(t *testing.T) {
	for _, n := range []int{0, 1, math.MaxInt32} {
		if err := fits(n); err != nil {
			t.Error(err)
		}
	}
	for _, n := range []int{-1, math.MaxInt32 + 1, math.MaxUint32, math.MaxUint32 + 17, math.MaxInt} {
		if err := fits(16, n); !errors.Is(err, provider.ErrNotOffered) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}
