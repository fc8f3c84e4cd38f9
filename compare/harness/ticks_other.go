//go:build !amd64 && !arm64

package harness

// ticks: there is no counter.
func ticks() int64 { return 0 }

const alwaysSteady = false
