//go:build !amd64 && !arm64

package harness

// tsc: there is no counter.
func tsc() int64 { return 0 }

const alwaysSteady = false
