package gowolfssl

import (
	"math"
	"testing"

	"cryptogap/compare/provider/providertest"
)

func TestProvider(t *testing.T) { providertest.Run(t, New()) }

func TestVectors(t *testing.T) { providertest.Vectors(t, New(), nil) }

func TestLeadingZeros(t *testing.T) { providertest.LeadingZeros(t, New()) }

func TestLengthsAreNotNarrowed(t *testing.T) {
	for n, want := range map[int]bool{0: true, math.MaxInt32: true, math.MaxInt32 + 1: false, 1<<32 + 5: false, -1: false} {
		if got := fits(1, n) == nil; got != want {
			t.Errorf("fits(%d) is %t", n, got)
		}
	}
}
