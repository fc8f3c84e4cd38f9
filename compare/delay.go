package compare

import (
	"time"

	"cryptogap/compare/provider"
)

// A delayed routine takes longer than the one it wraps by a known share: what a power test
// must find.
type delayed struct {
	provider.Routine
	share float64
}

// Do spins after the operations, for a share of what they took.
func (d delayed) Do(n int) (time.Duration, error) {
	start := time.Now()
	inner, err := d.Routine.Do(n)
	end := time.Now().Add(time.Duration(float64(time.Since(start)) * d.share))
	for time.Now().Before(end) {
	}
	return inner, err
}
