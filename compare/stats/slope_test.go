package stats

import (
	"slices"
	"testing"
)

func TestPairedSlope(t *testing.T) {
	lo := []float64{110, 120, 100}
	hi := []float64{1010, 1320, 50, 7}
	if got, want := PairedSlope(lo, hi, 100, 1000), []float64{1, 12.0 / 9, -50.0 / 900}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := PairedSlope(lo, hi, 5, 5); got != nil {
		t.Errorf("equal costs gave %v", got)
	}
	if got := PairedSlope(nil, hi, 1, 2); len(got) != 0 {
		t.Errorf("no rounds gave %v", got)
	}
}
